/* What the default build does not need and does not compile is left out; what it needs is missed.
 * The project in spare/. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

static const char configurations[] =
    "- {name: one, settings: []}\n"
    "- {name: two, settings: [{option: CMAKE_C_FLAGS, value: -DTWO}, {option: BROKEN_BY_DEFUALT, "
    "value: \"ON\"}]}\n";
static const char broken[] = "- {name: fine, settings: []}\n"
                             "- {name: broken, settings: [{option: BROKEN_BY_DEFAULT, value: "
                             "\"ON\"}]}\n";

/* Each source with where it is left out, and the compiler's first error. */
static void check_messages(const char *said)
{
    static const char *const expected[] = {
        "all configurations: ",
        "broken.c is left out: ",
        "fatal error: 'interface-of-last-year.h' file not found",
        "generated.c is left out: what it needs cannot be made",
        "assembly.S is left out: ",
        "invalid instruction mnemonic 'no_such_instruction'",
        "refused.c is left out: the compiler refuses the command: error: unknown argument: "
        "'-no-such-option'",
        "generate-optional.log",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        if (strstr(said, expected[i]) == NULL) {
            g_test_message("%s is not in: %s", expected[i], said);
            g_test_fail();
        }
    }
}

static void test_left_out(const ContainerRun *run)
{
    container_run_write_project(run, "spare", configurations);
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --tests --isolation %I", &built);
    check_messages(built.err);
    g_assert_nonnull(
        strstr(built.err, "configuration two: the project does not look at BROKEN_BY_DEFUALT"));
    g_assert_null(strstr(built.err, "look at CMAKE"));
    /* In each configuration broken.c stands in two targets, and part.c in that of generated.c. */
    g_assert_nonnull(strstr(built.out, "12 left out"));

    g_auto(ProcessResult) shown = {0};
    container_run_well(run, "inspect oci:image:t", &shown);
    g_assert_nonnull(strstr(shown.out, "left out, for the default build does not need them"));
    g_assert_nonnull(strstr(shown.out, "'interface-of-last-year.h' file not found"));
    json_t *why = container_run_why(run, "oci:image:t", "broken.c");
    g_assert_cmpuint(json_array_size(why), ==, 4);
    json_decref(why);

    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_assert_nonnull(strstr(verified.out, ": 0 differences"));

    /* A second build finds the same. */
    g_auto(ProcessResult) again = {0};
    container_run_well(run, "build matrix.yaml -o oci:again:t --tests --isolation %I", &again);
    check_messages(again.err);
    const char *left = strstr(built.out, "sha256:");
    const char *right = strstr(again.out, "sha256:");
    g_assert_true(left != NULL && right != NULL && strncmp(left, right, 71) == 0);

    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -c one -p made --cache cache --isolation %I",
                       &deployed);
    g_autofree char *program = g_build_filename(run->folder, "made/bin/spare", NULL);
    g_assert_true(g_file_test(program, G_FILE_TEST_IS_EXECUTABLE));
    g_autofree char *after = g_build_filename(run->folder, "made/share/after", NULL);
    g_assert_true(g_file_test(after, G_FILE_TEST_EXISTS));
    if (container_run_has("ctest")) {
        g_auto(ProcessResult) checked = {0};
        container_run_well(
            run, "deploy oci:image:t -c two -p tried --cache cache --isolation %I --check",
            &checked);
        g_assert_nonnull(strstr(checked.out, "100% tests passed"));
        static const char *const programs[] = {"broken",    "libhalf.a", "whole",
                                               "assembled", "generated", "refused"};
        for (gsize i = 0; i < G_N_ELEMENTS(programs); i++) {
            g_assert_nonnull(strstr(checked.out, programs[i]));
        }
    }
}

/* On request nothing of it is compiled, and nothing has to be said of it. */
static void test_unasked(const ContainerRun *run)
{
    container_run_write_project(run, "spare", configurations);
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --default-only --isolation %I",
                       &built);
    g_assert_null(strstr(built.err, "left out"));
    g_assert_nonnull(strstr(built.out, "4 units, 28 left out"));
    g_auto(ProcessResult) shown = {0};
    container_run_well(run, "inspect oci:image:t", &shown);
    g_assert_nonnull(strstr(shown.out, "left out on request: 28 units"));
    g_assert_null(strstr(shown.out, "do not compile"));
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_assert_nonnull(strstr(verified.out, "4 units compiled"));
    g_auto(ProcessResult) deployed = {0};
    container_run_well(
        run, "deploy oci:image:t -c two -p made --everything --cache cache --isolation %I",
        &deployed);
    g_assert_nonnull(strstr(deployed.out, "trial"));
    g_autofree char *program = g_build_filename(run->folder, "made/bin/spare", NULL);
    g_assert_true(g_file_test(program, G_FILE_TEST_IS_EXECUTABLE));
}

