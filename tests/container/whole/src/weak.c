#include "whole.h"

__attribute__((weak)) int weak_value(void)
{
    return 1;
}

__attribute__((weak)) int weak_left(void)
{
    return 2;
}
