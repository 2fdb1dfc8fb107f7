#include "evaluate/report.h"
#include "core/path.h"
#include <math.h>
#include <string.h>

char *report_number(double value)
{
    if (isnan(value)) {
        return g_strdup("-");
    }
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(buffer, sizeof buffer, "%.4f", value);
    if (strcmp(buffer, "-0.0000") == 0) {
        return g_strdup(".0000");
    }
    gboolean negative = buffer[0] == '-';
    const char *digits = buffer + (negative ? 1 : 0);
    return g_strconcat(negative ? "-" : "", digits + (digits[0] == '0' ? 1 : 0), NULL);
}

char *report_percent(const Share *share)
{
    if (share->of == 0) {
        return g_strdup("-");
    }
    if (share->good == share->of) {
        return g_strdup("100 %");
    }
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(buffer, sizeof buffer, "%.1f", 100 * share_value(share));
    return g_strconcat(buffer, " %", NULL);
}

char *report_rate(guint count, guint runs)
{
    if (count == 0 || runs == 0) {
        return g_strdup("");
    }
    if (count % runs == 0) {
        return g_strdup_printf("%u", count / runs);
    }
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(g_ascii_formatd(buffer, sizeof buffer, "%.1f", (double)count / runs));
}

char *report_interval(double low, double high)
{
    if (isnan(low) || isnan(high)) {
        return g_strdup("");
    }
    g_autofree char *from = report_number(low);
    g_autofree char *to = report_number(high);
    return g_strdup_printf("[%s, %s]", from, to);
}

char *report_metric(const Evaluation *evaluation)
{
    g_autoptr(GString) text = g_string_new(metric_names[evaluation->metric]);
    const char *separator = " (";
    for (guint i = 0; i < SC25_SWITCH_COUNT; i++) {
        if ((evaluation->switches & (1u << i)) != 0) {
            g_string_append_printf(text, "%s%s", separator, sc25_switch_names[i]);
            separator = ", ";
        }
    }
    g_string_append(text, evaluation->switches != 0 ? ")" : "");
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void row_free(gpointer data)
{
    ReportRow *self = data;
    g_ptr_array_unref(self->scores);
    g_free(self);
}

static ReportRow *row_of_group(const Group *group)
{
    ReportRow *row = g_new0(ReportRow, 1);
    *row = (ReportRow){.name = group->name,
                       .scores = g_ptr_array_ref(group->scores),
                       .failures = group->failures,
                       .precision = group->precision,
                       .recall = group->recall,
                       .f1 = group->f1,
                       .macro_f1 = group->macro_f1,
                       .parts = group->parts,
                       .steps = group->steps,
                       .defaults = group->defaults,
                       .values = group->values,
                       .evidence = group->evidence,
                       .evidence_file = group->evidence_file,
                       .evidence_line = group->evidence_line,
                       .category = group->category};
    return row;
}

static Summary summary_of_one(double value)
{
    return summary_of(&value, 1, 0);
}

static ReportRow *row_of_score(Score *score)
{
    ReportRow *row = g_new0(ReportRow, 1);
    *row = (ReportRow){.name = path_base(score->path),
                       .scores = g_ptr_array_new(),
                       .failures = score->failure != NULL ? 1 : 0,
                       .precision = summary_of_one(score_precision(score)),
                       .recall = summary_of_one(score_recall(score)),
                       .f1 = summary_of_one(score_f1(score)),
                       .macro_f1 = score_macro_f1(score),
                       .parts = score->parts,
                       .steps = score->steps,
                       .defaults = score->defaults,
                       .values = score->values,
                       .evidence = score->evidence,
                       .evidence_file = score->evidence_file,
                       .evidence_line = score->evidence_line,
                       .category = score->category};
    g_ptr_array_add(row->scores, score);
    return row;
}

static void count_causes(gpointer data, gpointer user_data)
{
    (void)user_data;
    ReportRow *row = data;
    for (guint i = 0; i < row->scores->len; i++) {
        const Score *score = row->scores->pdata[i];
        for (guint j = 0; j < score->findings->len; j++) {
            row->causes[((const Finding *)score->findings->pdata[j])->cause]++;
        }
    }
}

GPtrArray *report_rows(const Evaluation *evaluation)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func(row_free);
    for (guint i = 0; i < evaluation->groups->len; i++) {
        const Group *group = evaluation->groups->pdata[i];
        for (guint j = 0; !evaluation->runs && j < group->scores->len; j++) {
            g_ptr_array_add(rows, row_of_score(group->scores->pdata[j]));
        }
        if (evaluation->runs) {
            g_ptr_array_add(rows, row_of_group(group));
        }
    }
    g_ptr_array_foreach(rows, count_causes, NULL);
    return rows;
}

gboolean *report_used_parts(const Evaluation *evaluation)
{
    gboolean *used = g_new0(gboolean, evaluation->part_count + 1);
    for (guint i = 0; i < evaluation->groups->len; i++) {
        const Group *group = evaluation->groups->pdata[i];
        for (guint part = 0; part < evaluation->part_count; part++) {
            const Counts *counts = &group->parts[part];
            used[part] = used[part] || counts->right + counts->wrong + counts->missed > 0;
        }
    }
    return used;
}

gboolean report_has_recall(const GPtrArray *scores)
{
    for (guint i = 0; i < scores->len; i++) {
        if (!((const Score *)scores->pdata[i])->barren) {
            return TRUE;
        }
    }
    return FALSE;
}

double report_part_value(const Evaluation *evaluation, const ReportRow *row, guint part)
{
    const Counts *counts = &row->parts[part];
    if (!report_has_recall(row->scores) || counts->right + counts->wrong + counts->missed == 0) {
        return NAN;
    }
    return evaluation->partial ? counts_recall(counts) : counts_f1(counts);
}

guint *report_confusion(const Evaluation *evaluation)
{
    gsize cells = (gsize)(evaluation->part_count + 1) * (evaluation->part_count + 1);
    g_autofree guint *sum = g_new0(guint, cells);
    for (guint i = 0; i < evaluation->groups->len; i++) {
        const Group *group = evaluation->groups->pdata[i];
        if (group->confusion == NULL) {
            return NULL;
        }
        for (gsize cell = 0; cell < cells; cell++) {
            sum[cell] += group->confusion[cell];
        }
    }
    return g_steal_pointer(&sum);
}
