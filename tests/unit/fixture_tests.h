/* Tests that each get a Fixture of their own: the source declares it, with set_up() and
 * tear_down(), before it includes this. */
#pragma once

#include <glib.h>

typedef struct {
    const char *name;
    void (*run)(Fixture *, gconstpointer);
} FixtureTest;

static inline void add_fixture_tests(const FixtureTest *tests, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        g_test_add(tests[i].name, Fixture, NULL, set_up, tests[i].run, tear_down);
    }
}
