/* What a work folder holds from an earlier run is neither taken for what this one makes, nor seen
 * in the image: the same is built as in an empty one. Projects that the tests write. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

static const char one[] = "- {name: one, settings: []}\n";
#define TREE "matrix.yaml.work/configurations/one/build/"

/* Builds in the work folder that was used before and in an empty one, at the same place: without
 * isolation the image holds a build tree in which paths stand. */
static void check_same(const ContainerRun *run, const char *options)
{
    g_autofree char *used =
        g_strconcat("build matrix.yaml -o oci:used:t --isolation %I", options, NULL);
    g_autofree char *empty =
        g_strconcat("build matrix.yaml -o oci:empty:t --isolation %I", options, NULL);
    g_autofree char *work = g_build_filename(run->folder, "matrix.yaml.work", NULL);
    g_autofree char *aside = g_build_filename(run->folder, "aside", NULL);
    g_autofree char *left = container_run_digest(run, used);
    g_assert_cmpint(g_rename(work, aside), ==, 0);
    g_autofree char *right = container_run_digest(run, empty);
    container_run_remove(work);
    g_assert_cmpint(g_rename(aside, work), ==, 0);
    g_assert_cmpstr(left, ==, right);
}

static void build(const ContainerRun *run, ProcessResult *result)
{
    container_run_well(run, "build matrix.yaml -o oci:image:t --tests --isolation %I", result);
}

/* A header is made of one that is made: when the first cannot be made any more, the second is not
 * what it would be. */
static void test_chain(const ContainerRun *run)
{
    container_run_write_plain(
        run, "chain",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT first.h DEPENDS make.cmake COMMAND \"${CMAKE_COMMAND}\" -P\n"
        "  \"${CMAKE_CURRENT_SOURCE_DIR}/make.cmake\")\n"
        "add_custom_command(OUTPUT second.h DEPENDS first.h COMMAND \"${CMAKE_COMMAND}\" -E copy\n"
        "  first.h second.h)\n"
        "add_executable(o EXCLUDE_FROM_ALL user.c second.h)\n"
        "target_include_directories(o PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}\")\n");
    container_run_write_file(run, "chain/user.c",
                             "#include <second.h>\nint main(void) { return V; }\n");
    container_run_write_file(run, "chain/make.cmake", "file(WRITE first.h \"#define V 1\\n\")\n");
    g_auto(ProcessResult) built = {0};
    build(run, &built);
    g_assert_cmpstr(strstr(built.err, "left out"), ==, NULL);
    container_run_write_file(run, "chain/make.cmake", "message(FATAL_ERROR \"no\")\n");
    g_auto(ProcessResult) again = {0};
    build(run, &again);
    g_assert_nonnull(strstr(again.err, "generate-optional.log"));
    g_assert_nonnull(strstr(again.err, "user.c is left out: "));
    check_same(run, " --tests");
}

/* What the default build does not need is not there when it was not asked for. */
static void test_default_only(const ContainerRun *run)
{
    container_run_write_plain(
        run, "spared",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT made.h COMMAND \"${CMAKE_COMMAND}\" -E touch made.h)\n"
        "add_executable(o EXCLUDE_FROM_ALL main.c made.h)\n");
    g_auto(ProcessResult) built = {0};
    build(run, &built);
    g_autofree char *made = g_build_filename(run->folder, TREE "made.h", NULL);
    g_assert_true(g_file_test(made, G_FILE_TEST_EXISTS));
    check_same(run, " --default-only");
}

