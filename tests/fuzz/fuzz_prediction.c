/* The readers of predictions and labels, and both metrics, on any bytes. The first byte chooses: a
 * prediction that is scored against fixed labels, or labels. What must hold of every score is
 * asserted. */
#include "evaluate/labels_check.h"
#include "evaluate/report.h"
#include "evaluate/score_sc25.h"
#include "evaluate/score_strict.h"
#include <math.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

static Truth *truth_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    YamlDocument *document = yaml_parse(text, strlen(text), "labels", &error);
    g_assert_no_error(error);
    Truth *truth = truth_from_yaml(document, &error);
    g_assert_no_error(error);
    return truth;
}

static Truth *native_truth(void)
{
    return truth_of(
        "{schema: xaas-labels/1, project: a, complete: true, labelled_by: b, "
        "build_systems: [{type: cmake}], points: ["
        "{category: mpi, name: MPI, option: M, value: \"ON\", flag: -DM=ON, default: "
        "false, at: \"f:1\"}, "
        "{category: gpu_backend, name: C, option: G, value: C, flag: -DG=C, at: \"f:2\"}, "
        "{category: gpu_arch, name: A, option: A, flag: -DA=, at: \"f:3\"}], "
        "not_points: [{option: D, reason: documentation}]}");
}

static Truth *reference_truth(void)
{
    return truth_of(
        "{\"gpu_build\": {\"value\": true, \"build_flag\": \"-DG\"}, "
        "\"gpu_backends\": {\"C\": {\"used_as_default\": false, \"build_flag\": "
        "\"-DG=C\"}}, "
        "\"linear_algebra_libraries\": {\"B\": {\"build_flag\": null}}, "
        "\"simd_vectorization\": {\"A\": {\"build_flag\": \"-DS=A\", \"default\": true}}}");
}

static void check_score(const Score *score)
{
    double f1 = score_f1(score);
    g_assert_true(isnan(f1) || (f1 >= 0 && f1 <= 1));
    guint right = 0;
    guint wrong = 0;
    guint missed = 0;
    for (guint i = 0; i < score->part_count; i++) {
        right += score->parts[i].right;
        wrong += score->parts[i].wrong;
        missed += score->parts[i].missed;
    }
    g_assert_cmpuint(right, ==, score->total.right);
    g_assert_cmpuint(wrong, ==, score->total.wrong);
    g_assert_cmpuint(missed, ==, score->total.missed);
    guint faults = 0;
    for (guint i = 0; i < score->findings->len; i++) {
        faults += ((const Finding *)score->findings->pdata[i])->kind != FINDING_REMARK;
    }
    g_assert_cmpuint(faults, ==, wrong + missed);
    g_assert_true(score->failure == NULL || right == 0);
}

static void score_prediction(const char *text, gsize size)
{
    g_autoptr(Prediction) prediction = prediction_read("a.json", text, size);
    g_assert_true(prediction->failure != NULL || prediction->root != NULL);
    g_autoptr(Truth) native = native_truth();
    g_autoptr(Score) strict = score_strict(native, prediction);
    check_score(strict);
    /* Every label is found or missed. */
    g_assert_cmpuint(strict->total.right + strict->total.missed, ==, strict->labelled);
    g_autoptr(Truth) reference = reference_truth();
    g_autoptr(Score) study = score_sc25(reference, prediction, 0);
    check_score(study);
    Sc25Switches all = (1u << SC25_SWITCH_COUNT) - 1;
    g_autoptr(Score) switched = score_sc25(reference, prediction, all);
    check_score(switched);
}

static void read_labels(const char *text, gsize size)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(YamlDocument) document = yaml_parse(text, size, "labels.yaml", NULL);
    const Labels *labels = document == NULL ? NULL : labels_from_yaml(arena, document, NULL);
    if (labels != NULL) {
        g_assert_cmpuint(labels->points->len, >, 0);
        g_autoptr(Diagnostics) diagnostics = diagnostics_new();
        labels_check(labels, NULL, diagnostics);
    }
    if (document != NULL) {
        g_autoptr(Truth) truth = truth_from_yaml(g_steal_pointer(&document), NULL);
        g_assert_true(truth == NULL || truth->claims->len > 0);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size == 0) {
        return 0;
    }
    if (data[0] == 'L') {
        read_labels((const char *)data + 1, size - 1);
    } else {
        score_prediction((const char *)data + 1, size - 1);
    }
    return 0;
}
