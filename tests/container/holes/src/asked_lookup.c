#include "asked.h"
#if HAS_INCLUDE("only_other.h")
int asked_lookup(void) { return 2; }
#else
int asked_lookup(void) { return 1; }
#endif
