/* One test for each rule of the strict metric, as docs/evaluate.md numbers them. */
#include "evaluate/score_strict.h"
#include "sample.h"
#include <math.h>

#define MPI                                                                                        \
    "- {category: mpi, name: MPI, option: A_MPI, value: \"ON\", flag: -DA_MPI=ON, default: "       \
    "false, at: \"f:1\"}\n"
#define GPU(value)                                                                                 \
    "- {category: gpu_backend, name: " value ", option: GPU, value: " value ", flag: -DGPU=" value \
    ", at: \"f:2\"}\n"
#define GPU_CHOICE(more)                                                                           \
    "- {id: gpu_backend/GPU, category: gpu_backend, option: GPU, kind: choice, flag: \"-DGPU=\", " \
    "default: CUDA, values: [{value: CUDA, flag: -DGPU=CUDA}, {value: HIP, flag: -DGPU=HIP}, "     \
    "{value: \"OFF\", flag: -DGPU=OFF, rejected: turns it off}], " more REST "}\n"

static Score *score(const char *labels, const char *prediction)
{
    g_autoptr(Truth) truth = sample_truth(labels);
    g_autoptr(Prediction) read = sample_prediction(prediction);
    return score_strict(truth, read);
}

static void assert_counts(const Score *score, guint right, guint wrong, guint missed)
{
    g_assert_cmpuint(score->total.right, ==, right);
    g_assert_cmpuint(score->total.wrong, ==, wrong);
    g_assert_cmpuint(score->total.missed, ==, missed);
}

/* The reasons of all findings, one a line. */
static void assert_findings(const Score *score, const char *expected)
{
    static const char marks[] = {
        [FINDING_FALSE_POSITIVE] = '+', [FINDING_FALSE_NEGATIVE] = '-', [FINDING_REMARK] = '='};
    g_autoptr(GString) lines = g_string_new(NULL);
    for (guint i = 0; i < score->findings->len; i++) {
        const Finding *finding = score->findings->pdata[i];
        g_string_append_printf(lines, "%c %s %s: %s\n", marks[finding->kind], finding->what,
                               score->part_names[finding->part], finding->reason);
    }
    g_assert_cmpstr(lines->str, ==, expected);
}

static void test_right(void)
{
    g_autoptr(Score) found = score(LABELS("true") MPI GPU("CUDA") GPU("HIP"),
                                   SPECIFICATION SWITCH("mpi", "A_MPI", "OFF", "") GPU_CHOICE(""));
    assert_counts(found, 3, 0, 0);
    assert_findings(found, "");
    g_assert_cmpfloat(score_f1(found), ==, 1);
    g_assert_cmpfloat(score_macro_f1(found), ==, 1);
    g_assert_null(found->failure);
    /* The value that turns it off is no claim that has to be labelled. */
    g_assert_cmpuint(found->left_out, ==, 1);
}

static void test_off_value_may_be_labelled(void)
{
    g_autoptr(Score) found =
        score(LABELS("true") GPU("CUDA") GPU("HIP") GPU("\"OFF\""), SPECIFICATION GPU_CHOICE(""));
    assert_counts(found, 3, 0, 0);
}

static void test_wrong_category(void)
{
    g_autoptr(Score) found =
        score(LABELS("true") MPI, SPECIFICATION SWITCH("threading", "A_MPI", "OFF", ""));
    assert_counts(found, 0, 1, 1);
    assert_findings(found, "+ -DA_MPI=ON threading: labelled as mpi\n"
                           "- -DA_MPI=ON mpi: predicted as threading\n");
    g_assert_cmpuint(found->confusion[CATEGORY_MPI * (CATEGORY_COUNT + 1) + CATEGORY_THREADING], ==,
                     1);
    g_assert_cmpuint(found->confusion[CATEGORY_MPI * (CATEGORY_COUNT + 1) + CATEGORY_COUNT], ==, 0);
    g_assert_cmpuint(found->category.of, ==, 1);
    g_assert_cmpuint(found->category.good, ==, 0);
}

