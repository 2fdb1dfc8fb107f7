/* The project's own tests, run in what was deployed: the project in whole/. */
#include "container_run.h"
#include <string.h>

static const char configurations[] =
    "- {name: good, settings: []}\n"
    "- {name: late, settings: [{option: UNORDERED, value: \"ON\"}]}\n"
    "- {name: bad, settings: [{option: FAILING, value: \"ON\"}]}\n";

static gboolean is_there(const ContainerRun *run, const char *name)
{
    g_autofree char *path = g_build_filename(run->folder, name, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void test_check(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    if (!container_run_has("ctest")) {
        g_test_skip("ctest is not installed");
        return;
    }
    container_run_write_project(run, "whole", configurations);
    static const struct {
        const char *line;
        int status;
        const char *said;
    } turns[] = {
        {"build matrix.yaml -o oci:image:plain --isolation %I -q", 0, NULL},
        {"build matrix.yaml -o oci:image:t --tests --isolation %I -q", 0, NULL},
        {"deploy oci:image:plain --isolation %I --cache cache -c good -p none --check", 3,
         "build it with --tests"},
        {"deploy oci:image:t --isolation %I --cache cache -c bad -p none --check", 1, "beyond"},
        {"deploy oci:image:t --isolation %I --cache cache -c bad -p none --check", 1,
         "--keep-build DIR"},
        {"deploy oci:image:t --isolation %I --cache cache -c bad -p none --check --keep-build kept",
         1, "kept/step.log"},
        {"deploy oci:image:t --isolation %I --cache cache -c good -p good --check", 0,
         "100% tests passed"},
        {"deploy oci:image:t --isolation %I --cache cache -c late -p late -j 2 --check", 0,
         "some failed side by side with others and passed one by one: 100% tests passed"},
        {"deploy oci:image:t --isolation %I --cache cache -c late -p none -j 1 --check", 1, "late"},
        {"deploy oci:image:t --isolation %I --cache cache -c good -t x86-64-v4+sse4a+xop -p none "
         "--check",
         4, "cannot run on this machine"},
        {"deploy oci:image:t --isolation %I --cache cache -c bad -p bad", 0, NULL},
        {"verify oci:image:t", 0, NULL},
        /* Paths in scripts are real ones, which the image does not hold. */
        {"build matrix.yaml -w unisolated -o oci:real:t --tests --isolation none -q", 0, NULL},
        {"deploy oci:real:t --isolation none --cache cache -c good -p real-good --check", 0,
         "100% tests passed"},
        {"verify oci:real:t --matrix matrix.yaml -w unisolated --isolation none", 0,
         ": 0 differences"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, turns[i].line, &result), ==, turns[i].status);
        const char *said = turns[i].status == 0 ? result.out : result.err;
        g_assert_true(turns[i].said == NULL || strstr(said, turns[i].said) != NULL);
        g_assert_false(is_there(run, "none"));
    }
    g_assert_true(is_there(run, "kept/step.log"));
    g_assert_true(is_there(run, "good/bin/whole"));
    g_assert_true(is_there(run, "good/share/side.txt"));
    g_assert_true(is_there(run, "bad/bin/whole"));
    g_assert_false(is_there(run, "good/bin/trial"));
}

/* A project that neither tests nor installs anything: both are said. */
static void test_nothing(const ContainerRun *run)
{
    container_run_write_file(run, "bare/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(bare C)\n"
                             "add_executable(m main.c)\n");
    container_run_write_file(run, "bare/main.c", "int main(void) { return 0; }\n");
    container_run_write_own(run, "bare", "- {name: one, settings: []}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --tests --isolation %I", &built);
    g_assert_nonnull(strstr(built.out, "1 configuration, 1 unit: 1 class (1 closure scanned, "));
    g_assert_nonnull(strstr(built.out, "1 distinct module with 1 function, of which 1 is stored"));
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -p made --check --cache cache --isolation %I",
                       &deployed);
    g_assert_nonnull(strstr(deployed.out, "the project's own tests: there are none"));
    g_assert_nonnull(strstr(deployed.out, "note: nothing is installed, "));
    g_assert_null(strstr(deployed.out, "cannot be read"));
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_assert_nonnull(strstr(verified.out, "1 module rebuilt and read by LLVM, 1 unit compiled with "
                                          "its own command: 0 differences"));
}

/* What does not come about is said: no image, two targets that make one file. */
static void test_unpacked(const ContainerRun *run)
{
    container_run_write_file(run, "twice/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(twice C)\n"
                             "add_executable(m main.c)\n"
                             "add_executable(n main.c)\n"
                             "if(TWICE)\n"
                             "  set_target_properties(n PROPERTIES OUTPUT_NAME m)\n"
                             "endif()\n");
    container_run_write_file(run, "twice/main.c", "int main(void) { return 0; }\n");
    container_run_write_own(run, "twice",
                            "- {name: one, settings: []}\n"
                            "- {name: two, settings: [{option: TWICE, value: \"ON\"}]}\n");
    g_auto(ProcessResult) failed = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &failed),
                    ==, 1);
    g_assert_nonnull(strstr(failed.err, "two targets make one file"));
    g_assert_nonnull(strstr(failed.out, "nothing is packed: 1 configuration works as far as was "
                                        "tried; -k packs those that do"));
    container_run_write_own(run, "twice",
                            "- {name: two, settings: [{option: TWICE, value: \"ON\"}]}\n");
    g_auto(ProcessResult) none = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -k", &none),
                    ==, 1);
    g_assert_cmpstr(none.out, ==, "nothing is packed: no configuration works\n");
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {{"/container/check/nothing", test_nothing},
                                             {"/container/check/unpacked", test_unpacked}};
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/check", test_check);
    container_run_add_tests(tests, G_N_ELEMENTS(tests));
    return g_test_run();
}
