/* Asks a model about the options of a project and combines its labels with the rules' decisions.
 *
 * A model here is a labeller without powers: it can move an option from one category of the closed
 * set to another, or in and out of the points, and give it a name that the project or the knowledge
 * files use already. What it cannot do is add options, values, defaults or flags. Where it gives no
 * usable answer the rules' decision stands, and the report counts it. */
#pragma once

#include "discover/llm/batch.h"
#include "discover/llm/session.h"

/* clang-format off */
#define CONSULT_MODES(X)                                                              \
    X(ASSIST,     "assist")     /* ask about what the rules leave open */             \
    X(ALL,        "all")        /* both answer; disagreements are kept */             \
    X(REPLACE,    "replace")    /* the model's labels count */                        \
    X(WHOLE_FILE, "whole-file") /* the build file goes to the model: see whole_file.h */
/* clang-format on */

typedef enum {
#define X(id, text) CONSULT_##id,
    CONSULT_MODES(X)
#undef X
} ConsultMode;

/* The spelling above; constant. */
const char *consult_mode_text(ConsultMode mode);
/* FALSE when no mode has that name. */
gboolean consult_mode_parse(const char *text, ConsultMode *mode);

/* Rejections by the rules with less confidence than this are unsure. */
#define CONSULT_SURE 0.80
#define CONSULT_VOTES_MAX 25u
/* Room for the answer: so much, and so much more for each candidate. Models that think first need
 * the most of it; services refuse more than the limit. */
#define CONSULT_OUTPUT_TOKENS 4096u
#define CONSULT_OUTPUT_TOKENS_EACH 64u
#define CONSULT_OUTPUT_TOKENS_MAX 8192u

typedef struct {
    ConsultMode mode;
    guint votes; /* how often each question is asked; 1 or more */
    BatchSettings batch;
    const Knowledge *knowledge;
    const SourceIndex *sources; /* may be NULL */
    /* Options that a person decided are not asked about: keys of consult_key. NULL for none. */
    GHashTable *settled;
    const char *model; /* "provider:model", for decided_by */
} ConsultSettings;

typedef struct {
    guint candidates; /* asked about */
    guint answered;
    guint agreed;     /* as the rules said */
    guint changed;    /* the model's label counts */
    guint disputed;   /* disagreements that are kept as second opinions */
    guint unanswered; /* no usable answer, so that the rules' decision stands */
    guint batches;
    guint again;     /* questions that were asked again because of what the answer lacked */
    guint truncated; /* answers that ended early */
    guint refused;   /* answers that the model or a filter refused */
    guint faulty;    /* answers without a usable form */
    guint unknown;   /* labels for numbers that were not asked, dropped */
    guint repeated;  /* further labels for one number, dropped */
    guint malformed; /* labels without a number or category, dropped */
    guint claims;    /* of a whole file's answer... */
    guint corrected; /* that the facts put right */
    guint dropped;   /* that name what does not exist */
    guint names;     /* names without support in the project or the knowledge files, dropped */
    guint values;    /* values that choose nothing but do not exist, or leave none, dropped */
} ConsultReport;

/* Changes `decisions` (Decision *), and runs the session until all is answered or given up. What
 * is new in decisions is allocated in the arena. Problems become diagnostics. */
ConsultReport consult(const ConsultSettings *settings, GPtrArray *decisions, Session *session,
                      Diagnostics *diagnostics, Arena *arena);

/* What tells options apart in `settled`; to be freed. NULL texts are those of the first build. */
char *consult_key(const char *option, const char *folder);
