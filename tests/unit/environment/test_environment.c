/* Projects that are configured by their environment and what is read from them: cases/NAME/ is the
 * project, cases/NAME/expected.txt the dump. UPDATE=1 writes the dumps. */
#include "discover/environment/environment_reader.h"
#include "discover/environment/environment_uses.h"
#include "discover/environment/settings_file.h"
#include "discover/make/make_reader.h"
#include "tests/unit/cmake/facts_dump.h"
#include "tests/unit/golden.h"
#include <string.h>

#define CASES XAAS_SOURCE_ROOT "/tests/unit/environment/cases"

static void test_case(gconstpointer data)
{
    g_autofree char *folder = g_build_filename(CASES, data, NULL);
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GHashTable) side_folders = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(side_folders, "tests");
    const MakeReadOptions make = {.side_folders = side_folders};
    make_read(tree, &make, facts, diagnostics);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(names, "tmpdir");
    const MachineVariables variables = {.names = names};
    const EnvironmentReadOptions environment = {.side_folders = side_folders,
                                                .machine_variables = &variables};
    environment_read(tree, &environment, facts);
    facts_finish(facts);
    assert_facts(facts, diagnostics, folder);
}

/* A file that never ends to set things is left at the limit. */
static void test_many(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < SETTINGS_FILE_MAX + 10; i++) {
        g_string_append_printf(text, "# What for\nexport S%u=1\n", i);
    }
    gboolean cut = FALSE;
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GArray) settings = settings_file_read(arena, "rc", text->str, &cut);
    g_assert_cmpuint(settings->len, ==, SETTINGS_FILE_MAX);
    g_assert_true(cut);
}

/* A line of references that is too long is left, and said to be. */
static void test_long_line(void)
{
    g_autoptr(GString) text = g_string_new("cc -DX=$(X)\n-D");
    while (text->len < 2 * USES_LINE_BYTES_MAX) {
        g_string_append(text, "$(X)");
    }
    g_autoptr(GHashTable) uses =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)environment_use_free);
    EnvironmentUse *use = environment_use_new();
    g_hash_table_insert(uses, (gpointer) "X", use);
    g_autoptr(Arena) arena = arena_new();
    g_assert_false(environment_uses_read(arena, "rules", text->str, uses));
    g_assert_cmpuint(use->definitions->len, ==, 1);
    g_assert_cmpuint(use->places->len, ==, 1);
    g_assert_true(use->builds);
}

/* What is cut off in the middle, or is no constant, sets nothing that is known. */
static void test_malformed(void)
{
    static const char text[] =
        "# a\nexport A=\"x\n# b\nexport B=`x`\n# c\nexport 1C=x\n# d\nexport "
        "D\n# e\n: ${E:=x\n# f\n: ${F}\n# g\nexport G=a b\n# h\nexport H='i j'";
    gboolean cut = FALSE;
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GArray) settings = settings_file_read(arena, "rc", text, &cut);
    g_assert_cmpuint(settings->len, ==, 1);
    g_assert_cmpstr(g_array_index(settings, EnvironmentSetting, 0).value, ==, "i j");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/environment/sourced", "sourced", test_case);
    g_test_add_data_func("/environment/starts-make", "starts_make", test_case);
    g_test_add_data_func("/environment/list-words", "list_words", test_case);
    g_test_add_data_func("/environment/given-to-make", "given_to_make", test_case);
    g_test_add_data_func("/environment/few", "few", test_case);
    g_test_add_data_func("/environment/beside", "beside", test_case);
    g_test_add_data_func("/environment/run", "run", test_case);
    g_test_add_data_func("/environment/packaged", "packaged", test_case);
    g_test_add_data_func("/environment/blocks", "blocks", test_case);
    g_test_add_func("/environment/many", test_many);
    g_test_add_func("/environment/long-line", test_long_line);
    g_test_add_func("/environment/malformed", test_malformed);
    return g_test_run();
}
