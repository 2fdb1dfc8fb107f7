/* Scripts that only hand what they are given on to another script of the tree: "exec
 * $srcdir/build/configure --srcdir=$srcdir "$@"", "perl DoConfig "$@"". */
#pragma once

#include "discover/tree.h"

/* Larger scripts do something of their own. */
#define FRONT_BYTES_MAX 8192u
/* How deep below the root they may lie. */
#define FRONT_DEPTH_MAX 1u
/* Fronts behind fronts. */
#define FRONT_HOPS_MAX 3u

typedef struct {
    char *script;     /* path of the one that is called last */
    char *runner;     /* the word before it, "perl"; NULL when there is none */
    GPtrArray *given; /* char *: "--with-x", what the fronts give before a person's own words; of
                       * two that say something else about one thing the later one holds */
} Front;

/* What the script at `path` hands its arguments on to; NULL when it is no front, or when what it
 * calls is not in the tree. The caller frees it. */
Front *front_of(const Tree *tree, const char *path);
void front_free(Front *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Front, front_free)
