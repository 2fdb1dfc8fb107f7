/* As examples of an older interface are. */
#include "interface-of-last-year.h"