/* The same unit where the default build needs it. */
static void test_needed(const ContainerRun *run)
{
    container_run_write_project(run, "spare", broken);
    g_auto(ProcessResult) failed = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &failed),
                    ==, 1);
    g_assert_nonnull(strstr(failed.err, "configuration broken, "));
    g_assert_nonnull(strstr(failed.err, "its log is"));
    g_auto(ProcessResult) kept = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -k", &kept),
                    ==, 1);
    g_assert_nonnull(strstr(kept.err, "broken.c is left out: "));
    g_auto(ProcessResult) shown = {0};
    container_run_well(run, "inspect oci:image:t", &shown);
    g_assert_nonnull(strstr(shown.out, "fine"));
    g_assert_null(strstr(shown.out, "BROKEN_BY_DEFAULT"));
}

static void check_doubted(const ContainerRun *run, const char *finding)
{
    g_auto(ProcessResult) verified = {0};
    g_assert_cmpint(
        container_run(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified), ==,
        1);
    g_assert_nonnull(strstr(verified.err, finding));
}

/* What an image leaves out is not believed: it may be neither what the default build needs nor what
 * can be compiled. */
static void test_doubted(const ContainerRun *run)
{
    static const char asked[] = "- {name: one, settings: []}\n";
    static const char needed[] = "- {name: one, settings: [{option: NEEDED, value: \"ON\"}]}\n";
    container_run_write_file(run, "own/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\n"
                             "project(own C)\n"
                             "add_library(part STATIC part.c)\n"
                             "add_library(more STATIC more.c)\n"
                             "if(NOT NEEDED)\n"
                             "  set_target_properties(more PROPERTIES EXCLUDE_FROM_ALL ON)\n"
                             "endif()\n");
    container_run_write_file(run, "own/part.c", "int part(void) { return 1; }\n");
    container_run_write_file(run, "own/more.c",
                             "#include \"later.h\"\nint more(void) { return LATER; }\n");
    container_run_write_own(run, "own", asked);
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.err, "more.c is left out"));
    container_run_write_file(run, "own/later.h", "#define LATER 2\n");
    check_doubted(run, "more.c: it compiles, and the container leaves it out");

    g_auto(ProcessResult) unasked = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --default-only --isolation %I",
                       &unasked);
    container_run_write_own(run, "own", needed);
    check_doubted(run, "more.c: the default build needs it, and the container leaves it out");
}

/* An assembler that has no space says nothing about the source, needed or not. */
static void test_lacking(const ContainerRun *run)
{
    container_run_write_file(
        run, "lacking/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(lacking C ASM)\n"
        "add_executable(m main.c)\nadd_executable(o EXCLUDE_FROM_ALL main.c part.S)\n"
        "set_source_files_properties(part.S PROPERTIES COMPILE_OPTIONS "
        "\"-fno-integrated-as;-B${CMAKE_CURRENT_SOURCE_DIR}/bin/\")\n");
    container_run_write_file(run, "lacking/main.c", "int main(void) { return 0; }\n");
    container_run_write_file(run, "lacking/part.S", "    .text\n");
    container_run_write_file(run, "lacking/bin/as",
                             "#!/bin/sh\necho 'error: part.o: Disk quota exceeded' >&2\nexit 1\n");
    g_autofree char *assembler = g_build_filename(run->folder, "lacking/bin/as", NULL);
    g_assert_cmpint(g_chmod(assembler, 0755), ==, 0);
    container_run_write_own(run, "lacking", "- {name: one, settings: []}\n");
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &built),
                    ==, 4);
    g_assert_nonnull(strstr(built.err, "part.S: its own compiler does not make it"));
    g_assert_nonnull(strstr(built.err, "Disk quota exceeded"));
    /* The same where it finds a mistake. */
    container_run_write_file(run, "lacking/bin/as", "#!/bin/sh\necho 'error: odd' >&2\nexit 1\n");
    g_assert_cmpint(g_chmod(assembler, 0755), ==, 0);
    g_auto(ProcessResult) again = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &again);
    g_assert_nonnull(strstr(again.err, "part.S is left out: error: odd"));
    /* What an earlier build has made of it, or something else, is not taken for it. */
    static const char object[] = "matrix.yaml.work/configurations/one/build/CMakeFiles/o.dir/"
                                 "part.S.o";
    container_run_write_file(run, object, "no object\n");
    g_auto(ProcessResult) third = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &third);
    g_assert_nonnull(strstr(third.err, "part.S is left out: error: odd"));
}

