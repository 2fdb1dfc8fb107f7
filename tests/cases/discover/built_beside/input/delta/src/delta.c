#include <netcdf.h>
int delta(void) { return 1; }
