/* What is known about one option, as text for a person. */
#pragma once

#include "discover/program/analysis.h"

/* More rows than this in one section are counted, not shown; --facts has them all. */
#define EXPLAIN_ROWS_MAX 24u

/* With `builder` also whose option it is, where several build systems have one of that name: of
 * which builder, and in which folder. */
void print_explanation(const Terminal *terminal, const Analysis *analysis, const Decision *decision,
                       gboolean builder);
