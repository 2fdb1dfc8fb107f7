/* The pragma's text is a macro's argument. */
#define DO(text) _Pragma(text)
void twice(int n, double *values)
{
    DO("omp parallel for num_threads(THREADS)")
    for (int i = 0; i < n; i++) {
        values[i] *= 2;
    }
}
