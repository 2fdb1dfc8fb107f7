#include "discover/program/print_explain.h"

static void test_nearest(void)
{
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    static const char *const names[] = {"APP_GPU", "APP_SIMD", "APP_SIMD_WIDTH", "BUILD_DOCS",
                                        "USE_MPI"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        Option *option = arena_new0(arena, Option);
        option->name = names[i];
        g_ptr_array_add(facts->options, option);
    }
    g_autoptr(GPtrArray) misspelt = nearest_options(facts, "app_smid", 3);
    g_assert_cmpuint(misspelt->len, >=, 1);
    g_assert_cmpstr(g_ptr_array_index(misspelt, 0), ==, "APP_SIMD");
    g_autoptr(GPtrArray) part = nearest_options(facts, "simd", 3);
    g_assert_cmpuint(part->len, ==, 2);
    g_assert_cmpstr(g_ptr_array_index(part, 0), ==, "APP_SIMD");
    g_assert_cmpstr(g_ptr_array_index(part, 1), ==, "APP_SIMD_WIDTH");
    g_autoptr(GPtrArray) limited = nearest_options(facts, "simd", 1);
    g_assert_cmpuint(limited->len, ==, 1);
    g_autoptr(GPtrArray) far = nearest_options(facts, "entirely_different", 3);
    g_assert_cmpuint(far->len, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/nearest", test_nearest);
    return g_test_run();
}
