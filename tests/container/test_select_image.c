/* Which configuration of an image a machine gets: by what its units were compiled for, and by the
 * points that the matrix brought into the image. */
#include "container_run.h"
#include <string.h>

static const char matrix[] =
    "- {name: avx512, settings: [{option: SIMD, value: AVX512}]}\n"
    "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n"
    "- {name: avx2, settings: [{option: SIMD, value: AVX2}]}\n"
    "- {name: gpu, settings: [{option: SIMD, value: AVX2}, {option: OTHER, value: \"ON\"}]}\n"
    "points:\n"
    "- {option: SIMD, category: simd, default: SSE4}\n"
    "- {option: OTHER, category: gpu_backend, name: CUDA, default: \"OFF\",\n"
    "   packages: [CUDAToolkit >=11.0]}\n";

/* Selects for a recorded machine; what it prints is in `result`. */
static int select_for(const ContainerRun *run, const char *machine, const char *options,
                      ProcessResult *result)
{
    g_autofree char *line =
        g_strdup_printf("select oci:image:t --system %s/tests/systems/%s.yaml %s", XAAS_SOURCE_ROOT,
                        machine, options);
    return container_run(run, line, result);
}

static void assert_best(const ContainerRun *run, const char *machine, const char *expected)
{
    g_auto(ProcessResult) result = {0};
    int status = select_for(run, machine, "-q", &result);
    g_assert_cmpint(status, ==, expected == NULL ? 1 : 0);
    g_assert_cmpstr(g_strchomp(result.out), ==, expected == NULL ? "" : expected);
}

static void test_image(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, matrix);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 0);
    /* The GPU decides before the vectors; no configuration has both. */
    assert_best(run, "skylake-v100", "gpu");
    assert_best(run, "zen2-a100", "gpu");
    assert_best(run, "sapphirerapids-max", "avx512");
    assert_best(run, "zen3-mi250x", "avx2");
    assert_best(run, "graviton3", NULL);

    g_auto(ProcessResult) told = {0};
    g_assert_cmpint(select_for(run, "zen3-mi250x", "--json", &told), ==, 0);
    json_t *document = json_loads(told.out, 0, NULL);
    g_assert_cmpuint(json_array_size(json_object_get(document, "fits")), ==, 2);
    g_assert_cmpuint(json_array_size(json_object_get(document, "ruled_out")), ==, 2);
    const json_t *target = json_object_get(document, "target");
    g_assert_cmpstr(json_string_value(json_object_get(target, "cpu")), ==, "znver3");
    g_assert_nonnull(strstr(json_string_value(json_object_get(target, "features")), "-avx512f"));
    json_decref(document);

    /* deploy takes what select would. */
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(container_run(run,
                                  "deploy oci:image:t --isolation %I --cache cache -p installed "
                                  "--json --system " XAAS_SOURCE_ROOT
                                  "/tests/systems/zen3-mi250x.yaml",
                                  &deployed),
                    ==, 0);
    json_t *deployment = json_loads(deployed.out, 0, NULL);
    g_assert_cmpstr(json_string_value(json_object_get(deployment, "configuration")), ==, "avx2");
    json_decref(deployment);

    g_auto(ProcessResult) explained = {0};
    g_assert_cmpint(select_for(run, "zen3-mi250x", "--explain", &explained), ==, 0);
    g_assert_nonnull(strstr(explained.out, "compiled for feature avx512f: absent (/proc/cpuinfo)"));
    g_assert_nonnull(strstr(explained.out, "OTHER=ON needs a device of nvidia: absent"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/select/image", test_image);
    return g_test_run();
}