/* A description that takes all sources of a folder has one more, and writes another header. */
static void test_changed(const ContainerRun *run)
{
    static const char text[] = "cmake_minimum_required(VERSION 3.18)\nproject(grows C)\n"
                               "file(GLOB sources \"${CMAKE_CURRENT_SOURCE_DIR}/*.c\")\n"
                               "add_executable(m ${sources})\ninstall(TARGETS m)\n";
    g_autofree char *second =
        g_strconcat(text, "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/second.h\" \"\")\n", NULL);
    g_autofree char *early =
        g_strconcat(text, "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/first.h\" \"\")\n", NULL);
    container_run_write_file(run, "grows/CMakeLists.txt", early);
    container_run_write_file(run, "grows/main.c", "int main(void) { return 0; }\n");
    container_run_write_own(run, "grows", one);
    g_auto(ProcessResult) built = {0};
    build(run, &built);
    container_run_write_file(run, "grows/more.c", "int more(void) { return 1; }\n");
    g_auto(ProcessResult) grown = {0};
    build(run, &grown);
    g_assert_nonnull(strstr(grown.out, "1 configuration, 2 units"));
    container_run_write_file(run, "grows/CMakeLists.txt", second);
    check_same(run, " --tests");
    g_autofree char *gone = g_build_filename(run->folder, TREE "first.h", NULL);
    g_assert_false(g_file_test(gone, G_FILE_TEST_EXISTS));
}

/* What a description reads, what has been put back to an older time, and what lies in a folder that
 * has a file of an image's: the build tool does not see that it has changed. */
static void test_unseen(const ContainerRun *run)
{
    container_run_write_file(run, "reads/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(reads C)\n"
                             "file(STRINGS version.h version)\n"
                             "file(GLOB more data/*.c)\n"
                             "add_executable(m main.c ${more})\n"
                             "target_compile_definitions(m PRIVATE VERSION=${version})\n"
                             "install(TARGETS m)\n");
    container_run_write_file(run, "reads/main.c", "int main(void) { return VERSION; }\n");
    container_run_write_file(run, "reads/version.h", "1");
    container_run_write_file(run, "reads/data/oci-layout", "");
    container_run_write_own(run, "reads", one);
    g_auto(ProcessResult) built = {0};
    build(run, &built);
    container_run_write_file(run, "reads/version.h", "2");
    g_autofree char *version = g_build_filename(run->folder, "reads/version.h", NULL);
    struct utimbuf old = {1000000000, 1000000000};
    g_assert_cmpint(g_utime(version, &old), ==, 0);
    container_run_write_file(run, "reads/data/more.c", "int more(void) { return 1; }\n");
    check_same(run, " --tests");
    g_autofree char *path = g_build_filename(run->folder, TREE "compile_commands.json", NULL);
    g_autofree char *commands = NULL;
    g_assert_true(g_file_get_contents(path, &commands, NULL, NULL));
    g_assert_nonnull(strstr(commands, "VERSION=2"));
    g_assert_nonnull(strstr(commands, "more.c"));
}

/* A build tool that is ended while it makes what nobody needs has found nothing wrong; one that
 * misses what is needed for it has. */
static void test_ended(const ContainerRun *run)
{
    static const char text[] = "cmake_minimum_required(VERSION 3.18)\nproject(ends C)\n"
                               "add_executable(m main.c)\ninstall(TARGETS m)\n"
                               "add_custom_command(OUTPUT made.h DEPENDS ${NEEDED} COMMAND sh\n"
                               "  \"${CMAKE_CURRENT_SOURCE_DIR}/make.sh\")\n"
                               "add_executable(o EXCLUDE_FROM_ALL main.c made.h)\n";
    container_run_write_file(run, "ends/CMakeLists.txt", text);
    container_run_write_file(run, "ends/main.c", "int main(void) { return 0; }\n");
    container_run_write_file(run, "ends/make.sh",
                             "p=$PPID\n"
                             "while [ \"$p\" -gt 1 ] && [ \"$(cat /proc/$p/comm)\" != ninja ]; do\n"
                             "  p=$(cut -d ' ' -f 4 /proc/$p/stat)\ndone\n"
                             "[ \"$p\" -gt 1 ] && kill -9 $p\nsleep 1\n");
    container_run_write_own(run, "ends", one);
    g_auto(ProcessResult) ended = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &ended),
                    ==, 1);
    g_assert_nonnull(strstr(ended.err, "generate-optional.log"));
    container_run_write_own(run, "ends",
                            "- {name: one, settings: [{option: NEEDED, value: missing.in}]}\n");
    g_auto(ProcessResult) missing = {0};
    build(run, &missing);
    g_assert_nonnull(strstr(missing.err, "left out, for the default build does not need it"));
}

