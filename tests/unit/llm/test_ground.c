/* Replies in the layout of the SC'25 label files: taken out of any form, then checked against
 * facts. */
#include "core/json.h"
#include "discover/llm/reply_form.h"
#include "discover/llm/whole_file.h"
#include "fixture.h"
#include <string.h>

/* ---- form -------------------------------------------------------------------------------------
 */

static void test_forms(void)
{
    /* The same claim, as models have written it. */
    static const char *const texts[] = {
        "{\"gpu_backends\": {\"CUDA\": {\"build_flag\": \"-DQ_GPU=CUDA\"}}}",
        "Here it is:\n```json\n{\"gpu_backends\": {\"CUDA\": {\"build_flag\": "
        "\"-DQ_GPU=CUDA\"}}}\n```",
        "{\"GPU_Backends\": {\"CUDA\": {\"build_flag\": \"-DQ_GPU=CUDA\"}}}",
        /* As examples of a schema, */
        "{\"type\": \"object\", \"properties\": {\"gpu_backends\": {\"type\": \"object\", "
        "\"properties\": {\"CUDA\": {\"type\": \"object\", \"properties\": {\"build_flag\": "
        "{\"type\": \"string\", \"example\": \"-DQ_GPU=CUDA\"}}}}}}}",
        /* within the schema that was shown, */
        "{\"$schema\": \"x\", \"type\": \"object\", \"properties\": {\"gpu_backends\": {\"type\": "
        "\"object\", \"additionalProperties\": {}, \"properties\": {\"CUDA\": {\"build_flag\": "
        "\"-DQ_GPU=CUDA\"}}}}}",
        /* and beside it. */
        "{\"type\": \"object\", \"properties\": {\"gpu_backends\": {\"type\": \"object\"}}, "
        "\"gpu_backends\": {\"CUDA\": {\"build_flag\": \"-DQ_GPU=CUDA\"}}}",
    };
    json_t *wanted = json_loads(texts[0], 0, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        json_t *reply = reply_form_read(texts[i]);
        g_test_message("%s", texts[i]);
        g_assert_true(json_equal(reply, wanted));
        json_decref(reply);
    }
    json_decref(wanted);
}

/* Where nothing is claimed nothing is found. */
static void test_no_claims(void)
{
    static const char *const texts[] = {
        "",
        "The points are GPU backends and so on.",
        "{\"error\": \"x\"}",
        "{\"gpu_backends\": 3}",
        "{\"$schema\": \"x\", \"type\": \"object\", \"properties\": {\"gpu_backends\": {\"type\": "
        "\"object\", \"additionalProperties\": {\"type\": \"object\"}}}}",
        "{\"gpu_backends\": {\"CUDA\": {"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_test_message("%s", texts[i]);
        g_assert_null(reply_form_read(texts[i]));
    }
}

/* ---- facts ------------------------------------------------------------------------------------
 */

static const char project_text[] =
    "{\"name\": \"quarry\", \"options\": ["
    "{\"option\": \"Q_GPU\", \"help\": \"GPU backend\", \"type\": \"string\", \"default\": \"OFF\","
    " \"values\": [\"OFF\", \"CUDA\", \"SYCL\"]},"
    "{\"option\": \"Q_FFT\", \"help\": \"FFT library\", \"type\": \"string\", \"default\": "
    "\"fftw3\", \"values\": [\"fftw3\", \"mkl\"]},"
    "{\"option\": \"Q_OPENMP\", \"help\": \"Enable OpenMP\", \"default\": \"ON\"},"
    "{\"option\": \"Q_MPI\", \"help\": \"Enable MPI\", \"default\": \"OFF\"}]}";

/* The grounded reply as text; to be freed. */
static char *ground_text(const char *text, GroundCounts *counts)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Knowledge) knowledge = fixture_knowledge();
    json_t *project = json_loads(project_text, 0, NULL);
    Facts *facts = fixture_facts(arena, project);
    GPtrArray *decisions = classify(&(ClassifyInput){knowledge, facts, NULL, 0}, arena);
    ConsultSettings consult_settings = {.batch.facts = facts, .knowledge = knowledge};
    WholeFileSettings settings = {.consult = &consult_settings, .arena = arena};
    g_auto(GroundClaims) claims = {0};
    ground_claims_init(&claims);
    json_t *grounded = whole_file_ground(&settings, decisions, text, &claims, counts);
    json_object_del(grounded, "build_system");
    json_object_del(grounded, "gpu_build");
    char *dumped = json_dumps(grounded, JSON_COMPACT);
    char *copy = g_strdup(dumped);
    free(dumped);
    json_decref(grounded);
    json_decref(project);
    return copy;
}