static void test_missing_value(void)
{
    g_autoptr(Score) found =
        score(LABELS("true") GPU("CUDA") GPU("HIP") GPU("SYCL"), SPECIFICATION GPU_CHOICE(""));
    assert_counts(found, 2, 0, 1);
    assert_findings(found, "- -DGPU=SYCL gpu_backend: the option is predicted, as -DGPU=HIP, this "
                           "value is not\n");
    g_assert_cmpuint(found->values.of, ==, 3);
    g_assert_cmpuint(found->values.good, ==, 2);
}

static void test_wrong_value(void)
{
    g_autoptr(Score) found = score(LABELS("true") GPU("CUDA"), SPECIFICATION GPU_CHOICE(""));
    assert_counts(found, 1, 1, 0);
    assert_findings(
        found, "+ -DGPU=HIP gpu_backend: not a labelled value of the option, as -DGPU=CUDA is\n");
    /* One labelled value says nothing about completeness. */
    g_assert_cmpuint(found->values.of, ==, 0);
}

static void test_no_point(void)
{
    g_autoptr(Score) found =
        score(LABELS("true") MPI "not_points:\n- {option: DOCS, reason: documentation}\n",
              SPECIFICATION SWITCH("mpi", "A_MPI", "OFF", "") SWITCH("io", "DOCS", "OFF", "")
                  SWITCH("io", "NEW", "OFF", ""));
    assert_counts(found, 1, 2, 0);
    assert_findings(found, "+ -DDOCS=ON io: labelled as no point: documentation\n"
                           "+ -DNEW=ON io: not labelled\n");
}

static void test_bundled(void)
{
    /* Points of a bundled copy need not be labelled, and are right when they are. */
    g_autoptr(Score) found =
        score(LABELS("true") MPI, SPECIFICATION SWITCH("mpi", "A_MPI", "OFF", "vendored: true, ")
                                      SWITCH("io", "SUB", "OFF", "vendored: true, "));
    assert_counts(found, 1, 0, 0);
    g_assert_cmpuint(found->left_out, ==, 1);
}

static void test_other_build_system(void)
{
    static const char *const covered = "build_systems: [{type: cmake}]\n";
    g_autofree char *labels = g_strconcat(LABELS("true") MPI, covered, NULL);
    g_autoptr(Score) found = score(labels, SPECIFICATION SWITCH("mpi", "A_MPI", "OFF", "")
                                               SWITCH("io", "B", "OFF", "build: autotools, ")
                                                   SWITCH("io", "C", "OFF", "folder: sub, ")
                                                       SWITCH("io", "D", "OFF", ""));
    assert_counts(found, 1, 1, 0);
    g_assert_cmpuint(found->left_out, ==, 2);
}

static void test_rejected_by_a_person(void)
{
    g_autoptr(Score) found = score(
        LABELS("true") MPI,
        SPECIFICATION SWITCH(
            "mpi", "A_MPI", "OFF",
            "") "- {id: io/B, category: io, option: B, kind: switch, flag: -DB=ON, default: null, "
                "condition: \"true\", decided_by: person, confidence: 1, review: rejected}\n");
    assert_counts(found, 1, 0, 0);
}

static void test_repeated(void)
{
    g_autoptr(Score) found =
        score(LABELS("true") MPI, SPECIFICATION SWITCH("mpi", "A_MPI", "OFF", "")
                                      SWITCH("mpi", "A_MPI", "OFF", "folder: sub, "));
    assert_counts(found, 1, 0, 0);
    g_assert_cmpuint(found->repeated, ==, 1);
}

/* Labels that name a point twice count it once. */
static void test_label_twice(void)
{
    g_autoptr(Score) found =
        score(LABELS("true") MPI MPI GPU("CUDA"), SPECIFICATION SWITCH("mpi", "A_MPI", "OFF", ""));
    assert_counts(found, 1, 0, 1);
    g_assert_cmpuint(found->labelled, ==, 2);
}