/* Sources that a build tree has of its own are the project's, whatever their time. */
static void test_copied(const ContainerRun *run)
{
    if (!container_run_isolates(run)) {
        return;
    }
    container_run_write_file(run, "copied/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(copied C)\n"
                             "add_executable(m main.c)\ninstall(TARGETS m)\n");
    container_run_write_file(run, "copied/main.c", "int main(void) { return 1; }\n");
    container_run_write_own(run, "copied", one);
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --copy-source --isolation %I",
                       &built);
    container_run_write_file(run, "copied/main.c", "int main(void) { return 2; }\n");
    g_autofree char *main_c = g_build_filename(run->folder, "copied/main.c", NULL);
    struct utimbuf old = {1000000000, 1000000000};
    g_assert_cmpint(g_utime(main_c, &old), ==, 0);
    check_same(run, " --copy-source");
}

/* A matrix that lies in the project's folder, with all that is made of it. */
static void test_within(const ContainerRun *run)
{
    g_autoptr(GPtrArray) digests = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *copy =
        g_strconcat("build in/deep/matrix.yaml -o oci:in/image:t --tests --isolation %I",
                    container_run_isolates(run) ? " --copy-source" : "", NULL);
    container_run_write_file(run, "in/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(within C)\n"
                             "add_executable(m deep/main.c)\ninstall(TARGETS m)\n");
    container_run_write_file(run, "in/deep/main.c", "int main(void) { return 1; }\n");
    container_run_write_own(run, "in", one);
    g_autofree char *from = g_build_filename(run->folder, "matrix.yaml", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(from, &text, NULL, NULL));
    container_run_write_file(run, "in/deep/matrix.yaml", text);
    for (guint i = 0; i < 2; i++) {
        g_ptr_array_add(digests, container_run_digest(run, copy));
    }
    g_assert_cmpstr(digests->pdata[0], ==, digests->pdata[1]);
}

/* What the tree is made in belongs to it. */
static void test_around(const ContainerRun *run)
{
    container_run_write_file(run, "around/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(around C)\n"
                             "string(TIMESTAMP year \"%Y\" UTC)\n"
                             "add_executable(m main.c)\ninstall(TARGETS m)\n"
                             "target_compile_definitions(m PRIVATE YEAR=${year})\n");
    container_run_write_file(run, "around/main.c", "int main(void) { return YEAR; }\n");
    container_run_write_own(run, "around", one);
    g_setenv("SOURCE_DATE_EPOCH", "0", TRUE);
    g_auto(ProcessResult) built = {0};
    build(run, &built);
    g_setenv("SOURCE_DATE_EPOCH", "1700000000", TRUE);
    check_same(run, " --tests");
    g_unsetenv("SOURCE_DATE_EPOCH");
}

