/* Conditions that are gathered first and joined when they are asked for. */
#include "discover/cmake/guard_gather.h"

#define VARIABLES 5u

static void make_variables(Guards *guards, Guard variables[VARIABLES])
{
    for (guint i = 0; i < VARIABLES; i++) {
        variables[i] = guard_variable(guards, guards_new_variable(guards));
    }
}

/* Nothing is joined before it is asked for, and the result is the union. */
static void test_gather(void)
{
    g_autoptr(Guards) guards = guards_new();
    Guard parts[VARIABLES];
    make_variables(guards, parts);
    gsize before = guards_made(guards);
    Guard when = parts[0];
    GArray *gathered = NULL;
    for (guint i = 0; i < 2 * VARIABLES; i++) {
        guard_gather(&when, &gathered, parts[i % VARIABLES]);
    }
    g_assert_cmpuint(guards_made(guards), ==, before);
    g_assert_cmpuint(gathered->len, ==, VARIABLES);
    guard_join_gathered(guards, &when, &gathered, NULL);
    Guard any = GUARD_FALSE;
    for (guint i = 0; i < VARIABLES; i++) {
        any = guard_or(guards, any, parts[i]);
    }
    g_assert_true(guard_same(when, any));
    g_assert_null(gathered);
    guard_gather(&when, &gathered, guard_not(guards, parts[0]));
    guard_gather(&when, &gathered, GUARD_TRUE);
    g_assert_true(guard_is_true(when));
    g_assert_null(gathered);
}

/* Sets that are alike are joined once, others each by itself: with no room for nodes, each join
 * that is worked out gives up. */
static void test_joins(void)
{
    g_autoptr(Guards) guards = guards_new();
    Guard parts[VARIABLES];
    make_variables(guards, parts);
    guards_allow(guards, 0);
    g_autoptr(GHashTable) joins = guard_joins_new();
    Guard found[4];
    for (guint i = 0; i < G_N_ELEMENTS(found); i++) {
        found[i] = parts[i / 2];
        GArray *gathered = NULL;
        guard_gather(&found[i], &gathered, parts[4]);
        guard_join_gathered(guards, &found[i], &gathered, joins);
        g_assert_null(gathered);
    }
    g_assert_cmpuint(guards_give_ups(guards), ==, 2);
    g_assert_true(guard_same(found[0], found[1]));
    g_assert_true(guard_same(found[2], found[3]));
    g_assert_false(guard_same(found[0], found[2]));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/guard_gather/union", test_gather);
    g_test_add_func("/cmake/guard_gather/joins", test_joins);
    return g_test_run();
}
