/* A verification that was interrupted goes on, and takes nothing for proved that is not. */
#include "container_run.h"
#include <string.h>

/* Lets the records that a verification left say something else. */
static void falsify_record(const char *folder)
{
    g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
    g_assert_nonnull(open);
    for (const char *name; (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        char *digest = strstr(text, "\"digest\": \"");
        if (g_str_has_suffix(name, ".json") && digest != NULL) {
            digest += strlen("\"digest\": \"");
            *digest = *digest == '0' ? '1' : '0';
            g_assert_true(g_file_set_contents(path, text, -1, NULL));
        }
    }
}

/* An interrupted verification goes on with what it has, and compares that with the image again;
 * another one takes nothing over. */
static void test_resumed(const ContainerRun *run)
{
    container_run_write_plain(run, "resumed",
                              "enable_language(ASM)\n"
                              "add_library(kept STATIC first.c second.c nothing.S)\n"
                              "add_executable(m main.c)\n"
                              "target_link_libraries(m kept)\ninstall(TARGETS m)\n");
    container_run_write_file(run, "resumed/first.c", "int first(void) { return 1; }\n");
    container_run_write_file(run, "resumed/second.c", "int second(void) { return 2; }\n");
    container_run_write_file(run, "resumed/nothing.S", "\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    g_autofree char *modules = g_build_filename(run->folder, "matrix.yaml.work", "modules", NULL);
    static const struct {
        const char *line;
        int status;
        const char *said;
    } rounds[] = {
        {"verify oci:image:t --matrix matrix.yaml --isolation %I -q", 0, ""},
        {"verify oci:image:t --matrix matrix.yaml --isolation %I -q --resume", 0, ""},
        {"verify oci:image:t --matrix matrix.yaml --isolation %I -q --resume", 1, ""},
        /* What does not compile is no difference, and no proof. */
        {"verify oci:image:t --matrix matrix.yaml --isolation %I --launcher false", 1,
         " 0 units compiled with their own commands: 0 differences"},
        {"verify oci:image:t --matrix matrix.yaml --isolation %I --resume", 0,
         ": 0 differences\n1 unit is kept as an object, which is not compared\n"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rounds); i++) {
        if (i == 2) {
            falsify_record(modules);
        }
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, rounds[i].line, &result), ==, rounds[i].status);
        g_assert_nonnull(strstr(result.out, rounds[i].said));
    }
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {{"/container/resumed", test_resumed}};
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
