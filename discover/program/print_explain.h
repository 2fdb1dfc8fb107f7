/* What is known about one option, as text for a person. */
#pragma once

#include "discover/program/analysis.h"

/* More rows than this in one section are counted, not shown; --facts has them all. */
#define EXPLAIN_ROWS_MAX 24u

/* What the option is called. With `folders` (const char *, "" for the root) also whose it is, where
 * several build systems have one of that name: of which builder, and in which folders. */
void print_explanation_name(const Terminal *terminal, const Decision *decision,
                            const GPtrArray *folders);

/* All that is told behind the name. */
void print_explanation(const Terminal *terminal, const Analysis *analysis,
                       const Decision *decision);
