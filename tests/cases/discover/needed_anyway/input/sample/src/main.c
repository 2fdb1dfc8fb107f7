#include <fftw3.h>
#include "common.h"
#ifdef READ_TREES
#include "trees.h"
#endif
int main(void)
{
    return 0;
}
