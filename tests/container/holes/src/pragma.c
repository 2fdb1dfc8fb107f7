/* Its only directive comes out of a macro. */
#define EACH _Pragma("omp parallel for")
void each(int *values, int count)
{
    EACH
    for (int i = 0; i < count; i++) {
        values[i] += 1;
    }
}
