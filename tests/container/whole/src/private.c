#include "whole.h"

/* Nothing of OpenMP's runtime is needed for it: each thread has one of its own. */
int private_value = 3;
#pragma omp threadprivate(private_value)

int private_add(int value)
{
    private_value += value;
    return private_value;
}
