#include "core/html.h"
#include <glib.h>

static void test_escape(void)
{
    static const struct {
        const char *text;
        const char *html;
    } rows[] = {
        {"", ""},
        {"plain ä", "plain ä"},
        {"</script><b a='1' c=\"2\">&amp;",
         "&lt;/script&gt;&lt;b a=&apos;1&apos; c=&quot;2&quot;&gt;&amp;amp;"},
        {"a\x1b[2J\nb\x7f", "a [2J b "},
        {"\xff", "\xEF\xBF\xBD"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *html = html_text(rows[i].text);
        g_assert_cmpstr(html, ==, rows[i].html);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/html/escape", test_escape);
    return g_test_run();
}