/* A launcher that starts nothing, and one that starts a job only: no configuration goes missing
 * without a word. */
static void test_launcher(const ContainerRun *run)
{
    container_run_write_project(run, "spare", configurations);
    g_auto(ProcessResult) none = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I --launcher false",
                      &none),
        ==, 1);
    g_assert_nonnull(strstr(none.err, "its compiler was never started"));
    g_assert_nonnull(strstr(none.err, "ninja.log"));
    container_run_write_file(run, "one.sh",
                             "#!/bin/sh\nmkdir first 2>/dev/null && exec \"$@\"\n"
                             "exit 1\n");
    g_auto(ProcessResult) one = {0};
    g_autofree char *line = g_strdup_printf(
        "build matrix.yaml -o oci:image:t --isolation %%I -k --launcher %s/one.sh", run->folder);
    g_autofree char *script = g_build_filename(run->folder, "one.sh", NULL);
    g_assert_cmpint(g_chmod(script, 0755), ==, 0);
    g_assert_cmpint(container_run(run, line, &one), ==, 1);
    g_assert_nonnull(strstr(one.err, "its compiler was never started"));
    g_assert_null(strstr(one.err, "is left out: its compiler"));
    g_auto(ProcessResult) after = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &after);
}

/* "exit 0" ends all commands of a step, those behind it, too. */
static void test_exit(const ContainerRun *run)
{
    static const char head[] = "cmake_minimum_required(VERSION 3.18)\nproject(ends C)\n"
                               "add_executable(m main.c)\ninstall(TARGETS m)\n"
                               "add_custom_command(TARGET m POST_BUILD COMMAND "
                               "\"${CMAKE_COMMAND}\" -E rename a b || exit 0";
    g_autofree char *last = g_strconcat(head, ")\n", NULL);
    g_autofree char *amid =
        g_strconcat(head, "\n  COMMAND \"${CMAKE_COMMAND}\" -E touch after)\n", NULL);
    container_run_write_file(run, "ends/main.c", "int main(void) { return 0; }\n");
    container_run_write_file(run, "ends/CMakeLists.txt", last);
    container_run_write_own(run, "ends", "- {name: one, settings: []}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    container_run_write_file(run, "ends/CMakeLists.txt", amid);
    container_run_write_own(run, "ends", "- {name: two, settings: []}\n");
    g_auto(ProcessResult) failed = {0};
    g_assert_cmpint(container_run(run,
                                  "build matrix.yaml -o oci:other:t -w other.work --isolation %I",
                                  &failed),
                    ==, 1);
    g_assert_nonnull(strstr(failed.err, "configuration two, m: a step needs a shell"));
    /* That is found before anything is compared or compiled. */
    g_autofree char *later = g_build_filename(run->folder, "other.work/classes.json", NULL);
    g_assert_false(g_file_test(later, G_FILE_TEST_EXISTS));
    g_autofree char *spare =
        g_strconcat("cmake_minimum_required(VERSION 3.18)\nproject(ends C)\n"
                    "add_executable(n main.c)\ninstall(TARGETS n)\n",
                    strstr(amid, "add_executable"),
                    "set_target_properties(m PROPERTIES EXCLUDE_FROM_ALL ON)\n", NULL);
    char *rule = strstr(spare, "install(TARGETS m)");
    memset(rule, ' ', strlen("install(TARGETS m)"));
    container_run_write_file(run, "ends/CMakeLists.txt", spare);
    g_auto(ProcessResult) spared = {0};
    container_run_well(run, "build matrix.yaml -o oci:spared:t --isolation %I", &spared);
    g_assert_nonnull(strstr(spared.err, "m: it is left out: a step needs a shell"));
}

/* A link names a library that is lost in other words than its file's name. */
static void test_lost(const ContainerRun *run)
{
    container_run_write_plain(
        run, "lost",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_library(half STATIC EXCLUDE_FROM_ALL broken.c)\n"
        "foreach(name every short)\n"
        "  add_executable(${name} EXCLUDE_FROM_ALL main.c)\n"
        "  add_dependencies(${name} half)\n"
        "endforeach()\n"
        "target_link_options(every PRIVATE -Wl,--whole-archive,$<TARGET_FILE:half>)\n"
        "target_link_options(short PRIVATE -L${CMAKE_BINARY_DIR} -Wl,--no-as-needed -lhalf)\n"
        "set_target_properties(short PROPERTIES LINK_DEPENDS $<TARGET_FILE:half>)\n");
    container_run_write_file(run, "lost/broken.c", "#include \"no.h\"\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -p made --everything --cache cache --isolation %I",
                       &deployed);
    g_assert_nonnull(strstr(deployed.out, "libhalf.a"));
    g_assert_nonnull(strstr(deployed.out, "every"));
    g_assert_nonnull(strstr(deployed.out, "short"));
}

/* What is called the same is not lost for it: another module of that name in another folder, a
 * program that only has to be there before. */
static void test_same_name(const ContainerRun *run)
{
    container_run_write_plain(
        run, "same",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_library(half SHARED EXCLUDE_FROM_ALL broken.c)\n"
        "add_library(other SHARED EXCLUDE_FROM_ALL main.c)\n"
        "set_target_properties(other PROPERTIES OUTPUT_NAME half\n"
        "  LIBRARY_OUTPUT_DIRECTORY other)\n"
        "add_executable(later EXCLUDE_FROM_ALL main.c)\nadd_dependencies(later half)\n");
    container_run_write_file(run, "same/broken.c", "#include \"no.h\"\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run,
                       "deploy oci:image:t -p made --everything --keep-build kept --cache cache "
                       "--isolation %I",
                       &deployed);
    static const char *const made[] = {"kept/build/other/libhalf.so", "kept/build/later"};
    for (gsize i = 0; i < G_N_ELEMENTS(made); i++) {
        g_autofree char *path = g_build_filename(run->folder, made[i], NULL);
        g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
    }
}

/* The object of a source above the description's folder has the path of that source in its name,
 * which is the real one where nothing is isolated; what needs it is left out all the same. */
static void test_above(const ContainerRun *run)
{
    container_run_write_file(run, "above/cmake/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(above C)\n"
                             "add_executable(m ../main.c)\ninstall(TARGETS m)\n"
                             "add_executable(half EXCLUDE_FROM_ALL ../main.c ../broken.c)\n");
    container_run_write_file(run, "above/main.c", "int main(void) { return 0; }\n");
    container_run_write_file(run, "above/broken.c", "#include \"no.h\"\n");
    container_run_write_own(run, "above", "- {name: one, settings: []}\nfolder: cmake\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation none", &built);
    g_auto(ProcessResult) deployed = {0};
    container_run_well(
        run, "deploy oci:image:t -p made --everything --cache cache --isolation none", &deployed);
    g_assert_nonnull(strstr(deployed.out, "default build does not need: half"));
}

/* A header whose generator fails half-way is none. */
static void test_half_generated(const ContainerRun *run)
{
    container_run_write_plain(
        run, "half",
        "add_executable(m main.c)\n"
        "add_custom_command(OUTPUT half.h COMMAND \"${CMAKE_COMMAND}\" -E touch half.h\n"
        "  COMMAND \"${CMAKE_COMMAND}\" -E false)\n"
        "add_executable(o EXCLUDE_FROM_ALL user.c half.h)\n"
        "target_include_directories(o PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}\")\n");
    container_run_write_file(run, "half/user.c",
                             "#include <half.h>\nint main(void) { return 0; }\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.err, "generate-optional.log"));
    g_assert_nonnull(strstr(built.err, "user.c is left out: "));
    /* One that has no space says nothing about the project. */
    container_run_write_file(
        run, "half/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(half C)\n"
        "add_executable(m main.c)\n"
        "add_custom_command(OUTPUT half.h COMMAND \"${CMAKE_COMMAND}\" -E echo\n"
        "  \"half.h: No space left on device\" COMMAND \"${CMAKE_COMMAND}\" -E false VERBATIM)\n"
        "add_executable(o EXCLUDE_FROM_ALL user.c half.h)\n");
    container_run_write_own(run, "half", "- {name: two, settings: []}\n");
    g_auto(ProcessResult) failed = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &failed),
                    ==, 4);
    g_assert_nonnull(strstr(failed.err, "No space left on device"));
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/container/left_out/optional", test_left_out},
        {"/container/left_out/unasked", test_unasked},
        {"/container/left_out/needed", test_needed},
        {"/container/left_out/lacking", test_lacking},
        {"/container/left_out/launcher", test_launcher},
        {"/container/left_out/exit", test_exit},
        {"/container/left_out/lost", test_lost},
        {"/container/left_out/same_name", test_same_name},
        {"/container/left_out/above", test_above},
        {"/container/left_out/half_generated", test_half_generated},
        {"/container/left_out/doubted", test_doubted},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
