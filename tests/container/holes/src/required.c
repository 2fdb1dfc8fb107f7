/* The compiler answers by the target, and no macro says so. */
int required(void)
{
    return __builtin_omp_required_simd_align(float);
}
