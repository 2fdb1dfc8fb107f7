/* Whether a specification is reviewed and still fits its project: for continuous integration. */
#pragma once

#include "discover/review/edit.h"

/* clang-format off */
#define FINDING_KINDS(X)                                                              \
    X(PENDING, "pending") /* nobody has decided yet */                                \
    X(NEW,     "new")     /* the project has a point that the file does not know */   \
    X(GONE,    "gone")    /* the project no longer has the option */                  \
    X(CHANGED, "changed") /* values, defaults or conditions are others */             \
    X(MOVED,   "moved")   /* what the evidence names is at another line now */        \
    X(STALE,   "stale")   /* it is nowhere any more */
/* clang-format on */

typedef enum {
#define X(id, text) FINDING_##id,
    FINDING_KINDS(X)
#undef X
} FindingKind;

typedef struct {
    FindingKind kind;
    guint line; /* in the specification; 0: the file as a whole */
    const char *option;
    const char *words;
} ReviewFinding;

/* `fresh` is what the analysis makes of the project now; NULL: then only what the file itself says
 * is looked at. In the order of the file, then what is new; elements are `ReviewFinding *` in the
 * arena. */
GPtrArray *review_check(const ReviewFile *file, const Specification *fresh, Arena *arena);
const char *finding_kind_text(FindingKind kind);
