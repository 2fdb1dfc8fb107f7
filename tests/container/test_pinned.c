/* What a unit reads besides its sources, and by other ways than their names: none of it may differ
 * between units that are one, and what changes is compiled anew. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

static const char two[] = "- {name: a, settings: [{option: MODE, value: A}]}\n"
                          "- {name: b, settings: [{option: MODE, value: B}]}\n";
/* A project "pinned" with one unit, of which the two configurations make different code. */
static void write_project(const ContainerRun *run, const char *lines, const char *source)
{
    g_autofree char *text = g_strdup_printf(
        "cmake_minimum_required(VERSION 3.18)\nproject(pinned C)\nset(MODE A CACHE STRING \"\")\n"
        "%s\nadd_library(unit OBJECT unit.c)\n",
        lines);
    container_run_write_own(run, "pinned", two);
    container_run_write_file(run, "pinned/CMakeLists.txt", text);
    container_run_write_file(run, "pinned/unit.c", source);
}

/* Each has its module, which its own command makes. */
static void check_apart(const ContainerRun *run)
{
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I --verify -q", &built);
    json_t *units = container_run_why(run, "oci:image:t", "unit.c");
    g_assert_cmpuint(json_array_size(units), ==, 2);
    const char *modules[2];
    for (gsize i = 0; i < 2; i++) {
        modules[i] = json_string_value(json_object_get(json_array_get(units, i), "module"));
        g_assert_nonnull(modules[i]);
    }
    g_assert_cmpstr(modules[0], !=, modules[1]);
    json_decref(units);
}

/* A folder of headers that is a link of the build tree. */
static void test_linked_folder(const ContainerRun *run)
{
    write_project(run,
                  "file(CREATE_LINK \"${CMAKE_SOURCE_DIR}/inc${MODE}\"\n"
                  "  \"${CMAKE_BINARY_DIR}/inc\" SYMBOLIC)\n"
                  "include_directories(\"${CMAKE_BINARY_DIR}/inc\" \"${CMAKE_SOURCE_DIR}/other\")",
                  "#include \"opt.h\"\nint f(void) { return OPT; }\n");
    container_run_write_file(run, "pinned/incA/unrelated.h", "");
    container_run_write_file(run, "pinned/incB/opt.h", "#define OPT 2\n");
    container_run_write_file(run, "pinned/other/opt.h", "#define OPT 1\n");
    check_apart(run);
}

/* A header that is a link, of which one leads to nothing. */
static void test_linked_header(const ContainerRun *run)
{
    write_project(run,
                  "file(MAKE_DIRECTORY \"${CMAKE_BINARY_DIR}/inc\")\n"
                  "file(CREATE_LINK \"${CMAKE_SOURCE_DIR}/real${MODE}.h\"\n"
                  "  \"${CMAKE_BINARY_DIR}/inc/opt.h\" SYMBOLIC)\n"
                  "include_directories(\"${CMAKE_BINARY_DIR}/inc\" \"${CMAKE_SOURCE_DIR}/other\")",
                  "#include \"opt.h\"\nint f(void) { return OPT; }\n");
    container_run_write_file(run, "pinned/realB.h", "#define OPT 2\n");
    container_run_write_file(run, "pinned/other/opt.h", "#define OPT 1\n");
    check_apart(run);
}

/* A file of options that the compiler's driver reads. */
static void test_option_file(const ContainerRun *run)
{
    write_project(run,
                  "set(words_A -fwrapv)\nset(words_B \"-ffast-math -O3\")\n"
                  "file(WRITE \"${CMAKE_BINARY_DIR}/flags.cfg\" \"${words_${MODE}}\\n\")\n"
                  "add_compile_options(\"--config=${CMAKE_BINARY_DIR}/flags.cfg\")",
                  "float f(float a, float b) { return a * b + a; }\n");
    check_apart(run);
}

