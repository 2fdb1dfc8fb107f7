/* The scanner sees no program text, and so does not count there. */
int first = __COUNTER__;
#if __COUNTER__ == 1
#include "value.h"
#endif
#ifndef VALUE
#define VALUE 0
#endif
int counted = VALUE;
