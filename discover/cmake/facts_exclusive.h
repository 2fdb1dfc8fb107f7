/* Switches of which a project refuses any two: one fact for what would be a refusal for each pair.
 */
#pragma once

#include "discover/cmake/facts_build.h"

/* Adds an Exclusive to `facts` for each set of switches of which the refusals that were recorded
 * for one place let no two be on. Sets the flag in `covered`, by number of the refusal, of those
 * that say nothing else; it has as many as there are constraints. */
void facts_exclusive_find(const FactsSource *self, const GPtrArray *constraints, Facts *facts,
                          gboolean *covered);
