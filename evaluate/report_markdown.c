#include "core/markdown.h"
#include "evaluate/report.h"
#include "evaluate/score_sc25.h"
#include <string.h>

static void add_cell(GString *page, const char *text)
{
    g_string_append(page, "| ");
    markdown_append_text(page, text);
    g_string_append_c(page, ' ');
}

/* Our own numbers need no escaping. */
static void add_and_free(GString *page, char *text)
{
    g_string_append_printf(page, "| %s ", text);
    g_free(text);
}

static void end_row(GString *page)
{
    g_string_append(page, "|\n");
}

/* Numbers stand on the right; the first column is always text. */
static void add_heading(GString *page, const char *const *titles, gboolean numbers)
{
    for (gsize i = 0; titles[i] != NULL; i++) {
        add_cell(page, titles[i]);
    }
    end_row(page);
    for (gsize i = 0; titles[i] != NULL; i++) {
        g_string_append(page, i == 0 || !numbers ? "|---" : "|--:");
    }
    end_row(page);
}

static void add_runs(GString *page, const GPtrArray *rows)
{
    static const char *const titles[] = {"group",     "runs",   "failed", "F1 min",
                                         "median",    "mean",   "max",    "95 % of the mean",
                                         "precision", "recall", NULL};
    add_heading(page, titles, TRUE);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        add_cell(page, row->name);
        add_and_free(page, g_strdup_printf("%u", row->scores->len));
        add_and_free(page, g_strdup_printf("%u", row->failures));
        const double figures[] = {row->f1.min, row->f1.median, row->f1.mean, row->f1.max};
        for (gsize j = 0; j < G_N_ELEMENTS(figures); j++) {
            add_and_free(page, report_number(figures[j]));
        }
        add_and_free(page, report_interval(row->f1.low, row->f1.high));
        add_and_free(page, report_number(row->precision.mean));
        add_and_free(page, report_number(row->recall.mean));
        end_row(page);
    }
}

static void add_predictions(GString *page, const GPtrArray *rows)
{
    static const char *const titles[] = {
        "prediction", "precision", "recall",  "F1",     "macro F1", "right",        "wrong",
        "missed",     "left out",  "default", "values", "evidence", "in that line", NULL};
    add_heading(page, titles, TRUE);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        const Score *score = row->scores->pdata[0];
        add_cell(page, row->name);
        add_and_free(page, report_number(row->precision.mean));
        add_and_free(page, report_number(row->recall.mean));
        add_and_free(page, report_number(row->f1.mean));
        add_and_free(page, report_number(row->macro_f1));
        add_and_free(page, g_strdup_printf("%u", score->total.right));
        add_and_free(page, g_strdup_printf("%u", score->total.wrong));
        add_and_free(page, g_strdup_printf("%u", score->total.missed));
        add_and_free(page, g_strdup_printf("%u", score->left_out));
        add_and_free(page, report_percent(&row->defaults));
        add_and_free(page, report_percent(&row->values));
        add_and_free(page, report_percent(&row->evidence));
        add_and_free(page, report_percent(&row->evidence_line));
        end_row(page);
    }
}

static void add_steps(GString *page, const GPtrArray *rows)
{
    const char *titles[STEP_COUNT + 2] = {"mean F1"};
    for (guint i = 0; i < STEP_COUNT; i++) {
        titles[i + 1] = sc25_step_text((Sc25Step)i);
    }
    g_string_append(page, "\n## Under ever stricter rules\n\n");
    add_heading(page, titles, TRUE);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        add_cell(page, row->name);
        for (guint j = 0; j < STEP_COUNT; j++) {
            add_and_free(page, report_number(row->steps[j]));
        }
        end_row(page);
    }
}

static void add_parts(GString *page, const Evaluation *evaluation, const GPtrArray *rows)
{
    g_autofree gboolean *used = report_used_parts(evaluation);
    g_autoptr(GPtrArray) titles = g_ptr_array_new();
    g_ptr_array_add(titles, (gpointer)(evaluation->partial ? "recall" : "F1"));
    for (guint part = 0; part < evaluation->part_count; part++) {
        if (used[part]) {
            g_ptr_array_add(titles, (gpointer)evaluation->part_names[part]);
        }
    }
    g_ptr_array_add(titles, NULL);
    g_string_append(page, "\n## By category\n\n");
    add_heading(page, (const char *const *)titles->pdata, TRUE);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        add_cell(page, row->name);
        for (guint part = 0; part < evaluation->part_count; part++) {
            if (used[part]) {
                add_and_free(page, report_number(report_part_value(evaluation, row, part)));
            }
        }
        end_row(page);
    }
}

static void add_causes(GString *page, const GPtrArray *rows)
{
    const char *titles[CAUSE_COUNT + 2] = {"findings a run"};
    for (guint i = 0; i < CAUSE_COUNT; i++) {
        titles[i + 1] = finding_cause_text((FindingCause)i);
    }
    g_string_append(page, "\n## By cause\n\n");
    add_heading(page, titles, TRUE);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        add_cell(page, row->name);
        for (guint j = 0; j < CAUSE_COUNT; j++) {
            add_and_free(page, report_rate(row->causes[j], row->scores->len));
        }
        end_row(page);
    }
}

static void add_failures(GString *page, const Evaluation *evaluation, const GPtrArray *rows)
{
    static const char *const titles[] = {"scored 0", "why", NULL};
    if (evaluation_failures(evaluation) > 0) {
        g_string_append(page, "\n## Nothing could be read\n\n");
        add_heading(page, titles, FALSE);
    }
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        for (guint j = 0; j < row->scores->len; j++) {
            const Score *score = row->scores->pdata[j];
            if (score->failure != NULL) {
                add_cell(page, score->path);
                add_cell(page, score->failure);
                end_row(page);
            }
        }
    }
}

static void add_details(GString *page, const GPtrArray *rows)
{
    static const char *const titles[] = {"",      "flag or field", "name",   "category", "reason",
                                         "label", "prediction",    "source", NULL};
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        for (guint j = 0; j < row->scores->len; j++) {
            const Score *score = row->scores->pdata[j];
            g_string_append(page, "\n### ");
            markdown_append_text(page, score->path);
            g_string_append(page, "\n\n");
            add_heading(page, titles, FALSE);
            for (guint k = 0; k < score->findings->len; k++) {
                const Finding *finding = score->findings->pdata[k];
                add_cell(page, finding_kind_text(finding->kind));
                add_cell(page, finding->what);
                add_cell(page, finding->name);
                add_cell(page, score->part_names[finding->part]);
                add_cell(page, finding->reason);
                add_cell(page, finding->label_at);
                add_cell(page, finding->prediction_at);
                add_cell(page, finding->evidence_at);
                end_row(page);
            }
        }
    }
}

char *report_markdown(const Evaluation *evaluation, gboolean details)
{
    GString *page = g_string_new("# Scores\n\n");
    g_autofree char *metric = report_metric(evaluation);
    g_autoptr(GPtrArray) rows = report_rows(evaluation);
    g_string_append_printf(
        page, "Metric: %s.%s\n\n", metric,
        evaluation->partial ? " Partial labels: precision and F1 are not defined." : "");
    if (evaluation->runs) {
        add_runs(page, rows);
    } else {
        add_predictions(page, rows);
    }
    if (evaluation->metric == METRIC_SC25) {
        add_steps(page, rows);
    }
    add_parts(page, evaluation, rows);
    add_causes(page, rows);
    add_failures(page, evaluation, rows);
    if (details) {
        g_string_append(page, "\n## Details\n");
        add_details(page, rows);
    }
    return g_string_free(page, FALSE);
}
