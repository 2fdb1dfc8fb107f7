#include <hdf5.h>
int main(void) { return H5open(); }
