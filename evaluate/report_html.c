#include "core/html.h"
#include "evaluate/report_plots.h"
#include "evaluate/report_style.h"
#include "evaluate/score_sc25.h"
#include <math.h>

/* More pairs of groups than this are folded away. */
#define PAIRS_SHOWN 12u

typedef struct {
    const char *title;
    gboolean is_text;
} Column;

static void begin_table(GString *page, const Column *columns, gsize count)
{
    g_string_append(page, "<div class=\"wide\"><table><thead><tr>");
    for (gsize i = 0; i < count; i++) {
        g_string_append_printf(page, "<th%s>%s</th>", columns[i].is_text ? " class=\"text\"" : "",
                               columns[i].title);
    }
    g_string_append(page, "</tr></thead><tbody>\n");
}

static void end_table(GString *page)
{
    g_string_append(page, "</tbody></table></div>\n");
}

/* `style` is a class or "". */
static void add_cell(GString *page, const char *style, const char *text)
{
    g_string_append_printf(page, *style == '\0' ? "<td%s>" : "<td class=\"%s\">", style);
    html_append_text(page, text);
    g_string_append(page, "</td>");
}

static void add_and_free(GString *page, const char *style, char *text)
{
    add_cell(page, style, text);
    g_free(text);
}

static void add_count(GString *page, const char *style, guint count)
{
    add_and_free(page, style, g_strdup_printf("%u", count));
}

static void begin_row(GString *page)
{
    g_string_append(page, "<tr>");
}

static void end_row(GString *page)
{
    g_string_append(page, "</tr>\n");
}

static void add_section(GString *page, const char *title, const char *caption)
{
    g_string_append_printf(page, "<h2>%s</h2>\n<p class=\"faint\">%s</p>\n", title, caption);
}

static void add_runs(GString *page, const GPtrArray *rows)
{
    static const Column columns[] = {
        {"group", TRUE},      {"runs", FALSE},  {"failed", FALSE}, {"F1 min", FALSE},
        {"median", FALSE},    {"mean", FALSE},  {"max", FALSE},    {"95 % of the mean", FALSE},
        {"precision", FALSE}, {"recall", FALSE}};
    begin_table(page, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        begin_row(page);
        add_cell(page, "", row->name);
        add_count(page, "", row->scores->len);
        add_count(page, row->failures > 0 ? "bad" : "", row->failures);
        add_and_free(page, "", report_number(row->f1.min));
        add_and_free(page, "main", report_number(row->f1.median));
        add_and_free(page, "", report_number(row->f1.mean));
        add_and_free(page, "", report_number(row->f1.max));
        add_and_free(page, "", report_interval(row->f1.low, row->f1.high));
        add_and_free(page, "", report_number(row->precision.mean));
        add_and_free(page, "", report_number(row->recall.mean));
        end_row(page);
    }
    end_table(page);
}

static void add_predictions(GString *page, const GPtrArray *rows)
{
    static const Column columns[] = {
        {"prediction", TRUE}, {"precision", FALSE}, {"recall", FALSE}, {"F1", FALSE},
        {"macro", FALSE},     {"right", FALSE},     {"wrong", FALSE},  {"missed", FALSE},
        {"left out", FALSE},  {"default", FALSE},   {"values", FALSE}, {"evidence", FALSE},
        {"line", FALSE}};
    begin_table(page, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        const Score *score = row->scores->pdata[0];
        begin_row(page);
        add_cell(page, "", row->name);
        add_and_free(page, "", report_number(row->precision.mean));
        add_and_free(page, "", report_number(row->recall.mean));
        add_and_free(page, "main", report_number(row->f1.mean));
        add_and_free(page, "", report_number(row->macro_f1));
        add_count(page, "", score->total.right);
        add_count(page, score->total.wrong > 0 ? "bad" : "", score->total.wrong);
        add_count(page, score->total.missed > 0 ? "bad" : "", score->total.missed);
        add_count(page, "", score->left_out);
        add_and_free(page, "", report_percent(&row->defaults));
        add_and_free(page, "", report_percent(&row->values));
        add_and_free(page, "", report_percent(&row->evidence));
        add_and_free(page, "", report_percent(&row->evidence_line));
        end_row(page);
    }
    end_table(page);
}

