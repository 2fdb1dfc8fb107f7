/* When something holds, in words for a person, with the values that the project lists for its
 * options. The caller frees the results. */
#pragma once

#include "discover/facts.h"

typedef struct {
    const Facts *facts;
    /* Set once a condition is told in fewer words than it would be for a value that an option
     * neither lists nor has as its default. A reader is to know. */
    gboolean bounded;
} Explaining;

/* "when USE_GPU"; "" where it always holds, so that the usual case does not clutter. */
char *explain_when(Explaining *self, const Condition *when);

/* What a condition says beyond that the switch is on, which is known where this is read. */
char *explain_when_on(Explaining *self, const Condition *whole, const char *option);
