#include "whole.h"

#ifdef __x86_64__
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
int clones_sum(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum;
}
