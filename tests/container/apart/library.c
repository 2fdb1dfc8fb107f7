#include <math.h>

void library(float *values, int count)
{
    for (int i = 0; i < count; i++) {
        values[i] = sinf(values[i]);
    }
}
