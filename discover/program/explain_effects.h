/* What an option turns on, as rows for a person. */
#pragma once

#include "discover/program/explain_when.h"

/* Effects that differ only in what they name share a row, which names this many. */
#define EXPLAIN_NAMES_MAX 3u

/* One thing that happens, wherever the project says so, and under which of these conditions. */
typedef struct {
    const Effect *effect; /* the first one by place */
    guint count;          /* of all */
    char *text;           /* what happens, without when and where; belongs to the row, as does: */
    char *when;
} EffectRow;

/* The effects of an option: EffectRow, by kind and place. The caller unrefs it; the effects stay
 * the facts'. */
GArray *effect_rows(Explaining *explaining, const Option *option);

/* The rows from one on that are told alike but for what they name: "a.c, b.c and 7 more", and how
 * many they are. The caller frees it. */
char *effect_rows_text(const GArray *rows, guint first, guint *count);
