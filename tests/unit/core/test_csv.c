#include "core/csv.h"

static void test_cells(void)
{
    static const struct {
        const char *text;
        const char *cell;
    } cases[] = {
        {"plain", "plain"},
        {"", "\"\""},
        {NULL, "\"\""},
        {"a,b", "\"a,b\""},
        {"say \"so\"", "\"say \"\"so\"\"\""},
        {"two\nlines", "\"two\nlines\""},
        {"-DX=ON", "'-DX=ON"},
        {"=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"},
        {"=a,b", "\"'=a,b\""},
        {"\xff", "\xef\xbf\xbd"},
        {"a\033[31mb\r\xE2\x80\xAE", "\"a?[31mb??\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GString) csv = g_string_new(NULL);
        csv_add(csv, cases[i].text);
        g_assert_cmpstr(csv->str, ==, cases[i].cell);
    }
}

static void test_lines(void)
{
    g_autoptr(GString) csv = g_string_new("name,value\n");
    csv_add(csv, "a");
    csv_add(csv, "b");
    g_string_append_c(csv, '\n');
    csv_add(csv, "c");
    g_assert_cmpstr(csv->str, ==, "name,value\na,b\nc");
    csv_add(csv, "");
    csv_add(csv, "d");
    g_string_append_c(csv, '\n');
    csv_add(csv, "");
    csv_add(csv, "e");
    g_assert_cmpstr(csv->str, ==, "name,value\na,b\nc,,d\n\"\",e");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/csv/cells", test_cells);
    g_test_add_func("/csv/lines", test_lines);
    return g_test_run();
}
