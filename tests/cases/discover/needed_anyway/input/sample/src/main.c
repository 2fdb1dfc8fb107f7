#include <fftw3.h>
#include "common.h"
#ifdef READ_TREES
#include "trees.h"
#endif
#if 0
#include "writer.h"
#elif 1
#include "plain.h"
#else
#include "writer.h"
#endif
const char *program = "\
#include \"writer.h\"";
int main(void)
{
    return 0;
}
