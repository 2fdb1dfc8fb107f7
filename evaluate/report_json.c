#include "core/json.h"
#include "evaluate/report.h"
#include "evaluate/score_sc25.h"
#include <math.h>

/* Six digits after the point, as json_document_text writes them; null for what is not defined. */
static json_t *number_json(double value)
{
    return isnan(value) ? json_null() : json_real(round(value * 1e6) / 1e6);
}

/* `recalls` is FALSE where nothing is labelled that could be found. */
static json_t *counts_json(const Counts *counts, gboolean complete, gboolean recalls)
{
    complete = complete && recalls;
    return json_pack("{s:i, s:i, s:i, s:o, s:o, s:o}", "right", counts->right, "wrong",
                     counts->wrong, "missed", counts->missed, "precision",
                     number_json(complete ? counts_precision(counts) : NAN), "recall",
                     number_json(recalls ? counts_recall(counts) : NAN), "f1",
                     number_json(complete ? counts_f1(counts) : NAN));
}

static json_t *share_json(const Share *share)
{
    return json_pack("{s:i, s:i, s:o}", "good", share->good, "of", share->of, "share",
                     number_json(share_value(share)));
}

static json_t *summary_json(const Summary *summary)
{
    json_t *json = json_pack("{s:i, s:o, s:o, s:o, s:o}", "count", summary->count, "min",
                             number_json(summary->min), "median", number_json(summary->median),
                             "mean", number_json(summary->mean), "max", number_json(summary->max));
    json_object_set_new(json, "interval",
                        isnan(summary->low) ? json_null()
                                            : json_pack("[o, o]", number_json(summary->low),
                                                        number_json(summary->high)));
    return json;
}

static json_t *parts_json(const Evaluation *evaluation, const Counts *parts, gboolean complete,
                          gboolean recalls)
{
    json_t *json = json_object();
    for (guint i = 0; i < evaluation->part_count; i++) {
        const Counts *part = &parts[i];
        if (part->right + part->wrong + part->missed > 0) {
            json_object_set_new(json, evaluation->part_names[i],
                                counts_json(part, complete, recalls));
        }
    }
    return json;
}

static json_t *causes_json(const GPtrArray *findings)
{
    guint counts[CAUSE_COUNT] = {0};
    for (guint i = 0; i < findings->len; i++) {
        counts[((const Finding *)findings->pdata[i])->cause]++;
    }
    json_t *json = json_object();
    for (guint i = 0; i < CAUSE_COUNT; i++) {
        json_object_set_new(json, finding_cause_text((FindingCause)i), json_integer(counts[i]));
    }
    return json;
}

static json_t *findings_json(const Score *score)
{
    json_t *list = json_array();
    for (guint i = 0; i < score->findings->len; i++) {
        const Finding *finding = score->findings->pdata[i];
        json_t *json = json_pack("{s:s, s:s}", "kind", finding_kind_text(finding->kind), "part",
                                 score->part_names[finding->part]);
        json_object_set_new(json, "cause", json_string(finding_cause_text(finding->cause)));
        json_object_set_new(json, "what", json_of_text(finding->what));
        json_object_set_new(json, "name", json_of_text(finding->name));
        json_object_set_new(json, "reason", json_of_text(finding->reason));
        json_object_set_new(json, "label_at", json_of_text(finding->label_at));
        json_object_set_new(json, "prediction_at", json_of_text(finding->prediction_at));
        json_object_set_new(json, "evidence_at", json_of_text(finding->evidence_at));
        json_array_append_new(list, json);
    }
    return list;
}

static json_t *steps_json(const double *steps)
{
    json_t *json = json_object();
    for (guint i = 0; i < STEP_COUNT; i++) {
        json_object_set_new(json, sc25_step_text((Sc25Step)i), number_json(steps[i]));
    }
    return json;
}

/* The secondary figures, of a score or the sum over a group. */
static void set_shares(json_t *json, const Share *const shares[])
{
    static const char *const names[] = {"default_right", "values_complete", "evidence_present",
                                        "evidence_file", "evidence_line",   "category_right"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        json_object_set_new(json, names[i], share_json(shares[i]));
    }
}

