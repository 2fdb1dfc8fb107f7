#ifdef USE_OPENMP
#include <omp.h>
#endif
int demo;
