#include "forge.h"

int forge_kernel(int blows)
{
    return 2 * forge_low(blows);
}
