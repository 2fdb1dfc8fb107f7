/* Prints the manual page or a shell's completion, made from the table of options at build time:
 * xaas-discover-manual man|bash|zsh|fish. */
#include "discover/program/options.h"
#include <stdio.h>
#include <string.h>

#define PROGRAM "xaas-discover"

/* roff reads '-' as a hyphen, '\' as an escape and a leading '.' or '\'' as a request. */
static void put_roff(const char *text)
{
    if (*text == '.' || *text == '\'') {
        fputs("\\&", stdout);
    }
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '-':
            fputs("\\-", stdout);
            break;
        case '\\':
            fputs("\\e", stdout);
            break;
        default:
            putchar(*text);
        }
    }
}

static void put_roff_line(const char *text)
{
    put_roff(text);
    putchar('\n');
}

static void put_option_heading(const DiscoverOptionRow *row)
{
    fputs(".TP\n", stdout);
    if (row->letter != 0) {
        printf("\\fB\\-%c\\fR, ", row->letter);
    }
    fputs("\\fB\\-\\-", stdout);
    put_roff(row->name);
    fputs("\\fR", stdout);
    if (row->argument != NULL) {
        printf("=\\fI%s\\fR", row->argument);
    }
    putchar('\n');
}

static void put_manual(void)
{
    printf(".TH XAAS\\-DISCOVER 1 \"\" \"xaas %s\" \"User Commands\"\n", XAAS_VERSION);
    puts(".SH NAME\nxaas\\-discover \\- find the specialization points of an HPC project");
    puts(".SH SYNOPSIS\n.B xaas\\-discover\n[\\fIOPTION\\fR...] \\fIPROJECT\\fR");
    puts(".SH DESCRIPTION");
    put_roff_line(
        "Reads the build description in the folder PROJECT and its sources, and writes the "
        "build options that choose hardware or performance libraries as a specification "
        "that a maintainer can review: each with its category, values, defaults, "
        "conditions, and the file and line of every claim.");
    puts(".PP");
    put_roff_line(
        "Nothing of the project is run, no compiler is called and no network is used. What "
        "could not be followed is in the ledger.");
    puts(".SH OPTIONS");
    for (const DiscoverOptionRow *row = discover_option_rows(); row->name != NULL; row++) {
        put_option_heading(row);
        put_roff(row->help);
        puts(".");
        if (row->manual != NULL) {
            put_roff_line(row->manual);
        }
    }
    puts(".SH EXIT STATUS");
#define X(id, number, text) puts(".TP\n.B " #number), put_roff_line(text ".");
    EXIT_STATUSES(X)
#undef X
    puts(".SH ENVIRONMENT");
    puts(
        ".TP\n.B XAAS_DATA_DIR\nA folder with the data files (knowledge, stubs) to use instead of\n"
        "the installed ones.");
    puts(".TP\n.B NO_COLOR\nNo colours, even on a terminal.");
    puts(".TP\n.B COLUMNS\nThe width that the table is fitted to.");
    puts(".SH EXAMPLES");
    puts(".TP\n.B xaas\\-discover gromacs/\nWrite gromacs.xaas.yaml and show its points.");
    puts(
        ".TP\n.B xaas\\-discover \\-\\-explain GMX_SIMD gromacs/\nShow all that is known about one "
        "option.");
    puts(".TP\n.B xaas\\-discover \\-\\-update \\-\\-check gromacs/\nFail when the project has "
         "points "
         "that nobody has reviewed.");
}

static void put_bash_case(const DiscoverOptionRow *row, const char *action)
{
    printf("        --%s", row->name);
    if (row->letter != 0) {
        printf("|-%c", row->letter);
    }
    printf(") COMPREPLY=(%s); return ;;\n", action);
}

static const char *bash_action(OptionTakes takes)
{
    switch (takes) {
    case TAKES_NOTHING:
        return NULL;
    case TAKES_FILE:
        return "$(compgen -f -- \"$current\")";
    case TAKES_FOLDER:
        return "$(compgen -d -- \"$current\")";
    case TAKES_FORMAT:
        return "$(compgen -W \"$formats\" -- \"$current\")";
    case TAKES_NUMBER:
    case TAKES_TEXT:
    case TAKES_TEXTS:
        return "";
    }
    g_assert_not_reached();
}

static void put_formats(void)
{
#define X(id, text, suffix) fputs(FORMAT_##id > 0 ? " " text : text, stdout);
    SPECIFICATION_FORMATS(X)
#undef X
}

