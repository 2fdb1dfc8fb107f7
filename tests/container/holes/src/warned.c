/* A word in a text is no macro, and not all that varies is OpenMP's variant. */
#ifdef __FMA__
#endif
#define parameter kept
#pragma GCC diagnostic ignored "-Wunused-parameter"
int invariant(int parameter)
{
#pragma omp parallel
    kept++;
    return kept;
}
