/* What is installed, and by which rules: CMake writes some for targets that nobody builds, and some
 * for objects. Projects that the tests write. */
#include "container/image/unpack.h"
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void check_there(const ContainerRun *run, const char *path, gboolean there)
{
    g_autofree char *full = g_build_filename(run->folder, path, NULL);
    if (g_file_test(full, G_FILE_TEST_EXISTS) != there) {
        g_test_message("%s", path);
        g_test_fail();
    }
}

/* What is installed is needed, whoever builds it; but not what may be missing, or is installed by
 * name only. */
static void test_installed(const ContainerRun *run)
{
    container_run_write_file(
        run, "exc/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(exc C)\n"
        "add_executable(m main.c)\nadd_library(fine STATIC EXCLUDE_FROM_ALL fine.c)\n"
        "add_library(broken STATIC EXCLUDE_FROM_ALL broken.c)\n"
        "install(TARGETS m fine ARCHIVE DESTINATION lib)\n"
        "install(TARGETS broken DESTINATION lib ${HOW})\n");
    container_run_write_file(run, "exc/main.c", "int main(void) { return 0; }\n");
    container_run_write_file(run, "exc/fine.c", "int fine(void) { return 0; }\n");
    container_run_write_file(run, "exc/broken.c", "#include \"no.h\"\n");
    container_run_write_own(
        run, "exc",
        "- {name: may, settings: [{option: HOW, value: OPTIONAL}]}\n"
        "- {name: apart, settings: [{option: HOW, value: EXCLUDE_FROM_ALL;COMPONENT;x}]}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --default-only --isolation %I",
                       &built);
    g_assert_nonnull(strstr(built.out, "2 configurations, 4 units, 2 left out"));
    static const char *const names[] = {"may", "apart"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_auto(ProcessResult) deployed = {0};
        g_autofree char *line = g_strdup_printf(
            "deploy oci:image:t -c %s -p %s --cache cache --isolation %%I", names[i], names[i]);
        container_run_well(run, line, &deployed);
        g_autofree char *fine = g_build_filename(names[i], "lib/libfine.a", NULL);
        check_there(run, fine, TRUE);
    }
    container_run_write_own(run, "exc", "- {name: must, settings: []}\n");
    g_auto(ProcessResult) failed = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &failed),
                    ==, 1);
    g_assert_nonnull(strstr(failed.err, "broken.c: "));
    g_assert_null(strstr(failed.err, "is left out"));
}

/* The same where it is put among the sources, whose names are the host's without isolation. */
static void test_among_sources(const ContainerRun *run)
{
    container_run_write_plain(
        run, "among",
        "add_executable(m main.c)\nadd_library(broken STATIC EXCLUDE_FROM_ALL broken.c)\n"
        "set_target_properties(broken PROPERTIES ARCHIVE_OUTPUT_DIRECTORY\n"
        "  \"${CMAKE_CURRENT_SOURCE_DIR}/made\")\n"
        "install(TARGETS m broken ARCHIVE DESTINATION lib)\n");
    container_run_write_file(run, "among/broken.c", "#include \"no.h\"\n");
    static const char *const lines[] = {
        "build matrix.yaml -o oci:image:t --isolation %I",
        "build matrix.yaml -o oci:image:t -w other --isolation none"};
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_auto(ProcessResult) failed = {0};
        g_assert_cmpint(container_run(run, lines[i], &failed), ==, 1);
        g_assert_nonnull(strstr(failed.err, "broken.c: "));
        g_assert_null(strstr(failed.err, "is left out"));
    }
}

/* An installed object is code, whoever links it: here nobody, others, and an archive. What may be
 * missing is installed where it is built. */
