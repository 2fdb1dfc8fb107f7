/* Facts as a few lines a person can check against what CMake would do. */
#pragma once

#include "core/diagnostic.h"
#include "discover/facts.h"

/* A line an option (with its defaults, values and conditions below it), effect, constraint, ledger
 * entry, diagnostic. What is as one would expect (exists always, one place, no values) is left out.
 * The caller frees it. */
char *facts_dump(const Facts *facts, Diagnostics *diagnostics);

/* Compares the dump with FOLDER/expected.txt (tests/unit/golden.h). */
void assert_facts(const Facts *facts, Diagnostics *diagnostics, const char *folder);
/* Whether an entry of the ledger gives that reason. */
gboolean facts_tell(const Facts *facts, const char *reason);
