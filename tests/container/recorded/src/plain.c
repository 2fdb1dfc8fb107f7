#include "forge.h"

int forge_kernel(int blows)
{
    return forge_low(blows) + 1;
}
