#include "discover/program/describe.h"
static void test_text(void)
{
    static const struct {
        const char *text;
        const char *words;
    } rows[] = {
        {"plain", "plain"},
        {"a ${X} b", "a ${X} b"},
        {"\"${string(TOUPPER) of ${X}}\"", "\"${from X}\""},
        {"${one of a|${one of b|}}c", "${...}c"},
        {"${one of ${A}|${B}|${A}}", "${from A, B}"},
        {"${one of ${A}|${B}|${C}|${D}}", "${...}"},
        {"cut ${one of ${A}|${...", "cut ${from A}"},
        {"${one of ${...}|a}", "${...}"},
        {"${", "${...}"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *words = describe_text(rows[i].text);
        g_assert_cmpstr(words, ==, rows[i].words);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/describe/text", test_text);
    return g_test_run();
}
