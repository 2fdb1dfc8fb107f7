/* A deployment as an image that runs: what was installed and the libraries that it needs, nothing
 * that compiles or links. */
#pragma once

#include "container/deploy/library_needs.h"
#include <jansson.h>

typedef struct {
    const char *layout;
    const char *tag;
    const char *staged; /* folder with what was installed */
    const char *prefix; /* where that is in the image */
    const char *root;   /* file system that the libraries are in; NULL: the host's */
    const LibraryNeeds *needs;
    const char *triple;
    gint64 timestamp;
    const json_t *labels; /* object of texts: annotations and labels */
} ResultImageRequest;

/* FALSE and an error; the image that the tag named before stays whole until the new one is. */
gboolean result_image_write(const ResultImageRequest *request, GError **error);
