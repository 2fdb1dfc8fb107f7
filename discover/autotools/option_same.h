/* Values of an option that are other spellings of one that stands beside them: of no, of what the
 * plain form does, or of the first word of one arm of a case. */
#pragma once

#include "discover/autotools/configure.h"

/* Removes them from the option's values. `guards` (Guard): all conditions that hang on it, as
 * configure_expand gives them; NULL: there are too many to compare. To be called once the type is
 * known, of what is no switch. */
void option_same_drop(Configure *self, OptionState *state, const GArray *guards);
