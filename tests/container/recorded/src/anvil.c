#include "forge.h"
#include "limits.h"
#include <stdio.h>

int forge_anvil(int blows)
{
#ifdef TALLY
    printf("tally ");
#endif
    printf("%s ", FORGE_KERNEL);
    return forge_kernel(blows);
}