/* The bytes of a header map, in which "opt.h" is the one of a folder. */
static void write_map(const ContainerRun *run, const char *name, const char *folder)
{
    g_autofree char *path = g_build_filename(run->folder, "pinned", name, NULL);
    g_autofree char *prefix = run->isolation == ISOLATION_NONE
                                  ? g_strdup_printf("%s/pinned/%s/", run->folder, folder)
                                  : g_strdup_printf("%s/%s/", SANDBOX_SOURCE, folder);
    g_autoptr(GString) strings = g_string_new_len("\0opt.h\0", 7);
    g_string_append_len(strings, prefix, (gssize)strlen(prefix) + 1);
    guint32 words[] = {/* what it is, and its version */ 0x686d6170, 1,
                       /* where strings begin; entries; buckets; the longest path */
                       36, 1, 1, (guint32)strlen(prefix) + 5,
                       /* the bucket: name, and the two parts of its path */
                       1, 7, 1};
    g_autoptr(GString) bytes = g_string_new_len((const char *)words, sizeof words);
    g_string_append_len(bytes, strings->str, (gssize)strings->len);
    g_assert_true(g_file_set_contents(path, bytes->str, (gssize)bytes->len, NULL));
}

static void test_header_map(const ContainerRun *run)
{
    write_project(run,
                  "configure_file(map${MODE}.hmap map.hmap COPYONLY)\n"
                  "add_compile_options(\"-I${CMAKE_BINARY_DIR}/map.hmap\")",
                  "#include \"opt.h\"\nint f(void) { return OPT; }\n");
    container_run_write_file(run, "pinned/incA/opt.h", "#define OPT 1\n");
    container_run_write_file(run, "pinned/incB/opt.h", "#define OPT 2\n");
    write_map(run, "mapA.hmap", "incA");
    write_map(run, "mapB.hmap", "incB");
    check_apart(run);
    json_t *units = container_run_why(run, "oci:image:t", "unit.c");
    const char *apart = json_string_value(json_object_get(json_array_get(units, 1), "apart"));
    g_assert_nonnull(apart);
    g_assert_nonnull(strstr(apart, "map.hmap is a header map"));
    json_decref(units);
}

static void test_embedded(const ContainerRun *run)
{
    write_project(run,
                  "file(WRITE \"${CMAKE_BINARY_DIR}/d.bin\" \"${MODE}\")\n"
                  "add_compile_options(-std=c23 \"--embed-dir=${CMAKE_BINARY_DIR}\")",
                  "const char d[] = {\n#embed \"d.bin\"\n};\n");
    check_apart(run);
}

/* What a launcher lets the compiler read: such a unit has no module. */
static void test_environment(const ContainerRun *run)
{
    write_project(run,
                  "add_library(plain OBJECT plain.c)\nset(CMAKE_C_COMPILER_LAUNCHER env "
                  "\"CPATH=${CMAKE_SOURCE_DIR}/inc${MODE}\")",
                  "#include <opt.h>\nint f(void) { return OPT; }\n");
    container_run_write_file(run, "pinned/plain.c", "int g(void) { return 0; }\n");
    container_run_write_file(run, "pinned/incA/opt.h", "#define OPT 1\n");
    container_run_write_file(run, "pinned/incB/opt.h", "#define OPT 2\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I --verify -q", &built);
    json_t *units = container_run_why(run, "oci:image:t", "unit.c");
    for (gsize i = 0; i < 2; i++) {
        const json_t *unit = json_array_get(units, i);
        const char *why = json_string_value(json_object_get(unit, "why_not"));
        g_assert_null(json_object_get(unit, "module"));
        g_assert_nonnull(why);
        g_assert_nonnull(strstr(why, "CPATH="));
    }
    json_decref(units);
}

/* Builds, changes a file, and builds again: the second image is what the commands make, and a
 * verification that goes on from an earlier one sees what was changed. */
static void check_changed(const ContainerRun *run, const char *file, const char *text)
{
    static const char build[] = "build matrix.yaml -o oci:image:t --isolation %I -q";
    static const char resume[] =
        "verify oci:image:t --matrix matrix.yaml --isolation %I -q --resume";
    g_auto(ProcessResult) first = {0};
    container_run_well(run, build, &first);
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, resume, &verified);
    container_run_write_file(run, file, text);
    g_auto(ProcessResult) differs = {0};
    g_assert_cmpint(container_run(run, resume, &differs), ==, 1);
    g_auto(ProcessResult) second = {0};
    container_run_well(run, build, &second);
    g_auto(ProcessResult) verified_again = {0};
    container_run_well(run, resume, &verified_again);
}

