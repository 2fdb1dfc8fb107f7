/* Projects of a few lines and what is read from them: cases/NAME/ is the project,
 * cases/NAME/expected.txt the dump. A line "NAME=VALUE" in cases/NAME/definitions.txt is a -D: the
 * project is then read for that configuration instead of for all. UPDATE=1 writes the dumps. Each
 * is read twice, the second time with conditions freed as soon as nobody says that they are kept.
 */
#include "discover/cmake/cmake_reader.h"
#include "tests/unit/cmake/facts_dump.h"
#include "tests/unit/golden.h"
#include <string.h>

#define CASES XAAS_SOURCE_ROOT "/tests/unit/cmake/cases"

/* NULL when the case has none. */
static GHashTable *read_definitions(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "definitions.txt", NULL);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL)) {
        return NULL;
    }
    GHashTable *definitions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char *equals = strchr(*line, '=');
        if (equals != NULL) {
            g_hash_table_insert(definitions, g_strndup(*line, (gsize)(equals - *line)),
                                g_strdup(equals + 1));
        }
    }
    return definitions;
}

static void check_case(const char *folder, guint collect_after)
{
    g_autoptr(GHashTable) definitions = read_definitions(folder);
    const CmakeReadOptions options = {.stub_folder = XAAS_SOURCE_ROOT "/discover/stubs",
                                      .concrete = definitions != NULL,
                                      .definitions = definitions,
                                      .collect_after = collect_after};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(Tree) tree = tree_open(folder, diagnostics, &error);
    g_assert_no_error(error);
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    cmake_read(tree, &options, facts, diagnostics, &error);
    g_assert_no_error(error);
    facts_finish(facts);
    assert_facts(facts, diagnostics, folder);
}

static void test_case(gconstpointer data)
{
    check_case(data, 0);
    check_case(data, 1);
}

/* A text that grows in a branch is made anew whenever it is read: what it was before must go. */
static void test_growing(void)
{
    static const char program[] =
        "project(grows C)\n"
        "option(A \"a\" OFF)\n"
        "foreach(i RANGE 1000)\n"
        "  if(A)\n"
        "    set(L \"${L} ('some forty bytes that say nothing', ${i})\n\")\n"
        "  endif()\n"
        "endforeach()\n";
    const CmakeReadOptions options = {.stub_folder = XAAS_SOURCE_ROOT "/discover/stubs"};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", program, NULL);
    g_autoptr(Arena) arena = arena_new();
    GError *error = NULL;
    cmake_read(tree, &options, facts_new(arena), diagnostics, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(arena_size(arena), <, 10u << 20);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/growing", test_growing);
    golden_add_cases(CASES, "/cmake/cases", test_case);
    return g_test_run();
}