/* Whether a line leaves a build tree as it is: a file that nobody knows is gone from a new one. */
static gboolean keeps_tree(const ContainerRun *run, const char *line)
{
    static const char mark[] = TREE "mark";
    g_autofree char *path = g_build_filename(run->folder, mark, NULL);
    container_run_write_file(run, mark, "");
    g_auto(ProcessResult) result = {0};
    container_run_well(run, line, &result);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* So do the root, the network, and sources of its own; verify takes the tree that build has made.
 */
static void test_sandbox(const ContainerRun *run)
{
    static const struct {
        const char *line;
        gboolean keeps;
    } rows[] = {
        {"build matrix.yaml -o oci:image:t --isolation %I", TRUE},
        {"verify oci:image:t --matrix matrix.yaml --isolation %I", TRUE},
        {"build matrix.yaml -o oci:image:t --isolation %I --network", FALSE},
        {"build matrix.yaml -o oci:image:t --isolation %I --network", TRUE},
        {"build matrix.yaml -o oci:image:t --isolation %I --root /", FALSE},
        {"build matrix.yaml -o oci:image:t --isolation %I --root /", TRUE},
        {"build matrix.yaml -o oci:image:t --isolation %I --copy-source", FALSE},
        {"build matrix.yaml -o oci:image:t --isolation %I --copy-source", TRUE},
        {"verify oci:image:t --matrix matrix.yaml --isolation %I --copy-source", TRUE},
        {"verify oci:image:t --matrix matrix.yaml --isolation %I", FALSE},
    };
    if (!container_run_isolates(run)) {
        return;
    }
    container_run_write_plain(run, "sandbox", "add_executable(m main.c)\ninstall(TARGETS m)\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, rows[0].line, &built);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (keeps_tree(run, rows[i].line) != rows[i].keeps) {
            g_test_message("%s", rows[i].line);
            g_test_fail();
        }
    }
}

static void write_assembler(const ContainerRun *run, const char *text)
{
    container_run_write_file(run, "assembled/bin/as", text);
    g_autofree char *path = g_build_filename(run->folder, "assembled/bin/as", NULL);
    g_assert_cmpint(g_chmod(path, 0755), ==, 0);
}

/* What is no bitcode stays where nothing has failed; what says an error and is then ended has not
 * shown that it is one, whether the build tool tells how it ended or not. */
static void test_objects(const ContainerRun *run)
{
    container_run_write_file(
        run, "assembled/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\n"
        "set(CMAKE_ASM_COMPILER \"${CMAKE_CURRENT_SOURCE_DIR}/bin/as\")\n"
        "project(assembled C ASM)\nif(TWO)\n  set(CMAKE_ASM_COMPILE_OBJECT\n"
        "    \"<CMAKE_ASM_COMPILER> -o <OBJECT> -c <SOURCE>\" \"cmake -E ${TWO}\")\nendif()\n"
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_executable(o EXCLUDE_FROM_ALL main.c part.s)\n");
    container_run_write_file(run, "assembled/main.c", "int main(void) { return 0; }\n");
    container_run_write_file(run, "assembled/part.s", "    .text\n");
    /* The last word is the source, the one behind -o the object. */
    write_assembler(run, "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo made > "
                         "\"$2\"; shift; done\n");
    container_run_write_own(run, "assembled", one);
    g_auto(ProcessResult) built = {0};
    build(run, &built);
    g_autofree char *object = g_build_filename(run->folder, TREE "CMakeFiles/o.dir/part.s.o", NULL);
    GStatBuf before, after;
    g_assert_cmpint(g_stat(object, &before), ==, 0);
    g_auto(ProcessResult) again = {0};
    build(run, &again);
    g_assert_cmpint(g_stat(object, &after), ==, 0);
    g_assert_cmpint(before.st_mtim.tv_sec, ==, after.st_mtim.tv_sec);
    g_assert_cmpint(before.st_mtim.tv_nsec, ==, after.st_mtim.tv_nsec);

    container_run_write_file(run, "assembled/part.s", "    .data\n");
    write_assembler(run, "#!/bin/sh\necho 'error: odd' >&2\nexit 139\n");
    g_auto(ProcessResult) ended = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &ended),
                    ==, 1);
    g_assert_nonnull(strstr(ended.err, "part.s: its own compiler does not make it"));
    write_assembler(run, "#!/bin/sh\necho 'error: odd' >&2\nexit 1\n");
    g_auto(ProcessResult) wrong = {0};
    build(run, &wrong);
    g_assert_nonnull(strstr(wrong.err, "part.s is left out: error: odd"));
    g_assert_false(g_file_test(object, G_FILE_TEST_EXISTS));

    /* How one of two commands ended is found out, too, also where they need a shell. */
    static const char *const seconds[] = {"true", "true > x"};
    for (gsize i = 0; i < G_N_ELEMENTS(seconds); i++) {
        g_autofree char *matrix = g_strdup_printf(
            "- {name: one, settings: [{option: TWO, value: \"%s\"}]}\n", seconds[i]);
        container_run_write_own(run, "assembled", matrix);
        g_auto(ProcessResult) two = {0};
        build(run, &two);
        g_assert_nonnull(strstr(two.err, "part.s is left out: error: odd"));
    }
}

