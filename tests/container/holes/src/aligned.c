/* How far pointers are aligned is left to the target: an OpenMP clause without a number. */
void add(int n, float *to, const float *from)
{
#pragma omp simd aligned(to, from)
    for (int i = 0; i < n; i++) {
        to[i] += from[i];
    }
}
