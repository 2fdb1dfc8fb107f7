/* One option as the rules see it: what its name, help, values and effects mention. */
#pragma once

#include "discover/classify/mentions.h"
#include "discover/classify/project.h"

#define SUBJECT_VALUES_MAX 256u /* values beyond these are kept, but do not vote */

/* However much speaks of it, a term weighs no more. */
#define SIGN_WEIGHT_MAX 2.0

/* A term that the option's effects, or the sources that hang on them, speak of. */
typedef struct {
    const Term *term;
    double weight;
    char *reason;        /* in words, with the place; belongs to the arena */
    gboolean in_sources; /* sources that hang on the option use it */
} Sign;

typedef struct {
    const Option *option;
    const char *help; /* NULL when there is none */
    Mentions *name;
    Mentions *sentence; /* of the help; NULL when there is none */
    GPtrArray *values;  /* Mentions *, one for each allowed value */
    Mentions *fallback; /* of the default of a free-form option; NULL when there is none */
    guint prefix;       /* so many first words are the project's prefix */
    guint context;      /* words before this one stand before the verb */
    guint16 *present;   /* by term index: bits of RulePlace */
    guint32 categories[PLACE_COUNT]; /* bits of categories mentioned at a place */
    TraitSet traits;
    GArray *signs;      /* Sign */
    const Term *detail; /* what another option turns on and this one adjusts, by words
                         * that nobody knows; or NULL */
    guint32 others;     /* bits of categories of what comes with it, but belongs to other options */
} Subject;

/* Reads name, help and values; effects and sources are added by signs.h. Texts live in the arena;
 * the caller frees the rest. */
Subject *subject_new(const Project *project, Arena *arena, const Option *option);
void subject_free(Subject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Subject, subject_free)

/* subject_parts.c: adds what stands behind the project's own name in a word of the option's,
 * TIDECUDA, where the option brings that technology. Before the name is marked. */
void subject_read_parts(const Project *project, Subject *self);
/* Records that a term is there, with all that it implies. */
void subject_mark(Subject *self, const Knowledge *knowledge, RulePlace place, const Term *term);
/* The sign for a term, which stays the subject's until the next one is added; NULL when there is
 * none. */
Sign *subject_sign(const Subject *self, const Term *term);
/* Adds one that has no weight and no reason yet; `term` has none so far. */
Sign *subject_add_sign(Subject *self, const Term *term);
/* The first default that is a text; NULL when there is none. */
const char *subject_default(const Option *option);
/* Whether a default of the option says that it is off. */
gboolean subject_is_off_by_default(const Knowledge *knowledge, const Option *option);
/* subject_text.c: the help text that is written for the option; NULL when there is none. */
const char *subject_help(const Option *option);
/* That text with blanks in place of the names of options that it sets this one apart from;
 * everything else stays where it is. */
const char *subject_said(const Project *project, Arena *arena, const Option *option,
                         const char *help);
gboolean subject_holds(const Subject *self, const GPtrArray *groups);
