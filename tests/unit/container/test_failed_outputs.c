/* What is removed of what commands that failed have left. */
#include "container/build/failed.h"
#include "container/build/workspace.h"
#include <glib/gstdio.h>

/* In a folder with these files: which are left, as the build tool says this. */
static void check(const char *said, gboolean understood, const char *left)
{
    static const char *const names[] = {"config.h", "my config.h", "a.h", "b.h", "needed.h", "my"};
    static const char *const listed[] = {"needed.h", "a.h", "b.h", "my config.h", "my"};
    g_autofree char *folder = g_dir_make_tmp("xaas-failed-XXXXXX", NULL);
    g_autoptr(GPtrArray) targets = g_ptr_array_new();
    g_autoptr(GHashTable) asked = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GString) rest = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_assert_true(g_file_set_contents(path, "", 0, NULL));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(listed); i++) {
        g_ptr_array_add(targets, (gpointer)listed[i]);
    }
    g_hash_table_add(asked, (gpointer) "a.h");
    g_hash_table_add(asked, (gpointer) "my config.h");
    g_assert_cmpint(failed_outputs_remove(said, &(OutputFolders){folder, NULL},
                                          &(FailedOutputs){asked, targets}),
                    ==, understood);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        if (g_file_test(path, G_FILE_TEST_EXISTS)) {
            g_string_append_printf(rest, "%s;", names[i]);
        }
    }
    g_assert_cmpstr(rest->str, ==, left);
    folder_remove(folder);
}

static void test_outputs(void)
{
    /* All outputs of a command that was asked for, and names that have blanks. */
    check("FAILED: a.h b.h \ncommand\n", TRUE, "config.h;my config.h;needed.h;my;");
    check("FAILED: [code=2] a.h b.h \ncommand\n", TRUE, "config.h;my config.h;needed.h;my;");
    check("FAILED: my config.h \ncommand\n", TRUE, "config.h;a.h;b.h;needed.h;my;");
    check("", TRUE, "config.h;my config.h;a.h;b.h;needed.h;my;");
}

static void test_words(void)
{
    static const char all[] = "config.h;my config.h;a.h;b.h;needed.h;my;";
    check("FAILED: config.h does not define TESTS\n", FALSE, all);
    check("FAILED: a.h config.h \n", FALSE, all);
    check("FAILED: a.h needed.h \n", FALSE, all);
    check("FAILED: needed.h \ncommand\n", FALSE, all);
    check("FAILED: needed.h a.h \ncommand\n", FALSE, all);
    check("FAILED: \nFAILED: a.h\n", FALSE, all);
}

/* The build tool itself may be ended, whatever it has said before. */
static void test_ends(void)
{
    g_assert_true(failed_command_ends("FAILED: a.h \ncommand\n", 1));
    g_assert_false(failed_command_ends("FAILED: a.h \ncommand\n", 137));
    g_assert_false(failed_command_ends("FAILED: a.h \ncommand\n", 2));
    g_assert_true(failed_command_ends("FAILED: [code=2] a.h \ncommand\n", 2));
    g_assert_false(failed_command_ends("FAILED: [code=137] a.h \ncommand\n", 137));
    g_assert_true(failed_command_ends("FAILED: [code=255] a.h \ncommand\n", 255));
    g_assert_false(failed_command_ends("ninja: error: no\n", 1));
    g_assert_true(failed_status_is_signal(137));
    g_assert_false(failed_status_is_signal(255));
    g_assert_false(failed_status_is_signal(128));
}

/* Folders that may not be written go, too; root may always. */
static void test_folders(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-failed-XXXXXX", NULL);
    g_autofree char *part = g_build_filename(folder, "part", NULL);
    g_autofree char *file = g_build_filename(part, "file", NULL);
    g_assert_cmpint(g_mkdir(part, 0777), ==, 0);
    g_assert_true(g_file_set_contents(file, "", 0, NULL));
    g_assert_cmpint(g_chmod(part, 0555), ==, 0);
    folder_remove(folder);
    g_assert_false(g_file_test(folder, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/failed/outputs", test_outputs);
    g_test_add_func("/container/failed/words", test_words);
    g_test_add_func("/container/failed/ends", test_ends);
    g_test_add_func("/container/failed/folders", test_folders);
    return g_test_run();
}
