/* What fails is named with its command and log, the rest is kept, and the next run goes on. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

static const char two[] = "- {name: good, settings: [{option: SIMD, value: SSE4}]}\n"
                          "- {name: bad, settings: [{option: SIMD, value: AVX2}, {option: FAIL, "
                          "value: %s}]}\n";

static void write_two(const ContainerRun *run, const char *fail)
{
    g_autofree char *lines = g_strdup_printf(two, fail);
    container_run_write_matrix(run, lines);
}

static gboolean has_image(const ContainerRun *run, const char *layout)
{
    g_autofree char *path = g_build_filename(run->folder, layout, "index.json", NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static void check_failing(const char *fail, const char *named)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    write_two(run, fail);
    g_auto(ProcessResult) plain = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &plain),
                    ==, 1);
    g_assert_nonnull(strstr(plain.err, "bad"));
    g_assert_nonnull(strstr(plain.err, named));
    g_assert_nonnull(strstr(plain.err, "its log is"));
    g_assert_false(has_image(run, "image"));

    g_auto(ProcessResult) kept = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -k -q", &kept), ==, 1);
    g_assert_true(has_image(run, "image"));
    g_auto(ProcessResult) shown = {0};
    g_assert_cmpint(container_run(run, "inspect oci:image:t", &shown), ==, 0);
    g_assert_nonnull(strstr(shown.out, "good"));
    g_assert_null(strstr(shown.out, "bad"));

    /* Once it is mended, the rest is still there. */
    write_two(run, "none");
    g_auto(ProcessResult) mended = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &mended), ==, 0);
}

static void test_configure(void)
{
    check_failing("configure", "cmake");
}

/* What several configurations fail with is said once, with their names. */
static void test_configure_alike(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(run, "alike",
                              "if(NOT GOOD)\n  message(FATAL_ERROR \"no such thing "
                              "as ${WHICH}\")\nendif()\nadd_executable(m main.c)\n");
    container_run_write_own(run, "alike",
                            "- {name: a, settings: [{option: WHICH, value: this}]}\n"
                            "- {name: b, settings: [{option: WHICH, value: this}]}\n"
                            "- {name: c, settings: [{option: WHICH, value: that}]}\n"
                            "- {name: d, settings: [{option: WHICH, value: this}]}\n");
    static const char *const isolations[] = {"%I", "none"};
    for (gsize i = 0; i < G_N_ELEMENTS(isolations); i++) {
        g_autofree char *line =
            g_strdup_printf("build matrix.yaml -o oci:image:t --isolation %s", isolations[i]);
        g_auto(ProcessResult) built = {0};
        g_assert_cmpint(container_run(run, line, &built), ==, 1);
        g_auto(GStrv) around = g_strsplit(built.err, "no such thing as this", -1);
        g_assert_cmpuint(g_strv_length(around), ==, 2); /* it is said once */
        g_assert_nonnull(strstr(built.err, "(with the same words: b, d)"));
        g_assert_nonnull(strstr(built.err, "no such thing as that"));
    }
}

static void test_unit(void)
{
    check_failing("unit", "plain.c");
}

/* What the compiler refuses by itself is refused, though the same unit passes under another option;
 * warnings of which the project makes errors are none. */
static void test_refused(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(run, "plain",
                              "add_executable(m main.c other.c)\ninstall(TARGETS m)\n");
    container_run_write_file(run, "plain/main.c",
                             "int main(void) { int unused; return other(); }\n");
    container_run_write_file(run, "plain/other.c", "int other(void) { return 0; }\n");
    container_run_write_own(run, "plain",
                            "- {name: strict, settings: []}\n"
                            "- {name: lenient, settings: [{option: CMAKE_C_FLAGS, value: \"-Wall "
                            "-Werror -Wno-error=implicit-function-declaration\"}]}\n");
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -k", &built), ==, 1);
    g_assert_nonnull(strstr(built.err, "call to undeclared function 'other'"));
    g_auto(ProcessResult) shown = {0};
    container_run_well(run, "inspect oci:image:t", &shown);
    g_assert_nonnull(strstr(shown.out, "lenient"));
    g_assert_null(strstr(shown.out, "strict"));
}

