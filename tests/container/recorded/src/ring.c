#include "forge.h"

int forge_hidden(int blows)
{
    return 3 * blows;
}

int forge_ring(int blows)
{
    return forge_hidden(blows) + 1;
}
