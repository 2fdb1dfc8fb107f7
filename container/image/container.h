/* An image of ours as it is read: what it says about itself, its units, and its store on disk. */
#pragma once

#include "container/image/layout.h"
#include "container/ir/store.h"

typedef struct {
    char *digest;       /* of the manifest */
    json_t *container;  /* xaas/container.json */
    GPtrArray *names;   /* char *: configurations, in order */
    GPtrArray *units;   /* json_t *: their units.json */
    GPtrArray *recipes; /* json_t *: their recipe.json (image/recipe.h); {} where there is none */
    Store *store;       /* NULL unless it was asked for */
    char *folder;       /* temporary, for the store; removed with this */
    guint64 bytes;      /* of all layers as stored */
    guint layers;
} Container;

/* Checks digests, diff_ids, member rules and annotations on the way. NULL and an error that says
 * what is wrong; LAYOUT_ERROR_VERSION, before anything else is read, when the image is of another
 * form than this program writes or, where the store is asked for, of another LLVM than it runs
 * with. `scratch` is a folder for temporary files, needed with a store only. */
Container *container_read(const char *layout, const char *tag, const char *scratch, GError **error);
void container_free(Container *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Container, container_free)

/* NULL when there is no such configuration. */
const json_t *container_units(const Container *self, const char *configuration);
