__attribute__((target("avx512f"))) void kernel(float *x, int n)
{
    for (int i = 0; i < n; i++) {
        x[i] *= 2.0f;
    }
}
void entry(float *x, int n)
{
    if (__builtin_cpu_supports("avx512f")) {
        kernel(x, n);
    }
}
