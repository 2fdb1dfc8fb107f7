/* Files of settings that are no makefiles: how many lines of one are read, and that an option which
 * the makefile has is not added again. */
#include "discover/make/make_reader.h"
#include "tests/unit/cmake/facts_dump.h"
#include <glib/gstdio.h>
#include <string.h>

#define SETTINGS_READ 2000u

/* A project with a makefile and a template of `Config.sh` that lists so many settings. */
static char *project_new(guint settings)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("xaas-settings-XXXXXX", &error);
    g_assert_no_error(error);
    g_autoptr(GString) lines = g_string_new("USE_MPI\n");
    for (guint i = 0; i < settings; i++) {
        g_string_append_printf(lines, "#SETTING_%u   # what it is for\n", i);
    }
    const struct {
        const char *name;
        const char *text;
    } files[] = {{"Makefile", "CONFIG = Config.sh\n"
                              "ifdef USE_MPI\nCC = mpicc\nendif\n"
                              "prog: main.o Config.sh\n\t$(CC) -o $@ main.o\n"},
                 {"Template-Config.sh", lines->str},
                 {"main.c", "int main(void) { return 0; }\n"}};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i].name, NULL);
        g_file_set_contents(path, files[i].text, -1, &error);
        g_assert_no_error(error);
    }
    return folder;
}

static void project_remove(const char *folder)
{
    static const char *const names[] = {"Makefile", "Template-Config.sh", "main.c"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
}

static guint count_options(const Facts *facts, const char *prefix)
{
    guint count = 0;
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        count += g_str_has_prefix(option->name, prefix) ? 1 : 0;
    }
    return count;
}

static void check(guint settings, guint read, gboolean cut)
{
    g_autofree char *folder = project_new(settings);
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    const MakeReadOptions options = {.side_folders = NULL};
    make_read(tree, &options, facts, diagnostics);
    g_assert_cmpuint(count_options(facts, "SETTING_"), ==, read);
    g_assert_cmpuint(count_options(facts, "USE_MPI"), ==, 1);
    g_assert_true(facts_tell(facts, "limit: settings of a file") == cut);
    project_remove(folder);
}

/* The first line of the file is one of those that are read. */
static void test_whole(void)
{
    check(SETTINGS_READ - 1, SETTINGS_READ - 1, FALSE);
}

static void test_cut(void)
{
    check(SETTINGS_READ + 10, SETTINGS_READ - 1, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/make/settings/whole", test_whole);
    g_test_add_func("/make/settings/cut", test_cut);
    return g_test_run();
}
