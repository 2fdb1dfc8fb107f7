/* Words of a name that the help text uses for something else.
 *
 * Adjectives ("quad", "single", "bitwise") alone in a name are read as what they mostly mean in
 * HPC. Where the help text has the same word before a noun of its own ("quad geometries") and
 * speaks of nothing of that category, the noun says what is meant. */
#pragma once

#include "discover/classify/mentions.h"

/* Makes such mentions of `name` too ambiguous to reason with: those of terms that are marked as
 * adjectives. `from` is the first word of the name behind the project's prefix. */
void otherwise_weaken(const Knowledge *knowledge, Mentions *name, guint from,
                      const Mentions *sentence);
