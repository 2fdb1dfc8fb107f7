#include "evaluate/score_sc25.h"
#include "core/specification_formats.h"
#include "evaluate/sc25_fields.h"
#include "evaluate/score_strict.h"

static const struct {
    const char *text;
    const char *explanation;
} steps[] = {
#define X(id, text, explanation) [STEP_##id] = {text, explanation},
    SC25_STEPS(X)
#undef X
};

const char *sc25_step_text(Sc25Step step)
{
    return steps[step].text;
}

const char *sc25_step_explanation(Sc25Step step)
{
    return steps[step].explanation;
}

/* A value as people read it. */
static const char *value_text(Score *score, const json_t *value)
{
    if (json_is_string(value)) {
        return score_text(score, json_string_value(value));
    }
    char *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
    const char *text = score_text(score, dumped);
    free(dumped);
    return text;
}

/* `label` or `field` is NULL where the other side has nothing. */
static void add_finding(Score *score, const Sc25Field *label, const Sc25Field *field,
                        const char *reason)
{
    const Sc25Field *subject = field != NULL ? field : label;
    Finding finding = {.kind = field != NULL ? FINDING_FALSE_POSITIVE : FINDING_FALSE_NEGATIVE,
                       .cause = label != NULL && field != NULL ? CAUSE_VALUE
                                : field != NULL                ? CAUSE_NOT_LABELLED
                                                               : CAUSE_NOT_PREDICTED,
                       .part = subject->section,
                       .what = score_text(score, subject->key),
                       .name = value_text(score, subject->value),
                       .reason = score_text(score, reason),
                       .label_at = score_place(score, label == NULL ? NULL : &label->at),
                       .prediction_at = score_place(score, field == NULL ? NULL : &field->at),
                       .evidence_at = ""};
    score_add_finding(score, &finding);
}

/* Counts as the study does: a field with another value than the label's is one too much, but not
 * one too few; `strictly` makes it both. Parts and findings are filled in when `score` is not NULL.
 */
static Counts compare(const Sc25Fields *labels, const Sc25Fields *reply, gboolean strictly,
                      Score *score)
{
    Counts total = {0};
    for (guint i = 0; i < reply->fields->len; i++) {
        const Sc25Field *field = reply->fields->pdata[i];
        const Sc25Field *label = g_hash_table_lookup(labels->by_key, field->key);
        gboolean right = label != NULL && sc25_equal(label->value, field->value);
        total.right += right ? 1 : 0;
        total.wrong += right ? 0 : 1;
        total.missed += !right && label != NULL && strictly ? 1 : 0;
        if (score == NULL) {
            continue;
        }
        score->parts[field->section].right += right ? 1 : 0;
        score->parts[field->section].wrong += right ? 0 : 1;
        if (!right) {
            g_autofree char *reason =
                label == NULL ? g_strdup("not labelled")
                              : g_strdup_printf("labelled as %s; the study counts no miss",
                                                value_text(score, label->value));
            add_finding(score, label, field, reason);
        }
    }
    for (guint i = 0; i < labels->fields->len; i++) {
        const Sc25Field *label = labels->fields->pdata[i];
        if (g_hash_table_contains(reply->by_key, label->key)) {
            continue;
        }
        total.missed++;
        if (score != NULL) {
            score->parts[label->section].missed++;
            add_finding(score, label, NULL, "not predicted");
        }
    }
    return total;
}

static double step_f1(const json_t *labels, const json_t *reply, const Sc25Flattening *how)
{
    g_autoptr(Sc25Fields) right = sc25_flatten(labels, how);
    g_autoptr(Sc25Fields) predicted = sc25_flatten(reply, how);
    Counts counts = compare(right, predicted, TRUE, NULL);
    return counts_f1(&counts);
}

/* The reply as an object of the layout; a new reference. */
static json_t *layout_of(const Prediction *prediction)
{
    if (prediction->failure != NULL) {
        return json_object();
    }
    if (prediction->specification == NULL) {
        return json_incref(prediction->root);
    }
    /* The layout has nulls for "no bundled library"; the study's first script breaks off there. */
    json_t *layout = specification_reference_json(prediction->specification);
    const char *internal = sc25_section_names[SC25_SECTION_INTERNAL];
    if (!json_is_string(json_object_get(json_object_get(layout, internal), "library_name"))) {
        json_object_del(layout, internal);
    }
    return layout;
}

static void add_steps(Score *score, const Truth *truth, const json_t *reply, Sc25Switches switches)
{
    const json_t *labels = truth->reference;
    score->steps[STEP_STUDY] = counts_f1(&score->total);
    if (score->failure != NULL) {
        return;
    }
    score->steps[STEP_MISSES] = step_f1(labels, reply, &(Sc25Flattening){.switches = switches});
    score->steps[STEP_FALSE] =
        step_f1(labels, reply, &(Sc25Flattening){.switches = switches, .without_false = TRUE});
    score->steps[STEP_APART] =
        step_f1(labels, reply,
                &(Sc25Flattening){.switches = switches, .without_false = TRUE, .apart = TRUE});
}

Score *score_sc25(const Truth *truth, const Prediction *prediction, Sc25Switches switches)
{
    Score *score = score_new(METRIC_SC25, SC25_SECTION_COUNT, sc25_section_names);
    score->path = g_strdup(prediction->path);
    score->project = g_strdup(prediction_project(prediction, truth->project));
    score->form = prediction_form_text(prediction->form);
    score->failure = g_strdup(prediction->failure);
    score->steps = g_new0(double, STEP_COUNT);
    json_t *reply = layout_of(prediction);
    /* A specification's places are of another text than the layout that is made of it. */
    gboolean own_places = prediction->form == PREDICTION_REFERENCE;
    g_autoptr(Sc25Fields) labels = sc25_flatten(
        truth->reference, &(Sc25Flattening){.switches = switches, .document = truth->document});
    g_autoptr(Sc25Fields) fields = sc25_flatten(
        reply, &(Sc25Flattening){.switches = switches,
                                 .document = own_places ? prediction->document : NULL});
    if (fields->broken != NULL && score->failure == NULL) {
        score->failure =
            g_strdup_printf("%s: there the study's script breaks off and leaves the reply "
                            "out; here it counts as 0",
                            fields->broken);
    }
    if (score->failure != NULL) {
        g_hash_table_remove_all(fields->by_key);
        g_ptr_array_set_size(fields->fields, 0);
    }
    score->labelled = labels->fields->len;
    score->predicted = fields->fields->len;
    score->repeated = fields->overwritten;
    score->total = compare(labels, fields, FALSE, score);
    add_steps(score, truth, reply, switches);
    g_autoptr(Score) strict = score_strict(truth, prediction);
    score->steps[STEP_STRICT] = score_f1(strict);
    json_decref(reply);
    score_finish(score);
    return score;
}
