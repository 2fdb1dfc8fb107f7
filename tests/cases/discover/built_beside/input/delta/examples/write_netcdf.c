#include <netcdf.h>
int main(void) { return 0; }
