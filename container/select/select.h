/* Which of several configurations a machine can run, and which of those is best.
 *
 * An offer is a configuration with everything that is known about it: its settings with the points
 * that they belong to, the processor features that its units were compiled for, what it links. Each
 * is judged by facts; one that is not shown to hold rules it out, so that unknown never counts as
 * present. Those that fit are ordered by a person's preferences, then by the ranks in needs.yaml,
 * then by the order in which they were given. All memory belongs to the arena. */
#pragma once

#include "container/plan/matrix.h"
#include "container/select/needs.h"

#define PREFERENCES_SCHEMA "xaas-preferences/1"

/* ---- what a person prefers: docs/select.md ----------------------------------------------------
 */

/* Values of an option (or technologies of a category), best first. */
typedef struct {
    const char *option;   /* or NULL */
    const char *category; /* or NULL */
    GPtrArray *values;    /* const char * */
} Preference;

typedef struct {
    const char *schema;
    GPtrArray *order;  /* const char *: categories in the order in which they decide; empty: as in
                          needs.yaml */
    GPtrArray *prefer; /* Preference *: the first one decides before the second */
    GPtrArray *refuse; /* Preference *: what has one of these values does not fit */
} Preferences;

extern const RecordType preferences_type;
const Preferences *preferences_load(Arena *arena, const char *path, GError **error);

/* ---- offers ---------------------------------------------------------------------------------- */

typedef struct {
    const char *option;
    const char *value;
    const MatrixPoint *point; /* NULL: the option is no point that is known */
    gboolean chosen;          /* FALSE: it is the point's default, or what configuring made of it */
    gboolean assumed;         /* it is that default, and what was configured lacks the option */
} OfferSetting;

typedef struct {
    const char *name;
    GPtrArray *settings; /* OfferSetting * */
    GPtrArray *features; /* const char *: LLVM's names; NULL: nothing is compiled yet */
    GPtrArray *linked;   /* const char *: words of link steps, without the names of what the project
                          * itself makes; NULL: nothing is linked yet */
    gboolean all_linked; /* whatever its code needs is named there */
    GPtrArray *compiled; /* const char *: options of units; NULL: none is compiled yet */
    GPtrArray *found; /* const char *: what was found when it was configured, and the languages of
                       * units; NULL: not known */
    const char *architecture; /* of its code, as `uname -m` says it; NULL: not known */
    gboolean no_bitcode;      /* it is compiled, and no unit became bitcode */
    gboolean all_bitcode;     /* it has no other code, so that `features` are all */
} Offer;

/* Adds the points that `settings` (Setting *) names, and the defaults of those that it does not. */
Offer *offer_new(Arena *arena, const char *name, const GPtrArray *settings,
                 const GPtrArray *points);

/* The same for what is configured: `configured` (option -> value, an object) has the values that
 * options got which nobody set. NULL: as above. */
Offer *offer_configured(Arena *arena, const char *name, const GPtrArray *settings,
                        const GPtrArray *points, const json_t *configured);

/* What all offers (Offer *) set, defaults too: Setting *, in the arena. */
GPtrArray *offers_settings(Arena *arena, const GPtrArray *offers);

/* ---- judgements ------------------------------------------------------------------------------ */

typedef struct {
    SystemState state; /* PRESENT: it holds; all else rules the offer out */
    const char *text;  /* "SIMD=AVX_512 needs feature avx512f" */
    const char *at;    /* where the machine shows it, or why it is unknown; NULL: nowhere */
} Fact;

typedef struct {
    const Offer *offer;
    gboolean fits;
    GPtrArray *facts;                                 /* Fact * */
    const NeedTechnology *technology[CATEGORY_COUNT]; /* the best one; NULL: none */
    const NeedProcessor *processor;                   /* that a value is called after; or NULL */
    NeedSuits suits;                                  /* how well it suits the machine's */
    guint position;                                   /* among the offers as they were given */
} Judgement;

typedef struct {
    Arena *arena;
    const char *knowledge; /* folder of the data files */
    const System *system;
    const Needs *needs;
    const Preferences *preferences; /* NULL: none */
} Selector;

/* Whether what was judged has one of the preference's values, and which. Words for on are one
 * value, and so are those for off. */
gboolean preference_meets(const Preference *self, const Judgement *judgement, guint *index);
/* What the preferences name that none of the settings (Setting *, all that there are) has, and no
 * technology is: `const char *` in the arena, a sentence each. */
GPtrArray *preferences_unmet(const Selector *self, const GPtrArray *settings);

/* An offer against the machine. */
Judgement *select_judge(const Selector *self, const Offer *offer);
/* All offers (Offer *): Judgement *, the best first, those that do not fit last. In the arena. */
GPtrArray *select_all(const Selector *self, const GPtrArray *offers);
/* Orders two judgements of offers, the better one first; never 0 for two positions. */
int select_order(const Selector *self, const Judgement *a, const Judgement *b);
/* The same but for the positions: 0 where neither is better. */
int select_better(const Selector *self, const Judgement *a, const Judgement *b);
/* "gpu_backend: cuda, simd: avx2"; in the arena. */
const char *judgement_ranks(const Selector *self, const Judgement *judgement);
/* Judgements as {"fits": [...], "ruled_out": [...]}, facts included; a new reference. */
json_t *select_json(const Selector *self, const GPtrArray *judgements);
