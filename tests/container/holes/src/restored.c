/* The same where macros make pragmas. */
#define ASKED 1
#define KEEP _Pragma("push_macro(\"ASKED\")")
#define RESTORE _Pragma("pop_macro(\"ASKED\")")
KEEP
#undef ASKED
RESTORE
#ifdef ASKED
#include "value.h"
#else
#define VALUE 0
#endif
int restored = VALUE;
