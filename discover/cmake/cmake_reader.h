/* Reads what a project's CMake files say, without running CMake or anything of the project. */
#pragma once

#include "discover/facts.h"
#include "discover/tree.h"

typedef struct {
    const char *stub_folder; /* where the stubs (stubs/x.cmake) are */
    gboolean concrete;       /* follow one configuration instead of all */
    GHashTable *definitions; /* concrete: NAME -> value, as with cmake -D; may be NULL */
    GHashTable *environment; /* concrete: what checks found, NAME -> value; may be NULL */
    /* Names of folders with tests and the like, in small letters: a tree without a CMakeLists.txt
     * in its root does not begin in one while there is another place; may be NULL. */
    GHashTable *side_folders;
    guint64 most_steps;  /* commands to run before giving up; 0 for STEPS_MAX */
    guint collect_after; /* for tests: free conditions after every so many new ones; 0: when it
                          * pays */
} CmakeReadOptions;

/* Adds to `facts` what every top-level CMakeLists.txt of the tree says: the root's; or, when the
 * root has none, each one nearest to the root that names a project. FALSE and an error only when
 * the stubs can't be read; what the project does wrong becomes diagnostics and ledger entries. A
 * tree without CMake files adds nothing. `facts_finish` is left to the caller. */
gboolean cmake_read(const Tree *tree, const CmakeReadOptions *options, Facts *facts,
                    Diagnostics *diagnostics, GError **error);
