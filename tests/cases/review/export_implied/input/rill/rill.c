#include "config.h"
#ifdef WITH_MPI
#include <mpi.h>
#endif
#ifdef WITH_CUDA
#include <cuda_runtime.h>
#endif
int main(void) { return 0; }
