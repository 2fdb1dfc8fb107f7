/* What each value of a choice stands for. */
#pragma once

#include "discover/classify/subject.h"

/* ValueDecision * for the values of a choice, in the project's order; empty for everything else.
 * The array belongs to the arena. */
GPtrArray *values_decide(const Project *project, const Subject *subject, Category category,
                         Arena *arena);
