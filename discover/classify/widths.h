/* Whether an option makes numbers wider or narrower, where only types in the sources tell. */
#pragma once

#include "discover/classify/subject.h"
#include "discover/sources/source_index.h"

/* Whether the option's name or its values speak of a width, and under one of `macros` the sources
 * give a name another type of numbers than elsewhere; asked of switches and choices. */
gboolean widths_are_chosen(const Project *project, const Subject *subject,
                           const SourceIndex *sources, const GPtrArray *macros);
