/* What ties specialization points together: one needs another, excludes it, or exists only under
 * its setting. */
#pragma once

#include "core/specification.h"

/* clang-format off */
#define LINK_KINDS(X)                                                              \
    X(NEEDS,    "needs")     /* switching it on takes the other's setting */       \
    X(EXCLUDES, "excludes")                                                        \
    X(EXISTS,   "exists")    /* the option is there under the other's setting */
/* clang-format on */

typedef enum {
#define X(id, text) LINK_##id,
    LINK_KINDS(X)
#undef X
} LinkKind;

typedef struct {
    guint from; /* index of the point that depends */
    guint to;
    LinkKind kind;
    char *setting; /* of the other one: "CUDA"; NULL: that it is on, or several */
    Span at;
} PointLink;

/* Links of all points, in their order, each pair and kind once; elements are `PointLink *`. Freed
 * with g_ptr_array_unref. */
GPtrArray *point_links(const Specification *self);
const char *link_kind_text(LinkKind kind);
