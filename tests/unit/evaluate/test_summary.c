#include "evaluate/summary.h"
#include <math.h>

static void test_order_statistics(void)
{
    const double odd[] = {0.3, 0.1, 0.2};
    Summary summary = summary_of(odd, 3, 0);
    g_assert_cmpfloat(summary.min, ==, 0.1);
    g_assert_cmpfloat(summary.median, ==, 0.2);
    g_assert_cmpfloat_with_epsilon(summary.mean, 0.2, 1e-12);
    g_assert_cmpfloat(summary.max, ==, 0.3);
    const double even[] = {0.4, 0.1, 0.2, 0.3};
    g_assert_cmpfloat_with_epsilon(summary_of(even, 4, 0).median, 0.25, 1e-12);
}

static void test_few(void)
{
    Summary none = summary_of(NULL, 0, 0);
    g_assert_cmpuint(none.count, ==, 0);
    g_assert_true(isnan(none.mean) && isnan(none.low));
    const double one[] = {0.5};
    Summary single = summary_of(one, 1, 0);
    g_assert_cmpfloat(single.median, ==, 0.5);
    g_assert_true(isnan(single.low) && isnan(single.high));
    const double undefined[] = {NAN, 0.5, NAN};
    g_assert_cmpuint(summary_of(undefined, 3, 0).count, ==, 1);
}

static void test_interval(void)
{
    const double equal[] = {0.5, 0.5, 0.5};
    Summary flat = summary_of(equal, 3, 7);
    g_assert_cmpfloat(flat.low, ==, 0.5);
    g_assert_cmpfloat(flat.high, ==, 0.5);
    double values[20];
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
        values[i] = i / 19.0;
    }
    Summary summary = summary_of(values, G_N_ELEMENTS(values), 7);
    /* The mean's standard error is .0665, so the interval is about .5 -+ .130. */
    g_assert_cmpfloat_with_epsilon(summary.low, 0.370, 0.01);
    g_assert_cmpfloat_with_epsilon(summary.high, 0.630, 0.01);
    /* Deterministic, whatever the order; another seed moves it a little. */
    double reversed[20];
    for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
        reversed[i] = values[G_N_ELEMENTS(values) - 1 - i];
    }
    g_assert_cmpfloat(summary_of(reversed, G_N_ELEMENTS(values), 7).low, ==, summary.low);
    Summary other = summary_of(values, G_N_ELEMENTS(values), 8);
    g_assert_cmpfloat(other.low, !=, summary.low);
    g_assert_cmpfloat_with_epsilon(other.low, summary.low, 0.01);
}

static void test_comparison(void)
{
    const double high[] = {0.8, 0.9, 1.0};
    const double low[] = {0.1, 0.2};
    Comparison comparison = comparison_of(high, 3, low, 2, 0);
    g_assert_cmpfloat_with_epsilon(comparison.difference, 0.75, 1e-12);
    g_assert_cmpfloat(comparison.better, ==, 1);
    g_assert_cmpfloat(comparison.low, >, 0.5);
    g_assert_cmpfloat(comparison.high, <, 0.95);
    const double ties[] = {0.5, 0.5};
    const double mixed[] = {0.4, 0.5, 0.6, 0.5};
    g_assert_cmpfloat(comparison_of(ties, 2, mixed, 4, 0).better, ==, 0.5);
    g_assert_true(isnan(comparison_of(ties, 2, NULL, 0, 0).difference));
    g_assert_true(isnan(comparison_of(ties, 1, mixed, 4, 0).low));
}

static void test_pairs(void)
{
    /* Each one is .1 better, however different they are among themselves. */
    const double first[] = {0.2, 0.6, 1.0, NAN};
    const double second[] = {0.1, 0.5, 0.9, 0.5};
    Comparison comparison = comparison_of_pairs(first, second, 4, 0);
    g_assert_true(comparison.paired);
    g_assert_cmpfloat_with_epsilon(comparison.difference, 0.1, 1e-12);
    g_assert_cmpfloat_with_epsilon(comparison.low, 0.1, 1e-12);
    g_assert_cmpfloat_with_epsilon(comparison.high, 0.1, 1e-12);
    g_assert_cmpfloat(comparison.better, ==, 1);
    g_assert_true(isnan(comparison_of_pairs(first, second, 0, 0).better));
    const double third[] = {0.2, 0.5, 1.0, 0.5}; /* one tie, one win, one tie, and no pair */
    g_assert_cmpfloat_with_epsilon(comparison_of_pairs(first, third, 4, 0).better, 2. / 3, 1e-12);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/summary/order-statistics", test_order_statistics);
    g_test_add_func("/summary/few", test_few);
    g_test_add_func("/summary/interval", test_interval);
    g_test_add_func("/summary/comparison", test_comparison);
    g_test_add_func("/summary/pairs", test_pairs);
    return g_test_run();
}
