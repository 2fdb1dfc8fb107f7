/* Source containers: packed reproducibly, and built on the machine with what it chooses. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A copy of the project in the folder, so that files can be added. */
static ContainerRun *run_with_project(void)
{
    ContainerRun *run = container_run_new();
    if (run != NULL) {
        const char *const copy[] = {"cp",
                                    "-R",
                                    XAAS_SOURCE_ROOT "/tests/container/harbour",
                                    XAAS_SOURCE_ROOT "/tests/container/harbour.xaas.yaml",
                                    run->folder,
                                    NULL};
        g_auto(ProcessResult) result = {0};
        g_assert_true(process_run_well(&(ProcessRequest){.command = copy}, &result, NULL));
    }
    return run;
}

static int pack(const ContainerRun *run, const char *tag, ProcessResult *result)
{
    g_autofree char *line = g_strdup_printf(
        "build --source-container harbour.xaas.yaml --source harbour -o oci:image:%s", tag);
    return container_run(run, line, result);
}

static void assert_says(const ContainerRun *run, const char *prefix, const char *expected)
{
    g_autofree char *program = g_build_filename(run->folder, prefix, "bin/harbour", NULL);
    const char *const command[] = {program, NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = command}, &result, NULL));
    g_assert_cmpstr(g_strchomp(result.out), ==, expected);
}

static void deploy(const ContainerRun *run, const char *prefix, const char *options, int status)
{
    g_autofree char *line =
        g_strdup_printf("deploy oci:image:t --isolation %%I -q --prefix %s%s", prefix, options);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run, line, &result), ==, status);
}

/* What prefers something that nobody can have was not meant so, and that is said. */
static void check_preferences(const ContainerRun *run)
{
    container_run_write_file(run, "prefer.yaml",
                             "schema: xaas-preferences/1\nprefer:\n"
                             "- {option: HARBOUR_SIMDD, values: [AVX2]}\n");
    g_auto(ProcessResult) told = {0};
    container_run_well(
        run, "deploy oci:image:t --isolation %I -q --prefix preferred --prefer prefer.yaml", &told);
    g_assert_nonnull(strstr(told.err, "there is no option HARBOUR_SIMDD"));
}

static void test_chosen(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    g_auto(ProcessResult) packed = {0};
    g_assert_cmpint(pack(run, "t", &packed), ==, 0);
    /* Another machine's description: what runs here is less than what it could. */
    deploy(run, "avx2", " --system " XAAS_SOURCE_ROOT "/tests/systems/zen2-a100.yaml", 0);
    assert_says(run, "avx2", "AVX2_256, threads, no name, 42");
    deploy(run, "set",
           " --set HARBOUR_SIMD=SSE4.1 --set threading/HARBOUR_OPENMP=OFF --set HARBOUR_NAME=a'b&c",
           0);
    assert_says(run, "set", "SSE4.1, one thread, a'b&c, 42");
    g_autofree char *record = g_build_filename(run->folder, "set/share/xaas/deployment.json", NULL);
    json_t *document = json_load_file(record, 0, NULL);
    g_assert_cmpstr(
        json_string_value(json_object_get(json_object_get(document, "settings"), "HARBOUR_SIMD")),
        ==, "SSE4.1");
    json_decref(document);
    check_preferences(run);
    deploy(run, "wrong", " --set NOTHING", 3);
    /* Options about modules would be promises that nobody keeps. */
    static const char *const misplaced[] = {" --check", " -t znver3", " -c one", " --lto thin"};
    for (gsize i = 0; i < G_N_ELEMENTS(misplaced); i++) {
        deploy(run, "wrong", misplaced[i], 2);
    }
    g_autofree char *wrong = g_build_filename(run->folder, "wrong", NULL);
    g_assert_false(g_file_test(wrong, G_FILE_TEST_EXISTS));
}

/* The build tree comes to where a person wants it, on another file system, too; what is there is
 * not touched, and that is said before anything is built. */
static void test_kept(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    g_auto(ProcessResult) packed = {0};
    g_assert_cmpint(pack(run, "t", &packed), ==, 0);
    container_run_write_file(run, "taken/file", "");
    deploy(run, "none", " --keep-build taken", 2);
    g_autofree char *none = g_build_filename(run->folder, "none", NULL);
    g_assert_false(g_file_test(none, G_FILE_TEST_EXISTS));
    GStatBuf here, there;
    g_autofree char *other = g_strdup("/dev/shm/xaas-test-XXXXXX");
    if (g_mkdtemp(other) == NULL || g_stat(other, &there) != 0 || g_stat(run->folder, &here) != 0 ||
        here.st_dev == there.st_dev) {
        g_test_skip("there is no second file system");
        return;
    }
    g_autofree char *options = g_strconcat(" --keep-build ", other, "/kept", NULL);
    g_autofree char *program = g_build_filename(other, "kept/harbour", NULL);
    deploy(run, "kept", options, 0);
    g_assert_true(g_file_test(program, G_FILE_TEST_IS_EXECUTABLE));
    container_run_remove(other);
}

