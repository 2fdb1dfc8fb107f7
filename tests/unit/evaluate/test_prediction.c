/* Whatever is in a file becomes claims or a failure with a reason. */
#include "sample.h"

static void assert_failure(const char *text, gsize length, const char *reason)
{
    g_autoptr(Prediction) prediction = prediction_read("runs/x.json", text, length);
    g_assert_nonnull(prediction->failure);
    g_assert_cmpuint(prediction->claims->len, ==, 0);
    g_assert_null(prediction->root);
    if (strstr(prediction->failure, reason) == NULL) {
        g_error("\"%s\" does not say \"%s\"", prediction->failure, reason);
    }
}

static void test_failures(void)
{
    static const struct {
        const char *text;
        const char *reason;
    } rows[] = {
        {"", "empty"},
        {" \n\t\r\n", "empty"},
        {"```json\n```", "no JSON or YAML object"},
        {"I found these options: ...",
         "neither a specification nor the reference layout, but \"I found"},
        {"[1, 2]", "no JSON or YAML object"},
        {"null", "no JSON or YAML object"},
        {"{\"gpu_backends\": {\"CUDA\": {", "broken off"},
        {"{\"gpu_backends\" {}}", "broken off"},
        {"{}", "neither"},
        {"{\"a\": 1}", "neither"},
        {"{\"error\": \"x\", \"raw_response\": \"Sorry\"}", "\"Sorry\""},
        {"{\"type\": \"object\", \"properties\": {}}", "JSON Schema"},
        {"{\"schema\": \"xaas-spec/7\"}", "has no \"project\""},
        {"schema: xaas-spec/1\npoints: [\n", "broken off"},
        {"\xff\xfe{}", "no JSON"},
        {"a: *b", "no JSON or YAML object"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        assert_failure(rows[i].text, strlen(rows[i].text), rows[i].reason);
    }
    assert_failure("{\"gpu_build\": \0 {}}", 19, "NUL");
}

static void test_large(void)
{
    g_autofree char *text = g_malloc(PREDICTION_BYTES_MAX + 1);
    memset(text, ' ', PREDICTION_BYTES_MAX + 1);
    assert_failure(text, PREDICTION_BYTES_MAX + 1, "larger than");
    assert_failure(text, PREDICTION_BYTES_MAX, "empty");
}

static void test_deep(void)
{
    g_autoptr(GString) text = g_string_new("{\"gpu_backends\": ");
    for (guint i = 0; i < 100000; i++) {
        g_string_append_c(text, '[');
    }
    assert_failure(text->str, text->len, "broken off");
}

/* Of a reply in a fence the fence goes, as in the study; line numbers stay. */
static void test_fence(void)
{
    g_autoptr(Prediction) prediction = sample_prediction(
        "\n```json\n{\"gpu_backends\":\n  {\"CUDA\": {\"build_flag\": \"-DGPU=CUDA\"}}}\n```\n");
    g_assert_null(prediction->failure);
    g_assert_cmpint(prediction->form, ==, PREDICTION_REFERENCE);
    g_assert_cmpuint(prediction->claims->len, ==, 1);
    const Claim *claim = prediction->claims->pdata[0];
    g_assert_cmpstr(claim->text, ==, "-DGPU=CUDA");
    g_assert_cmpuint(claim->at.line, ==, 4);
}

/* JSON that is no YAML is read without places; of two equal keys the last one counts. */
static void test_json_only(void)
{
    g_autoptr(Prediction) prediction =
        sample_prediction("{\"gpu_backends\": {\"A\": {\"build_flag\": \"-DA\"}},"
                          " \"gpu_backends\": {\"B\": {\"build_flag\": \"-DB\"}}}");
    g_assert_cmpuint(prediction->claims->len, ==, 1);
    g_assert_cmpstr(((const Claim *)prediction->claims->pdata[0])->name, ==, "B");
    g_assert_null(prediction->document);
}

static void test_wrong_types(void)
{
    g_autoptr(Prediction) prediction = sample_prediction(
        "{\"gpu_backends\": [1], \"simd_vectorization\": \"all\", \"FFT_libraries\": {\"a\": 1,"
        " \"b\": {\"build_flag\": 3, \"used_as_default\": \"yes\"}}, \"compiler_flags\": {},"
        " \"optimization_build_flags\": [null, \"-DX\"], \"internal_build\": [1, {}, \"a\","
        " {\"library_name\": \"c\"}]}");
    g_assert_null(prediction->failure);
    g_assert_cmpuint(prediction->claims->len, ==, 4);
    const Claim *claim = prediction->claims->pdata[1];
    g_assert_cmpstr(claim->name, ==, "b");
    g_assert_null(claim->text);
    g_assert_cmpint(claim->is_default, ==, DEFAULT_UNKNOWN);
}

static void test_project(void)
{
    g_autoptr(Prediction) named = sample_prediction(SPECIFICATION " []\n");
    g_assert_cmpstr(named->project, ==, "sample");
    g_autoptr(Prediction) unnamed = prediction_read("some/where/hypre.reference.json", "", 0);
    g_assert_cmpstr(unnamed->project, ==, "hypre");
}

static void test_missing_file(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(prediction_load("/nonexistent/file.json", &error));
    g_assert_nonnull(error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/prediction/failures", test_failures);
    g_test_add_func("/prediction/large", test_large);
    g_test_add_func("/prediction/deep", test_deep);
    g_test_add_func("/prediction/fence", test_fence);
    g_test_add_func("/prediction/json-only", test_json_only);
    g_test_add_func("/prediction/wrong-types", test_wrong_types);
    g_test_add_func("/prediction/project", test_project);
    g_test_add_func("/prediction/missing-file", test_missing_file);
    return g_test_run();
}
