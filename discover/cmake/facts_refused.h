/* From the refusals that were recorded to those of the facts: what several of one place say alike
 * is said once. */
#pragma once

#include "discover/cmake/facts_build.h"

/* Adds the constraints and exclusives, in the order in which they were met. */
void facts_refused_build(const FactsSource *self, Facts *facts);