static void put_bash(void)
{
    puts("_xaas_discover() {");
    puts("    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD - "
         "1]}\"");
    fputs("    local formats=\"", stdout);
    put_formats();
    puts("\"\n    case \"$previous\" in");
    for (const DiscoverOptionRow *row = discover_option_rows(); row->name != NULL; row++) {
        if (row->takes != TAKES_NOTHING) {
            put_bash_case(row, bash_action(row->takes));
        }
    }
    puts("    esac\n    if [[ \"$current\" == -* ]]; then");
    fputs("        COMPREPLY=($(compgen -W \"", stdout);
    for (const DiscoverOptionRow *row = discover_option_rows(); row->name != NULL; row++) {
        printf("%s--%s", row == discover_option_rows() ? "" : " ", row->name);
    }
    puts("\" -- \"$current\"))\n    else\n        COMPREPLY=($(compgen -d -- \"$current\"))\n    "
         "fi\n}");
    puts("complete -o filenames -F _xaas_discover " PROGRAM);
}

static const char *zsh_action(OptionTakes takes)
{
    switch (takes) {
    case TAKES_FILE:
        return "_files";
    case TAKES_FOLDER:
        return "_files -/";
    case TAKES_NOTHING:
    case TAKES_FORMAT:
    case TAKES_NUMBER:
    case TAKES_TEXT:
    case TAKES_TEXTS:
        return " ";
    }
    g_assert_not_reached();
}

/* No help line holds a quote or a bracket, which zsh and fish would read; the test sees to that. */
static void put_zsh_option(const DiscoverOptionRow *row)
{
    const char *equals = row->takes != TAKES_NOTHING ? "=" : "";
    if (row->letter != 0 && row->takes == TAKES_TEXTS) {
        printf("    '*'{-%c+,--%s%s}", row->letter, row->name, equals);
    } else if (row->letter != 0) {
        printf("    '(-%c --%s)'{-%c%s,--%s%s}", row->letter, row->name, row->letter,
               row->takes != TAKES_NOTHING ? "+" : "", row->name, equals);
    } else {
        printf("    --%s%s", row->name, equals);
    }
    printf("'[%s]", row->help);
    if (row->takes == TAKES_FORMAT) {
        fputs(":FORMAT:(", stdout);
        put_formats();
        putchar(')');
    } else if (row->takes != TAKES_NOTHING) {
        printf(":%s:%s", row->argument, zsh_action(row->takes));
    }
    puts("' \\");
}

static void put_zsh(void)
{
    puts("#compdef " PROGRAM "\n_arguments -s -S \\");
    for (const DiscoverOptionRow *row = discover_option_rows(); row->name != NULL; row++) {
        put_zsh_option(row);
    }
    puts("    '1:PROJECT:_files -/'");
}

static void put_fish(void)
{
    puts("complete -c " PROGRAM " -x -a '(__fish_complete_directories)'");
    for (const DiscoverOptionRow *row = discover_option_rows(); row->name != NULL; row++) {
        fputs("complete -c " PROGRAM, stdout);
        if (row->letter != 0) {
            printf(" -s %c", row->letter);
        }
        printf(" -l %s", row->name);
        switch (row->takes) {
        case TAKES_NOTHING:
            break;
        case TAKES_FILE:
            fputs(" -r -F", stdout);
            break;
        case TAKES_FOLDER:
            fputs(" -x -a '(__fish_complete_directories)'", stdout);
            break;
        case TAKES_FORMAT:
            fputs(" -x -a '", stdout);
            put_formats();
            putchar('\'');
            break;
        case TAKES_NUMBER:
        case TAKES_TEXT:
        case TAKES_TEXTS:
            fputs(" -x", stdout);
            break;
        }
        printf(" -d '%s'\n", row->help);
    }
}

static const struct {
    const char *name;
    void (*put)(void);
} forms[] = {
    {"man", put_manual},
    {"bash", put_bash},
    {"zsh", put_zsh},
    {"fish", put_fish},
};

int main(int argc, char **argv)
{
    for (gsize i = 0; argc == 2 && i < G_N_ELEMENTS(forms); i++) {
        if (strcmp(argv[1], forms[i].name) == 0) {
            forms[i].put();
            return fflush(stdout) == 0 ? 0 : 1;
        }
    }
    fputs("usage: xaas-discover-manual man|bash|zsh|fish\n", stderr);
    return 2;
}
