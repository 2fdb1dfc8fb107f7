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
    Store *store;       /* NULL until it is read */
    guint64 bytes;      /* of all layers as stored */
    guint layers;
    char *layout;     /* where the store is read from */
    json_t *manifest; /* and its layers */
    json_t *config;
    char *scratch; /* folder for temporary files; NULL: no store can be read */
    char *folder;  /* temporary, for the store; removed with this */
} Container;

/* All of an image, with its store. Checks digests, diff_ids, member rules and annotations on the
 * way. NULL and an error that says what is wrong; LAYOUT_ERROR_VERSION, before anything else is
 * read, when the image is of another form than this program writes or, where there will be a store,
 * of another LLVM than it runs with. `scratch` is a folder for temporary files. */
Container *container_read(const char *layout, const char *tag, const char *scratch, GError **error);
/* The same without layers whose descriptors say that they hold nothing about the configurations:
 * what is read is checked as above; of the others only that they are there, with their sizes.
 * `scratch` (may be NULL) is for container_load. */
Container *container_open(const char *layout, const char *tag, const char *scratch, GError **error);
/* Reads the store of what container_open opened, unless that was done: from the layers of the
 * manifest that was read then. FALSE and an error. Not for several threads at once. */
gboolean container_load(Container *self, GError **error);
void container_free(Container *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Container, container_free)

/* NULL when there is no such configuration. */
const json_t *container_units(const Container *self, const char *configuration);
const json_t *container_recipe(const Container *self, const char *configuration);