/* What cannot be configured is a finding, and its log is where the message says. */
static void test_failed(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    container_run_write_file(run, "harbour/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.20)\nproject(harbour C)\n"
                             "message(FATAL_ERROR \"no quay\")\n");
    g_auto(ProcessResult) packed = {0};
    g_assert_cmpint(pack(run, "t", &packed), ==, 0);
    g_auto(ProcessResult) lost = {0};
    g_assert_cmpint(container_run(run, "deploy oci:image:t --isolation %I -q --prefix app", &lost),
                    ==, 1);
    g_assert_nonnull(strstr(lost.err, "its log (--keep-build DIR keeps it) ends with"));
    g_auto(ProcessResult) kept = {0};
    g_assert_cmpint(
        container_run(run, "deploy oci:image:t --isolation %I -q --prefix app --keep-build kept",
                      &kept),
        ==, 1);
    g_assert_nonnull(strstr(kept.err, "its log is kept/configure.log and ends with"));
    g_autofree char *log = g_build_filename(run->folder, "kept/configure.log", NULL);
    g_autofree char *said = NULL;
    g_assert_true(g_file_get_contents(log, &said, NULL, NULL));
    g_assert_nonnull(strstr(said, "no quay"));
    g_autofree char *app = g_build_filename(run->folder, "app", NULL);
    g_assert_false(g_file_test(app, G_FILE_TEST_EXISTS));
}

/* A full disk in the middle of whichever step is none of the project's failures. */
static void test_full(void)
{
    static const char *const steps[] = {
        "message(FATAL_ERROR \"cannot write m: No space left on device\")\n",
        "add_custom_target(m ALL COMMAND ${CMAKE_COMMAND} -E echo \"m: No space left on device\"\n"
        "                  COMMAND ${CMAKE_COMMAND} -E false)\n",
        "install(CODE \"message(FATAL_ERROR [[cannot copy m: No space left on device.]])\")\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
        g_autoptr(ContainerRun) run = run_with_project();
        if (run == NULL) {
            return;
        }
        g_autofree char *text = g_strconcat(
            "cmake_minimum_required(VERSION 3.20)\nproject(harbour C)\n", steps[i], NULL);
        container_run_write_file(run, "harbour/CMakeLists.txt", text);
        g_auto(ProcessResult) packed = {0};
        g_assert_cmpint(pack(run, "t", &packed), ==, 0);
        g_auto(ProcessResult) lost = {0};
        g_assert_cmpint(
            container_run(run, "deploy oci:image:t --isolation %I -q --prefix app", &lost), ==, 4);
        g_assert_nonnull(strstr(lost.err, "a disk is full; make room there"));
        g_assert_false(container_run_is_there(run, "app"));
    }
}

/* The image may lie among the sources, and is none of them. */
static void test_within(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    static const char line[] =
        "build --source-container harbour.xaas.yaml --source harbour -o oci:harbour/image:t";
    g_autofree char *first = container_run_digest(run, line);
    g_autofree char *second = container_run_digest(run, line);
    g_assert_cmpstr(first, ==, second);
}

/* Names of files are bytes: whatever the locale, all are packed and unpacked. */
static void test_names(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    static const char line[] =
        "build --source-container harbour.xaas.yaml --source harbour -o oci:image:t";
    container_run_write_file(run, "harbour/gr\303\266\303\237e", "");
    container_run_write_file(run, "harbour/gr\366\337e", "");
    g_autofree char *set = g_strdup(g_getenv("LC_ALL"));
    g_assert_true(g_setenv("LC_ALL", "C", TRUE));
    g_autofree char *first = container_run_digest(run, line);
    deploy(run, "plain", "", 0);
    g_assert_true(g_setenv("LC_ALL", "C.UTF-8", TRUE));
    g_autofree char *second = container_run_digest(run, line);
    if (set != NULL) {
        g_assert_true(g_setenv("LC_ALL", set, TRUE));
    } else {
        g_unsetenv("LC_ALL");
    }
    g_assert_cmpstr(first, ==, second);
}

