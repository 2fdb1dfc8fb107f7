#ifdef GARTH_CUDA
#include <cuda_runtime.h>
#endif
#ifdef GARTH_SENSEI
int sensei;
#endif
int main() { return 0; }
