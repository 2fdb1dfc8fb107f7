/* A project that is configured in a folder beside its sources, and an option that its
 * specification does not know. */
#include "container_run.h"
#include <string.h>

#define PLAN                                                                                       \
    "plan " XAAS_SOURCE_ROOT "/tests/container/nested.xaas.yaml --source " XAAS_SOURCE_ROOT        \
    "/tests/container/nested "

static void assert_says(const ContainerRun *run, const char *prefix, const char *expected)
{
    g_autofree char *program = g_build_filename(run->folder, prefix, "bin/nested", NULL);
    const char *const command[] = {program, NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = command}, &result, NULL));
    g_assert_cmpstr(g_strchomp(result.out), ==, expected);
    g_autofree char *notes = g_build_filename(run->folder, prefix, "share/nested/notes.txt", NULL);
    g_assert_true(g_file_test(notes, G_FILE_TEST_EXISTS));
}

static void assert_status(const ContainerRun *run, const char *line, int status)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run, line, &result), ==, status);
}

static void test_built(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    assert_status(run, PLAN "--vary-define CMAKE_C_FLAGS=-DPAIR=1,-DPAIR=2\\,3 -q", 0);
    assert_status(run, "build matrix.yaml -o oci:image:t --isolation %I -q", 0);
    assert_status(run, "verify oci:image:t --matrix matrix.yaml --isolation %I -q", 0);
    assert_status(run, "deploy oci:image:t -c DPAIR_1 -p one --isolation %I -q", 0);
    assert_status(run, "deploy oci:image:t -c DPAIR_2_3 -p two --isolation %I -q", 0);
    assert_says(run, "one", "1");
    assert_says(run, "two", "2,3");
    /* Another project's matrix is no matrix of this image. */
    container_run_write_matrix(run, container_run_all);
    g_auto(ProcessResult) other = {0};
    g_assert_cmpint(
        container_run(run, "verify oci:image:t --matrix matrix.yaml --isolation %I -q", &other), ==,
        3);
    g_assert_nonnull(strstr(other.err, "none of the configurations"));
}

/* Then CMake puts the sources' real path into the names of objects. */
static void test_not_isolated(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    assert_status(run, PLAN "--define CMAKE_C_FLAGS=-DPAIR=5 -q", 0);
    assert_status(run, "build matrix.yaml -o oci:image:t --isolation none -q", 0);
    assert_status(run, "deploy oci:image:t -p alone --isolation none -q", 0);
    assert_status(run, "deploy oci:image:t -p inside --isolation %I -q", 0);
    assert_says(run, "alone", "5");
    assert_says(run, "inside", "5");
}

/* The specification tells where, at deployment, too. */
static void test_source(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    assert_status(run,
                  "build --source-container " XAAS_SOURCE_ROOT
                  "/tests/container/nested.xaas.yaml --source " XAAS_SOURCE_ROOT
                  "/tests/container/nested -o oci:image:t -q",
                  0);
    assert_status(run,
                  "deploy oci:image:t -p native --set CMAKE_C_FLAGS=-DPAIR=4 --isolation %I -q", 0);
    assert_says(run, "native", "4");
}

static void test_elsewhere(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    assert_status(run, PLAN "--folder ../nested/cmake", 2);
    assert_status(run, PLAN "--folder src -q", 0);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &result), ==, 3);
    g_assert_nonnull(strstr(result.err, "nested/src has no CMakeLists.txt"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/nested/built", test_built);
    g_test_add_func("/nested/not_isolated", test_not_isolated);
    g_test_add_func("/nested/source", test_source);
    g_test_add_func("/nested/elsewhere", test_elsewhere);
    return g_test_run();
}