/* Ended by a batch system: what was unpacked and built goes. */
static void test_ended(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    g_auto(ProcessResult) packed = {0};
    g_assert_cmpint(pack(run, "t", &packed), ==, 0);
    static const char script[] =
        "mkdir tmp; TMPDIR=\"$PWD/tmp\" \"$0\" deploy oci:image:t -p out --isolation none -q &\n"
        "while ! ls -d tmp/*/* >ls 2>&1; do kill -0 $! || exit 90; sleep .01; done\n"
        "kill -TERM $!; wait $!; status=$?\n"
        "ls -A tmp; ls -d .out.*; exit $status\n";
    const char *const command[] = {"sh", "-c", script, XAAS_PROGRAM, NULL};
    g_auto(ProcessResult) ended = {0};
    g_assert_true(
        process_run(&(ProcessRequest){.command = command, .directory = run->folder}, &ended, NULL));
    g_assert_cmpint(ended.status, ==, 128 + SIGTERM);
    g_assert_cmpstr(ended.out, ==, "");
}

/* The same bytes twice; what is no file of the project is left out and named. */
static void test_packed(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    g_autofree char *outside = g_build_filename(run->folder, "harbour/outside", NULL);
    g_autofree char *inside = g_build_filename(run->folder, "harbour/inside.c", NULL);
    g_autofree char *history = g_build_filename(run->folder, "harbour/.git", NULL);
    g_assert_cmpint(symlink("/etc/passwd", outside), ==, 0);
    g_assert_cmpint(symlink("src/main.c", inside), ==, 0);
    /* Links that lead to each other end somewhere. */
    g_autofree char *circle = g_build_filename(run->folder, "harbour/src/circle", NULL);
    g_assert_cmpint(symlink("../src", circle), ==, 0);
    g_assert_cmpint(g_mkdir(history, 0755), ==, 0);
    g_auto(ProcessResult) first = {0};
    g_auto(ProcessResult) second = {0};
    g_assert_cmpint(pack(run, "t", &first), ==, 0);
    g_assert_nonnull(strstr(first.out, "left out: outside: a link"));
    g_assert_nonnull(strstr(first.out, "left out: src/circle/circle: a link"));
    g_assert_cmpint(pack(run, "u", &second), ==, 0);
    const char *digest = strstr(first.out, "sha256:");
    const char *again = strstr(second.out, "sha256:");
    g_assert_cmpint(strncmp(digest, again, strlen("sha256:") + 64), ==, 0);
    if (container_run_has("skopeo")) {
        const char *const copy[] = {"skopeo", "copy", "-q", "oci:image:t", "oci:copy:t", NULL};
        g_auto(ProcessResult) copied = {0};
        g_assert_true(process_run_well(&(ProcessRequest){.command = copy, .directory = run->folder},
                                       &copied, NULL));
    }
}

static void test_refused(void)
{
    g_autoptr(ContainerRun) run = run_with_project();
    if (run == NULL) {
        return;
    }
    g_autofree char *path = g_build_filename(run->folder, "harbour.xaas.yaml", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autoptr(GString) other = g_string_new(text);
    g_string_replace(other, "type: cmake", "type: meson", 0);
    g_assert_true(g_file_set_contents(path, other->str, -1, NULL));
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(pack(run, "t", &result), ==, 3);
    g_assert_nonnull(strstr(result.err, "the project is built with "));
    g_auto(ProcessResult) folder = {0};
    g_assert_cmpint(
        container_run(run, "build --source-container harbour.xaas.yaml --source gone -o oci:i:t",
                      &folder),
        ==, 3);
    /* What nothing is done about is not taken in silence. */
    g_auto(ProcessResult) idle = {0};
    g_assert_cmpint(
        container_run(run,
                      "build --source-container harbour.xaas.yaml --source harbour --tests -o "
                      "oci:i:t",
                      &idle),
        ==, 2);
    g_assert_nonnull(strstr(idle.err, "--tests says how a matrix is built"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/source/chosen", test_chosen);
    g_test_add_func("/source/within", test_within);
    g_test_add_func("/source/names", test_names);
    g_test_add_func("/source/kept", test_kept);
    g_test_add_func("/source/failed", test_failed);
    g_test_add_func("/source/full", test_full);
    g_test_add_func("/source/ended", test_ended);
    g_test_add_func("/source/packed", test_packed);
    g_test_add_func("/source/refused", test_refused);
    return g_test_run();
}
