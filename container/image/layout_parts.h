/* What the parts of the layout's code share: blobs and tags (layout.c), finding an image among
 * those of a layout (layout_find.c). */
#pragma once

#include "container/image/layout.h"

/* A file of JSON that is an object. A new reference. */
json_t *layout_load(const char *path, GError **error);
/* What a descriptor of index.json is called; NULL: nothing. Borrowed. */
const char *layout_tag_of(const json_t *descriptor);
/* Points the tag at what the descriptor, whose reference is taken, describes. */
gboolean layout_tag_descriptor(const char *layout, const char *tag, json_t *descriptor,
                               GError **error);
