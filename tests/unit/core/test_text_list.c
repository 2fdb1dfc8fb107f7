#include "core/text_list.h"

static void test_has(void)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    g_assert_false(text_list_has(list, "avx2"));
    g_ptr_array_add(list, (gpointer) "avx2");
    g_autofree char *same = g_strdup("avx2");
    g_assert_true(text_list_has(list, same));
    g_assert_false(text_list_has(list, "AVX2"));
    g_assert_false(text_list_has(list, "avx"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/text-list/has", test_has);
    return g_test_run();
}
