#include "asked.h"
#define CAT(a, b) a##b
#if HAS_BUILTIN(CAT(__builtin_ia32_, vfmaddps256))
int asked_cat() { return 1; }
#else
int asked_cat() { return 0; }
#endif
