#include "core/markdown.h"

static char *with(void (*append)(GString *, const char *), const char *text)
{
    GString *out = g_string_new(NULL);
    append(out, text);
    return g_string_free(out, FALSE);
}

static void test_text(void)
{
    static const struct {
        const char *text;
        const char *written;
    } cases[] = {
        {"plain a_b (c)", "plain a_b (c)"},
        {"_a_ `b` *c* [d](e) <f> g|h #i ~j~ \\",
         "\\_a\\_ \\`b\\` \\*c\\* \\[d\\](e) &lt;f\\> g\\|h \\#i \\~j\\~ \\\\"},
        {"a\nb\033[31m\xE2\x80\xAE", "a b \\[31m "},
        {"a\xFF", "a\xEF\xBF\xBD"},
        {NULL, ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *written = with(markdown_append_text, cases[i].text);
        g_assert_cmpstr(written, ==, cases[i].written);
    }
}

/* What would begin a list, a heading or a block of code. */
static void test_line(void)
{
    static const struct {
        const char *text;
        const char *written;
    } cases[] = {
        {"plain", "plain"},   {"- a", "\\- a"},
        {"+ a", "\\+ a"},     {"===", "\\==="},
        {"---", "\\---"},     {"12. a", "12\\. a"},
        {"1) a", "1\\) a"},   {"    a", "a"},
        {"# a", "\\# a"},     {"2 of a", "2 of a"},
        {"3.5 GB", "3.5 GB"}, {"--disable-x: no x", "--disable-x: no x"},
        {"- - -", "\\- - -"}, {"-", "\\-"},
        {"7.", "7\\."},       {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *written = with(markdown_append_line, cases[i].text);
        g_assert_cmpstr(written, ==, cases[i].written);
    }
}

static void test_code(void)
{
    g_autofree char *quoted = with(markdown_append_code, "a`b``c");
    g_assert_cmpstr(quoted, ==, "``` a`b``c ```");
    g_autofree char *lines = with(markdown_append_code, "a\nb\xC2\x9B");
    g_assert_cmpstr(lines, ==, "`a b `");
    g_autofree char *cell = with(markdown_append_cell_code, "a|b");
    g_assert_cmpstr(cell, ==, "`a\\|b`");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/markdown/text", test_text);
    g_test_add_func("/markdown/line", test_line);
    g_test_add_func("/markdown/code", test_code);
    return g_test_run();
}
