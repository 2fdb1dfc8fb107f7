/* When something holds, in words for a person, with the values that the project lists for its
 * options. The caller frees the results. */
#pragma once

#include "discover/facts.h"

/* "when USE_GPU"; "" where it always holds, so that the usual case does not clutter. */
char *explain_when(const Facts *facts, const Condition *when);

/* What a condition says beyond that the switch is on, which is known where this is read. */
char *explain_when_on(const Facts *facts, const Condition *whole, const char *option);
