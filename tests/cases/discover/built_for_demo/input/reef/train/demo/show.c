#ifdef REEF_USE_OPENCV
#include <opencv2/core.hpp>
#endif
#ifdef REEF_USE_HDF5
#include <hdf5.h>
#endif
int main(void) { return 0; }
