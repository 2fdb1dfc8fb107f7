/* What differs between two specifications of a project, in words: for the release notes of two
 * versions, and for finding out that a specification no longer fits its project.
 *
 * Points are the same when option, folder and build system are. Places move with every edit of the
 * project and are no difference. */
#pragma once

#include "core/specification.h"

/* clang-format off */
#define DIFFERENCE_KINDS(X)                                                  \
    X(PROJECT,    "project", "Project")                                      \
    X(NEW,        "new",     "New points")                                   \
    X(GONE,       "gone",    "Points that are gone")                         \
    X(CHANGED,    "changed", "Changed points")                               \
    X(REFUSED,    "refused", "Combinations that are refused now")            \
    X(ALLOWED,    "allowed", "Combinations that are no longer refused")
/* clang-format on */

typedef enum {
#define X(id, text, title) DIFFERENCE_##id,
    DIFFERENCE_KINDS(X)
#undef X
        DIFFERENCE_COUNT
} DifferenceKind;

typedef struct {
    DifferenceKind kind;
    const char *subject; /* the option; for combinations the project's message */
    const Point *before; /* NULL: there was none */
    const Point *after;
    GPtrArray *words; /* const char *, a sentence each */
} Difference;

typedef enum {
    DIFFERENCE_ALL,   /* what people decided, too */
    DIFFERENCE_FACTS, /* what the project says only: `after` is fresh from the analysis */
} DifferenceScope;

/* By kind, then in the order of the specifications; elements are `Difference *` in the arena. Both
 * specifications must outlive it. */
GPtrArray *specification_differences(const Specification *before, const Specification *after,
                                     DifferenceScope scope, Arena *arena);
const char *difference_kind_text(DifferenceKind kind);
const char *difference_kind_title(DifferenceKind kind);
/* The point of the same option, folder and build system as the point `of` another specification;
 * NULL when there is none. */
const Point *specification_counterpart(const Specification *self, const Point *point,
                                       const Specification *of);
/* "choice of CUDA, HIP; OFF by default": what a point offers. In the arena. */
const char *point_words(const Point *point, Arena *arena);