static void test_claims(void)
{
    static const struct {
        const char *reply;
        const char *grounded;
    } rows[] = {
        /* As it should be: stays. */
        {"{\"gpu_backends\":{\"CUDA\":{\"build_flag\":\"-DQ_GPU=CUDA\",\"used_as_default\":false}}"
         "}",
         "{\"gpu_backends\":{\"CUDA\":{\"build_flag\":\"-DQ_GPU=CUDA\",\"used_as_default\":false}}"
         "}"},
        /* -D, quotes, letter case of the value, the entry's name, the default. */
        {"{\"gpu_backends\":{\"Sycl\":{\"build_flag\":\"Q_GPU='sycl'\",\"used_as_default\":true}}}",
         "{\"gpu_backends\":{\"SYCL\":{\"build_flag\":\"-DQ_GPU=SYCL\",\"used_as_default\":false}}"
         "}"},
        /* No such value, no such option. */
        {"{\"gpu_backends\":{\"HIP\":{\"build_flag\":\"-DQ_GPU=HIP\"},\"CUDA\":{\"build_flag\":"
         "\"-DQ_CUDA=ON\"}}}",
         "{\"gpu_backends\":{}}"},
        /* A switch without its value, and what is its default. */
        {"{\"parallel_programming_libraries\":{\"OpenMP\":{\"build_flag\":\"-DQ_OPENMP=ON\"},"
         "\"MPI\":{\"build_flag\":\"-DQ_MPI:BOOL=ON\",\"used_as_default\":true}}}",
         "{\"parallel_programming_libraries\":{\"OpenMP\":{\"build_flag\":\"-DQ_OPENMP\","
         "\"used_as_default\":true},\"MPI\":{\"build_flag\":\"-DQ_MPI\",\"used_as_default\":false}}"
         "}"},
        /* A value without its flag, and one in the wrong section. */
        {"{\"FFT_libraries\":{\"fftw3\":{\"build_flag\":null}}}",
         "{\"FFT_libraries\":{\"fftw3\":{\"build_flag\":\"-DQ_FFT=fftw3\",\"used_as_default\":true}"
         "}}"},
        {"{\"linear_algebra_libraries\":{\"MKL\":{\"build_flag\":\"-DQ_FFT=mkl\"}}}",
         "{\"linear_algebra_libraries\":{},\"FFT_libraries\":{\"mkl\":{\"build_flag\":"
         "\"-DQ_FFT=mkl\",\"used_as_default\":false}}}"},
        /* What has no option is nobody's default. */
        {"{\"linear_algebra_libraries\":{\"BLAS\":{\"build_flag\":null,\"used_as_default\":true}}}",
         "{\"linear_algebra_libraries\":{\"BLAS\":{\"build_flag\":null,\"used_as_default\":false}}"
         "}"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        GroundCounts counts = {0};
        g_autofree char *got = ground_text(rows[i].reply, &counts);
        g_test_message("%s", rows[i].reply);
        g_assert_cmpstr(got, ==, rows[i].grounded);
        g_assert_cmpuint(counts.claims, ==, counts.kept + counts.corrected + counts.dropped);
        g_assert_cmpuint(counts.claims, >, 0);
    }
}

/* Replies are hostile, too: nothing of another type than the layout's brings anything down. */
static void test_hostile(void)
{
    static const char *const replies[] = {
        "{\"gpu_backends\":{\"A\":3,\"B\":null,\"C\":[],\"D\":{\"build_flag\":{}},\"E\":{\"build_"
        "flag\":"
        "[1]}}}",
        "{\"FFT_libraries\":{\"\":{\"build_flag\":\"\"}},\"compiler_flags\":[null,{},3,\"\"]}",
        "{\"internal_build\":[3,null,{}],\"gpu_backends\":{\"x\":{\"build_flag\":\"=\"}}}",
        "{\"gpu_backends\":{\"x\":{\"build_flag\":\"-D -D= :\"}},\"gpu_build\":7}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++) {
        GroundCounts counts = {0};
        g_test_message("%s", replies[i]);
        g_autofree char *got = ground_text(replies[i], &counts);
        g_assert_nonnull(got);
        g_assert_null(strstr(got, "-DQ_"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ground/forms", test_forms);
    g_test_add_func("/ground/no-claims", test_no_claims);
    g_test_add_func("/ground/claims", test_claims);
    g_test_add_func("/ground/hostile", test_hostile);
    return g_test_run();
}
