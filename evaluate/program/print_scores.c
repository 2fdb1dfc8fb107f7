#include "evaluate/program/print_scores.h"
#include "core/table.h"
#include "evaluate/report.h"
#include "evaluate/score_sc25.h"
#include <math.h>

static void add_and_free(Table *table, char **cells)
{
    table_add(table, (const char *const *)cells);
    g_strfreev(cells);
}

/* One text a column, the last one NULL; takes what it is given. */
#define CELLS(...) g_memdup2(((char *[]){__VA_ARGS__, NULL}), sizeof((char *[]){__VA_ARGS__, NULL}))

static void heading(const Terminal *out, const char *text)
{
    fputc('\n', out->stream);
    terminal_print(out, STYLE_HEADING, text);
    fputc('\n', out->stream);
}

static char *count_text(guint count)
{
    return g_strdup_printf("%u", count);
}

/* Each prediction by itself; the sc25 metric has no secondary figures. */
static void print_predictions(const Terminal *out, const Evaluation *evaluation,
                              const GPtrArray *rows)
{
    static const TableColumn columns[] = {
        {"PREDICTION", STYLE_NAME, CUT_BEGIN, FALSE, 24, 3, FALSE},
        {"PRECISION", STYLE_PLAIN, CUT_END, TRUE, 9, 0, FALSE},
        {"RECALL", STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE},
        {"F1", STYLE_HEADING, CUT_END, TRUE, 6, 0, FALSE},
        {"MACRO", STYLE_PLAIN, CUT_END, TRUE, 6, 0, TRUE},
        {"RIGHT", STYLE_GOOD, CUT_END, TRUE, 5, 0, FALSE},
        {"WRONG", STYLE_BAD, CUT_END, TRUE, 5, 0, FALSE},
        {"MISSED", STYLE_BAD, CUT_END, TRUE, 6, 0, FALSE},
        {"LEFT OUT", STYLE_PLAIN, CUT_END, TRUE, 8, 0, FALSE},
        {"DEFAULT", STYLE_PLAIN, CUT_END, TRUE, 7, 1, TRUE},
        {"VALUES", STYLE_PLAIN, CUT_END, TRUE, 7, 1, TRUE},
        {"EVIDENCE", STYLE_PLAIN, CUT_END, TRUE, 8, 1, TRUE},
        {"LINE", STYLE_PLAIN, CUT_END, TRUE, 7, 1, TRUE},
    };
    const guint secondary = 4;
    guint count = G_N_ELEMENTS(columns) - (evaluation->metric == METRIC_STRICT ? 0 : secondary);
    g_autoptr(Table) table = table_new(columns, count);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        const Score *score = row->scores->pdata[0];
        add_and_free(table, CELLS(g_strdup(score->path), report_number(row->precision.mean),
                                  report_number(row->recall.mean), report_number(row->f1.mean),
                                  report_number(row->macro_f1), count_text(score->total.right),
                                  count_text(score->total.wrong), count_text(score->total.missed),
                                  count_text(score->left_out), report_percent(&row->defaults),
                                  report_percent(&row->values), report_percent(&row->evidence),
                                  report_percent(&row->evidence_line)));
    }
    table_print(table, out);
}

static void print_groups(const Terminal *out, const GPtrArray *rows)
{
    static const TableColumn columns[] = {
        {"GROUP", STYLE_NAME, CUT_BEGIN, FALSE, 8, 3, FALSE},
        {"RUNS", STYLE_PLAIN, CUT_END, TRUE, 4, 0, FALSE},
        {"FAILED", STYLE_BAD, CUT_END, TRUE, 6, 0, FALSE},
        {"F1: MIN", STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE},
        {"MEDIAN", STYLE_HEADING, CUT_END, TRUE, 6, 0, FALSE},
        {"MEAN", STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE},
        {"MAX", STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE},
        {"95 % OF MEAN", STYLE_FAINT, CUT_END, FALSE, 14, 1, TRUE},
        {"PRECISION", STYLE_PLAIN, CUT_END, TRUE, 9, 2, TRUE},
        {"RECALL", STYLE_PLAIN, CUT_END, TRUE, 6, 2, TRUE},
    };
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        add_and_free(table,
                     CELLS(g_strdup(row->name), count_text(row->scores->len),
                           count_text(row->failures), report_number(row->f1.min),
                           report_number(row->f1.median), report_number(row->f1.mean),
                           report_number(row->f1.max), report_interval(row->f1.low, row->f1.high),
                           report_number(row->precision.mean), report_number(row->recall.mean)));
    }
    table_print(table, out);
}

