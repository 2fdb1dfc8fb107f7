/* Makefiles of cases: each folder of a problem has a short makefile with settings, which includes
 * the one that all of them share ("include $(CODE_HOME)/Exec/Make.Code"), which may belong to
 * what the code stands on and be no part of the tree. People build in such a
 * folder, or in a copy of it; no makefile above leads there. */
#pragma once

#include "discover/make/begin.h"

/* Makefiles of a tree that are looked at. */
#define MAKE_CASES_LOOKED_AT_MAX 2000u

/* The build that most such folders share, beginning with the fullest of their makefiles, in the
 * folder that holds them and the shared file; NULL when there are less than three, or when most of
 * them build something themselves: these are builds side by side. `aside`: makefiles in side
 * folders count as well, but then the shared file must lie elsewhere: what examples share is
 * theirs. That not all could be looked at goes into the ledger of `facts`. The caller frees it. */
MakeBegin *make_cases_find(const Tree *tree, const MakeReadOptions *options, gboolean aside,
                           Facts *facts);
/* Beside a build that another tool does: what begins with the makefile, of none of the side
 * folders, that most makefiles of the tree include, which say yes or no to something before, as
 * those of applications do that stand on the project; documents name it. Where documents tell
 * people to copy one makefile by another name that includes it as well, it begins with that. NULL
 * for none. The caller frees it. */
MakeBegin *make_cases_framework(const Tree *tree, const MakeReadOptions *options, Facts *facts);
/* Whether the makefile builds something by itself. */
gboolean make_cases_builds(const Tree *tree, const char *path);
