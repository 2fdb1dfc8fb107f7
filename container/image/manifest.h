/* The manifest of an image and its configuration, as OCI wants them. */
#pragma once

#include "container/image/layout.h"

typedef struct {
    const char *layout;
    const char *tag;
    const char *machine;       /* a triple, or as `uname -m` says it; NULL: this one */
    const GPtrArray *layers;   /* Blob *, lowest first */
    const json_t *annotations; /* of the manifest; they become the configuration's labels, too */
    const json_t *config;      /* what the configuration has besides; NULL: nothing */
    gboolean add_architecture; /* keep what the tag has for other architectures */
} ManifestRequest;

/* Writes both and points the tag at them. The manifest's digest, to be freed; NULL and an error. */
char *manifest_write(const ManifestRequest *request, GError **error);
/* "2026-11-21T15:00:00Z". The caller frees it. */
char *manifest_time(gint64 timestamp);
/* An annotation of the image that a tag names; "" when it has none. NULL and an error when there is
 * no such image. The caller frees it. */
char *manifest_annotation(const char *layout, const char *tag, const char *name, GError **error);
