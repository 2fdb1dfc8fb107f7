/* What a model said of numbered candidates, read from its reply with distrust.
 *
 * The reply is any text. The one JSON object in it that answers is looked for, also amid prose or
 * in a code block; whatever is not of the asked form is dropped and counted, and nothing that was
 * not asked for can come in: numbers are those of the request, categories those of the closed set.
 */
#pragma once

#include "core/category.h"
#include <jansson.h>

#define LABEL_NAME_BYTES 64u
#define LABEL_REASON_BYTES 160u
#define LABEL_VALUES_MAX 64u
#define LABEL_VALUE_BYTES 128u
/* JSON values looked at in a reply; there is no honest reason for more. */
#define LABEL_JSON_STARTS_MAX 64u

/* What one reply said of one candidate. */
typedef struct {
    gboolean given;
    gboolean is_point;
    Category category; /* when it is a point */
    char *name;        /* "" when none was given; one line; not checked against evidence yet */
    char *reason;      /* the same */
    char **no_choice;  /* values that choose nothing; not checked either; NULL for none */
    double confidence; /* 0 to 1 */
} Label;

/* clang-format off */
#define LABEL_FAULTS(X)                                                              \
    X(NONE,   "")                                                                    \
    X(EMPTY,  "the reply is empty")                                                  \
    X(PROSE,  "the reply holds no JSON object")                                      \
    X(SCHEMA, "the reply repeats the schema instead of answering")                   \
    X(SHAPE,  "the reply's JSON has no list of answers")
/* clang-format on */

typedef enum {
#define X(id, text) LABEL_FAULT_##id,
    LABEL_FAULTS(X)
#undef X
} LabelFault;

typedef struct {
    LabelFault fault;
    guint unknown;   /* answers about numbers that were not asked */
    guint repeated;  /* further answers about the same number */
    guint malformed; /* answers without a category of the set or a number */
    guint missing;   /* candidates without an answer */
} LabelCounts;

/* Fills `labels`, which has an element for each number from 1 to `count` and is zeroed before. */
LabelCounts labels_read(const char *text, Label *labels, guint count);
/* Frees the array, made with g_malloc or g_new, and what labels_read put into it. */
void labels_free(Label *labels, guint count);
/* The sentence above; constant. */
const char *label_fault_text(LabelFault fault);

/* The JSON object in a text that may have prose around it; a new reference, NULL when there is
 * none. The first one that has `wanted` as a key, else the first one at all. */
json_t *labels_find_json(const char *text, const char *wanted);
