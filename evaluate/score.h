/* What a metric found out about one prediction. docs/evaluate.md defines every figure.
 *
 * A score holds counts; all ratios come from the functions below, which say what happens when a
 * ratio has nothing below the line. */
#pragma once

#include "core/span.h"
#include "evaluate/metric.h"

typedef struct {
    guint right;  /* true positives */
    guint wrong;  /* false positives */
    guint missed; /* false negatives */
} Counts;

/* clang-format off */
#define FINDING_KINDS(X)                                      \
    X(FALSE_POSITIVE, "false positive", "wrong")              \
    X(FALSE_NEGATIVE, "false negative", "missed")             \
    X(REMARK,         "remark",         "right")

/* Why it is wrong; the second column is a table's heading, the third says more. */
#define FINDING_CAUSES(X)                                                                        \
    X(CATEGORY,      "category",      "the flag is right, its category is not")                   \
    X(VALUE,         "value",         "the option or field is right, its value is not")           \
    X(PREFIX,        "no -D",         "the flag lacks the -D that makes it one")                  \
    X(NO_FLAG,       "no flag",       "there is no flag that chooses it")                         \
    X(NO_POINT,      "no point",      "people looked at it and labelled it as no point")          \
    X(NOT_LABELLED,  "not labelled",  "the labels do not have it")                                \
    X(NOT_PREDICTED, "not predicted", "the prediction does not have it")                          \
    X(DEFAULT,       "default",       "right, but for whether it is the default")                 \
    X(PLACE,         "place",         "right, but no predicted place is the labelled one")
/* clang-format on */

typedef enum {
#define X(id, text, explanation) CAUSE_##id,
    FINDING_CAUSES(X)
#undef X
        CAUSE_COUNT
} FindingCause;

typedef enum {
#define X(id, text, word) FINDING_##id,
    FINDING_KINDS(X)
#undef X
} FindingKind;

/* One thing that was wrong, or a remark on one that is right. All texts belong to the score's
 * chunk. */
typedef struct {
    FindingKind kind;
    FindingCause cause;
    guint part;       /* where it was counted */
    const char *what; /* the flag, or the field */
    const char *name; /* what it stands for; may be "" */
    const char *reason;
    const char *label_at;      /* "file:line" of the label; "" when there is none */
    const char *prediction_at; /* in the predicted file; "" */
    const char *evidence_at;   /* in the project's source, as predicted; "" */
} Finding;

/* Things that were counted right, and how many of them have a quality. */
typedef struct {
    guint of;
    guint good;
} Share;

typedef struct {
    char *path;
    char *project;
    const char *form;
    char *failure; /* why it could not be scored; NULL: it was */
    Metric metric;
    gboolean complete; /* FALSE: partial labels; precision and F1 are not defined */
    gboolean barren;   /* the labels say that the project has no points: no ratio is defined */
    guint part_count;
    const char *const *part_names; /* categories, or the study's sections */
    Counts total;
    Counts *parts;    /* part_count of them */
    guint labelled;   /* points that are labelled */
    guint predicted;  /* claims that were scored */
    guint repeated;   /* claims that were there twice */
    guint left_out;   /* claims that the labels do not cover */
    guint *confusion; /* (part_count + 1)^2, label's part by prediction's; the last row and column
                         are "not labelled" and "missed"; NULL: the metric has none */
    Share defaults;   /* of what is right and whose default is labelled: it is predicted so */
    Share values;     /* of the labelled values of options that were found: they were found */
    Share evidence;   /* of what is right: there is a place */
    Share evidence_file; /* of what is right and has a labelled place: a place in that file */
    Share evidence_line; /* and in that line */
    Share category; /* of the labelled flags that were predicted at all: in the right category */
    GPtrArray *findings; /* Finding *, by kind, part and text */
    double *steps; /* sc25: F1 under ever stricter rules, SC25_STEPS of them; NULL otherwise */
    GStringChunk *chunk;
} Score;

/* With no counts; `part_names`, one for each of the parts, must stay. The caller frees it. */
Score *score_new(Metric metric, guint part_count, const char *const *part_names);
void score_free(Score *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Score, score_free)

/* A copy that lives as long as the score; "" for NULL. */
const char *score_text(Score *self, const char *text);
/* "path:line"; "" for no place. */
const char *score_place(Score *self, const Span *span);
/* The struct is copied, its texts are not: they are score_text's, score_place's, or constant. */
void score_add_finding(Score *self, const Finding *finding);
/* Puts the findings into their order. */
void score_finish(Score *self);

/* Adds to `sum`. */
void counts_add(Counts *sum, const Counts *counts);
/* 0 when nothing was predicted. */
double counts_precision(const Counts *counts);
/* 0 when nothing is labelled. */
double counts_recall(const Counts *counts);
/* 0 when both are 0. */
double counts_f1(const Counts *counts);
/* NAN when there is nothing to have the quality. */
double share_value(const Share *share);

/* Of all points; NAN for precision and F1 with partial labels, for all where there are none. */
double score_precision(const Score *self);
double score_recall(const Score *self);
double score_f1(const Score *self);
/* The mean F1 of the parts that have a label or a prediction. */
double score_macro_f1(const Score *self);
/* What a threshold is applied to: F1, with partial labels recall. */
double score_headline(const Score *self);

/* The words in the tables above; constant. */
const char *finding_kind_text(FindingKind kind);
/* The same in a word of a table. */
const char *finding_kind_word(FindingKind kind);
const char *finding_cause_text(FindingCause cause);
const char *finding_cause_explanation(FindingCause cause);
