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

/* ".9782" as the paper writes it, "1.0000", "-.0314"; "-" for what is not defined. */
char *report_number(double value);
/* "93 %" with one digit after the point below 100; "-" for what is not defined. */
char *report_percent(const Share *share);
/* "[.9410, .9812]"; "" for what is not defined. */
char *report_interval(double low, double high);
/* "sc25 (simd-names, cmake-flags)". */
char *report_metric(const Evaluation *evaluation);
/* A path without the folders that all paths have in common with its group; borrowed from `path`. */
const char *report_short_path(const char *path);
