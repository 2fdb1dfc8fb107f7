/* What the beginning of a help text calls the thing that an option is about: "Maximum number of
 * OpenMP threads" of "Maximum number of OpenMP threads. Has to be even". */
#pragma once

#include "discover/classify/subject.h"

/* NULL where the text begins with no such expression, or with one that does not go with words
 * `first` to `last` of the option's name: comments above a line are often about something else. */
const char *told_name(const Project *project, const Subject *subject, guint first, guint last,
                      Arena *arena);
