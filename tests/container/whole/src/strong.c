#include "whole.h"

int weak_value(void)
{
    return 10;
}

/* Nothing but assembler names it. */
int called_back(int value)
{
    return value * 2;
}