static void test_free_value(void)
{
    static const char *const labels = LABELS(
        "true") "- {category: gpu_arch, name: a, option: ARCH, flag: -DARCH=, at: \"f:1\"}\n";
    g_autoptr(Score) text =
        score(labels,
              SPECIFICATION "- {id: gpu_arch/ARCH, category: gpu_arch, option: ARCH, kind: string, "
                            "flag: \"-DARCH=\", default: null, " REST "}\n");
    assert_counts(text, 1, 0, 0);
    /* A choice that takes other values, too: its values are examples. */
    g_autoptr(Score) choice =
        score(labels,
              SPECIFICATION "- {id: gpu_arch/ARCH, category: gpu_arch, option: ARCH, kind: choice, "
                            "free_form: true, flag: \"-DARCH=\", default: null, "
                            "values: [{value: \"70\", flag: -DARCH=70}], " REST "}\n");
    assert_counts(choice, 1, 0, 0);
    /* A closed choice claims that its values are all there are. */
    g_autoptr(Score) closed =
        score(labels,
              SPECIFICATION "- {id: gpu_arch/ARCH, category: gpu_arch, option: ARCH, kind: choice, "
                            "flag: \"-DARCH=\", default: null, "
                            "values: [{value: \"70\", flag: -DARCH=70}], " REST "}\n");
    assert_counts(closed, 0, 1, 1);
}

static void test_defaults(void)
{
    g_autoptr(Score) right =
        score(LABELS("true") MPI, SPECIFICATION SWITCH("mpi", "A_MPI", "no", ""));
    g_assert_cmpuint(right->defaults.of, ==, 1);
    g_assert_cmpuint(right->defaults.good, ==, 1);
    assert_findings(right, "");
    g_autoptr(Score) wrong =
        score(LABELS("true") MPI, SPECIFICATION SWITCH("mpi", "A_MPI", "yes", ""));
    g_assert_cmpuint(wrong->defaults.good, ==, 0);
    assert_findings(wrong,
                    "= -DA_MPI=ON mpi: labelled as not the default, predicted as the default\n");
    /* What has only a negative name is not given: "--with-x" is the default. */
    g_autoptr(Score) negative = score(
        LABELS("true") "- {category: simd, name: X, option: --without-x, value: \"no\", flag: "
                       "--without-x, default: false, at: \"f:1\"}\n",
        SPECIFICATION "- {id: simd/--without-x, category: simd, option: --without-x, kind: "
                      "switch, flag: --without-x, default: \"no\", " REST "}\n");
    g_assert_cmpuint(negative->defaults.good, ==, 1);
    g_autoptr(Score) unlabelled = score(LABELS("true") GPU("CUDA"), SPECIFICATION GPU_CHOICE(""));
    g_assert_cmpuint(unlabelled->defaults.of, ==, 0);
    g_assert_true(isnan(share_value(&unlabelled->defaults)));
}

