/* The kernel for AVX-512 is chosen where the processor has it, whatever the file is compiled for. */
#include "numbers.h"

static double sum_plain(const double *a, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += a[i];
    }
    return sum;
}

#ifdef __x86_64__
#include <immintrin.h>
__attribute__((target("avx512f"), noinline)) static double sum_wide(const double *a, int count)
{
    __m512d sum = _mm512_setzero_pd();
    for (int i = 0; i + 8 <= count; i += 8) {
        sum = _mm512_add_pd(sum, _mm512_loadu_pd(a + i));
    }
    return _mm512_reduce_add_pd(sum);
}

const char *dispatch_name(void)
{
    return __builtin_cpu_supports("avx512f") ? "wide" : "plain";
}

double dispatch_sum(const double *a, int count)
{
    return __builtin_cpu_supports("avx512f") ? sum_wide(a, count) : sum_plain(a, count);
}
#else
const char *dispatch_name(void)
{
    return "plain";
}

double dispatch_sum(const double *a, int count)
{
    return sum_plain(a, count);
}
#endif
