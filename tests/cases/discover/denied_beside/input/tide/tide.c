#ifdef USE_ZLIB
#include <zlib.h>
#endif
#ifdef DISABLE_MPI3
static int windows = 0;
#else
static int windows = 1;
#endif
int main(void)
{
    return windows;
}
