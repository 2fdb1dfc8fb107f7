/* Files that steps of the project read and write at deployment: what cannot be opened is said, and
 * nothing waits for it. */
#include "container/build/workspace.h"
#include "container_run.h"
#include <string.h>

/* A command of the project's own that works on its program, so that it runs at deployment. */
static int build_with(const ContainerRun *run, const char *commands, ProcessResult *result)
{
    g_autofree char *lines = g_strdup_printf(
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/words.in\" words)\n"
        "add_custom_command(OUTPUT said.txt COMMAND m %s DEPENDS m)\n"
        "add_custom_target(said ALL DEPENDS said.txt)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" DESTINATION share)\n",
        commands);
    container_run_write_plain(run, "streams", lines);
    container_run_write_file(run, "streams/main.c", "int main(void) { return 0; }\n");
    return container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", result);
}

static void test_outside(const ContainerRun *run)
{
    static const char *const commands[] = {"COMMAND cat < /etc/os-release > said.txt",
                                           "COMMAND m > ../../said.txt"};
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_auto(ProcessResult) built = {0};
        g_assert_cmpint(build_with(run, commands[i], &built), ==, 1);
        g_assert_nonnull(strstr(built.err, "lies neither in the project nor in its build tree"));
    }
}

/* A link, what blocks who opens it, and what is not there, where nothing is made of it. */
static void test_no_file(const ContainerRun *run)
{
    static const struct {
        const char *commands, *said;
    } rows[] = {{"COMMAND ln -s words.in link COMMAND cat < link > said.txt",
                 "link cannot be read: a part of the path is a symbolic link"},
                {"COMMAND mkfifo pipe COMMAND cat < pipe > said.txt",
                 "pipe cannot be read: it is no regular file"},
                {"COMMAND mkfifo pipe COMMAND m > pipe COMMAND m > said.txt",
                 "pipe cannot be written: it is no regular file"},
                {"COMMAND cat < none/words > said.txt", "none/words cannot be read: No such file"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(ProcessResult) built = {0};
        g_assert_cmpint(build_with(run, rows[i].commands, &built), ==, 0);
        g_auto(ProcessResult) deployed = {0};
        g_assert_cmpint(container_run(run,
                                      "deploy oci:image:t -p made --cache cache --keep-build kept "
                                      "--isolation %I",
                                      &deployed),
                        ==, 1);
        g_assert_nonnull(strstr(deployed.err, rows[i].said));
        g_autofree char *kept = g_build_filename(run->folder, "kept", NULL);
        g_autofree char *none = g_build_filename(kept, "build", "none", NULL);
        g_assert_false(g_file_test(none, G_FILE_TEST_EXISTS));
        folder_remove(kept);
    }
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {{"/container/streams/outside", test_outside},
                                             {"/container/streams/no-file", test_no_file}};
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