static void test_changed_header(const ContainerRun *run)
{
    container_run_write_plain(
        run, "changed",
        "file(CREATE_LINK \"${CMAKE_SOURCE_DIR}/opt.h\" \"${CMAKE_BINARY_DIR}/opt.h\" SYMBOLIC)\n"
        "include_directories(\"${CMAKE_BINARY_DIR}\")\nadd_executable(m main.c)\n");
    container_run_write_file(run, "changed/main.c",
                             "#include <opt.h>\nint main(void) { return OPT; }\n");
    container_run_write_file(run, "changed/opt.h", "#define OPT 1\n");
    check_changed(run, "changed/opt.h", "#define OPT 2\n");
}

static void test_changed_data(const ContainerRun *run)
{
    container_run_write_plain(run, "changed",
                              "add_compile_options(-std=c23)\nadd_executable(m main.c)\n");
    container_run_write_file(run, "changed/main.c",
                             "const char d[] = {\n#embed \"d.txt\"\n};\n"
                             "int main(void) { return d[0]; }\n");
    container_run_write_file(run, "changed/d.txt", "a");
    check_changed(run, "changed/d.txt", "b");
}

/* A list of names among the sources. */
static void test_changed_list(const ContainerRun *run)
{
    container_run_write_plain(
        run, "changed",
        "add_compile_options(-finstrument-functions -fxray-instrument\n"
        "  \"-fxray-attr-list=${CMAKE_SOURCE_DIR}/list.txt\")\nadd_executable(m main.c)\n");
    container_run_write_file(run, "changed/list.txt", "[never]\nfun:main\n");
    check_changed(run, "changed/list.txt", "[always]\nfun:main\n");
}

/* The image says of its units what the commands say, and nothing else is in it. */
static void test_record(const ContainerRun *run)
{
    static const struct {
        const char *first, *then, *said;
    } cases[] = {
        {"add_compile_options(-O2)\nadd_library(x OBJECT main.c)\n",
         "add_compile_options(-O3)\nadd_library(x OBJECT main.c)\n",
         "its command has other options than the container says"},
        {"add_library(x OBJECT main.c)\nadd_library(y OBJECT main.c)\n",
         "add_library(x OBJECT main.c)\n", "the container has 2 units, the compile commands 1"},
        {"add_library(x OBJECT main.c)\n",
         "add_library(x OBJECT main.c)\nadd_library(y OBJECT main.c)\n",
         "the container has another unit in its place, or none"},
        {"add_library(x OBJECT main.c)\n", "add_library(y OBJECT main.c)\n",
         "the container has its object at another place"},
        {"add_executable(m main.c)\n",
         "add_executable(m main.c)\ntarget_link_options(m PRIVATE -s)\n",
         "the step that makes m is another one in the container"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProcessResult) built = {0}, found = {0};
        container_run_write_plain(run, "record", cases[i].first);
        container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
        container_run_write_plain(run, "record", cases[i].then);
        g_assert_cmpint(
            container_run(run, "verify oci:image:t --matrix matrix.yaml --isolation %I -q", &found),
            ==, 1);
        g_assert_nonnull(strstr(found.err, cases[i].said));
    }
}

static void test_more_configurations(const ContainerRun *run)
{
    container_run_write_plain(run, "more", "add_library(x OBJECT main.c)\n");
    container_run_write_own(run, "more",
                            "- {name: one, settings: []}\n- {name: other, settings: []}\n");
    g_auto(ProcessResult) built = {0}, found = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_write_own(run, "more", "- {name: one, settings: []}\n");
    g_assert_cmpint(
        container_run(run, "verify oci:image:t --matrix matrix.yaml --isolation %I -q", &found), ==,
        1);
    g_assert_nonnull(strstr(found.err, "the container has a configuration other"));
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/container/pinned/linked_folder", test_linked_folder},
        {"/container/pinned/linked_header", test_linked_header},
        {"/container/pinned/option_file", test_option_file},
        {"/container/pinned/header_map", test_header_map},
        {"/container/pinned/embedded", test_embedded},
        {"/container/pinned/environment", test_environment},
        {"/container/pinned/changed_header", test_changed_header},
        {"/container/pinned/changed_data", test_changed_data},
        {"/container/pinned/changed_list", test_changed_list},
        {"/container/pinned/record", test_record},
        {"/container/pinned/more_configurations", test_more_configurations},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
