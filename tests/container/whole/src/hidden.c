#include "whole.h"

int hidden_value(int value)
{
    return value + 1;
}