/* Killed in the middle; the next run ends with the image that an undisturbed one gives. */
static void test_killed(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n");
    g_auto(ProcessResult) killed = {0};
    container_run_killed(run, "build matrix.yaml -o oci:image:t --isolation %I", "2", &killed);
    g_auto(ProcessResult) again = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &again),
                    ==, 0);
    /* Isolated, a build sees the same paths wherever its work folder is; else only in the same one.
     */
    const char *line = "build matrix.yaml -w fresh -o oci:image:u --isolation %I";
    if (run->isolation == ISOLATION_NONE) {
        const char *const remove[] = {"rm", "-rf", "matrix.yaml.work", NULL};
        g_auto(ProcessResult) removed = {0};
        g_assert_true(process_run(&(ProcessRequest){.command = remove, .directory = run->folder},
                                  &removed, NULL));
        line = "build matrix.yaml -o oci:image:u --isolation %I";
    }
    g_auto(ProcessResult) fresh = {0};
    g_assert_cmpint(container_run(run, line, &fresh), ==, 0);
    const char *left = strstr(again.out, "sha256:");
    const char *right = strstr(fresh.out, "sha256:");
    g_assert_true(left != NULL && right != NULL && strncmp(left, right, 71) == 0);
}

typedef struct {
    const char *words; /* of the command line, up to the name of the program `slow` */
    gboolean unpacks;
    gboolean goes_on; /* when it is run again, which a person is to be told */
} Ended;

/* Ended by a batch system while the program `slow` runs: what was unpacked is as large as a build
 * tree. */
static void check_ended(const ContainerRun *run, const Ended *self)
{
    g_autofree char *script = g_strdup_printf(
        "rm -rf tmp started; mkdir tmp\n"
        "printf '#!/bin/sh\\n: > \"%%s/started\"\\nexec sleep 60\\n' \"$PWD\" > slow\n"
        "chmod +x slow\n"
        "TMPDIR=\"$PWD/tmp\" \"$0\" %s \"$PWD/slow\" >said 2>&1 &\n"
        "while ! test -e started; do kill -0 $! || exit 90; sleep .1; done\n"
        "test -n \"$(ls tmp)\" || %s || exit 91\n"
        "kill -TERM $!; wait $!; status=$?\n"
        "ls -A tmp; cat said >&2; exit $status\n",
        self->words, self->unpacks ? "false" : "true");
    const char *const command[] = {"sh", "-c", script, XAAS_PROGRAM, NULL};
    g_auto(ProcessResult) ended = {0};
    g_assert_true(
        process_run(&(ProcessRequest){.command = command, .directory = run->folder}, &ended, NULL));
    g_test_message("%s: status %d: %s%s", self->words, ended.status, ended.out, ended.err);
    g_assert_cmpint(ended.status, ==, 128 + SIGTERM);
    g_assert_cmpstr(ended.out, ==, "");
    g_assert_true((strstr(ended.err, "goes on from there") != NULL) == self->goes_on);
}

static void test_ended(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_project(run, "harbour", "- {name: only, settings: []}\n");
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation none", &built),
                    ==, 0);
    check_ended(run, &(Ended){"deploy oci:image:t -p out --cache cache --isolation none --linker",
                              TRUE, FALSE});
    check_ended(run, &(Ended){"verify oci:image:t --matrix matrix.yaml --isolation none --launcher",
                              TRUE, TRUE});
}

/* A build that is ended keeps what it has, and says so. */
static void test_ended_build(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n");
    check_ended(
        run, &(Ended){"build matrix.yaml -o oci:image:t --isolation none --launcher", FALSE, TRUE});
}

/* What a disk that is full in the middle of an installation ends: nothing is wrong with the
 * project. */
static void test_full_installation(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(
        run, "full",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "install(CODE \"message(FATAL_ERROR [[cannot copy m: No space left on device.]])\")\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(container_run_deploy(run, "-p out", &deployed), ==, 4);
    g_assert_nonnull(strstr(deployed.err, "a disk is full; make room there"));
    g_assert_false(container_run_is_there(run, "out"));
}

/* So it is in the middle of a build, in whichever command. */
static void test_full_build(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(run, "full",
                              "message(FATAL_ERROR [[cannot write m: No space left on device.]])\n"
                              "add_executable(m main.c)\ninstall(TARGETS m)\n");
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &built),
                    ==, 4);
    g_assert_nonnull(strstr(built.err, "a disk is full; make room there"));
}

/* A disk that takes no more (here: a limit on the size of files) leaves the old image whole. */
static void test_full_disk(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n");
    g_auto(ProcessResult) first = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &first),
                    ==, 0);
    g_autofree char *limited =
        g_strdup_printf("trap '' XFSZ; ulimit -f 16; exec '%s' build matrix.yaml -o oci:image:t "
                        "--isolation %s",
                        XAAS_PROGRAM, isolation_text(run->isolation));
    const char *const command[] = {"sh", "-c", limited, NULL};
    g_auto(ProcessResult) full = {0};
    g_assert_true(
        process_run(&(ProcessRequest){.command = command, .directory = run->folder}, &full, NULL));
    g_assert_cmpint(full.status, !=, 0);
    g_auto(ProcessResult) checked = {0};
    g_assert_cmpint(container_run(run, "verify oci:image:t", &checked), ==, 0);
}

