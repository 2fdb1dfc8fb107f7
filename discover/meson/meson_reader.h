/* Reads what a project's Meson files say, without running Meson or anything of the project. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

/* Adds to `facts` what the meson.build file nearest to the root says that calls project() (at
 * most MESON_FOLDERS_MAX of them at one depth, none deeper than MESON_DEPTH_BELOW_MAX folders),
 * with what subdir() leads to and the options of meson.options or meson_options.txt beside it.
 * Projects below subprojects/ are others' and not read. What the project does wrong becomes
 * diagnostics and ledger entries. A tree without such files adds nothing. `facts_finish` is left to
 * the caller. */
#define MESON_FOLDERS_MAX 16u
#define MESON_DEPTH_BELOW_MAX 2u
void meson_read(const Tree *tree, Facts *facts, Diagnostics *diagnostics);
