/* Evidence from the sources: which macros hang on an option, and what the lines that hang on those
 * use. */
#pragma once

#include "discover/classify/subject.h"

/* Macros that hang on the option, sorted; elements are const char *. The array belongs to the
 * arena. */
GPtrArray *signs_macros(const Project *project, const Option *option, const SourceIndex *sources,
                        Arena *arena);

/* Adds signs for technologies that show within lines which hang on these macros. */
void signs_read_sources(const Project *project, Subject *subject, const SourceIndex *sources,
                        const GPtrArray *macros, Arena *arena);
