// The pragma's text is a raw one.
void twice(int n, double *values)
{
    _Pragma(R"(omp parallel for num_threads(THREADS))")
    for (int i = 0; i < n; i++) {
        values[i] *= 2;
    }
}
