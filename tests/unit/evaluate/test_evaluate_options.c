#include "../option_rows.h"
#include "evaluate/program/options.h"

static EvaluateOptions *parse(const char *line, GError **error)
{
    g_auto(GStrv) arguments = NULL;
    g_assert_true(g_shell_parse_argv(line, NULL, &arguments, NULL));
    return evaluate_options_parse(arguments, error);
}

static void test_all(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(EvaluateOptions) options = parse(
        "xaas-evaluate -l l.json -m sc25 --sc25 simd-names,revised -r --details -f html -o out "
        "--min-f1 .5 --seed 3 a b=c",
        &error);
    g_assert_no_error(error);
    g_assert_cmpstr(options->labels, ==, "l.json");
    g_assert_cmpint(options->metric, ==, METRIC_SC25);
    g_assert_cmpuint(options->switches, ==,
                     1u << SC25_SIMD_NAMES | 1u << SC25_ALGEBRA_FLAGS | 1u << SC25_NULL_NAMES);
    g_assert_cmpint(options->format, ==, REPORT_HTML);
    g_assert_cmpfloat(options->min_f1, ==, 0.5);
    g_assert_cmpint(options->seed, ==, 3);
    g_assert_cmpuint(g_strv_length(options->arguments), ==, 2);
}

static void test_defaults(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(EvaluateOptions) options = parse("xaas-evaluate -d datasets -- a", &error);
    g_assert_no_error(error);
    g_assert_cmpint(options->metric, ==, METRIC_STRICT);
    g_assert_cmpint(options->format, ==, REPORT_TABLE);
    g_assert_cmpfloat(options->min_f1, <, 0);
}

static void test_refused(void)
{
    static const char *const lines[] = {
        "xaas-evaluate",
        "xaas-evaluate a",
        "xaas-evaluate -l a -d b c",
        "xaas-evaluate -l a",
        "xaas-evaluate -l a -m fuzzy b",
        "xaas-evaluate -l a -m sc25 --sc25 nonsense b",
        "xaas-evaluate -l a --sc25 simd-names b",
        "xaas-evaluate -l a -f pdf b",
        "xaas-evaluate -l a --json --csv b",
        "xaas-evaluate -l a --json -f csv b",
        "xaas-evaluate -l a --min-f1 2 b",
        "xaas-evaluate -l a --min-f1 much b",
        "xaas-evaluate -l a --min-f1 nan b",
        "xaas-evaluate -l a --min-f1=-1 b",
        "xaas-evaluate -l a --split test b",
        "xaas-evaluate -l a --source b c",
        "xaas-evaluate --check-labels",
        "xaas-evaluate --check-labels -l a b",
        "xaas-evaluate --check-labels --source a b c",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GError) error = NULL;
        g_test_message("%s", lines[i]);
        g_assert_null(parse(lines[i], &error));
        g_assert_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE);
    }
}

static void test_rows(void)
{
    assert_option_rows(&evaluate_command_line);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/evaluate-options/all", test_all);
    g_test_add_func("/evaluate-options/defaults", test_defaults);
    g_test_add_func("/evaluate-options/refused", test_refused);
    g_test_add_func("/evaluate-options/rows", test_rows);
    return g_test_run();
}
