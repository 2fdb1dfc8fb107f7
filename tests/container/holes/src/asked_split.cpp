// Of what is asked nothing begins like a builtin.
#include "asked.h"
#define CAT(a, b) a##b
#define HALF() CAT(_, _built)
#define WHOLE(a, b) CAT(a, b)
#if HAS_BUILTIN(WHOLE(HALF(), in_ia32_vfmaddps256))
int asked_split() { return 1; }
#else
int asked_split() { return 0; }
#endif
