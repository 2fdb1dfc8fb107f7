/* Folders that the reading of all configurations never came to, because a list of what to add was
 * lost on the way: a loop whose end depends on what is left open, such as one that sorts modules by
 * what each needs.
 *
 * One configuration has no such loops. So the options that its reading alone met are taken from it,
 * and nothing else: what they hang on is not known, nor what they lead to. */
#pragma once

#include "discover/cmake/evaluator.h"

/* The loop, when one lost what it sets and a CMakeLists.txt of the tree, none of the side folders'
 * (a set of names in small letters; NULL: none), was not read; NULL otherwise. It belongs to the
 * evaluator. */
const LedgerEntry *lost_folders_loop(const Evaluator *all, GHashTable *side_folders);

/* Adds to `facts`, which are of `all`, the options of `found`, which are of `one`, that a file
 * declares which `all` has not read; and a ledger entry for each such file. `loop` is as above. */
void lost_folders_add(const Evaluator *all, const Evaluator *one, const Facts *found,
                      const LedgerEntry *loop, Facts *facts);
