/* Macros ask, and neither the CPU nor a file of one configuration changes the answer. */
#include "asked.h"
#if HAS_BUILTIN(__builtin_bswap32) && HAS_INCLUDE(<stddef.h>)
#include <stddef.h>
#endif
unsigned called(unsigned value) { return __builtin_bswap32(value); }
