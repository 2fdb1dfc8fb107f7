#ifdef use_netCDF
#include <netcdf.h>
int open_coast(const char *path, int *file)
{
    return nc_open(path, NC_NOWRITE, file);
}
#endif
