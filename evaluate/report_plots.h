/* The plots of the HTML report: SVG that takes its colours from the page's style, so that it
 * follows light, dark and print. All coordinates are whole numbers, so that no locale or rounding
 * shows. */
#pragma once

#include "evaluate/report.h"

/* Each run's F1 as a dot, the mean with its interval, the median. */
void plot_f1(GString *page, const GPtrArray *rows);
/* Precision against recall, each run a mark, with lines of equal F1. */
void plot_precision_recall(GString *page, const GPtrArray *rows);
/* F1 (with partial labels recall) of each category and row. */
void plot_categories(GString *page, const Evaluation *evaluation, const GPtrArray *rows);
/* Labelled category by predicted one; nothing when the metric has none. */
void plot_confusion(GString *page, const Evaluation *evaluation);
