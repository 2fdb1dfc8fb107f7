#include "../option_rows.h"
#include "discover/program/options.h"
#include <string.h>

static DiscoverOptions *parse(const char *line, GError **error)
{
    g_auto(GStrv) arguments = NULL;
    g_assert_true(g_shell_parse_argv(line, NULL, &arguments, NULL));
    return discover_options_parse(arguments, error);
}

static void test_all(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(DiscoverOptions) options = parse(
        "xaas-discover -o - --facts=f.json --ledger l.json -f json --concrete -DA=1 -D B:BOOL=ON "
        "--environment e -j 3 --check -v --knowledge k --stubs s tree",
        &error);
    g_assert_no_error(error);
    g_assert_cmpstr(options->project, ==, "tree");
    g_assert_cmpstr(options->output, ==, "-");
    g_assert_cmpstr(options->facts, ==, "f.json");
    g_assert_cmpstr(options->ledger, ==, "l.json");
    g_assert_cmpint(options->format, ==, FORMAT_JSON);
    g_assert_true(options->concrete);
    g_assert_cmpuint(g_strv_length(options->definitions), ==, 2);
    g_assert_cmpstr(options->definitions[0], ==, "A=1");
    g_assert_cmpstr(options->definitions[1], ==, "B:BOOL=ON");
    g_assert_cmpstr(options->environment, ==, "e");
    g_assert_cmpint(options->jobs, ==, 3);
    g_assert_true(options->check);
    g_assert_true(options->verbose);
    g_assert_false(options->quiet);
    g_assert_cmpstr(options->knowledge, ==, "k");
    g_assert_cmpstr(options->stubs, ==, "s");
}

static void test_defaults(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(DiscoverOptions) options = parse("xaas-discover -- --tree", &error);
    g_assert_no_error(error);
    g_assert_cmpstr(options->project, ==, "--tree");
    g_assert_null(options->output);
    g_assert_cmpint(options->format, ==, FORMAT_YAML);
    g_assert_cmpint(options->jobs, ==, 0);
}

static void test_refused(void)
{
    static const char *const lines[] = {
        "xaas-discover",
        "xaas-discover a b",
        "xaas-discover --nonsense a",
        "xaas-discover --format toml a",
        "xaas-discover --jobs -1 a",
        "xaas-discover --jobs many a",
        "xaas-discover -q -v a",
        "xaas-discover -o - --json a",
        "xaas-discover -o - --update a",
        "xaas-discover --update --format json a",
        "xaas-discover --explain X --update a",
        "xaas-discover --explain A --explain B a",
        "xaas-discover --explain A --facts f a",
        "xaas-discover --facts f --ledger f a",
        "xaas-discover --facts f --ledger ./g/../f a",
        "xaas-discover --facts - --ledger - a",
        "xaas-discover -o f --facts f a",
        "xaas-discover -o - --ledger - a",
        "xaas-discover --json --facts - a",
        "xaas-discover -D A=1 a",
        "xaas-discover --environment e a",
        "xaas-discover --concrete -D A a",
        "xaas-discover --concrete -D =1 a",
        "xaas-discover --llm-url http://localhost a",
        "xaas-discover --no-cache a",
        "xaas-discover --llm openai:m --llm-mode guess a",
        "xaas-discover --llm openai:m --votes 0 a",
        "xaas-discover --llm openai:m --votes 26 a",
        "xaas-discover --llm openai:m --llm-parallel 0 a",
        "xaas-discover --llm openai:m --llm-batch-tokens 10 a",
        "xaas-discover --llm openai:m --llm-dry-run d --llm-replay r a",
        "xaas-discover --llm openai:m --explain X a",
    };
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(DiscoverOptions) options = parse(lines[i], &error);
        g_test_message("%s", lines[i]);
        g_assert_null(options);
        g_assert_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE);
    }
}

static void test_rows(void)
{
    assert_option_rows(&discover_command_line);
    g_autofree char *help = discover_options_help();
    g_assert_nonnull(strstr(help, "--explain=OPTION"));
    g_assert_nonnull(strstr(help, "Exit status"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/options/all", test_all);
    g_test_add_func("/options/defaults", test_defaults);
    g_test_add_func("/options/refused", test_refused);
    g_test_add_func("/options/rows", test_rows);
    return g_test_run();
}
