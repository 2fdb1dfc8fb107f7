#include "config.h"
#ifdef SAMPLE_GPU_CUDA
#include <cuda_runtime.h>
__global__ void kernel_on_gpu(float *x)
{
    x[threadIdx.x] = 0;
}
#endif
