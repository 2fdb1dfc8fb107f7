#include <netcdf.h>
int netcdf_file;
