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
    assert_unread("mark_as_advanced(FORCE TIDE_AVX TIDE_MODE)\n", "a.c", "", "TIDE_AVX TIDE_MODE");
    assert_unread("if(TIDE_AVX)\n  add_compile_options(-mavx)\nendif()\n", "a.c", "", "TIDE_MODE");
}

/* A preset says what people give. */
static void test_preset(void)
{
    static const char preset[] = "{\"cacheVariables\": {\"TIDE_AVX\": \"ON\"}}\n";
    assert_unread("", "CMakePresets.json", preset, "TIDE_AVX TIDE_MODE");
    assert_unread("", "ci/settings.json", preset, "TIDE_MODE");
}

static void test_read_elsewhere(void)
{
    /* By a script that nothing runs, by a template, in a header that ends like a script. */
    assert_unread("", "ci/run.cmake", "message(${TIDE_AVX})\n", "TIDE_MODE");
    assert_unread("", "tide.h.in", "#cmakedefine TIDE_AVX\n", "TIDE_MODE");
    assert_unread("", "tide.h.cmake", "#cmakedefine TIDE_AVX\n", "TIDE_MODE");
    /* By what is no script as it stands. */
    assert_unread("", "x.cmake", "set(x \"never closed)\nif(TIDE_AVX)\n", "TIDE_MODE");
    assert_unread("", "x.cmake", "@TIDE_FLAGS@\n# @TIDE_AVX@\n", "TIDE_MODE");
    /* By a command that is given the name, in a rule of installation. */
    assert_unread("function(tell_user name)\nendfunction()\ntell_user(TIDE_AVX)\n", "a.c", "",
                  "TIDE_MODE");
    assert_unread("install(CODE \"message(\\${TIDE_MODE})\")\n", "a.c", "", "TIDE_AVX");
}

static void test_composed(void)
{
    assert_unread("", "x.cmake", "if(TIDE_${part})\nendif()\n", "");
    assert_unread("", "x.cmake", "if(${project}_AVX)\nendif()\n", "TIDE_MODE");
    assert_unread("", "x.cmake", "if(TIDE_${part}_ENABLED)\nendif()\n", "TIDE_AVX TIDE_MODE");
    assert_unread("", "x.cmake", "if(TID${part}_MODE)\nendif()\n", "TIDE_AVX");
    assert_unread("", "x.cmake", "if(TIDE_${TIDE_AVX}_ENABLED)\nendif()\n", "TIDE_MODE");
    assert_unread("", "x.cmake", "if(TIDE_${part}_ENA${part})\nendif()\n", "");
    assert_unread("", "x.cmake", "if(${sea}IDE_A${part})\nendif()\n", "TIDE_MODE");
    assert_unread("", "x.cmake", "get_cmake_property(all CACHE_VARIABLES)\n", "");
}

/* Many options and many places that put names together: each name is compared once. */
static void test_composed_often(void)
{
    g_autoptr(GString) options = g_string_new("project(tide C)\n");
    for (guint i = 0; i < 5000; i++) {
        g_string_append_printf(options, "option(TIDE_LONG_%u \"Number %u\" OFF)\n", i, i);
    }
    g_autoptr(GString) same = g_string_new(NULL);
    g_autoptr(GString) different = g_string_new(NULL);
    for (guint i = 0; i < 100000; i++) {
        g_string_append(same, "${x}_zzz ");
        if (i < 20000) {
            g_string_append_printf(different, "${x}_z%u ", i);
        }
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", options->str, "a.h.in",
                                         same->str, "b.h.in", same->str, NULL);
    gint64 start = g_get_monotonic_time();
    g_autofree char *found = unread_in(tree, diagnostics);
    g_assert_cmpint(g_get_monotonic_time() - start, <, 20 * G_USEC_PER_SEC);
    g_assert_nonnull(strstr(found, "TIDE_LONG_4999"));
    assert_unread("", "a.h.in", different->str, ""); /* too many to tell */
}

/* Files of any kind but documents are copied with names replaced, or look names up. */
static void test_read_by_others(void)
{
    assert_unread("", "run.sh.template", "exec run --avx=@TIDE_AVX@\n", "TIDE_MODE");
    assert_unread("", "conf/settings.py", "avx = '@TIDE_AVX@'\n", "TIDE_MODE");
    assert_unread("", "ci/check.sh", "grep TIDE_MODE:STRING CMakeCache.txt\n", "TIDE_AVX");
    assert_unread("", "ci/check.sh", "grep \"^TIDE_${part}:\" CMakeCache.txt\n", "");
    assert_unread("", "ci/build.sh", "cmake -DTIDE_AVX=ON .\n", "TIDE_AVX TIDE_MODE");
    assert_unread("", "README.md", "TIDE_AVX uses AVX\n", "TIDE_AVX TIDE_MODE");
    assert_unread("", "notes.txt", "TIDE_AVX uses AVX\n", "TIDE_AVX TIDE_MODE");
    assert_unread("", "LICENSE", "TIDE_AVX is free\n", "TIDE_AVX TIDE_MODE");
}

