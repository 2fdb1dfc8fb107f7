/* What an image says of units, and cannot be so. */
#include "container/image/units_check.h"
#include <glib.h>
#include <string.h>

static char *fault_with(const char *key, json_t *value)
{
    json_t *units =
        json_pack("{s:[s], s:[[s]], s:[{s:s, s:s, s:s, s:s, s:i, s:i}, {s:s, s:s, s:s}, "
                  "{s:s, s:s, s:s}]}",
                  "targets", "a target", "frontends", "-O2", "units", "source", "/source/a.c",
                  "directory", "/build", "output", "a.o", "module", "d1", "target", 0, "frontend",
                  0, "source", "/source/b.s", "directory", "/build", "why_not", "assembler",
                  "source", "/source/c.c", "directory", "/build", "left_out", "it fails");
    json_t *unit = json_array_get(json_object_get(units, "units"), 0);
    if (key != NULL && value != NULL) {
        json_object_set_new(unit, key, value);
    } else if (key != NULL) {
        json_object_del(unit, key);
    }
    char *fault = units_fault(units);
    json_decref(units);
    return fault;
}

static void test_faults(void)
{
    g_autofree char *none = fault_with(NULL, NULL);
    g_assert_null(none);
    const struct {
        const char *key;
        json_t *value;
        const char *said;
    } turns[] = {
        {"source", json_integer(7), "unit 0 (?): \"source\""},
        {"directory", NULL, "unit 0 (/source/a.c): \"directory\""},
        {"module", json_integer(5), "\"module\""},
        {"module", NULL, "\"module or why_not\""},
        {"output", json_null(), "\"output\""},
        {"target", json_integer(1), "\"target\""},
        {"target", json_integer(-1), "\"target\""},
        {"frontend", json_string("0"), "\"frontend\""},
        {"left_out", json_true(), "\"left_out\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_autofree char *fault = fault_with(turns[i].key, turns[i].value);
        g_assert_nonnull(fault);
        g_assert_nonnull(strstr(fault, turns[i].said));
    }
    json_t *empty = json_object();
    g_autofree char *missing = units_fault(empty);
    g_assert_cmpstr(missing, ==, "there is no list of units");
    json_decref(empty);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/units_check/faults", test_faults);
    return g_test_run();
}
