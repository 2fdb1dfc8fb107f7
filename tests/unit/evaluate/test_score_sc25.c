/* One test for each rule of the study's scoring. */
#include "evaluate/sc25_fields.h"
#include "evaluate/score_sc25.h"
#include "sample.h"

#define BIT(id) (1u << SC25_##id)

/* The fields as "key=value", one a line; after "!" why the study's script breaks off. */
static void assert_fields(const char *text, const Sc25Flattening *how, const char *expected)
{
    json_error_t error;
    json_t *root = json_loads(text, 0, &error);
    g_assert_nonnull(root);
    g_autoptr(Sc25Fields) fields = sc25_flatten(root, how);
    g_autoptr(GString) lines = g_string_new(NULL);
    for (guint i = 0; i < fields->fields->len; i++) {
        const Sc25Field *field = fields->fields->pdata[i];
        char *value = json_dumps(field->value, JSON_ENCODE_ANY);
        g_string_append_printf(lines, "%s=%s\n", field->key, value);
        free(value);
    }
    if (fields->broken != NULL) {
        g_string_append_printf(lines, "!%s\n", fields->broken);
    }
    g_assert_cmpstr(lines->str, ==, expected);
    json_decref(root);
}

static void assert_plain(const char *text, const char *expected)
{
    assert_fields(text, &(Sc25Flattening){0}, expected);
}

static void assert_switched(const char *text, Sc25Switches switches, const char *expected)
{
    assert_fields(text, &(Sc25Flattening){.switches = switches}, expected);
}

static void test_sections(void)
{
    assert_plain("{\"gpu_build\": {\"value\": true, \"build_flag\": null, \"more\": 1}}",
                 "gpu_build.value=true\n");
    assert_plain(
        "{\"gpu_backends\": {\"A-b C\": {\"used_as_default\": false, "
        "\"build_flag\": \"-DX=ON\", \"minimum_version\": \"1\"}}}",
        "gpu_backends.a_b_c.used_as_default=false\ngpu_backends.a_b_c.build_flag=\"-DX\"\n");
    assert_plain("{\"FFT_libraries\": {\"m\": {\"built-in\": 1, \"build_flag\": \"\"}}}",
                 "FFT_libraries.m.built-in=1\n");
    assert_plain("{\"linear_algebra_libraries\": {\"m\": {\"used_as_default\": true, "
                 "\"build_flag\": \"-DB\"}}}",
                 "linear_algebra_libraries.m.used_as_default=true\n");
    assert_plain("{\"build_system\": {\"type\": \"CMake\", \"minimum_version\": 3.5}}",
                 "build_system.type=\"cmake\"\nbuild_system.minimum_version=3.5\n");
    assert_plain("{\"compiler_flags\": 7, \"architectures\": null, \"other\": []}", "");
}

