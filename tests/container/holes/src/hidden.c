#include "config.h"
int asked(void) { return ASKED; }
