/* One file that is to be scored: a specification (YAML or JSON) or a reply in the reference layout.
 *
 * Replies come from language models and specifications from people, so anything may be in the file.
 * What cannot be read is a scored failure with a reason, never an error: only a file that is not
 * there is one.
 */
#pragma once

#include "evaluate/claim.h"

/* Larger files are failures. */
#define PREDICTION_BYTES_MAX (8u * 1024u * 1024u)

/* clang-format off */
#define PREDICTION_FORMS(X)                 \
    X(SPECIFICATION, "specification")       \
    X(REFERENCE,     "reference layout")    \
    X(NONE,          "none")
/* clang-format on */

typedef enum {
#define X(id, text) PREDICTION_##id,
    PREDICTION_FORMS(X)
#undef X
} PredictionForm;

typedef struct {
    Arena *arena;
    char *path;
    const char *project; /* what the specification says, else what the file's name begins with */
    PredictionForm form;
    const char *failure;                /* why nothing can be scored; NULL: something can */
    GPtrArray *claims;                  /* Claim *; empty after a failure */
    json_t *root;                       /* the object as it was read; NULL after a failure */
    YamlDocument *document;             /* the places in the file; NULL: not known */
    const Specification *specification; /* NULL: it is none */
} Prediction;

void prediction_free(Prediction *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Prediction, prediction_free)

/* NULL and an error only when the file cannot be read at all. The caller frees it. */
Prediction *prediction_load(const char *path, GError **error);
/* The same from a text; never NULL. `path` is for messages and the project's name. */
Prediction *prediction_read(const char *path, const char *text, gsize length);

/* What the labels say when they do, else what the specification says; "" for replies, whose names
 * are numbers. */
const char *prediction_project(const Prediction *self, const char *labelled);
/* For people; constant. */
const char *prediction_form_text(PredictionForm form);
