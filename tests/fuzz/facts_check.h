/* What must hold of any facts, whatever was read: asserted, for fuzzers. */
#pragma once

#include "discover/facts.h"

/* `concrete`: one configuration was followed, in which conditions hold or do not. */
void facts_check(const Facts *facts, gboolean concrete);
