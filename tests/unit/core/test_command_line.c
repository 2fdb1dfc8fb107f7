#include "core/command_line.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    char *serve;
    char *text;
    gboolean flag;
    char *file;
    char *form;
} Given;

static const char *const forms[] = {"plain", "bold", NULL};

static const OptionRow rows[] = {
    {"serve", 0, TAKES_OPTIONAL, "ADDRESS", "serve there", NULL, offsetof(Given, serve), NULL},
    {"text", 't', TAKES_TEXT, "TEXT", "a text", NULL, offsetof(Given, text), NULL},
    {"flag", 0, TAKES_NOTHING, NULL, "a flag", NULL, offsetof(Given, flag), NULL},
    {"file", 'f', TAKES_FILE, "FILE", "a file", NULL, offsetof(Given, file), NULL},
    {"form", 0, TAKES_CHOICE, "FORM", "plain or bold", NULL, offsetof(Given, form), forms},
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
        {"program -ta --text=a --serve=b file --serve=b", "b", "a", "file"},
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

/* What the table says of values holds in all programs. */
static void test_values(void)
{
    static const struct {
        const char *words;
        const char *message; /* NULL: it is taken */
    } cases[] = {
        {"program --form bold -f a b", NULL},
        {"program --form=italic", "--form: \"italic\" is not known; it takes one of plain, bold"},
        {"program --form Bold", "--form: \"Bold\" is not known; it takes one of plain, bold"},
        {"program --form=", "--form: \"\" is not known; it takes one of plain, bold"},
        {"program --file= a", "--file names nothing: it is empty"},
        {"program -f  a", "--file names nothing: it is empty"},
        {"program a  b", "an argument names nothing: it is empty"},
        {"program --text= a", NULL},
        {"program --text=Gr\xC3\xB6\xC3\x9F"
         "e --serve=\xC3\xBC",
         NULL},
        {"program --text=\xFF", "--text: \"\xFF\" is no text in UTF-8; write it so"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_test_message("%s", cases[i].words);
        Given given = {0};
        g_auto(GStrv) arguments = g_strsplit(cases[i].words, " ", -1);
        g_auto(GStrv) rest = NULL;
        g_autoptr(GError) error = NULL;
        gboolean taken = command_line_parse(&line, &given, arguments, &rest, &error);
        g_assert_true(taken == (cases[i].message == NULL));
        g_assert_cmpstr(error == NULL ? NULL : error->message, ==, cases[i].message);
        g_assert_true(error == NULL || error->code == EXIT_STATUS_USAGE);
        command_line_clear(&line, &given);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/command-line/optional", test_optional);
    g_test_add_func("/command-line/values", test_values);
    return g_test_run();
}
