/* Whether what an image says of a configuration's units can be so, without its matrix: what an
 * image that others have made may lack. */
#pragma once

#include <jansson.h>

/* The first fault, with the unit's source; NULL: there is none. `units` is a units.json. The caller
 * frees it. */
char *units_fault(const json_t *units);