static void test_flags(void)
{
    static const char *const rows[][2] = {
        {"-DX=ON", "-DX"},    {"-DX=ON=ON", "-DX"},   {" -DX=ON", "-DX=ON"},
        {"-DX=on", "-DX=on"}, {"-DA=ONE", "-DA=ONE"}, {"-D=ON", "-D"},
        {"X=ON", "X=ON"},     {" x ", "x"},           {"-DA=ONB=ON", "-DAB"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text =
            g_strdup_printf("{\"gpu_build\": {\"build_flag\": \"%s\"}}", rows[i][0]);
        g_autofree char *expected = g_strdup_printf("gpu_build.build_flag=\"%s\"\n", rows[i][1]);
        assert_plain(text, expected);
    }
}

static void test_switches(void)
{
    assert_switched("{\"simd_vectorization\": {\"AVX-512 F_x\": {\"default\": true}}}", 0,
                    "simd_vectorization.avx_512_f_x.default=true\n");
    assert_switched("{\"simd_vectorization\": {\"AVX-512 F_x\": {\"default\": true}}}",
                    BIT(SIMD_NAMES), "simd_vectorization.avx512fx.default=true\n");
    assert_switched("{\"gpu_build\": {\"build_flag\": \" X=ON\"}}", BIT(CMAKE_FLAGS),
                    "gpu_build.build_flag=\"-DX=ON\"\n");
    assert_switched("{\"linear_algebra_libraries\": {\"m\": {\"build_flag\": \"-DB\"}}}",
                    BIT(ALGEBRA_FLAGS), "linear_algebra_libraries.m.build_flag=\"-DB\"\n");
    assert_switched("{\"internal_build\": {\"library_name\": null}}", BIT(NULL_NAMES), "");
    assert_switched("{\"optimization_build_flags\": [\"-Da\", \"-Db\"]}", 0, "");
    assert_switched("{\"optimization_build_flags\": [\"-Da\", \"-Db\"]}", BIT(TUNING_FLAGS),
                    "optimization_build_flags.-Da=true\noptimization_build_flags.-Db=true\n");
}

static void test_collisions(void)
{
    static const char *const text = "{\"gpu_backends\": {\"mkl\": {\"used_as_default\": true}, "
                                    "\"MKL\": {\"used_as_default\": false}}}";
    assert_plain(text, "gpu_backends.mkl.used_as_default=false\n");
    assert_fields(text, &(Sc25Flattening){.apart = TRUE},
                  "gpu_backends.mkl.used_as_default=true\n"
                  "gpu_backends.mkl.used_as_default#2=false\n");
    assert_fields(text, &(Sc25Flattening){.without_false = TRUE}, "");
    /* A later null takes an earlier value away. */
    assert_plain("{\"gpu_backends\": {\"a\": {\"build_flag\": \"x\"}, \"A\": {}}}", "");
}

static void test_breaking_off(void)
{
    assert_plain("{\"gpu_build\": []}", "!gpu_build is a list\n");
    assert_plain("{\"gpu_backends\": null}", "!gpu_backends is no object\n");
    assert_plain("{\"gpu_backends\": {\"a\": \"b\"}}", "!gpu_backends.a is no object\n");
    assert_plain("{\"internal_build\": {}}", "!internal_build.library_name is missing\n");
    assert_plain("{\"build_system\": {\"type\": 7}}", "!build_system.type is no text\n");
    assert_plain("{\"gpu_build\": {\"build_flag\": [\"-DX\"]}}",
                 "!gpu_build.build_flag is no text\n");
    assert_plain("{\"gpu_build\": {\"build_flag\": []}}", "");
}

static void test_equal(void)
{
    static const struct {
        const char *a;
        const char *b;
        gboolean equal;
    } rows[] = {{"1", "true", TRUE},      {"1", "1.0", TRUE},   {"0", "false", TRUE},
                {"\"1\"", "1", FALSE},    {"[1]", "[1]", TRUE}, {"\"a\"", "\"a\"", TRUE},
                {"\"a\"", "\"A\"", FALSE}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        json_t *a = json_loads(rows[i].a, JSON_DECODE_ANY, NULL);
        json_t *b = json_loads(rows[i].b, JSON_DECODE_ANY, NULL);
        g_assert_cmpint(sc25_equal(a, b), ==, rows[i].equal);
        json_decref(a);
        json_decref(b);
    }
}

static const char labels[] =
    "{\"gpu_build\": {\"value\": true, \"build_flag\": \"-DGPU\"},"
    " \"gpu_backends\": {\"CUDA\": {\"used_as_default\": false, \"build_flag\": \"-DGPU=CUDA\"}}}";

static Score *score(const char *reply)
{
    g_autoptr(Truth) truth = sample_truth(labels);
    g_autoptr(Prediction) prediction = sample_prediction(reply);
    return score_sc25(truth, prediction, 0);
}

static void test_counting(void)
{
    g_autoptr(Score) found = score("{\"gpu_build\": {\"value\": true, \"build_flag\": \"-DOTHER\"},"
                                   " \"gpu_backends\": {\"HIP\": {\"used_as_default\": false}}}");
    /* Right: value. Wrong: the other flag (no miss), HIP's default. Missed: two fields of CUDA. */
    g_assert_cmpuint(found->total.right, ==, 1);
    g_assert_cmpuint(found->total.wrong, ==, 2);
    g_assert_cmpuint(found->total.missed, ==, 2);
    g_assert_cmpfloat_with_epsilon(score_f1(found), 1.0 / 3, 1e-12);
    g_assert_cmpfloat(found->steps[STEP_STUDY], ==, score_f1(found));
    /* A wrong value is a miss, too: recall 1/4. */
    g_assert_cmpfloat_with_epsilon(found->steps[STEP_MISSES], 2.0 / 7, 1e-12);
    /* Without what is false: 1 right, 1 wrong, 2 missed. */
    g_assert_cmpfloat_with_epsilon(found->steps[STEP_FALSE], 0.4, 1e-12);
    const Finding *first = found->findings->pdata[0];
    g_assert_cmpstr(first->what, ==, "gpu_build.build_flag");
    g_assert_cmpstr(first->reason, ==, "labelled as -DGPU; the study counts no miss");
    g_assert_cmpstr(first->label_at, ==, "labels.yaml:1");
    g_assert_cmpstr(first->prediction_at, ==, "sample.xaas.yaml:1");
}

static void test_failures(void)
{
    g_autoptr(Score) broken = score("{\"gpu_build\": {\"value\": true}, \"internal_build\": []}");
    g_assert_cmpstr(broken->failure, ==,
                    "internal_build is a list: there the study's script breaks off and leaves the "
                    "reply out; here it counts as 0");
    g_assert_cmpuint(broken->total.right, ==, 0);
    g_assert_cmpuint(broken->total.missed, ==, 4);
    g_autoptr(Score) prose =
        score("{\"error\": \"Invalid JSON\", \"raw_response\": \"Sure! Here\"}");
    g_assert_cmpstr(prose->failure, ==, "the recorded reply is no JSON: \"Sure! Here\"");
    g_assert_cmpfloat(score_f1(prose), ==, 0);
    g_autoptr(Score) schema = score("{\"$schema\": \"x\", \"properties\": {\"gpu_build\": {}}}");
    g_assert_cmpstr(schema->failure, ==, "a JSON Schema instead of an answer");
}

/* A specification is scored as what is written for it in the reference layout. */
static void test_specification(void)
{
    g_autoptr(Score) found = score(
        SPECIFICATION "- {id: gpu_backend/GPU, category: gpu_backend, option: GPU, kind: choice, "
                      "flag: \"-DGPU=\", default: \"OFF\", "
                      "values: [{value: CUDA, flag: -DGPU=CUDA}], " REST "}\n");
    g_assert_null(found->failure);
    g_assert_cmpuint(found->parts[SC25_SECTION_GPU].right, ==, 2);
    g_assert_cmpuint(found->parts[SC25_SECTION_GPU].wrong, ==, 0);
}

static void test_switch_names(void)
{
    Sc25Switches switches = 0;
    g_autofree char *unknown = NULL;
    g_assert_true(sc25_switches_parse("revised, simd-names", &switches, &unknown));
    g_assert_cmpuint(switches, ==, BIT(ALGEBRA_FLAGS) | BIT(NULL_NAMES) | BIT(SIMD_NAMES));
    g_assert_true(sc25_switches_parse(NULL, &switches, &unknown));
    g_assert_cmpuint(switches, ==, 0);
    g_assert_false(sc25_switches_parse("simd-names,nonsense", &switches, &unknown));
    g_assert_cmpstr(unknown, ==, "nonsense");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sc25/sections", test_sections);
    g_test_add_func("/sc25/flags", test_flags);
    g_test_add_func("/sc25/switches", test_switches);
    g_test_add_func("/sc25/collisions", test_collisions);
    g_test_add_func("/sc25/breaking-off", test_breaking_off);
    g_test_add_func("/sc25/equal", test_equal);
    g_test_add_func("/sc25/counting", test_counting);
    g_test_add_func("/sc25/failures", test_failures);
    g_test_add_func("/sc25/specification", test_specification);
    g_test_add_func("/sc25/switch-names", test_switch_names);
    return g_test_run();
}
