/* Macros of a tree's m4 files that lead to options, and that nothing in these files calls: what a
 * program writes before Autoconf runs has to call them, or nobody does. */
#pragma once

#include "discover/tree.h"

/* Longer files, and files beyond this many, are not looked through. */
#define UNCALLED_FILE_BYTES_MAX (1024u * 1024u)
#define UNCALLED_FILES_MAX 4000u

/* The names, as a set: char *, owned by it. Calls that are put together from pieces, as
 * PART_$1_CONFIG, are not seen. `cut` becomes TRUE when a limit was passed. The caller unrefs. */
GHashTable *uncalled_with_options(const Tree *tree, gboolean *cut);
