/* Whether what an option is named after is used in the code, or only beside it: in tests, examples,
 * benchmarks and the like. */
#pragma once

#include "discover/classify/subject.h"

/* Where the sources use each technology: its identifier -> bits. NULL when most of the sources lie
 * in folders for tests and the like, so that these are the project. The caller unrefs the table. */
GHashTable *beside_learn(const Project *project, const SourceIndex *sources);

/* Whether the option builds nothing but what lies in such folders, and no source of the code uses
 * what it is named after or asks for its macros. FALSE where nothing is known to be built with it.
 */
gboolean beside_is_all(const Project *project, const Subject *subject, const SourceIndex *sources,
                       const GPtrArray *macros);
