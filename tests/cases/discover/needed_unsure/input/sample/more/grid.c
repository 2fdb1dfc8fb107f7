#include <netcdf.h>
int grid;
