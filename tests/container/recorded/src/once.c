#include "forge.h"
#include <stdio.h>

int main(void)
{
    printf("once %d\n", forge_kernel(1));
    return 0;
}
