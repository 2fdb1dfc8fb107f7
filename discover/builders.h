/* Build systems that are recognised in a tree besides the ones that have a reader. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

/* Adds a build system that is not read, and a ledger entry saying so, for each description of
 * Autotools, Make or Meson in the shallowest folders that hold any build description, unless a
 * reader has taken it already (`facts->build_systems`). What lies deeper belongs to a part of the
 * project or to a bundled copy of another one. To be called before facts_finish. */
void builders_detect(const Tree *tree, Facts *facts);