static void test_objects(const ContainerRun *run)
{
    container_run_write_plain(
        run, "objects",
        "add_executable(m main.c)\n"
        "add_library(alone OBJECT parts/one.c two.c)\n"
        "add_library(shared OBJECT three.c)\n"
        "add_library(spare OBJECT EXCLUDE_FROM_ALL four.c)\n"
        "add_library(may OBJECT five.c)\n"
        "add_library(archive STATIC $<TARGET_OBJECTS:shared>)\n"
        "install(TARGETS m alone shared spare archive EXPORT e OBJECTS DESTINATION lib\n"
        "  ARCHIVE DESTINATION lib)\n"
        "install(EXPORT e DESTINATION lib/cmake)\n"
        "install(TARGETS may OBJECTS DESTINATION lib OPTIONAL)\n"
        "install(FILES $<TARGET_OBJECTS:alone> DESTINATION share)\n");
    static const char *const sources[] = {"parts/one", "two", "three", "four", "five"};
    for (gsize i = 0; i < G_N_ELEMENTS(sources); i++) {
        g_autofree char *path = g_strconcat("objects/", sources[i], ".c", NULL);
        const char *name = strrchr(path, '/') + 1;
        g_autofree char *text =
            g_strdup_printf("int %.*s(void) { return 1; }\n", (int)strlen(name) - 2, name);
        container_run_write_file(run, path, text);
    }
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --default-only --isolation %I",
                       &built);
    static const char *const ways[] = {"none", "thin"};
    static const char *const files[] = {"lib/objects-Release/alone/parts/one.c.o",
                                        "lib/objects-Release/alone/two.c.o",
                                        "lib/objects-Release/shared/three.c.o",
                                        "lib/objects-Release/spare/four.c.o",
                                        "lib/objects-Release/may/five.c.o",
                                        "share/one.c.o",
                                        "lib/libarchive.a",
                                        "lib/cmake/e.cmake"};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_auto(ProcessResult) deployed = {0};
        g_autofree char *line = g_strdup_printf(
            "deploy oci:image:t -p %s --lto %s --cache cache --isolation %%I", ways[i], ways[i]);
        container_run_well(run, line, &deployed);
        for (gsize k = 0; k < G_N_ELEMENTS(files); k++) {
            g_autofree char *path = g_build_filename(ways[i], files[k], NULL);
            check_there(run, path, TRUE);
        }
        /* Anything can link them. */
        g_autofree char *object = g_build_filename(run->folder, ways[i], files[0], NULL);
        g_autofree char *bytes = NULL;
        g_assert_true(g_file_get_contents(object, &bytes, NULL, NULL));
        g_assert_true(g_str_has_prefix(bytes, "\177ELF"));
    }
}

static void make_link(const ContainerRun *run, const char *to, const char *path)
{
    g_autofree char *full = g_build_filename(run->folder, path, NULL);
    g_assert_cmpint(symlink(to, full), ==, 0);
}

static void check_link(const ContainerRun *run, const char *path, const char *to)
{
    g_autofree char *full = g_build_filename(run->folder, path, NULL);
    g_autofree char *end = g_file_read_link(full, NULL);
    g_assert_cmpstr(end, ==, to);
}

/* Links in a folder that is installed are installed as such, whatever they lead to; what they lead
 * to elsewhere is not. */
static void test_links(const ContainerRun *run)
{
    container_run_write_plain(run, "linked",
                              "add_executable(m main.c)\ninstall(TARGETS m)\n"
                              "install(DIRECTORY data/ DESTINATION share/data)\n"
                              "enable_testing()\nadd_test(NAME t COMMAND m)\n");
    container_run_write_file(run, "linked/data/v1/one.txt", "one\n");
    container_run_write_file(run, "linked/data/two.txt", "two\n");
    container_run_write_file(run, "linked/other.txt", "other\n");
    make_link(run, "v1", "linked/data/latest");
    make_link(run, "two.txt", "linked/data/alias.txt");
    make_link(run, "missing", "linked/data/dangling");
    make_link(run, "..", "linked/data/back");
    make_link(run, "../../other.txt", "linked/data/v1/up.txt");
    make_link(run, "/nowhere/at/all", "linked/data/outside");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --tests --verify --isolation %I",
                       &built);
    static const char *const ways[] = {"plain", "checked"};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_auto(ProcessResult) deployed = {0};
        g_autofree char *line = g_strdup_printf(
            "deploy oci:image:t -p p --cache cache --isolation %%I%s", i > 0 ? " --check" : "");
        container_run_well(run, line, &deployed);
        check_there(run, "p/share/data/latest/one.txt", TRUE);
        check_link(run, "p/share/data/latest", "v1");
        check_link(run, "p/share/data/alias.txt", "two.txt");
        check_link(run, "p/share/data/dangling", "missing");
        check_link(run, "p/share/data/v1/up.txt", "../../other.txt");
        check_link(run, "p/share/data/outside", NULL);
    }
}

