#include "core/csv.h"
#include "evaluate/report.h"
#include <math.h>

/* Empty for what is not defined. */
static void add_number(GString *csv, double value)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE] = "";
    if (!isnan(value)) {
        g_ascii_formatd(buffer, sizeof buffer, "%.6f", value);
    }
    g_string_append_printf(csv, ",%s", buffer);
}

static void add_score(GString *csv, const Evaluation *evaluation, const Group *group,
                      const Score *score)
{
    csv_add(csv, group->name);
    csv_add(csv, score->path);
    csv_add(csv, score->project);
    g_autofree char *metric = report_metric(evaluation);
    csv_add(csv, metric);
    csv_add(csv, score->form);
    g_string_append_printf(csv, ",%u,%u,%u,%u,%u,%u,%u", score->labelled, score->predicted,
                           score->repeated, score->left_out, score->total.right, score->total.wrong,
                           score->total.missed);
    const double figures[] = {score_precision(score),
                              score_recall(score),
                              score_f1(score),
                              score_macro_f1(score),
                              share_value(&score->defaults),
                              share_value(&score->values),
                              share_value(&score->evidence),
                              share_value(&score->evidence_file),
                              share_value(&score->evidence_line),
                              share_value(&score->category)};
    for (gsize i = 0; i < G_N_ELEMENTS(figures); i++) {
        add_number(csv, figures[i]);
    }
    csv_add(csv, score->failure);
    g_string_append_c(csv, '\n');
}

char *report_csv(const Evaluation *evaluation)
{
    GString *csv = g_string_new(
        "group,path,project,metric,form,labelled,predicted,repeated,left_out,right,wrong,missed,"
        "precision,recall,f1,macro_f1,default_right,values_complete,evidence_present,evidence_file,"
        "evidence_line,category_right,failure\n");
    for (guint i = 0; i < evaluation->groups->len; i++) {
        const Group *group = evaluation->groups->pdata[i];
        for (guint j = 0; j < group->scores->len; j++) {
            add_score(csv, evaluation, group, group->scores->pdata[j]);
        }
    }
    return g_string_free(csv, FALSE);
}