/* Whether a class is that of a unit whose key stays from build to build. */
static gboolean is_lasting(const ContainerRun *run, const char *key)
{
    g_autofree char *path = g_strdup_printf("%s/matrix.yaml.work/units/%s.json", run->folder, key);
    g_autofree char *job = NULL;
    g_assert_true(g_file_get_contents(path, &job, NULL, NULL));
    return strstr(job, "/empty.c") != NULL;
}

/* Puts a folder in the place of a module that a build has left: nothing can be written there,
 * although its compiler is content. */
static void block_module(const ContainerRun *run)
{
    g_autofree char *modules = g_build_filename(run->folder, "matrix.yaml.work/modules", NULL);
    g_autoptr(GDir) folder = g_dir_open(modules, 0, NULL);
    g_autofree char *key = NULL;
    for (const char *name; key == NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *other = g_strndup(name, strcspn(name, "."));
        key = is_lasting(run, other) ? g_steal_pointer(&other) : NULL;
    }
    g_assert_nonnull(key);
    g_autofree char *record = g_strdup_printf("%s/%s.json", modules, key);
    g_autofree char *module = g_strdup_printf("%s/%s.bc", modules, key);
    g_autofree char *below = g_build_filename(module, "below", NULL);
    g_assert_cmpint(g_unlink(record), ==, 0);
    g_assert_cmpint(g_unlink(module), ==, 0);
    g_assert_cmpint(g_mkdir_with_parents(below, 0700), ==, 0);
}

/* What fails after the compiler is told as its failures are. */
static void test_module_not_written(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n");
    g_auto(ProcessResult) first = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &first);
    block_module(run);
    g_auto(ProcessResult) second = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &second),
                    ==, 1);
    g_assert_nonnull(strstr(second.err, ".bc cannot be written: "));
}

/* Values reach the build tool as they are and nothing else happens. */
static void test_hostile_values(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(
        run, "- {name: a, settings: [{option: TEXT, value: \"$(touch pwned); 'x' ../../up "
             "\\\"q\\\"\"}]}\n"
             "- {name: b, settings: [{option: TEXT, value: \"one\\ntwo`touch pwned`\"}]}\n");
    g_auto(ProcessResult) result = {0};
    /* Of stages that were not come to nothing is said. */
    g_auto(ProcessResult) first = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml --stop-after configure --isolation %I", &first), ==,
        0);
    g_assert_cmpstr(first.out, ==, "2 configurations\n");
    g_assert_cmpint(
        container_run(run, "build matrix.yaml --stop-after commands --isolation %I -q", &result),
        ==, 0);
    g_autofree char *path = g_build_filename(
        run->folder, "matrix.yaml.work/configurations/a/build/CMakeCache.txt", NULL);
    g_autofree char *cache = NULL;
    g_assert_true(g_file_get_contents(path, &cache, NULL, NULL));
    g_assert_nonnull(strstr(cache, "=$(touch pwned); 'x' ../../up \"q\"\n"));
    static const char *const places[] = {".", "matrix.yaml.work/configurations/a/build",
                                         "matrix.yaml.work/configurations/b/build"};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *pwned = g_build_filename(run->folder, places[i], "pwned", NULL);
        g_assert_false(g_file_test(pwned, G_FILE_TEST_EXISTS));
    }
    /* Names become folders, so they are checked. */
    container_run_write_matrix(run, "- {name: ../up, settings: []}\n");
    g_auto(ProcessResult) refused = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t", &refused), ==, 3);
    g_assert_nonnull(strstr(refused.err, "matrix.yaml:"));
}

/* What is missing in the end is missed in the beginning. */
static void test_missing_base(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, container_run_all);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --base oci:gone:t --isolation %I -q",
                      &result),
        ==, 3);
    g_assert_nonnull(strstr(result.err, "gone/index.json"));
    g_autofree char *tree =
        g_build_filename(run->folder, "matrix.yaml.work/configurations/sse4", NULL);
    g_assert_false(g_file_test(tree, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/failures/configure", test_configure);
    g_test_add_func("/container/failures/configure_alike", test_configure_alike);
    g_test_add_func("/container/failures/unit", test_unit);
    g_test_add_func("/container/failures/refused", test_refused);
    g_test_add_func("/container/failures/missing_base", test_missing_base);
    g_test_add_func("/container/failures/killed", test_killed);
    g_test_add_func("/container/failures/ended", test_ended);
    g_test_add_func("/container/failures/ended_build", test_ended_build);
    g_test_add_func("/container/failures/full_installation", test_full_installation);
    g_test_add_func("/container/failures/full_disk", test_full_disk);
    g_test_add_func("/container/failures/full_build", test_full_build);
    g_test_add_func("/container/failures/module_not_written", test_module_not_written);
    g_test_add_func("/container/failures/hostile_values", test_hostile_values);
    return g_test_run();
}
