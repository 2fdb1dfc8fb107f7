/* Projects of a few lines and what is read from them: cases/NAME/ is the project,
 * cases/NAME/expected.txt the dump. UPDATE=1 writes the dumps. */
#include "discover/make/make_reader.h"
#include "tests/unit/cmake/facts_dump.h"
#include "tests/unit/golden.h"
#include <string.h>

#define CASES XAAS_SOURCE_ROOT "/tests/unit/make/cases"

static void test_case(gconstpointer data)
{
    const char *folder = data;
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    make_read(tree, facts, diagnostics);
    facts_finish(facts);
    g_autofree char *dump = facts_dump(facts);
    g_autoptr(GString) all = g_string_new(dump);
    const GPtrArray *list = diagnostics_list(diagnostics);
    for (guint i = 0; i < list->len; i++) {
        g_autofree char *line = diagnostic_text(list->pdata[i]);
        g_string_append_printf(all, "%s\n", line);
    }
    g_autofree char *expected = g_build_filename(folder, "expected.txt", NULL);
    assert_golden(all->str, expected);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(CASES, 0, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_ptr_array_add(names, g_strdup(name));
    }
    g_assert_cmpuint(names->len, >, 0);
    g_ptr_array_sort(names, compare_names);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *test = g_strdup_printf("/make/cases/%s", (char *)names->pdata[i]);
        g_test_add_data_func_full(test, g_build_filename(CASES, names->pdata[i], NULL), test_case,
                                  g_free);
    }
    return g_test_run();
}
