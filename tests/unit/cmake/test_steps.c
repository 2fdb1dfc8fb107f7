/* Work in proportion to what the input controls counts as commands do, so that reading ends. */
#include "discover/cmake/cmake_reader.h"
#include <string.h>

#define STEPS 4000u

/* Whether reading the program was given up after STEPS. */
static gboolean gives_up(const char *program)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt", program, NULL);
    const CmakeReadOptions options = {.stub_folder = XAAS_SOURCE_ROOT "/tests/fuzz/stubs",
                                      .most_steps = STEPS};
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    cmake_read(tree, &options, facts, diagnostics, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < facts->ledger->len; i++) {
        const LedgerEntry *entry = facts->ledger->pdata[i];
        if (strcmp(entry->reason, "limit: steps") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A list of 2^12 elements that is asked for one of them in each of 100 turns. */
static char *asking(const char *condition)
{
    return g_strdup_printf("cmake_minimum_required(VERSION 3.25)\nproject(steps NONE)\n"
                           "option(A \"\" OFF)\nset(l x)\n"
                           "foreach(i RANGE 1 12)\nset(l ${l} ${l})\nendforeach()\n"
                           "foreach(i RANGE 1 100)\nif(%s)\nset(v ${i})\nendif()\nendforeach()\n",
                           condition);
}

static void test_long_lists(void)
{
    g_autofree char *plain = asking("A");
    g_assert_false(gives_up(plain));
    g_autofree char *long_list = asking("y IN_LIST l");
    g_assert_true(gives_up(long_list));
}

/* A list of pieces that may be there or not, to which each of 300 turns adds one: what is there is
 * not looked through to its end each time, but it is copied. */
static char *appending(guint doublings)
{
    return g_strdup_printf("cmake_minimum_required(VERSION 3.25)\nproject(steps NONE)\n"
                           "option(A \"\" OFF)\nif(A)\nlist(APPEND l x)\nendif()\n"
                           "foreach(i RANGE 1 %u)\nset(l ${l} ${l})\nendforeach()\n"
                           "foreach(i RANGE 1 300)\nif(A)\nlist(APPEND l y)\nendif()\n"
                           "endforeach()\n",
                           doublings);
}

static void test_long_pieces(void)
{
    g_autofree char *few = appending(2);
    g_assert_false(gives_up(few));
    g_autofree char *many = appending(12);
    g_assert_false(gives_up(many));
    g_autofree char *long_text = appending(15);
    g_assert_true(gives_up(long_text));
}

/* A loop over 2^12 elements that is left in its first turn, 100 times. */
static char *leaving(const char *list)
{
    return g_strdup_printf("cmake_minimum_required(VERSION 3.25)\nproject(steps NONE)\nset(l x)\n"
                           "foreach(i RANGE 1 12)\nset(l ${l} ${l})\nendforeach()\n"
                           "foreach(i RANGE 1 100)\nforeach(j IN LISTS %s)\nbreak()\n"
                           "endforeach()\nendforeach()\n",
                           list);
}

static void test_loops_left(void)
{
    g_autofree char *empty = leaving("none");
    g_assert_false(gives_up(empty));
    g_autofree char *long_list = leaving("l");
    g_assert_true(gives_up(long_list));
}

/* A function of 60 commands that is called for each of 200 targets. `body`: what else it does. */
static char *helping(const char *body)
{
    g_autoptr(GString) program =
        g_string_new("cmake_minimum_required(VERSION 3.25)\nproject(steps NONE)\n"
                     "option(A \"\" OFF)\nset(wanted -Wall)\nfunction(help target)\n");
    for (guint i = 0; i < 60; i++) {
        g_string_append(program, "set(flags ${wanted})\n");
    }
    g_string_append_printf(program,
                           "if(A)\ntarget_compile_options(${target} PRIVATE ${flags})\nendif()\n"
                           "%s\nendfunction()\n"
                           "foreach(i RANGE 1 200)\nadd_library(t${i} t.c)\nhelp(t${i})\n"
                           "endforeach()\n",
                           body);
    return g_string_free(g_steal_pointer(&program), FALSE);
}

/* Calls that see the same, and change nothing that outlives them, are not followed again. What a
 * call sees, and what it changes, comes in many ways. */
static void test_same_calls(void)
{
    g_autofree char *same = helping("");
    g_assert_false(gives_up(same));
    static const char *const different[] = {
        "if(NOT TARGET \"other\")\nendif()",
        "if(target STREQUAL \"t3\")\nendif()",
        "set(result ${flags} PARENT_SCOPE)",
        "set(result ${flags} CACHE STRING \"\")",
        "set(ENV{RESULT} ${flags})",
        "message(STATUS \"${CMAKE_CURRENT_LIST_LINE}\")",
        "set_property(GLOBAL APPEND PROPERTY all_flags ${flags})",
        "file(WRITE \"${CMAKE_BINARY_DIR}/flags\" \"${flags}\")",
        "function(inner_${target})\nendfunction()",
        "an_unknown_command(wanted)",
    };
    for (guint i = 0; i < G_N_ELEMENTS(different); i++) {
        g_autofree char *program = helping(different[i]);
        g_test_message("%s", different[i]);
        g_assert_true(gives_up(program));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/steps/long-lists", test_long_lists);
    g_test_add_func("/cmake/steps/long-pieces", test_long_pieces);
    g_test_add_func("/cmake/steps/loops-left", test_loops_left);
    g_test_add_func("/cmake/steps/same-calls", test_same_calls);
    return g_test_run();
}
