#include "whole.h"

static int add(int left, int right)
{
    return left + right;
}

int parts_sum(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum = add(sum, values[i]);
    }
    return sum;
}
