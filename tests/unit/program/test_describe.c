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

static void test_effect(void)
{
    static const struct {
        Effect effect;
        const char *words;
    } rows[] = {
        {{.kind = EFFECT_PACKAGE, .name = "CUDA", .detail = "11.0", .required = TRUE},
         "CUDA >= 11.0, required"},
        {{.kind = EFFECT_PACKAGE, .name = "MPI"}, "MPI"},
        {{.kind = EFFECT_DEFINITION, .name = "USE_FFT", .detail = "1"}, "USE_FFT=1"},
        {{.kind = EFFECT_DEFINITION, .name = "USE_FFT"}, "USE_FFT"},
        {{.kind = EFFECT_MACRO, .name = "HAVE_X", .file = "config.h"}, "HAVE_X in config.h"},
        {{.kind = EFFECT_MACRO, .name = "HAVE_X", .detail = "2"}, "HAVE_X 2"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *words = describe_effect(&rows[i].effect);
        g_assert_cmpstr(words, ==, rows[i].words);
    }
}

/* What can be given where no values are listed. */
static void test_free_values(void)
{
    static const struct {
        OptionType type;
        const char *words;
    } rows[] = {
        {OPTION_BOOL, "ON, OFF"},
        {OPTION_PATH, "(folder)"},
        {OPTION_FILEPATH, "(file)"},
        {OPTION_STRING, "(text)"},
    };
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Option option = {.name = "X",
                               .type = rows[i].type,
                               .definitions = none,
                               .values = none,
                               .links = none,
                               .uses = none};
        const Decision decision = {.option = &option, .values = none};
        g_autofree char *words = describe_values(&decision);
        g_assert_cmpstr(words, ==, rows[i].words);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/describe/text", test_text);
    g_test_add_func("/describe/effect", test_effect);
    g_test_add_func("/describe/free-values", test_free_values);
    return g_test_run();
}
