#include "core/table.h"
#include <locale.h>
#include <stdlib.h>

static const TableColumn columns[] = {
    {.title = "NAME", .minimum = 6, .priority = 1},
    {.title = "VALUES", .cut = CUT_LIST, .minimum = 10, .priority = 3},
    {.title = "LINES", .right = TRUE, .minimum = 5, .droppable = TRUE},
    {.title = "AT", .cut = CUT_BEGIN, .minimum = 8, .priority = 2, .droppable = TRUE},
};

static char *printed(guint width)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    Terminal terminal = {.stream = stream, .width = width};
    g_autoptr(Table) table = table_new(columns, G_N_ELEMENTS(columns));
    table_add(table,
              (const char *[]){"ABC_GPU", "CUDA, SYCL, OpenCL, HIP", "1200", "cmake/a.cmake:12"});
    table_add(table,
              (const char *[]){"\xE5\x8F\x98\xE9\x87\x8F", "ON, OFF", "", "CMakeLists.txt:7"});
    table_print(table, &terminal);
    fclose(stream);
    char *copy = g_strdup(text);
    free(text);
    return copy;
}

static void test_wide(void)
{
    g_autofree char *text = printed(100);
    g_assert_cmpstr(
        text, ==,
        "NAME     VALUES                   LINES  AT\n"
        "ABC_GPU  CUDA, SYCL, OpenCL, HIP   1200  cmake/a.cmake:12\n"
        "\xE5\x8F\x98\xE9\x87\x8F     ON, OFF                         CMakeLists.txt:7\n");
}

static void test_narrow(void)
{
    g_autofree char *text = printed(51);
    g_assert_cmpstr(text, ==,
                    "NAME     VALUES             LINES  AT\n"
                    "ABC_GPU  CUDA, SYCL, \xE2\x80\xA6 (4)   1200  cmake/a.cmake:12\n"
                    "\xE5\x8F\x98\xE9\x87\x8F     ON, OFF                   CMakeLists.txt:7\n");
    g_autofree char *narrower = printed(24);
    g_assert_cmpstr(narrower, ==,
                    "NAME     VALUES\n"
                    "ABC_GPU  CUDA, \xE2\x80\xA6 (4)\n"
                    "\xE5\x8F\x98\xE9\x87\x8F     ON, OFF\n");
}

/* Columns that matter equally share the room. */
static void test_equal(void)
{
    static const TableColumn equal[] = {
        {.title = "", .cut = CUT_END, .minimum = 3, .priority = 1},
        {.title = "", .cut = CUT_END, .minimum = 3, .priority = 1},
    };
    g_autoptr(Table) table = table_new(equal, G_N_ELEMENTS(equal));
    const char *cells[] = {"abcdefghijklmnop", "123456789"};
    table_add(table, cells);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    Terminal terminal = {.stream = stream, .width = 16};
    table_print(table, &terminal);
    fclose(stream);
    g_assert_cmpstr(text, ==, "abcdef\xE2\x80\xA6  123456\xE2\x80\xA6\n");
    free(text);
}

static void test_fit(void)
{
    g_autofree char *begin = terminal_fit("\xE5\x8F\x98\xE9\x87\x8F", 3);
    g_assert_cmpstr(begin, ==, "\xE5\x8F\x98\xE2\x80\xA6");
    g_autofree char *end = terminal_fit_end("cmake/a.cmake:12", 9);
    g_assert_cmpstr(end, ==,
                    "\xE2\x80\xA6"
                    "cmake:12");
    g_autofree char *nothing = terminal_fit("abc", 0);
    g_assert_cmpstr(nothing, ==, "");
}

/* Nothing of such a column is cut, and names without blanks end behind a mark. */
static void test_wrap(void)
{
    static const TableColumn whole[] = {
        {.title = "OPTION", .cut = CUT_NOT, .minimum = 8, .priority = 1},
        {.title = "WHEN", .cut = CUT_NOT, .minimum = 6, .priority = 2},
        {.title = "AT", .right = TRUE, .minimum = 4, .droppable = TRUE},
    };
    g_autoptr(Table) table = table_new(whole, G_N_ELEMENTS(whole));
    table_add(table, (const char *[]){"GPU_CLUSTER_SIZE", "MPI is on", "7"});
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    Terminal terminal = {.stream = stream, .width = 24};
    table_print(table, &terminal);
    fclose(stream);
    g_assert_cmpstr(text, ==,
                    "OPTION        WHEN    AT\n"
                    "GPU_CLUSTER_  MPI is   7\n"
                    "SIZE          on\n");
    free(text);
    g_assert_true(table_shows(table, &terminal, 2));
    terminal.width = 18;
    g_assert_false(table_shows(table, &terminal, 2));
    g_auto(GStrv) wide = terminal_wrap("\xE5\x8F\x98\xE9\x87\x8F", 1);
    g_assert_cmpuint(g_strv_length(wide), ==, 2);
}

/* A locale without UTF-8 gets ASCII. */
static void test_ascii(void)
{
    setlocale(LC_ALL, "C");
    g_autofree char *text = terminal_text("na\xC3\xAFve \xE2\x80\x9Cx\xE2\x80\x9D");
    g_autofree char *kept = terminal_line("na\xC3\xAFve\n");
    g_autofree char *cut = terminal_fit("abcdefgh", 6);
    g_autofree char *end = terminal_fit_end("abcdefgh", 6);
    setlocale(LC_ALL, "C.UTF-8");
    g_assert_cmpstr(text, ==, "naive \"x\"");
    g_assert_cmpstr(kept, ==, "na\xC3\xAFve?");
    g_assert_cmpstr(cut, ==, "abc...");
    g_assert_cmpstr(end, ==, "...fgh");
}

/* What a project wrote cannot move the cursor, change colours or turn the text around. */
static void test_hostile(void)
{
    g_autofree char *text = terminal_text("a\033[31mb\nc\xE2\x80\xAE"
                                          "d\xFFz\x7F");
    g_assert_cmpstr(text, ==, "a?[31mb?c?d\xEF\xBF\xBDz?");
    g_autofree char *marks = terminal_text("a\xD8\x9C"
                                           "b\xE2\x80\x8F"
                                           "c\xC2\x9B");
    g_assert_cmpstr(marks, ==, "a?b?c?");
    g_autofree char *lines = terminal_lines("a\033[31mb\nxaas: done\n\rc", "  ");
    g_assert_cmpstr(lines, ==, "a?[31mb\n  xaas: done\n  ?c");
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "C.UTF-8");
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/table/wide", test_wide);
    g_test_add_func("/table/narrow", test_narrow);
    g_test_add_func("/table/equal", test_equal);
    g_test_add_func("/table/wrap", test_wrap);
    g_test_add_func("/terminal/ascii", test_ascii);
    g_test_add_func("/terminal/fit", test_fit);
    g_test_add_func("/terminal/hostile", test_hostile);
    return g_test_run();
}
