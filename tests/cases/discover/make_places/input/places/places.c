#ifdef CUDA_INCLUDE_DIR
#include <cuda.h>
#endif
int main(void) { return 0; }
