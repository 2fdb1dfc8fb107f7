/* A project that writes among its sources: each configuration has some of its own. */
#include "container_run.h"
#include <string.h>

static const char two[] = "- {name: one, settings: [{option: VALUE, value: \"1\"}]}\n"
                          "- {name: two, settings: [{option: VALUE, value: \"2\"}]}\n";

/* `configuration` is a place in the matrix; every source is one unit of each. */
static const char *module_of(const json_t *why, gsize configuration)
{
    g_assert_cmpuint(json_array_size(why), ==, 2);
    return json_string_value(json_object_get(json_array_get(why, configuration), "module"));
}

static void test_copies(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_project(run, "writer", two);
    if (run->isolation == ISOLATION_NONE) {
        g_auto(ProcessResult) refused = {0};
        g_assert_cmpint(container_run(run,
                                      "build matrix.yaml -o oci:image:t --copy-source "
                                      "--isolation none",
                                      &refused),
                        ==, 2);
        g_assert_nonnull(strstr(refused.err, "--copy-source needs isolation"));
        g_test_skip("commands cannot be isolated here");
        return;
    }
    g_auto(ProcessResult) plain = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t -q", &plain), ==, 1);
    g_assert_nonnull(strstr(plain.err, "--copy-source"));

    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t -q --copy-source", &built),
                    ==, 0);
    static const char *const written[] = {"written.h", "made.c", "near"};
    for (gsize i = 0; i < G_N_ELEMENTS(written); i++) {
        g_autofree char *path =
            g_build_filename(XAAS_SOURCE_ROOT, "tests/container/writer", written[i], NULL);
        g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    }
    json_t *differs = container_run_why(run, "oci:image:t", "differs.c");
    json_t *hidden = container_run_why(run, "oci:image:t", "hidden.c");
    json_t *same = container_run_why(run, "oci:image:t", "same.c");
    json_t *made = container_run_why(run, "oci:image:t", "made.c");
    g_assert_cmpstr(module_of(differs, 0), !=, module_of(differs, 1));
    g_assert_cmpstr(module_of(same, 0), ==, module_of(same, 1));
    g_assert_cmpstr(module_of(made, 0), ==, module_of(made, 1));
    g_assert_cmpstr(module_of(made, 0), !=, module_of(same, 0));
    json_decref(differs);
    g_assert_cmpstr(module_of(hidden, 0), !=, module_of(hidden, 1));
    json_decref(hidden);
    json_decref(same);
    json_decref(made);

    g_auto(ProcessResult) verified = {0};
    g_assert_cmpint(
        container_run(run, "verify oci:image:t --matrix matrix.yaml -q --copy-source", &verified),
        ==, 0);
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(
        container_run(run, "deploy oci:image:t -p prefix -q --configuration two", &deployed), ==,
        0);
    g_autofree char *library = g_build_filename(run->folder, "prefix/lib/libwriter.a", NULL);
    g_assert_true(g_file_test(library, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/writer/copies", test_copies);
    return g_test_run();
}
