/* Whether a configuration's code needs nothing that its links do not name.
 *
 * Of an archive a linker takes what is asked for, so that what is in one may need more than any
 * link brings in. Which units a link takes cannot be told from unoptimised modules, for an
 * optimiser drops calls; what units can need at most can be (ir/module_names.h). So one object that
 * needs all of it is linked with the libraries of all links: when that succeeds, nothing is left.
 * What an archive needs of another one counts as left: whoever takes it may take another's.
 */
#pragma once

#include "container/image/needed.h"
#include "container/stages/build.h"

typedef struct {
    const Sandbox *sandbox; /* in which it was built */
    const BuiltConfiguration *built;
    const ModuleNames *names;
    NeededLibraries *needed;
    const json_t *steps; /* of the recipe */
    GHashTable *made;    /* the project's outputs, char *: a set */
} ClosedRequest;

/* FALSE, too, when nobody knows. It speaks of units with modules; objects of others may need
 * anything. */
gboolean closed_by_links(const ClosedRequest *request);
