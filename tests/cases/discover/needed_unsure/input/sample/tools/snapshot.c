#include <hdf5.h>
int snapshot;
