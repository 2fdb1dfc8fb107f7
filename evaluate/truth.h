/* What a project's predictions are compared with: its labels, in either form. */
#pragma once

#include "evaluate/claim.h"

typedef struct {
    Arena *arena;
    const char *path;
    const char *project; /* NULL: the form does not say */
    gboolean complete;
    GPtrArray *claims;      /* Claim *; no two with the same flag */
    const Labels *labels;   /* NULL: the reference layout */
    json_t *reference;      /* the reference layout; NULL: labels */
    YamlDocument *document; /* what was read */
    GHashTable *not_points; /* option or flag key as interned in the arena -> const char *reason */
} Truth;

void truth_free(Truth *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Truth, truth_free)

/* Takes the document, also where it fails: NULL and an error with file, line and remedy. */
Truth *truth_from_yaml(YamlDocument *document, GError **error);
/* Reads the file, too. */
Truth *truth_load(const char *path, GError **error);
