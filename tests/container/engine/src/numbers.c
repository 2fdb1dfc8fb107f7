#include "numbers.h"
#ifdef __AVX512F__
#include <immintrin.h>
double numbers_dot(const double *a, const double *b, int count)
{
    __m512d sum = _mm512_setzero_pd();
    for (int i = 0; i + 8 <= count; i += 8) {
        sum = _mm512_fmadd_pd(_mm512_loadu_pd(a + i), _mm512_loadu_pd(b + i), sum);
    }
    return _mm512_reduce_add_pd(sum);
}
#elif defined(__AVX2__)
#include <immintrin.h>
double numbers_dot(const double *a, const double *b, int count)
{
    __m256d sum = _mm256_setzero_pd();
    for (int i = 0; i + 4 <= count; i += 4) {
        sum = _mm256_fmadd_pd(_mm256_loadu_pd(a + i), _mm256_loadu_pd(b + i), sum);
    }
    double parts[4];
    _mm256_storeu_pd(parts, sum);
    return parts[0] + parts[1] + parts[2] + parts[3];
}
#else
double numbers_dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}
#endif

#ifdef HAVE_ASSEMBLER
extern const char numbers_data_text[];
const char *numbers_data(void)
{
    return numbers_data_text;
}
#else
const char *numbers_data(void)
{
    return ENGINE_DATA;
}
long numbers_count(long first)
{
    return first + 1;
}
#endif
