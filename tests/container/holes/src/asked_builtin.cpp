// The question stands in the header, and what it is about here.
#include "asked.h"
#if HAS_BUILTIN(__builtin_ia32_vfmaddps256)
int asked_builtin() { return 1; }
#else
int asked_builtin() { return 0; }
#endif
