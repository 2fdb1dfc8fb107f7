/* Macros of a tree's m4 files that nothing in these files calls: what a program writes before
 * Autoconf runs has to call them, or nobody does. */
#pragma once

#include "discover/tree.h"

/* Longer files, and files beyond this many, are not looked through. */
#define UNCALLED_FILE_BYTES_MAX (1024u * 1024u)
#define UNCALLED_FILES_MAX 4000u

typedef struct {
    char *name;
    gboolean declares; /* it leads to an option, itself or through others */
} UncalledMacro;

/* Path (the tree's) -> GPtrArray * of UncalledMacro *, those that the file defines, in its order.
 * Calls and names that are put together from pieces, as PART_$1_CONFIG, are not seen. `cut` becomes
 * TRUE when a limit was passed. The caller unrefs. */
GHashTable *uncalled_macros(const Tree *tree, gboolean *cut);
