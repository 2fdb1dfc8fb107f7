/* The folders whose configure.ac a build begins with. */
#pragma once

#include "discover/autotools/front.h"
#include "discover/facts.h"

typedef struct {
    const char *folder; /* of the configure.ac; interned, "" for the root */
    const char *script; /* of the script that people start where that is a front; NULL: none */
    Front *front;       /* what it gives; NULL: none */
} TopLevel;

/* The configure.ac files nearest to the root, at most AUTOTOOLS_DEPTH_MAX folders below it, as
 * TopLevel *; one that a script called "configure" only leads to counts where that script lies,
 * however deep it is itself. At most `most`: `cut` becomes the folder (interned) of the first of
 * them that is one too many. `side_folders`: those of AutotoolsReadOptions. The caller unrefs it.
 */
GPtrArray *top_levels_find(const Tree *tree, Arena *arena, GHashTable *side_folders, guint most,
                           const char **cut);
