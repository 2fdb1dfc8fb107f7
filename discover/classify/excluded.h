/* Options that have something to do with hardware or libraries, and leave nothing to choose all the
 * same: the project refuses one of the two ways, there is one value only, it is another option by
 * another name, or it belongs to a bundled copy that the project has its own option for. */
#pragma once

#include "discover/classify/project.h"

/* Why an option for which enough speaks to be a point of the category is none, in words; NULL when
 * nothing excludes it. `term`: the technology that speaks for it, or NULL. Constant, or in the
 * arena. */
const char *excluded_reason(const Project *project, const Option *option, Category category,
                            const Term *term, Arena *arena);