/* Every group beside the best one. */
static void print_comparisons(const Terminal *out, const Evaluation *evaluation)
{
    static const TableColumn columns[] = {
        {"GROUP", STYLE_NAME, CUT_BEGIN, FALSE, 8, 3, FALSE},
        {"F1 BELOW THE BEST", STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE},
        {"95 %", STYLE_FAINT, CUT_END, FALSE, 14, 1, FALSE},
        {"BEST WINS", STYLE_PLAIN, CUT_END, TRUE, 7, 0, FALSE},
    };
    const Group *best = evaluation_best(evaluation);
    if (best == NULL || evaluation->comparisons->len == 0) {
        return;
    }
    g_autofree char *name = terminal_text(best->name);
    g_autofree char *title = g_strdup_printf("Beside the best, %s", name);
    heading(out, title);
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < evaluation->comparisons->len; i++) {
        const GroupComparison *pair = evaluation->comparisons->pdata[i];
        if (pair->first != best && pair->second != best) {
            continue;
        }
        gboolean first = pair->first == best;
        const Comparison *f1 = &pair->f1;
        double better = first ? f1->better : 1 - f1->better;
        add_and_free(
            table,
            CELLS(g_strdup(first ? pair->second->name : pair->first->name),
                  report_number(first ? f1->difference : -f1->difference),
                  first ? report_interval(f1->low, f1->high) : report_interval(-f1->high, -f1->low),
                  isnan(better) ? g_strdup("-") : g_strdup_printf("%.0f %%", 100 * better)));
    }
    table_print(table, out);
    const GroupComparison *any = evaluation->comparisons->pdata[0];
    if (any->f1.paired) {
        terminal_print(out, STYLE_FAINT, "Compared project by project.\n");
    }
}

/* What each stricter rule takes away. */
static void print_steps(const Terminal *out, const Evaluation *evaluation, const GPtrArray *rows)
{
    TableColumn columns[1 + STEP_COUNT] = {
        {evaluation->runs ? "GROUP" : "PREDICTION", STYLE_NAME, CUT_BEGIN, FALSE, 12, 3, FALSE}};
    for (guint i = 0; i < STEP_COUNT; i++) {
        columns[1 + i] =
            (TableColumn){sc25_step_text((Sc25Step)i), STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE};
    }
    heading(out, "Mean F1 under ever stricter rules");
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        g_auto(GStrv) cells = g_new0(char *, STEP_COUNT + 2);
        cells[0] = g_strdup(row->name);
        for (guint j = 0; j < STEP_COUNT; j++) {
            cells[1 + j] = report_number(row->steps[j]);
        }
        table_add(table, (const char *const *)cells);
    }
    table_print(table, out);
    for (guint i = 1; i < STEP_COUNT; i++) {
        g_autofree char *line = g_strdup_printf("%s: %s\n", sc25_step_text((Sc25Step)i),
                                                sc25_step_explanation((Sc25Step)i));
        terminal_print(out, STYLE_FAINT, line);
    }
}

/* Only the causes that there are. */
static void print_causes(const Terminal *out, const GPtrArray *rows)
{
    guint totals[CAUSE_COUNT] = {0};
    for (guint i = 0; i < rows->len; i++) {
        for (guint j = 0; j < CAUSE_COUNT; j++) {
            totals[j] += ((const ReportRow *)rows->pdata[i])->causes[j];
        }
    }
    TableColumn columns[1 + CAUSE_COUNT] = {
        {"FINDINGS A RUN", STYLE_NAME, CUT_BEGIN, FALSE, 12, 3, FALSE}};
    guint count = 1;
    for (guint j = 0; j < CAUSE_COUNT; j++) {
        if (totals[j] > 0) {
            columns[count++] = (TableColumn){
                finding_cause_text((FindingCause)j), STYLE_PLAIN, CUT_END, TRUE, 5, 0, FALSE};
        }
    }
    if (count == 1) {
        return;
    }
    heading(out, "By cause");
    g_autoptr(Table) table = table_new(columns, count);
    for (guint i = 0; i < rows->len; i++) {
        const ReportRow *row = rows->pdata[i];
        g_auto(GStrv) cells = g_new0(char *, CAUSE_COUNT + 2);
        guint cell = 0;
        cells[cell++] = g_strdup(row->name);
        for (guint j = 0; j < CAUSE_COUNT; j++) {
            if (totals[j] > 0) {
                cells[cell++] = report_rate(row->causes[j], row->scores->len);
            }
        }
        table_add(table, (const char *const *)cells);
    }
    table_print(table, out);
}

static void add_counts(Table *table, const Evaluation *evaluation, const char *name,
                       const Counts *counts)
{
    gboolean recalls = evaluation->barren < evaluation->scored;
    gboolean defined = recalls && !evaluation->partial;
    add_and_free(table, CELLS(g_strdup(name), count_text(counts->right), count_text(counts->wrong),
                              count_text(counts->missed),
                              report_number(defined ? counts_precision(counts) : NAN),
                              report_number(recalls ? counts_recall(counts) : NAN),
                              report_number(defined ? counts_f1(counts) : NAN)));
}

