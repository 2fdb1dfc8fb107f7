/* All scores of one run of xaas-evaluate: predictions are found, matched with labels, scored, put
 * into groups and compared. */
#pragma once

#include "evaluate/score.h"
#include "evaluate/summary.h"

/* More files in one folder are refused. */
#define EVALUATION_FILES_MAX 10000u
/* More groups than this are not compared with each other, and the reports say so. */
#define EVALUATION_COMPARED_MAX 40u

typedef struct {
    const char *labels;   /* one file for all predictions; NULL: `datasets` */
    const char *datasets; /* FOLDER/PROJECT/labels.yaml */
    const char *split;    /* only projects of this split; NULL: all */
    Metric metric;
    Sc25Switches switches;
    gboolean runs; /* each argument is a group */
    guint32 seed;
    char *const *arguments; /* files and folders, with `runs` also NAME=PATH */
} EvaluationRequest;

typedef struct {
    char *name;
    GPtrArray *scores; /* Score *, in the order of their files */
    guint failures;    /* scores that could not be made from the file */
    Summary precision;
    Summary recall;
    Summary f1;
    double macro_f1;  /* the mean of the runs' */
    double *steps;    /* means of the runs' sc25 steps; NULL with another metric */
    Counts *parts;    /* sums over the runs */
    guint *confusion; /* the same; NULL: the metric has none */
    Share defaults, values, evidence, evidence_file, evidence_line, category;
} Group;

/* One group beside another one. */
typedef struct {
    const Group *first;
    const Group *second;
    Comparison f1;
} GroupComparison;

typedef struct {
    Metric metric;
    Sc25Switches switches;
    gboolean runs;
    guint32 seed;
    guint part_count;
    const char *const *part_names;
    GPtrArray *groups;      /* Group *; one for everything without `runs` */
    GPtrArray *comparisons; /* GroupComparison *: all pairs, in the order of the groups; empty when
                               there are more than EVALUATION_COMPARED_MAX of them */
    GPtrArray *read;        /* char *: labels and predictions */
    GPtrArray *passed_over; /* char *: predictions of projects outside the split */
    GPtrArray *mismatches;  /* char *: predictions of other sources than the labels */
    gboolean partial;       /* some labels are */
    guint barren;           /* scores of projects without points */
    guint scored;           /* all scores */
} Evaluation;

void evaluation_free(Evaluation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Evaluation, evaluation_free)

/* Reads the files of the request, which need not stay. NULL and an error: PROGRAM_ERROR with an
 * exit status as its code; a prediction that cannot be read is no error, but scored as a failure.
 * The caller frees it. */
Evaluation *evaluation_run(const EvaluationRequest *request, GError **error);

/* What does not reach the threshold, as sentences: predictions, with runs groups by their mean. The
 * caller frees the array with g_strfreev. */
char **evaluation_below(const Evaluation *self, double min_f1);
/* The group with the highest mean F1, which belongs to the evaluation; NULL when there is none. */
const Group *evaluation_best(const Evaluation *self);
/* Predictions of all groups that could not be scored. */
guint evaluation_failures(const Evaluation *self);