/* Code that depends on the target is made for the first of several that are equal otherwise. In the
 * next run another one is the first. */
static void test_targets(const ContainerRun *run)
{
    static const char wide[] = "- {name: one, settings: [{option: LEVEL, value: -mavx512f}]}\n";
    static const char narrow[] = "- {name: two, settings: [{option: LEVEL, value: -msse2}]}\n";
    container_run_write_file(run, "wide/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(wide C)\n"
                             "add_executable(m main.c)\ninstall(TARGETS m)\n"
                             "target_compile_options(m PRIVATE --target=x86_64-linux-gnu\n"
                             "  -nostdinc ${LEVEL})\n");
    container_run_write_file(run, "wide/main.c",
                             "typedef double Wide __attribute__((vector_size(64)));\n"
                             "Wide add(Wide a, Wide b) { return a + b; }\n"
                             "int main(void) { return 0; }\n");
    g_autofree char *both = g_strconcat(wide, narrow, NULL);
    container_run_write_own(run, "wide", both);
    g_auto(ProcessResult) built = {0};
    build(run, &built);
    container_run_write_own(run, "wide", narrow);
    check_same(run, "");
}

/* A configuration that could not be configured is tried again, though nothing of the project has
 * changed, for what it lacked may be there now; the tree that it has left is not gone on in, and
 * the other configuration's is kept. */
static void test_not_configured(const ContainerRun *run)
{
    g_autofree char *lacked = g_build_filename(run->folder, "lacked", NULL);
    g_autofree char *lines = g_strdup_printf(
        "if(NEEDY AND EXISTS \"${CMAKE_BINARY_DIR}/half\")\n  message(FATAL_ERROR half)\nendif()\n"
        "file(WRITE \"${CMAKE_BINARY_DIR}/half\" \"\")\n"
        "if(NEEDY AND NOT EXISTS \"%s\")\n  message(FATAL_ERROR lacking)\nendif()\n"
        "add_executable(m main.c)\ninstall(TARGETS m)\n",
        lacked);
    container_run_write_plain(run, "needy", lines);
    container_run_write_own(run, "needy",
                            "- {name: one, settings: []}\n"
                            "- {name: two, settings: [{option: NEEDY, value: \"ON\"}]}\n");
    static const char line[] = "build matrix.yaml -k -o oci:image:t --isolation none";
    g_autofree char *mark = g_build_filename(run->folder, TREE "mark", NULL);
    for (guint i = 0; i < 3; i++) {
        g_auto(ProcessResult) built = {0};
        g_assert_cmpint(container_run(run, line, &built), ==, i < 2 ? 1 : 0);
        g_assert_true(i == 2 || strstr(built.err, "lacking") != NULL);
        g_assert_true(i == 0 || g_file_test(mark, G_FILE_TEST_EXISTS));
        container_run_write_file(run, i == 0 ? TREE "mark" : "lacked", "");
    }
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/container/work_folder/chain", test_chain},
        {"/container/work_folder/default_only", test_default_only},
        {"/container/work_folder/changed", test_changed},
        {"/container/work_folder/unseen", test_unseen},
        {"/container/work_folder/ended", test_ended},
        {"/container/work_folder/copied", test_copied},
        {"/container/work_folder/within", test_within},
        {"/container/work_folder/around", test_around},
        {"/container/work_folder/sandbox", test_sandbox},
        {"/container/work_folder/objects", test_objects},
        {"/container/work_folder/targets", test_targets},
        {"/container/work_folder/not_configured", test_not_configured},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
