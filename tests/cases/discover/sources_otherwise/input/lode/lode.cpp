#ifdef LODE_CUDA
#include <cuda_runtime.h>
#else
#include <hip/hip_runtime.h>
#endif
int lode() { return 0; }