static void add_steps(GString *page, const GPtrArray *rows)
{
    Column columns[1 + STEP_COUNT] = {{"mean F1", TRUE}};
    g_string_append(page, "<h2>Under ever stricter rules</h2>\n<p class=\"faint\">");
    for (guint i = 0; i < STEP_COUNT; i++) {
        columns[1 + i] = (Column){sc25_step_text((Sc25Step)i), FALSE};
        g_string_append_printf(page, "%s%s: %s", i > 0 ? "; " : "", sc25_step_text((Sc25Step)i),
                               sc25_step_explanation((Sc25Step)i));
    }
    g_string_append(page,
                    ". Each step keeps the rules of the ones before; the last one is the strict "
                    "metric on the same labels.</p>\n");
    begin_table(page, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        begin_row(page);
        add_cell(page, "", row->name);
        for (guint j = 0; j < STEP_COUNT; j++) {
            add_and_free(page, "", report_number(row->steps[j]));
        }
        end_row(page);
    }
    end_table(page);
}

static void add_causes(GString *page, const GPtrArray *rows)
{
    Column columns[1 + CAUSE_COUNT] = {{"findings a run", TRUE}};
    g_string_append(page, "<h2>By cause</h2>\n<p class=\"faint\">");
    for (guint i = 0; i < CAUSE_COUNT; i++) {
        columns[1 + i] = (Column){finding_cause_text((FindingCause)i), FALSE};
        g_string_append_printf(page, "%s%s: %s", i > 0 ? "; " : "",
                               finding_cause_text((FindingCause)i),
                               finding_cause_explanation((FindingCause)i));
    }
    g_string_append(page, ".</p>\n");
    begin_table(page, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        begin_row(page);
        add_cell(page, "", row->name);
        for (guint j = 0; j < CAUSE_COUNT; j++) {
            add_and_free(page, "", report_rate(row->causes[j], row->scores->len));
        }
        end_row(page);
    }
    end_table(page);
}

static void add_comparisons(GString *page, const Evaluation *evaluation)
{
    static const Column columns[] = {{"group", TRUE},
                                     {"beside", TRUE},
                                     {"difference of mean F1", FALSE},
                                     {"95 %", FALSE},
                                     {"first is better", FALSE}};
    if (evaluation->groups->len > EVALUATION_COMPARED_MAX) {
        g_string_append_printf(page,
                               "<p>More than %u groups: they are not compared with each "
                               "other.</p>\n",
                               EVALUATION_COMPARED_MAX);
    }
    if (evaluation->comparisons->len == 0) {
        return;
    }
    add_section(
        page, "Pairs of groups",
        "The difference of the two means with its bootstrap interval, and how often a run of "
        "the first group beats one of the second; where both groups have the same "
        "projects, project by project. An interval without 0 is a difference that other "
        "runs would most likely show, too.");
    gboolean many = evaluation->comparisons->len > PAIRS_SHOWN;
    if (many) {
        g_string_append_printf(page, "<details><summary>All %u pairs</summary>\n",
                               evaluation->comparisons->len);
    }
    begin_table(page, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < evaluation->comparisons->len; i++) {
        const GroupComparison *pair = evaluation->comparisons->pdata[i];
        begin_row(page);
        add_cell(page, "", pair->first->name);
        add_cell(page, "text", pair->second->name);
        add_and_free(page, "main", report_number(pair->f1.difference));
        add_and_free(page, "", report_interval(pair->f1.low, pair->f1.high));
        add_and_free(page, "",
                     isnan(pair->f1.better) ? g_strdup("-")
                                            : g_strdup_printf("%.0f %%", 100 * pair->f1.better));
        end_row(page);
    }
    end_table(page);
    g_string_append(page, many ? "</details>\n" : "");
}

static void add_failures(GString *page, const Evaluation *evaluation, const GPtrArray *rows)
{
    static const Column columns[] = {{"file", TRUE}, {"why", TRUE}};
    if (evaluation_failures(evaluation) == 0) {
        return;
    }
    add_section(page, "Scored 0",
                "Nothing could be read from these files. They count in every mean.");
    begin_table(page, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        for (guint j = 0; j < row->scores->len; j++) {
            const Score *score = row->scores->pdata[j];
            if (score->failure != NULL) {
                begin_row(page);
                add_cell(page, "text", score->path);
                add_cell(page, "text", score->failure);
                end_row(page);
            }
        }
    }
    end_table(page);
}

