/* Words of a name that the help text uses for something else.
 *
 * Precision is told by adjectives ("quad", "single", "scalar"), which alone in a name are read as
 * what they mostly mean in HPC. Where the help text has the same word before a noun of its own
 * ("quad geometries") and speaks of no precision, that is what is meant. Names of other categories
 * are nouns, and a text that goes on behind them ("the shm provider") speaks of the same thing. */
#pragma once

#include "discover/classify/mentions.h"

/* Makes such mentions of `name` too ambiguous to reason with. `from` is the first word of the name
 * behind the project's prefix. */
void otherwise_weaken(const Knowledge *knowledge, Mentions *name, guint from,
                      const Mentions *sentence);