/* So are links that rules name, one by one or as folders, and what they lead to is there once. A
 * project may not have any file of the machine packed by a link to it. */
static void test_named_links(const ContainerRun *run)
{
    container_run_write_plain(run, "named",
                              "add_executable(m main.c)\ninstall(TARGETS m)\n"
                              "install(FILES parts/now.txt parts/v1/one.txt DESTINATION share)\n"
                              "install(FILES latest/two.txt DESTINATION share)\n"
                              "install(DIRECTORY latest DESTINATION share)\n"
                              "install(FILES latest/none.txt DESTINATION share OPTIONAL)\n"
                              "install(DIRECTORY parts/ DESTINATION share/parts)\n");
    container_run_write_file(run, "secret.txt", "secret\n");
    container_run_write_file(run, "named/parts/v1/one.txt", "one\n");
    container_run_write_file(run, "named/parts/v1/two.txt", "two\n");
    make_link(run, "v1/one.txt", "named/parts/now.txt");
    make_link(run, "parts/v1", "named/latest");
    make_link(run, "../../secret.txt", "named/parts/key.txt");
    make_link(run, "circle", "named/parts/circle");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --tests --verify --isolation %I",
                       &built);
    g_assert_nonnull(strstr(built.err, "lead out of the project"));
    g_assert_nonnull(strstr(built.err, "/source/parts/key.txt"));
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -p p --cache cache --isolation %I", &deployed);
    check_link(run, "p/share/now.txt", "v1/one.txt");
    check_link(run, "p/share/one.txt", NULL);
    check_there(run, "p/share/one.txt", TRUE);
    check_there(run, "p/share/two.txt", TRUE);
    check_link(run, "p/share/latest", "parts/v1");
    check_link(run, "p/share/parts/now.txt", "v1/one.txt");
    g_autofree char *layout = g_build_filename(run->folder, "image", NULL);
    g_autofree char *digest = NULL;
    g_autofree char *root = image_unpack(layout, "t", run->folder, &digest, NULL);
    g_assert_nonnull(root);
    g_autofree char *one = g_build_filename(root, "xaas/source/parts/v1/one.txt", NULL);
    g_autofree char *key = g_build_filename(root, "xaas/source/parts/key.txt", NULL);
    g_assert_true(g_file_test(one, G_FILE_TEST_EXISTS));
    g_assert_false(g_file_test(key, G_FILE_TEST_EXISTS));
}

static guint mode_of(const ContainerRun *run, const char *path)
{
    g_autofree char *full = g_build_filename(run->folder, path, NULL);
    GStatBuf status;
    g_assert_cmpint(g_lstat(full, &status), ==, 0);
    return (guint)status.st_mode & ALLPERMS;
}

