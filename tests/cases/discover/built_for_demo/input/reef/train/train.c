#ifdef REEF_USE_HDF5
#include <hdf5.h>
#endif
int train(void) { return 1; }
