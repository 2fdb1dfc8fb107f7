#include "made.h"
int made(void) { return MADE; }