static void test_evidence(void)
{
    static const char *const labels =
        LABELS("true") "- {category: mpi, name: MPI, option: A_MPI, value: \"ON\", "
                       "flag: -DA_MPI=ON, at: \"f:1\", also_at: [\"g:7\"]}\n";
    static const struct {
        const char *evidence;
        guint present;
        guint file;
        guint line;
    } rows[] = {
        {"", 0, 0, 0},
        {"evidence: [{at: \"h:1\"}], ", 1, 0, 0},
        {"evidence: [{at: \"f:3\"}], ", 1, 1, 0},
        {"evidence: [{at: \"h:1\"}, {at: \"f:1\"}], ", 1, 1, 1},
        {"evidence: [{at: \"g:7\"}], ", 1, 1, 1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strconcat(
            SPECIFICATION "- {id: mpi/A_MPI, category: mpi, option: A_MPI, kind: switch, "
                          "flag: -DA_MPI=ON, default: \"OFF\", ",
            rows[i].evidence, REST "}\n", NULL);
        g_autoptr(Score) found = score(labels, text);
        assert_counts(found, 1, 0, 0);
        g_assert_cmpuint(found->evidence.good, ==, rows[i].present);
        g_assert_cmpuint(found->evidence_file.good, ==, rows[i].file);
        g_assert_cmpuint(found->evidence_line.good, ==, rows[i].line);
        assert_findings(found, rows[i].line == rows[i].present
                                   ? ""
                                   : "= -DA_MPI=ON mpi: labelled at f:1, which is no "
                                     "place of it\n");
    }
}

static void test_partial(void)
{
    g_autoptr(Score) found = score(LABELS("false") MPI GPU("CUDA"),
                                   SPECIFICATION SWITCH("threading", "A_MPI", "OFF", "")
                                       SWITCH("io", "UNKNOWN", "OFF", "") GPU_CHOICE(""));
    g_assert_false(found->complete);
    g_assert_true(isnan(score_precision(found)));
    g_assert_true(isnan(score_f1(found)));
    g_assert_true(isnan(score_macro_f1(found)));
    g_assert_cmpfloat(score_recall(found), ==, 0.5);
    g_assert_cmpfloat(score_headline(found), ==, 0.5);
    g_assert_cmpfloat(share_value(&found->category), ==, 0.5);
    g_assert_cmpuint(found->left_out, ==, 3);
}

static void test_failure(void)
{
    g_autoptr(Score) found = score(LABELS("true") MPI GPU("CUDA"), "I think there are many.");
    assert_counts(found, 0, 0, 2);
    g_assert_nonnull(found->failure);
    g_assert_cmpfloat(score_f1(found), ==, 0);
    g_autoptr(Score) empty = score(LABELS("true") MPI, SPECIFICATION " []\n");
    g_assert_cmpstr(empty->failure, ==, "no points in it");
}

static void test_macro(void)
{
    /* mpi 1, gpu_backend 0 (missed), io 0 (invented); categories with neither do not count. */
    g_autoptr(Score) found =
        score(LABELS("true") MPI GPU("CUDA"),
              SPECIFICATION SWITCH("mpi", "A_MPI", "OFF", "") SWITCH("io", "B", "OFF", ""));
    assert_counts(found, 1, 1, 1);
    g_assert_cmpfloat_with_epsilon(score_macro_f1(found), 1.0 / 3, 1e-12);
    g_assert_cmpfloat(score_f1(found), ==, 0.5);
}

/* The reference layout: sections stand for several categories, flags are split, and what the labels
 * give no flag for is matched by name. */
static void test_reference(void)
{
    static const char *const labels =
        "{\"parallel_programming_libraries\": {\"MPI\": {\"build_flag\": \"-DMPI\"}},"
        " \"linear_algebra_libraries\": {\"Open-BLAS\": {\"build_flag\": null},"
        "  \"X\": {\"build_flag\": \"-DB=ON -DV=x\"}},"
        " \"compiler_flags\": [\"-Wall\", 7], \"internal_build\": {\"library_name\": null}}";
    g_autoptr(Score) found = score(
        labels, "{\"parallel_programming_libraries\": {\"mpi\": {\"build_flag\": \"-DMPI=on\"}},"
                " \"linear_algebra_libraries\": {\"openblas\": {\"build_flag\": \"-DWHAT\"},"
                "  \"x\": {\"build_flag\": \"-DV=x\"}, \"y\": {\"build_flag\": true}},"
                " \"compiler_flags\": \"-Wall\"}");
    assert_counts(found, 3, 1, 2);
    assert_findings(found, "+ (no flag) linear_algebra: no flag that chooses it\n"
                           "- -DB=ON linear_algebra: not predicted\n"
                           "- -Wall precision: not predicted\n");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/strict/right", test_right);
    g_test_add_func("/strict/off-value", test_off_value_may_be_labelled);
    g_test_add_func("/strict/wrong-category", test_wrong_category);
    g_test_add_func("/strict/missing-value", test_missing_value);
    g_test_add_func("/strict/wrong-value", test_wrong_value);
    g_test_add_func("/strict/no-point", test_no_point);
    g_test_add_func("/strict/bundled", test_bundled);
    g_test_add_func("/strict/other-build-system", test_other_build_system);
    g_test_add_func("/strict/rejected", test_rejected_by_a_person);
    g_test_add_func("/strict/repeated", test_repeated);
    g_test_add_func("/strict/label-twice", test_label_twice);
    g_test_add_func("/strict/free-value", test_free_value);
    g_test_add_func("/strict/defaults", test_defaults);
    g_test_add_func("/strict/evidence", test_evidence);
    g_test_add_func("/strict/partial", test_partial);
    g_test_add_func("/strict/failure", test_failure);
    g_test_add_func("/strict/macro", test_macro);
    g_test_add_func("/strict/reference", test_reference);
    return g_test_run();
}
