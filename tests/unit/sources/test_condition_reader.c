/* Which macros a condition asks about: pairs of a condition and the macros, '!' before a negated
 * one. */
#include "discover/sources/condition_reader.h"
#include <string.h>

static const struct {
    const char *condition;
    const char *macros;
} cases[] = {
    {"", ""},
    {"1", ""},
    {"A", "A"},
    {"!A", "!A"},
    {"!!A", "A"},
    {"defined(A)", "A"},
    {"defined A && !defined B", "A !B"},
    {"!(defined(A) || defined(B))", "!A !B"},
    {"A == 2", "A"},
    {"A == 0", "!A"},
    {"0 == A", "!A"},
    {"A != 0", "A"},
    {"A != 1", "!A"},
    {"A != 0x0", "A"},
    {"!(A == 0)", "A"},
    {"A >= 201103L && (B & 4)", "A B"},
    {"A != B", "A B"},
    {"AT_LEAST(3, 4) || !CHECK(A)", "AT_LEAST !CHECK !A"},
    {"defined(__has_include) && !B", "!B"},
    {"__has_include(<mpi.h>) && A", "A"},
    {"__has_include(\"a.h\") || __has_attribute(x)", ""},
    {"A ? B : C", "A B C"},
    {"defined A and not defined(B)", "A !B"},
    {"A &&", "A"},
    {"((A", "A"},
    {"A) && !B", "A !B"},
    {"'x' == 'A' && B", "B"},
    {"\"A B", ""},
    {"defined", ""},
    {"true && false || A", "A"},
    {"A-1 == 0", "!A"},
    {"caf\xc3\xa9 && A", "A"},
    {"\xff\xfe A", "A"},
    {"1A && B", "B"},
    {"defined(A)\t", "A"},
};

static char *read_condition(const char *text)
{
    g_autoptr(ConditionReader) reader = condition_reader_new();
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GArray) uses = g_array_new(FALSE, FALSE, sizeof(MacroUse));
    condition_reader_read(reader, text, arena, uses);
    GString *macros = g_string_new(NULL);
    for (guint i = 0; i < uses->len; i++) {
        const MacroUse *use = &g_array_index(uses, MacroUse, i);
        g_string_append_printf(macros, "%s%s%s", i > 0 ? " " : "", use->negated ? "!" : "",
                               use->macro);
    }
    return g_string_free(macros, FALSE);
}

static void test_cases(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *macros = read_condition(cases[i].condition);
        g_test_message("%s", cases[i].condition);
        g_assert_cmpstr(macros, ==, cases[i].macros);
    }
}

/* As deep and as long as the scanner lets through. */
static void test_hostile(void)
{
    static const char *const pieces[] = {"(", "!", "A(", "-", "A||", "defined(", "?", "A:", "\\"};
    for (gsize i = 0; i < G_N_ELEMENTS(pieces); i++) {
        g_autoptr(GString) text = g_string_new(NULL);
        while (text->len + 16 < 8192) {
            g_string_append(text, pieces[i]);
        }
        g_string_append(text, " LAST");
        g_autofree char *macros = read_condition(text->str);
        g_test_message("%s", pieces[i]);
        g_assert_true(g_str_has_suffix(macros, "LAST"));
    }
    g_autoptr(GString) nested = g_string_new(NULL);
    for (guint i = 0; i < 4000; i++) {
        g_string_append_c(nested, '(');
    }
    g_string_append(nested, "!LAST");
    for (guint i = 0; i < 4000; i++) {
        g_string_append_c(nested, ')');
    }
    g_autofree char *macros = read_condition(nested->str);
    g_assert_cmpstr(macros, ==, "!LAST");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/condition-reader/cases", test_cases);
    g_test_add_func("/condition-reader/hostile", test_hostile);
    return g_test_run();
}
