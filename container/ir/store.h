/* The bitcode store: every distinct function body once, and for each module the skeleton from which
 * it is rebuilt, byte for byte (ir/pieces.h). docs/decisions/0011-function-store.md says why it
 * looks like this.
 *
 * On disk it is a pool (ir/pool.h) for each kind of piece and one for the skeletons, and the
 * digests of the modules, a line each. A digest is that of the rebuilt text, so that a rebuilt
 * module proves itself and all pieces that it is made of. */
#pragma once

#include "container/ir/canonical.h"
#include <jansson.h>

typedef struct Store Store;

/* The names of a store's files in its folder, up to a NULL. */
const char *const *store_files(void);

/* Empty, in memory. */
Store *store_new(void);
/* What store_write wrote; digests are checked as modules are taken out. NULL and an error when a
 * file is missing or malformed. */
Store *store_open(const char *folder, GError **error);
void store_free(Store *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Store, store_free)

/* Adds a module's canonical text, unless it is there; rebuilds it at once and refuses what does not
 * come out the same. `digest` (of the text) is borrowed. */
gboolean store_add(Store *self, const char *text, const char *digest, GError **error);
/* The text of a module, whose digest is checked. The caller frees it. NULL and an error when it is
 * not there or damaged. */
char *store_text(const Store *self, const char *digest, GError **error);
gboolean store_write(const Store *self, const char *folder, GError **error);

typedef struct {
    guint modules;
    guint functions;        /* in all modules */
    guint stored_functions; /* distinct bodies */
    guint64 function_bytes; /* of the distinct bodies */
    guint64 skeleton_bytes; /* of everything else */
} StoreCounts;

StoreCounts store_counts(const Store *self);
/* How many functions a module has, and how many of them other modules have, too. FALSE when it is
 * not there. */
gboolean store_module_functions(const Store *self, const char *digest, guint *functions,
                                guint *shared);
