#include "config.h"
#if SAMPLE_DOUBLE
typedef double real;
#else
typedef float real;
#endif

#if defined(SAMPLE_SIMD_AVX_512)
#include <immintrin.h>
void kernel(void)
{
    __m512 sum = _mm512_setzero_ps();
    (void)sum;
}
#elif defined(SAMPLE_SIMD_AVX2_256)
#include <immintrin.h>
void kernel(void)
{
    __m256 sum = _mm256_setzero_ps();
    (void)sum;
}
#else
void kernel(void)
{
#pragma omp parallel
    {
        real sum = 0;
        (void)sum;
    }
}
#endif