/* What keeps the modes of sources does so whatever the umask of who deploys it. */
static void test_modes(const ContainerRun *run)
{
    container_run_write_plain(
        run, "modes",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "install(DIRECTORY data/ DESTINATION share/kept USE_SOURCE_PERMISSIONS)\n"
        "install(FILES data/sub/one.txt DESTINATION share PERMISSIONS OWNER_READ GROUP_READ)\n");
    container_run_write_file(run, "modes/data/sub/one.txt", "one\n");
    container_run_write_file(run, "modes/data/run.sh", "#!/bin/sh\n");
    g_autofree char *script = g_build_filename(run->folder, "modes/data/run.sh", NULL);
    g_assert_cmpint(g_chmod(script, 0755), ==, 0);
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_auto(ProcessResult) deployed = {0};
    mode_t own = umask(077);
    container_run_well(run, "deploy oci:image:t -p p --cache cache --isolation %I", &deployed);
    umask(own);
    g_assert_cmphex(mode_of(run, "p/share/kept/sub/one.txt"), ==, 0644);
    g_assert_cmphex(mode_of(run, "p/share/kept/sub"), ==, 0755);
    g_assert_cmphex(mode_of(run, "p/share/kept/run.sh"), ==, 0755);
    g_assert_cmphex(mode_of(run, "p/share/one.txt"), ==, 0440);
    g_assert_cmphex(mode_of(run, "p/bin/m"), ==, 0755);
}

/* Options that have the compiler write files beside the output: the unit becomes bitcode all the
 * same, which says nothing of such a file's name. */
static void test_beside(const ContainerRun *run)
{
    container_run_write_plain(run, "beside",
                              "add_executable(m main.c)\n"
                              "add_executable(record main.c)\n"
                              "target_compile_options(m PRIVATE --coverage)\n"
                              "target_compile_options(record PRIVATE -fsave-optimization-record)\n"
                              "install(TARGETS m record)\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --verify --isolation %I", &built);
    g_assert_nonnull(strstr(built.out, "2 units compiled with their own commands: 0 differences"));
}

/* A file that rules name and that is not there is told when the image is built, unless it may be
 * missing; and folders of the build tree are there at deployment, empty or not. */
static void test_missing(const ContainerRun *run)
{
    container_run_write_plain(run, "missing",
                              "file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/sub/deeper)\n"
                              "add_executable(m main.c)\ninstall(TARGETS m)\n"
                              "add_custom_command(TARGET m POST_BUILD COMMAND cd sub/deeper\n"
                              "  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:m> made)\n"
                              "install(FILES ${CMAKE_BINARY_DIR}/sub/deeper/made DESTINATION "
                              "share)\n"
                              "option(BROKEN \"\" OFF)\nif(BROKEN)\n"
                              "install(FILES doc/none.txt RENAME other.txt DESTINATION share)\n"
                              "endif()\n"
                              "install(FILES main.c DESTINATION share)\n"
                              "install(FILES doc/may.txt DESTINATION share OPTIONAL)\n"
                              "install(FILES dangling DESTINATION share)\n"
                              "install(CODE \"if(EXISTS \\\"${CMAKE_SOURCE_DIR}/gone.txt\\\")\n"
                              "file(INSTALL DESTINATION \\\"/x\\\" TYPE FILE FILES "
                              "\\\"${CMAKE_SOURCE_DIR}/gone.txt\\\")\nendif()\")\n");
    make_link(run, "nowhere", "missing/dangling");
    container_run_write_own(run, "missing",
                            "- {name: works, settings: [{option: BROKEN, value: \"OFF\"}]}\n"
                            "- {name: fails, settings: [{option: BROKEN, value: \"ON\"}]}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.err, "configuration fails: the project installs doc/none.txt, "
                                       "which is not there"));
    g_assert_null(strstr(built.err, "may.txt"));
    g_assert_null(strstr(built.err, "main.c"));
    g_assert_null(strstr(built.err, "dangling"));
    g_assert_null(strstr(built.err, "gone.txt"));
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -c works -p p --cache cache --isolation %I",
                       &deployed);
    check_there(run, "p/share/made", TRUE);
    g_auto(ProcessResult) failed = {0};
    g_assert_cmpint(container_run(run,
                                  "deploy oci:image:t -c fails -p q --cache cache --isolation %I",
                                  &failed),
                    ==, 1);
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/container/installed/targets", test_installed},
        {"/container/installed/among_sources", test_among_sources},
        {"/container/installed/objects", test_objects},
        {"/container/installed/links", test_links},
        {"/container/installed/named_links", test_named_links},
        {"/container/installed/modes", test_modes},
        {"/container/installed/beside", test_beside},
        {"/container/installed/missing", test_missing},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