static void add_findings(GString *page, const Score *score)
{
    static const Column columns[] = {{"", TRUE},           {"flag or field", TRUE}, {"name", TRUE},
                                     {"category", TRUE},   {"reason", TRUE},        {"label", TRUE},
                                     {"prediction", TRUE}, {"source", TRUE}};
    g_string_append(page, "<details><summary>");
    html_append_text(page, score->path);
    g_string_append_printf(page, ": %u wrong, %u missed</summary>\n", score->total.wrong,
                           score->total.missed);
    begin_table(page, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < score->findings->len; i++) {
        const Finding *finding = score->findings->pdata[i];
        const char *cells[] = {
            finding->what,       finding->name,     score->part_names[finding->part],
            finding->reason,     finding->label_at, finding->prediction_at,
            finding->evidence_at};
        begin_row(page);
        add_cell(page, "", finding_kind_word(finding->kind));
        for (gsize j = 0; j < G_N_ELEMENTS(cells); j++) {
            add_cell(page, "text", cells[j]);
        }
        end_row(page);
    }
    end_table(page);
    g_string_append(page, "</details>\n");
}

/* Without runs there is no mean of any, and nothing else beside the one dot. */
static gboolean has_runs(const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        if (((const ReportRow *)rows->pdata[i])->scores->len > 1) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_figures(GString *page, const Evaluation *evaluation, const GPtrArray *rows)
{
    if (!evaluation->partial) {
        g_string_append(page, "<figure><h2>F1</h2>\n");
        plot_f1(page, rows);
        g_string_append_printf(
            page, "<figcaption>%s</figcaption></figure>\n",
            has_runs(rows) ? "The large dot is the mean, the bar its 95 % bootstrap interval, the "
                             "upright line the median, each small dot one run."
                           : "Each dot is one prediction.");
        g_string_append(page, "<figure><h2>Precision and recall</h2>\n");
        plot_precision_recall(page, rows);
        g_string_append(page, "<figcaption>Each mark is one run; on a dashed line F1 is the same."
                              "</figcaption></figure>\n");
    }
    g_string_append_printf(page, "<figure><h2>%s by category</h2>\n<div class=\"wide\">",
                           evaluation->partial ? "Recall" : "F1");
    plot_categories(page, evaluation, rows);
    g_string_append(page, "</div><figcaption>Over all runs together. No square: neither labelled "
                          "nor predicted.</figcaption></figure>\n");
    if (evaluation->metric == METRIC_STRICT) {
        g_string_append(page, "<figure><h2>Confusion matrix</h2>\n<div class=\"wide\">");
        plot_confusion(page, evaluation);
        g_string_append(page,
                        "</div><figcaption>Rows: the labelled category; columns: the predicted "
                        "one. Off the diagonal the flag is right and the category is not. The "
                        "last row was predicted and is not labelled, the last column labelled "
                        "and not predicted.</figcaption></figure>\n");
    }
}

static void add_head(GString *page, const Evaluation *evaluation)
{
    guint runs = 0;
    for (guint i = 0; i < evaluation->groups->len; i++) {
        runs += ((const Group *)evaluation->groups->pdata[i])->scores->len;
    }
    g_autofree char *metric = report_metric(evaluation);
    g_string_append_printf(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
        "<title>Specialization points: scores</title>\n<style>\n%s</style></head>\n<body>\n"
        "<h1>Specialization points: scores</h1>\n"
        "<p class=\"faint\">Metric %s · %u predictions%s · %u failed%s</p>\n",
        report_style, metric, runs, evaluation->runs ? " in groups" : "",
        evaluation_failures(evaluation),
        evaluation->partial ? " · partial labels: precision and F1 are not defined" : "");
}

char *report_html(const Evaluation *evaluation, gboolean details)
{
    GString *page = g_string_new(NULL);
    g_autoptr(GPtrArray) rows = report_rows(evaluation);
    add_head(page, evaluation);
    if (evaluation->runs) {
        add_runs(page, rows);
    } else {
        add_predictions(page, rows);
    }
    add_figures(page, evaluation, rows);
    if (evaluation->metric == METRIC_SC25) {
        add_steps(page, rows);
    }
    add_causes(page, rows);
    add_comparisons(page, evaluation);
    add_failures(page, evaluation, rows);
    if (details) {
        add_section(page, "Everything that was wrong", "With the places on both sides.");
        for (guint i = 0; i < rows->len; i++) {
            const ReportRow *row = rows->pdata[i];
            for (guint j = 0; j < row->scores->len; j++) {
                add_findings(page, row->scores->pdata[j]);
            }
        }
    }
    g_string_append(page, "</body></html>\n");
    return g_string_free(page, FALSE);
}
