#include "config.h"
int included(void) { return 1; }
