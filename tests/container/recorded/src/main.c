#include "forge.h"
#include <stdio.h>

int main(void)
{
#ifdef TWICE
    printf("twice ");
#endif
    int anvil = forge_anvil(5);
    printf("%d %d\n", anvil, forge_ring(4));
    return 0;
}