/* Sums over everything that was scored. */
static void print_parts(const Terminal *out, const Evaluation *evaluation)
{
    static const TableColumn columns[] = {
        {"CATEGORY", STYLE_NAME, CUT_END, FALSE, 8, 3, FALSE},
        {"RIGHT", STYLE_GOOD, CUT_END, TRUE, 5, 0, FALSE},
        {"WRONG", STYLE_BAD, CUT_END, TRUE, 5, 0, FALSE},
        {"MISSED", STYLE_BAD, CUT_END, TRUE, 6, 0, FALSE},
        {"PRECISION", STYLE_PLAIN, CUT_END, TRUE, 9, 0, FALSE},
        {"RECALL", STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE},
        {"F1", STYLE_PLAIN, CUT_END, TRUE, 6, 0, FALSE},
    };
    heading(out, "By category");
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    Counts all = {0};
    for (guint part = 0; part < evaluation->part_count; part++) {
        Counts sum = {0};
        for (guint i = 0; i < evaluation->groups->len; i++) {
            counts_add(&sum, &((const Group *)evaluation->groups->pdata[i])->parts[part]);
        }
        counts_add(&all, &sum);
        if (sum.right + sum.wrong + sum.missed > 0) {
            add_counts(table, evaluation, evaluation->part_names[part], &sum);
        }
    }
    add_counts(table, evaluation, "all", &all);
    table_print(table, out);
}

static void print_finding(const Terminal *out, const Score *score, const Finding *finding)
{
    g_autofree char *what = terminal_text(finding->what);
    g_autofree char *name = terminal_text(finding->name);
    g_autofree char *reason = terminal_text(finding->reason);
    g_autofree char *word = g_strdup_printf("  %-7s ", finding_kind_word(finding->kind));
    terminal_print(out, finding->kind == FINDING_REMARK ? STYLE_PLAIN : STYLE_BAD, word);
    terminal_print(out, STYLE_NAME, what);
    fprintf(out->stream, " (%s) as %s: %s\n", name, score->part_names[finding->part], reason);
    const struct {
        const char *title;
        const char *place;
    } places[] = {{"label", finding->label_at},
                  {"prediction", finding->prediction_at},
                  {"source", finding->evidence_at}};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        if (*places[i].place != '\0') {
            g_autofree char *safe = terminal_text(places[i].place);
            g_autofree char *line = g_strdup_printf("          %-10s %s\n", places[i].title, safe);
            terminal_print(out, STYLE_FAINT, line);
        }
    }
}

static void print_details(const Terminal *out, const Evaluation *evaluation)
{
    for (guint i = 0; i < evaluation->groups->len; i++) {
        const Group *group = evaluation->groups->pdata[i];
        for (guint j = 0; j < group->scores->len; j++) {
            const Score *score = group->scores->pdata[j];
            g_autofree char *path = terminal_text(score->path);
            heading(out, path);
            for (guint k = 0; k < score->findings->len; k++) {
                print_finding(out, score, score->findings->pdata[k]);
            }
        }
    }
}

/* Nothing is left out silently: what failed, what the labels cannot say, what is not in the split.
 */
static void print_notes(const Terminal *out, const Evaluation *evaluation)
{
    if (evaluation_failures(evaluation) > 0) {
        heading(out, "Scored 0, because nothing could be read");
    }
    for (guint i = 0; i < evaluation->groups->len; i++) {
        const Group *group = evaluation->groups->pdata[i];
        for (guint j = 0; j < group->scores->len; j++) {
            const Score *score = group->scores->pdata[j];
            if (score->failure != NULL) {
                g_autofree char *line = g_strdup_printf("%s: %s", score->path, score->failure);
                g_autofree char *safe = terminal_text(line);
                fprintf(out->stream, "%s\n", safe);
            }
        }
    }
    if (evaluation->partial) {
        fputs("\nPartial labels: they tell recall and categories, but neither precision nor F1.\n",
              out->stream);
    }
    if (evaluation->barren > 0) {
        fputs(
            "\nA project without points has neither precision nor recall: what is claimed of it is "
            "wrong.\n",
            out->stream);
    }
    if (evaluation->groups->len > EVALUATION_COMPARED_MAX) {
        fprintf(out->stream, "\nMore than %u groups: they are not compared with each other.\n",
                EVALUATION_COMPARED_MAX);
    }
    for (guint i = 0; i < evaluation->passed_over->len; i++) {
        g_autofree char *safe = terminal_text(evaluation->passed_over->pdata[i]);
        fprintf(out->stream, "Passed over, not in the split: %s\n", safe);
    }
}

void print_scores(const Terminal *out, const Evaluation *evaluation, gboolean details)
{
    g_autofree char *metric = report_metric(evaluation);
    fprintf(out->stream, "Metric: %s\n\n", metric);
    g_autoptr(GPtrArray) rows = report_rows(evaluation);
    if (evaluation->runs) {
        print_groups(out, rows);
        print_comparisons(out, evaluation);
    } else {
        print_predictions(out, evaluation, rows);
    }
    if (evaluation->metric == METRIC_SC25) {
        print_steps(out, evaluation, rows);
    }
    print_parts(out, evaluation);
    print_causes(out, rows);
    print_notes(out, evaluation);
    if (details) {
        print_details(out, evaluation);
    }
}
