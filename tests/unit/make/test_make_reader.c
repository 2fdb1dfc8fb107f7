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
    g_autoptr(GHashTable) side_folders = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(side_folders, "test");
    const MakeReadOptions options = {.side_folders = side_folders};
    make_read(tree, &options, facts, diagnostics);
    facts_finish(facts);
    g_autofree char *dump = facts_dump(facts, diagnostics);
    g_autofree char *expected = g_build_filename(folder, "expected.txt", NULL);
    assert_golden(dump, expected);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    golden_add_cases(CASES, "/make/cases", test_case);
    return g_test_run();
}
