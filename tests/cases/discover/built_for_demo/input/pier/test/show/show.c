#ifdef SHOW_CUDA
#include <cuda_runtime.h>
#endif
int main(void) { return 0; }