/* What is missing may read it, unless it is another's repository or a download. */
static void test_incomplete(void)
{
    assert_unread("include(cmake/rest.cmake)\n", "a.c", "", "");
    assert_unread("add_subdirectory(parts/waves)\n", "a.c", "", "");
    assert_unread("add_subdirectory(parts/waves)\n", ".gitmodules",
                  "[submodule \"waves\"]\n\tpath = parts/waves\n"
                  "\turl = https://example.org/sea/waves.git\n",
                  "TIDE_AVX TIDE_MODE");
    assert_unread("setup_all()\n", "a.c", "", "");
    /* Not so a target of an unknown name, which is there or not. */
    assert_unread("find_program(tool NAMES tool)\nif(TARGET ${tool})\nendif()\n", "a.c", "",
                  "TIDE_AVX TIDE_MODE");
}

/* What a person may put in a place, what the build writes and how parts of a package are called
 * hides no reader. */
static void test_elsewhere(void)
{
    assert_unread("set(SHIP_DIR \"\" CACHE PATH \"Where the ship is\")\n"
                  "if(SHIP_DIR)\n  add_subdirectory(${SHIP_DIR} ship)\nendif()\n",
                  "a.c", "", "TIDE_AVX TIDE_MODE");
    assert_unread("include(${CMAKE_BINARY_DIR}/generated.cmake)\n", "a.c", "",
                  "TIDE_AVX TIDE_MODE");
    assert_unread("include($ENV{CACHE}/tools_0.39.cmake)\n", "a.c", "", "TIDE_AVX TIDE_MODE");
    assert_unread("include($ENV{CACHE}/tide_tools.cmake)\n", "a.c", "", "");
    assert_unread("include($ENV{CACHE}/$ENV{TOOLS}.cmake)\n", "a.c", "", "");
    static const char search[] = "set(${Waves_found_as}_LIBRARY x)\n";
    assert_unread("list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_SOURCE_DIR})\n"
                  "find_package(Ship)\nset(Waves_found_as ${Ship_NAME})\nfind_package(Waves)\n",
                  "FindWaves.cmake", search, "TIDE_AVX TIDE_MODE");
    assert_unread("find_package(Ship)\nset(Waves_found_as ${Ship_NAME})\n"
                  "include(Waves.cmake)\n",
                  "Waves.cmake", search, "");
}

/* What the project keeps in repositories of its own may read it as well. */
static void test_own_elsewhere(void)
{
    static const char *const own[] = {
        "[submodule \"core\"]\n\tpath = core\n\turl = ../waves.git\n",
        "[submodule \"core\"]\n\tpath = core\n\turl = https://example.org/x/Tide-core.git\n",
        "[submodule \"core\"]\n\tpath = parts/tide_core\n\turl = https://example.org/x/c.git\n",
    };
    for (guint i = 0; i < G_N_ELEMENTS(own); i++) {
        assert_unread("", ".gitmodules", own[i], "");
    }
    assert_unread("add_subdirectory(core)\n", ".gitmodules", own[0], "");
    assert_unread("include(FetchContent)\n"
                  "FetchContent_Declare(tide_core GIT_REPOSITORY https://example.org/x/c.git)\n"
                  "FetchContent_MakeAvailable(tide_core)\n",
                  "a.c", "", "");
    assert_unread("include(FetchContent)\n"
                  "FetchContent_Declare(core GIT_REPOSITORY https://example.org/x/tide-core.git)\n"
                  "FetchContent_MakeAvailable(core)\n",
                  "a.c", "", "");
    assert_unread("include(FetchContent)\n"
                  "FetchContent_Declare(waves GIT_REPOSITORY https://example.org/x/waves.git)\n"
                  "FetchContent_MakeAvailable(waves)\n",
                  "a.c", "", "TIDE_AVX TIDE_MODE");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/unread/found", test_found);
    g_test_add_func("/cmake/unread/preset", test_preset);
    g_test_add_func("/cmake/unread/read-elsewhere", test_read_elsewhere);
    g_test_add_func("/cmake/unread/composed", test_composed);
    g_test_add_func("/cmake/unread/composed-often", test_composed_often);
    g_test_add_func("/cmake/unread/read-by-others", test_read_by_others);
    g_test_add_func("/cmake/unread/incomplete", test_incomplete);
    g_test_add_func("/cmake/unread/elsewhere", test_elsewhere);
    g_test_add_func("/cmake/unread/own-elsewhere", test_own_elsewhere);
    return g_test_run();
}