static json_t *score_json(const Evaluation *evaluation, const Score *score, gboolean details)
{
    json_t *json = json_object();
    json_object_set_new(json, "path", json_of_text(score->path));
    json_object_set_new(json, "project", json_of_text(score->project));
    json_object_set_new(json, "form", json_of_text(score->form));
    json_object_set_new(json, "failure", json_of_text(score->failure));
    json_object_set_new(json, "complete_labels", json_boolean(score->complete));
    json_object_set_new(json, "labelled", json_integer(score->labelled));
    json_object_set_new(json, "predicted", json_integer(score->predicted));
    json_object_set_new(json, "repeated", json_integer(score->repeated));
    json_object_set_new(json, "left_out", json_integer(score->left_out));
    json_object_set_new(json, "overall",
                        counts_json(&score->total, score->complete, !score->barren));
    json_object_set_new(json, "macro_f1", number_json(score_macro_f1(score)));
    if (score->steps != NULL) {
        json_object_set_new(json, "steps", steps_json(score->steps));
    } else {
        set_shares(json, (const Share *const[]){&score->defaults, &score->values, &score->evidence,
                                                &score->evidence_file, &score->evidence_line,
                                                &score->category});
    }
    json_object_set_new(json, "causes", causes_json(score->findings));
    json_object_set_new(json, "parts",
                        parts_json(evaluation, score->parts, score->complete, !score->barren));
    if (details) {
        json_object_set_new(json, "findings", findings_json(score));
    }
    return json;
}

static json_t *group_json(const Evaluation *evaluation, const Group *group, gboolean details)
{
    json_t *json = json_object();
    json_object_set_new(json, "name", json_of_text(group->name));
    json_object_set_new(json, "runs", json_integer(group->scores->len));
    json_object_set_new(json, "failures", json_integer(group->failures));
    json_object_set_new(json, "f1", summary_json(&group->f1));
    json_object_set_new(json, "precision", summary_json(&group->precision));
    json_object_set_new(json, "recall", summary_json(&group->recall));
    json_object_set_new(json, "macro_f1", number_json(group->macro_f1));
    if (group->steps != NULL) {
        json_object_set_new(json, "steps", steps_json(group->steps));
    } else {
        set_shares(json, (const Share *const[]){&group->defaults, &group->values, &group->evidence,
                                                &group->evidence_file, &group->evidence_line,
                                                &group->category});
    }
    json_object_set_new(json, "parts",
                        parts_json(evaluation, group->parts, !evaluation->partial,
                                   report_has_recall(group->scores)));
    json_t *scores = json_array();
    for (guint i = 0; i < group->scores->len; i++) {
        json_array_append_new(scores, score_json(evaluation, group->scores->pdata[i], details));
    }
    json_object_set_new(json, "scores", scores);
    return json;
}

static json_t *comparison_json(const GroupComparison *comparison)
{
    json_t *json = json_object();
    json_object_set_new(json, "first", json_of_text(comparison->first->name));
    json_object_set_new(json, "second", json_of_text(comparison->second->name));
    json_object_set_new(json, "difference", number_json(comparison->f1.difference));
    json_object_set_new(json, "interval",
                        isnan(comparison->f1.low)
                            ? json_null()
                            : json_pack("[o, o]", number_json(comparison->f1.low),
                                        number_json(comparison->f1.high)));
    json_object_set_new(json, "paired", json_boolean(comparison->f1.paired));
    json_object_set_new(json, "first_better", number_json(comparison->f1.better));
    return json;
}

char *report_json(const Evaluation *evaluation, gboolean details)
{
    json_t *json = json_object();
    json_t *switches = json_array();
    for (guint i = 0; i < SC25_SWITCH_COUNT; i++) {
        if ((evaluation->switches & (1u << i)) != 0) {
            json_array_append_new(switches, json_string(sc25_switch_names[i]));
        }
    }
    json_object_set_new(json, "schema", json_string("xaas-scores/1"));
    json_object_set_new(json, "metric", json_string(metric_names[evaluation->metric]));
    json_object_set_new(json, "switches", switches);
    json_object_set_new(json, "seed", json_integer(evaluation->seed));
    json_t *groups = json_array();
    for (guint i = 0; i < evaluation->groups->len; i++) {
        json_array_append_new(groups,
                              group_json(evaluation, evaluation->groups->pdata[i], details));
    }
    json_object_set_new(json, "groups", groups);
    json_t *comparisons = json_array();
    for (guint i = 0; i < evaluation->comparisons->len; i++) {
        json_array_append_new(comparisons, comparison_json(evaluation->comparisons->pdata[i]));
    }
    json_object_set_new(json, "comparisons", comparisons);
    json_object_set_new(json, "passed_over", json_of_texts(evaluation->passed_over));
    char *text = json_document_text(json);
    json_decref(json);
    return text;
}
