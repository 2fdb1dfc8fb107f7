/* An evaluation as text, in each format but the terminal's table. The same evaluation gives the
 * same text on every machine. Results are freed by the caller. */
#pragma once

#include "evaluate/evaluation.h"
#include <jansson.h>

/* `details`: every finding is listed, not only counted. */
char *report_json(const Evaluation *evaluation, gboolean details);
char *report_csv(const Evaluation *evaluation);
char *report_markdown(const Evaluation *evaluation, gboolean details);
char *report_html(const Evaluation *evaluation, gboolean details);

/* What one line of a table and one mark of a plot stand for: a group of runs, without `runs` a
 * single prediction. */
typedef struct {
    const char *name;
    GPtrArray *scores; /* const Score *; borrowed ones */
    guint failures;
    guint causes[CAUSE_COUNT]; /* findings by cause, of all scores */
    Summary precision;
    Summary recall;
    Summary f1;
    double macro_f1;
    const Counts *parts;
    const double *steps; /* NULL: the metric has none */
    Share defaults, values, evidence, evidence_file, evidence_line, category;
} ReportRow;

/* Elements are `ReportRow *`, freed with the array; they borrow from the evaluation. */
GPtrArray *report_rows(const Evaluation *evaluation);
/* Parts that any row has something of: a set of indices as TRUE values. The caller frees it. */
gboolean *report_used_parts(const Evaluation *evaluation);
/* Whether any of the projects (Score *) has points. */
gboolean report_has_recall(const GPtrArray *scores);
/* F1 of a row in one part, of partial labels recall. Not defined where the row has nothing of the
 * part, and where none of its projects has points. */
double report_part_value(const Evaluation *evaluation, const ReportRow *row, guint part);
/* The sum over all groups; NULL when the metric has none. The caller frees it. */
guint *report_confusion(const Evaluation *evaluation);

/* ".9782" as the paper writes it, "1.0000", "-.0314"; "-" for what is not defined. */
char *report_number(double value);
/* "93 %" with one digit after the point below 100; "-" for what is not defined. */
char *report_percent(const Share *share);
/* How many there are a run: "3", "2.4"; "" for none. */
char *report_rate(guint count, guint runs);
/* "[.9410, .9812]"; "" for what is not defined. */
char *report_interval(double low, double high);
/* "sc25 (simd-names, cmake-flags)". */
char *report_metric(const Evaluation *evaluation);
