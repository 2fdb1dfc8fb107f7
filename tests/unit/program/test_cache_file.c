#include "discover/program/cache_file.h"
#include "discover/program/options.h"
#include <glib/gstdio.h>

static char *write_cache(const char *text)
{
    char *path = NULL;
    int descriptor = g_file_open_tmp("cache-XXXXXX", &path, NULL);
    g_assert_cmpint(descriptor, >=, 0);
    g_close(descriptor, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

static void test_read(void)
{
    g_autofree char *path = write_cache("# comment\n// help\nA:BOOL=ON\r\n\n"
                                        "B:STRING=x=y:z\n\"C=D\":STRING=' e '\nA:BOOL=OFF\nF=\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) table = cache_file_read(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(g_hash_table_size(table), ==, 4);
    g_assert_cmpstr(g_hash_table_lookup(table, "A"), ==, "OFF");
    g_assert_cmpstr(g_hash_table_lookup(table, "B"), ==, "x=y:z");
    g_assert_cmpstr(g_hash_table_lookup(table, "C=D"), ==, " e ");
    g_assert_cmpstr(g_hash_table_lookup(table, "F"), ==, "");
    g_unlink(path);
}

static void test_malformed(void)
{
    g_autofree char *path = write_cache("A:BOOL=ON\nnothing here\n");
    g_autoptr(GError) error = NULL;
    g_autoptr(GHashTable) table = cache_file_read(path, &error);
    g_assert_null(table);
    g_assert_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT);
    g_autofree char *place = g_strdup_printf("%s:2:", path);
    g_assert_true(g_str_has_prefix(error->message, place));
    g_unlink(path);
}

static void test_definitions(void)
{
    g_autoptr(GHashTable) table =
        cache_of_definitions((char *[]){"A=1", "B:BOOL=ON", "A=2=3", NULL});
    g_assert_cmpstr(g_hash_table_lookup(table, "A"), ==, "2=3");
    g_assert_cmpstr(g_hash_table_lookup(table, "B"), ==, "ON");
    g_assert_null(cache_of_definitions(NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cache/read", test_read);
    g_test_add_func("/cache/malformed", test_malformed);
    g_test_add_func("/cache/definitions", test_definitions);
    return g_test_run();
}
