#include "core/command_line.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    char *serve;
    char *text;
    gboolean flag;
} Given;

static const OptionRow rows[] = {
    {"serve", 0, TAKES_OPTIONAL, "ADDRESS", "serve there", NULL, offsetof(Given, serve), NULL},
    {"text", 't', TAKES_TEXT, "TEXT", "a text", NULL, offsetof(Given, text), NULL},
    {"flag", 0, TAKES_NOTHING, NULL, "a flag", NULL, offsetof(Given, flag), NULL},
    {.name = NULL}};

static const CommandLine line = {.program = "program",
                                 .purpose = "be tested",
                                 .summary = "Is tested.",
                                 .arguments = "FILE...",
                                 .rows = rows,
                                 .statuses = {"", "", "", "", ""}};

/* A text that may be left out stands behind '=' only, so that a file may follow. */
static void test_optional(void)
{
    static const struct {
        const char *words;
        const char *serve, *text, *rest;
    } cases[] = {
        {"program file", NULL, NULL, "file"},
        {"program --serve file", "", NULL, "file"},
        {"program file --serve", "", NULL, "file"},
        {"program --serve=here:1 file", "here:1", NULL, "file"},
        {"program --serve= --flag file", "", NULL, "file"},
        {"program --serve -thello file", "", "hello", "file"},
        {"program -- --serve", NULL, NULL, "--serve"},
        {"program --text --serve file", NULL, "--serve", "file"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s", cases[i].words);
        Given given = {0};
        g_auto(GStrv) arguments = g_strsplit(cases[i].words, " ", -1);
        g_auto(GStrv) rest = NULL;
        g_autoptr(GError) error = NULL;
        g_assert_true(command_line_parse(&line, &given, arguments, &rest, &error));
        g_assert_no_error(error);
        g_autofree char *left = g_strjoinv(" ", rest);
        g_assert_cmpstr(given.serve, ==, cases[i].serve);
        g_assert_cmpstr(given.text, ==, cases[i].text);
        g_assert_cmpstr(left, ==, cases[i].rest);
        command_line_clear(&line, &given);
    }
    g_autofree char *help = command_line_help(&line);
    g_assert_nonnull(strstr(help, "--serve[=ADDRESS] "));
    g_assert_nonnull(strstr(help, "--text=TEXT "));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/command-line/optional", test_optional);
    return g_test_run();
}
