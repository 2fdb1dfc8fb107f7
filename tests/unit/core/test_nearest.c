#include "core/nearest.h"

static GPtrArray *sample(void)
{
    static const char *const names[] = {"APP_GPU", "APP_SIMD", "APP_SIMD_WIDTH", "BUILD_DOCS",
                                        "USE_MPI"};
    GPtrArray *list = g_ptr_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_ptr_array_add(list, (gpointer)names[i]);
    }
    return list;
}

static void test_names(void)
{
    g_autoptr(GPtrArray) names = sample();
    g_autoptr(GPtrArray) misspelt = nearest_names(names, "app_smid", 3);
    g_assert_cmpuint(misspelt->len, >=, 1);
    g_assert_cmpstr(g_ptr_array_index(misspelt, 0), ==, "APP_SIMD");
    g_autoptr(GPtrArray) part = nearest_names(names, "simd", 3);
    g_assert_cmpuint(part->len, ==, 2);
    g_assert_cmpstr(g_ptr_array_index(part, 0), ==, "APP_SIMD");
    g_assert_cmpstr(g_ptr_array_index(part, 1), ==, "APP_SIMD_WIDTH");
    g_autoptr(GPtrArray) limited = nearest_names(names, "simd", 1);
    g_assert_cmpuint(limited->len, ==, 1);
    g_autoptr(GPtrArray) far = nearest_names(names, "entirely_different", 3);
    g_assert_cmpuint(far->len, ==, 0);
}

static void test_question(void)
{
    g_autoptr(GPtrArray) names = sample();
    g_autofree char *question = nearest_question(names, "USE_PMI", "-D");
    g_assert_cmpstr(question, ==, "; did you mean -DUSE_MPI?");
    g_autofree char *none = nearest_question(names, "entirely_different", "-D");
    g_assert_cmpstr(none, ==, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/nearest/names", test_names);
    g_test_add_func("/nearest/question", test_question);
    return g_test_run();
}
