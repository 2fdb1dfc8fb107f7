/* Whatever is left out where there is too much of it is in the ledger, of what fits nothing is. */
#include "discover/readers.h"
#include "tests/unit/cmake/facts_dump.h"
#include <glib/gstdio.h>

#define STUBS XAAS_SOURCE_ROOT "/discover/stubs"

/* Of some kind of file or line as many as fit, and one more. */
typedef struct {
    const char *name;
    const char *root;   /* path of a file that is there once; NULL: none */
    const char *text;   /* its text */
    const char *line;   /* and, behind that, one for each; NULL: none */
    const char *path;   /* of one file for each, behind a number; NULL: none */
    const char *beside; /* of a further one beside it; NULL: none */
    const char *begin;  /* the texts of these */
    const char *reason;
    guint fits;
    gboolean project; /* of CMake */
} Row;

static const Row rows[] = {
    {.name = "meson",
     .path = "/meson.build",
     .begin = "project('tide')\n",
     .reason = "limit: files of the build",
     .fits = 16},
    {.name = "makefiles",
     .path = "/Makefile",
     .beside = "/main.c",
     .begin = "prog: main.o\n",
     .reason = "limit: files of the build",
     .fits = 16},
    {.name = "recipes",
     .root = "CMakeLists.txt",
     .text = "project(tide)\noption(TIDE_ICE \"ice\" OFF)\n",
     .path = "/CMakePresets.json",
     .begin = "{}\n",
     .reason = "limit: recipes",
     .fits = 64},
    {.name = "copies",
     .root = "CMakeLists.txt",
     .text = "project(tide)\n",
     .path = "/CMakeLists.txt",
     .beside = "/LICENSE",
     .begin = "project(part)\n",
     .reason = "limit: copies of other projects",
     .fits = 64},
    {.name = "commands",
     .project = TRUE,
     .root = "README.md",
     .line = "cmake -DTIDE_A=1 -DTIDE_B=2 .\n",
     .reason = "limit: commands of documents",
     .fits = 4096},
    {.name = "scripts",
     .root = "tide.make",
     .text = "prog: main.o\n",
     .path = ".sh",
     .begin = "#!/bin/sh\n",
     .reason = "limit: scripts that handle makefiles",
     .fits = 64},
    {.name = "rules",
     .root = "Makefile",
     .text = "all: part\n",
     .line = "part: main.c\n",
     .reason = "limit: rules",
     .fits = 4095},
    {.name = "words",
     .root = "Makefile",
     .text = "all:",
     .line = " part",
     .reason = "limit: words of a rule",
     .fits = 1000},
};

static void write_text(const char *folder, const char *path, const char *text)
{
    g_autofree char *file = g_build_filename(folder, path, NULL);
    g_autofree char *above = g_path_get_dirname(file);
    g_assert_cmpint(g_mkdir_with_parents(above, 0700), ==, 0);
    g_assert_true(g_file_set_contents(file, text, -1, NULL));
}

static void remove_all(const char *path)
{
    GDir *folder = g_dir_open(path, 0, NULL);
    for (const char *name = NULL; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        remove_all(child);
    }
    g_clear_pointer(&folder, g_dir_close);
    g_assert_cmpint(g_remove(path), ==, 0);
}

static void write_project(const char *folder, const Row *row, guint many)
{
    g_autoptr(GString) text = g_string_new(row->text != NULL ? row->text : "");
    for (guint i = 0; row->line != NULL && i < many; i++) {
        g_string_append(text, row->line);
    }
    write_text(folder, "main.c", "int main;\n");
    if (row->project) {
        write_text(folder, "CMakeLists.txt", "project(tide)\n");
    }
    if (row->root != NULL) {
        write_text(folder, row->root, text->str);
    }
    for (guint i = 0; row->line == NULL && i < many; i++) {
        g_autofree char *path = g_strdup_printf("p%03u%s", i, row->path);
        write_text(folder, path, row->begin);
        if (row->beside != NULL) {
            g_autofree char *beside = g_strdup_printf("p%03u%s", i, row->beside);
            write_text(folder, beside, "int part;\n");
        }
    }
}

static gboolean tells(const char *folder, const char *reason)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    const ReadersOptions options = {.stub_folder = STUBS};
    readers_read(tree, &options, facts, diagnostics, &error);
    g_assert_no_error(error);
    return facts_tell(facts, reason);
}

static void test_row(gconstpointer data)
{
    const Row *row = data;
    for (guint more = 0; more < 2; more++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *folder = g_dir_make_tmp("xaas-limits-XXXXXX", &error);
        g_assert_no_error(error);
        write_project(folder, row, row->fits + more);
        g_assert_cmpint(tells(folder, row->reason), ==, more > 0);
        remove_all(folder);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *name = g_strconcat("/readers/limits/", rows[i].name, NULL);
        g_test_add_data_func(name, &rows[i], test_row);
    }
    return g_test_run();
}
