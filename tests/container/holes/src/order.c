#include <value.h>
int order(void) { return VALUE_IS; }
