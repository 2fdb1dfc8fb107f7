/* Which options count as read by nothing, and what keeps one from being called so. */
#include "discover/cmake/cmake_reader.h"
#include <string.h>

/* The options that are unread, in the order of their names. */
static char *unread_in(Tree *tree, Diagnostics *diagnostics)
{
    const CmakeReadOptions options = {.stub_folder = XAAS_SOURCE_ROOT "/discover/stubs"};
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    Facts *facts = facts_new(arena);
    cmake_read(tree, &options, facts, diagnostics, &error);
    g_assert_no_error(error);
    facts_finish(facts);
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < facts->options->len; i++) {
        const Option *option = facts->options->pdata[i];
        if (option->unread) {
            g_string_append_printf(all, "%s%s", all->len > 0 ? " " : "", option->name);
        }
    }
    return g_string_free(all, FALSE);
}

/* A project of two options, with more in its CMakeLists.txt and in another file. */
static void assert_unread(const char *more, const char *path, const char *other,
                          const char *expected)
{
    g_autofree char *text =
        g_strconcat("project(tide C)\n"
                    "option(TIDE_AVX \"Use AVX\" OFF)\n"
                    "set(TIDE_MODE fast CACHE STRING \"fast or exact\")\n"
                    "set_property(CACHE TIDE_MODE PROPERTY STRINGS fast exact)\n"
                    "mark_as_advanced(TIDE_MODE)\n",
                    more, NULL);
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", text, path, other, NULL);
    g_autofree char *found = unread_in(tree, diagnostics);
    g_assert_cmpstr(found, ==, expected);
}

static void test_found(void)
{
    assert_unread("", "a.c", "", "TIDE_AVX TIDE_MODE");
    assert_unread("# TIDE_AVX is for later\n", "a.c", "", "TIDE_AVX TIDE_MODE");
    assert_unread("if(TIDE_AVX)\n  add_compile_options(-mavx)\nendif()\n", "a.c", "", "TIDE_MODE");
}

static void test_read_elsewhere(void)
{
    /* By a script that nothing runs, by a template, in a header that ends like a script. */
    assert_unread("", "ci/run.cmake", "message(${TIDE_AVX})\n", "TIDE_MODE");
    assert_unread("", "tide.h.in", "#cmakedefine TIDE_AVX\n", "TIDE_MODE");
    assert_unread("", "tide.h.cmake", "#cmakedefine TIDE_AVX\n", "TIDE_MODE");
    /* By a command that is given the name, in a rule of installation. */
    assert_unread("function(tell_user name)\nendfunction()\ntell_user(TIDE_AVX)\n", "a.c", "",
                  "TIDE_MODE");
    assert_unread("install(CODE \"message(\\${TIDE_MODE})\")\n", "a.c", "", "TIDE_AVX");
}

static void test_composed(void)
{
    assert_unread("", "x.cmake", "if(TIDE_${part})\nendif()\n", "");
    assert_unread("", "x.cmake", "if(${project}_AVX)\nendif()\n", "TIDE_MODE");
    assert_unread("", "x.cmake", "get_cmake_property(all CACHE_VARIABLES)\n", "");
}

/* What is missing may read it, unless it is another's repository or a download. */
static void test_incomplete(void)
{
    assert_unread("include(cmake/rest.cmake)\n", "a.c", "", "");
    assert_unread("add_subdirectory(parts/waves)\n", "a.c", "", "");
    assert_unread("add_subdirectory(parts/waves)\n", ".gitmodules",
                  "[submodule \"waves\"]\n\tpath = parts/waves\n\turl = ../waves.git\n",
                  "TIDE_AVX TIDE_MODE");
    assert_unread("setup_all()\n", "a.c", "", "");
    assert_unread("", "x.cmake", "set(x \"never closed)\nif(TIDE_AVX)\n", "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/unread/found", test_found);
    g_test_add_func("/cmake/unread/read-elsewhere", test_read_elsewhere);
    g_test_add_func("/cmake/unread/composed", test_composed);
    g_test_add_func("/cmake/unread/incomplete", test_incomplete);
    return g_test_run();
}
