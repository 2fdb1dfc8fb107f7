/* Scopes: what is seen where, and what leaving undoes. */
#include "discover/cmake/variables.h"
#include <stdlib.h>

static void set(Variables *variables, const char *name, const char *text)
{
    variables_set(variables, variables_get(variables, name), value_of_text(text));
}

static void set_parent(Variables *variables, const char *name, const char *text)
{
    variables_set_parent(variables, variables_get(variables, name), value_of_text(text));
}

static const char *get(Variables *variables, const char *name)
{
    return value_text(variable_value(variables_get(variables, name)));
}

static void test_scopes(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    g_assert_null(variables_find(variables, "A"));
    g_assert_null(variable_value(variables_get(variables, "A")));
    g_assert_nonnull(variables_find(variables, "A"));
    set(variables, "A", "outer");
    variables_enter(variables);
    g_assert_cmpuint(variables_depth(variables), ==, 1);
    g_assert_cmpstr(get(variables, "A"), ==, "outer");
    set(variables, "A", "inner");
    set(variables, "A", "again");
    set(variables, "B", "b");
    g_assert_cmpstr(get(variables, "A"), ==, "again");
    g_assert_cmpstr(value_text(variables_parent_value(variables, variables_get(variables, "A"))),
                    ==, "outer");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "outer");
    g_assert_null(variable_value(variables_get(variables, "B")));
    g_assert_cmpuint(variables_depth(variables), ==, 0);
}

/* An unset variable hides the one outside: it is a binding of its own. */
static void test_unset(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    set(variables, "A", "outer");
    variables_enter(variables);
    set(variables, "A", NULL);
    g_assert_nonnull(variable_value(variables_get(variables, "A")));
    g_assert_null(get(variables, "A"));
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "outer");
}

static void test_parent_scope(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    set(variables, "A", "top");
    variables_enter(variables);
    variables_enter(variables);
    /* Sets the scope around; here the old value stays. */
    set_parent(variables, "A", "middle");
    g_assert_cmpstr(get(variables, "A"), ==, "top");
    set_parent(variables, "NEW", "new");
    g_assert_null(get(variables, "NEW"));
    set_parent(variables, "A", "later");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "later");
    g_assert_cmpstr(get(variables, "NEW"), ==, "new");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "top");
    g_assert_null(variable_value(variables_get(variables, "NEW")));
}

static void test_parent_scope_of_own(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    variables_enter(variables);
    set(variables, "A", "own");
    set_parent(variables, "A", "top");
    g_assert_cmpstr(get(variables, "A"), ==, "own");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "top");
    /* At the top there is no scope around. */
    set_parent(variables, "B", "b");
    g_assert_cmpstr(get(variables, "B"), ==, "b");
}

/* Random writes against scopes that are copied whole when they are entered, as CMake's meaning has
 * it. */
static void test_random(void)
{
    enum { NAMES = 3, DEPTH = 6 };
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    int model[DEPTH][NAMES] = {{0}}; /* 0: not defined */
    guint depth = 0;
    for (guint step = 1; step < 5000; step++) {
        guint which = (guint)g_test_rand_int_range(0, NAMES);
        const char *name = &"A\0B\0C"[2 * which];
        g_autofree char *text = g_strdup_printf("%u", step);
        switch (g_test_rand_int_range(0, 5)) {
        case 0:
            if (depth + 1 < DEPTH) {
                variables_enter(variables);
                depth++;
                for (guint i = 0; i < NAMES; i++) {
                    model[depth][i] = model[depth - 1][i];
                }
            }
            break;
        case 1:
            if (depth > 0) {
                variables_leave(variables);
                depth--;
            }
            break;
        case 2:
            set(variables, name, NULL);
            model[depth][which] = 0;
            break;
        case 3:
            set_parent(variables, name, text);
            model[depth > 0 ? depth - 1 : 0][which] = (int)step;
            break;
        default:
            set(variables, name, text);
            model[depth][which] = (int)step;
            break;
        }
        for (guint i = 0; i < NAMES; i++) {
            const char *seen = get(variables, &"A\0B\0C"[2 * i]);
            g_assert_cmpint(seen != NULL ? atoi(seen) : 0, ==, model[depth][i]);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/variables/scopes", test_scopes);
    g_test_add_func("/cmake/variables/unset", test_unset);
    g_test_add_func("/cmake/variables/parent-scope", test_parent_scope);
    g_test_add_func("/cmake/variables/parent-scope-of-own", test_parent_scope_of_own);
    g_test_add_func("/cmake/variables/random", test_random);
    return g_test_run();
}
