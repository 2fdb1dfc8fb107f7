/* What labels and predictions have in common: a list of claims "this flag chooses something of that
 * category". A choice makes one claim a value, anything else one claim. docs/evaluate.md says what
 * becomes a claim.
 *
 * All memory belongs to the arena. */
#pragma once

#include "core/specification.h"
#include "evaluate/flag.h"
#include "evaluate/labels.h"

/* Bit 1 << CATEGORY_...; the reference layout has sections that hold several categories. */
typedef guint32 CategorySet;
#define CATEGORY_BIT(category) ((CategorySet)1 << (category))

typedef enum {
    DEFAULT_UNKNOWN,
    DEFAULT_NO,
    DEFAULT_YES,
} ClaimDefault;

typedef struct {
    CategorySet categories; /* any of them */
    Category category;      /* the first of them: where it is counted */
    const char *name;       /* what it stands for */
    const char *text;       /* the flag as it was written; NULL: none */
    Flag flag;              /* nothing but NULLs without a flag */
    ClaimDefault is_default;
    gboolean neutral;   /* right when it is labelled, and not wrong when it is not */
    gboolean example;   /* a value of a choice that takes others as well */
    const char *build;  /* the build system's type; NULL: not said */
    const char *folder; /* of the build system; NULL: the root */
    GPtrArray *places;  /* const Span *: its evidence in the project's source; never NULL */
    Span at;            /* in the file that makes the claim */
} Claim;

/* A claim with empty `places`, for each of the flags in `text` (NULL: one without a flag); the last
 * one is returned, all are appended. */
Claim *claim_add(Arena *arena, GPtrArray *claims, const Claim *like, const char *text);
/* A name without letter case and separators: how claims without a flag are compared. Interned. */
const char *claim_name_key(Arena *arena, const char *name);

/* Append the claims of a specification, or of labels. `document` is what the specification was read
 * from, for the places; NULL: there are none. */
void claims_of_specification(Arena *arena, const Specification *specification,
                             const YamlDocument *document, GPtrArray *claims);
void claims_of_labels(Arena *arena, const Labels *labels, GPtrArray *claims);
