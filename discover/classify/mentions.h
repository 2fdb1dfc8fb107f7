/* Which terms of the knowledge files a text mentions, and where. */
#pragma once

#include "discover/classify/knowledge.h"

#define MENTION_FACTOR_CLEAR 0.5 /* below it a spelling is too ambiguous to reason with */

typedef struct {
    const Term *term;
    guint first;      /* index of its first word */
    guint count;      /* how many words it covers */
    double factor;    /* 1 for a clear spelling, less for one that is a guess */
    gboolean glued;   /* its word goes on behind it: a guess from how it begins */
    gboolean goes_on; /* and what follows is no word by itself, "uage" of "clanguage" */
    gboolean aside;   /* the sentence speaks of it in passing: "requires X", "instead of X" */
} Mention;

/* The words of a text and what they mention. `covered[i]` tells whether word i belongs to a
 * mention. */
typedef struct {
    GArray *words;    /* Word */
    GArray *mentions; /* Mention, by first word */
    gboolean *covered;
} Mentions;

void mentions_free(Mentions *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Mentions, mentions_free)

/* What a text mentions; `arena` gets its words, and the caller frees the rest.
 * The longest phrase wins at each word; words inside it are not looked at again. */
Mentions *mentions_of_name(const Knowledge *knowledge, Arena *arena, const char *name);
/* A value of a choice: as a name, and spellings that only count as values. */
Mentions *mentions_of_value(const Knowledge *knowledge, Arena *arena, const char *value);
/* In sentences there is no guessing: no digits dropped, no words taken apart. */
Mentions *mentions_of_sentence(const Knowledge *knowledge, Arena *arena, const char *text);

/* Whether the word at an index says nothing by itself. */
gboolean mentions_is_filler(const Knowledge *knowledge, const Mentions *self, guint at);
/* Whether nothing that says something follows: "CPU_LIB" ends with CPU. */
gboolean mentions_ends(const Knowledge *knowledge, const Mentions *self, const Mention *mention);
