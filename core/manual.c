#include "core/manual.h"
#include <string.h>

gboolean manual_form_parse(const char *text, ManualForm *form)
{
    static const char *const names[] = {
#define X(id, name) [MANUAL_##id] = name,
        MANUAL_FORMS(X)
#undef X
    };
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_strcmp0(text, names[i]) == 0) {
            *form = (ManualForm)i;
            return TRUE;
        }
    }
    return FALSE;
}

/* roff reads '-' as a hyphen, '\' as an escape and a leading '.' or '\'' as a request. */
static void add_roff(GString *page, const char *text)
{
    if (*text == '.' || *text == '\'') {
        g_string_append(page, "\\&");
    }
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '-':
            g_string_append(page, "\\-");
            break;
        case '\\':
            g_string_append(page, "\\e");
            break;
        default:
            g_string_append_c(page, *text);
        }
    }
}

static void add_roff_line(GString *page, const char *text)
{
    add_roff(page, text);
    g_string_append_c(page, '\n');
}

static void add_option_heading(GString *page, const OptionRow *row)
{
    g_string_append(page, ".TP\n");
    if (row->letter != 0) {
        g_string_append_printf(page, "\\fB\\-%c\\fR, ", row->letter);
    }
    g_string_append(page, "\\fB\\-\\-");
    add_roff(page, row->name);
    g_string_append(page, "\\fR");
    if (row->argument != NULL) {
        g_string_append_printf(page, "=\\fI%s\\fR", row->argument);
    }
    g_string_append_c(page, '\n');
}

static void add_entries(GString *page, const ManualEntry *entries)
{
    for (const ManualEntry *entry = entries; entry->subject != NULL; entry++) {
        g_string_append(page, ".TP\n.B ");
        add_roff_line(page, entry->subject);
        add_roff_line(page, entry->text);
    }
}

static void add_manual(GString *page, const CommandLine *command, const char *version)
{
    /* A page has a name of one word; that of "xaas-discover report" is xaas-discover-report. */
    g_autofree char *name = g_strdelimit(g_strdup(command->program), " ", '-');
    g_autofree char *upper = g_ascii_strup(name, -1);
    g_string_append(page, ".TH ");
    add_roff(page, upper);
    g_string_append_printf(page, " 1 \"\" \"xaas %s\" \"User Commands\"\n.SH NAME\n", version);
    add_roff(page, name);
    g_string_append(page, " \\- ");
    add_roff_line(page, command->purpose);
    g_string_append(page, ".SH SYNOPSIS\n.B ");
    add_roff_line(page, command->program);
    g_string_append_printf(page, "[\\fIOPTION\\fR...] \\fI%s\\fR\n.SH DESCRIPTION\n",
                           command->arguments);
    for (gsize i = 0; command->description[i] != NULL; i++) {
        g_string_append(page, i > 0 ? ".PP\n" : "");
        add_roff_line(page, command->description[i]);
    }
    g_string_append(page, ".SH OPTIONS\n");
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        add_option_heading(page, row);
        add_roff(page, row->help);
        g_string_append(page, ".\n");
        if (row->manual != NULL) {
            add_roff_line(page, row->manual);
        }
    }
    g_string_append(page, ".SH EXIT STATUS\n");
    for (guint i = 0; i < EXIT_STATUS_COUNT; i++) {
        g_string_append_printf(page, ".TP\n.B %u\n", i);
        add_roff(page, command->statuses[i]);
        g_string_append(page, ".\n");
    }
    g_string_append(page, ".SH ENVIRONMENT\n");
    add_entries(page, command->environment);
    g_string_append(page, ".SH EXAMPLES\n");
    add_entries(page, command->examples);
}

static char *choices_text(const OptionRow *row)
{
    return g_strjoinv(" ", (char **)row->choices);
}

static char *bash_action(const OptionRow *row)
{
    switch (row->takes) {
    case TAKES_FILE:
        return g_strdup("$(compgen -f -- \"$current\")");
    case TAKES_FOLDER:
        return g_strdup("$(compgen -d -- \"$current\")");
    case TAKES_CHOICE: {
        g_autofree char *words = choices_text(row);
        return g_strdup_printf("$(compgen -W \"%s\" -- \"$current\")", words);
    }
    case TAKES_NOTHING:
    case TAKES_NUMBER:
    case TAKES_FRACTION:
    case TAKES_TEXT:
    case TAKES_TEXTS:
        return g_strdup("");
    }
    g_assert_not_reached();
}

static void add_bash_case(GString *page, const OptionRow *row)
{
    g_autofree char *action = bash_action(row);
    g_string_append_printf(page, "        --%s", row->name);
    if (row->letter != 0) {
        g_string_append_printf(page, "|-%c", row->letter);
    }
    g_string_append_printf(page, ") COMPREPLY=(%s); return ;;\n", action);
}

static void add_bash(GString *page, const CommandLine *command)
{
    g_autofree char *function = g_strdelimit(g_strdup(command->program), "-", '_');
    g_string_append_printf(page, "_%s() {\n", function);
    g_string_append(page, "    local current=\"${COMP_WORDS[COMP_CWORD]}\" "
                          "previous=\"${COMP_WORDS[COMP_CWORD - 1]}\"\n"
                          "    case \"$previous\" in\n");
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        if (row->takes != TAKES_NOTHING) {
            add_bash_case(page, row);
        }
    }
    g_string_append(page, "    esac\n    if [[ \"$current\" == -* ]]; then\n"
                          "        COMPREPLY=($(compgen -W \"");
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        g_string_append_printf(page, "%s--%s", row == command->rows ? "" : " ", row->name);
    }
    g_string_append_printf(page,
                           "\" -- \"$current\"))\n    else\n"
                           "        COMPREPLY=($(compgen -%c -- \"$current\"))\n    fi\n}\n"
                           "complete -o filenames -F _%s %s\n",
                           command->argument_takes == TAKES_FOLDER ? 'd' : 'f', function,
                           command->program);
}

static const char *zsh_action(OptionTakes takes)
{
    switch (takes) {
    case TAKES_FILE:
        return "_files";
    case TAKES_FOLDER:
        return "_files -/";
    case TAKES_NOTHING:
    case TAKES_CHOICE:
    case TAKES_NUMBER:
    case TAKES_FRACTION:
    case TAKES_TEXT:
    case TAKES_TEXTS:
        return " ";
    }
    g_assert_not_reached();
}

static void add_zsh_option(GString *page, const OptionRow *row)
{
    const char *equals = row->takes != TAKES_NOTHING ? "=" : "";
    if (row->letter != 0 && row->takes == TAKES_TEXTS) {
        g_string_append_printf(page, "    '*'{-%c+,--%s%s}", row->letter, row->name, equals);
    } else if (row->letter != 0) {
        g_string_append_printf(page, "    '(-%c --%s)'{-%c%s,--%s%s}", row->letter, row->name,
                               row->letter, row->takes != TAKES_NOTHING ? "+" : "", row->name,
                               equals);
    } else if (row->takes == TAKES_TEXTS) {
        g_string_append_printf(page, "    '*--%s='", row->name);
    } else {
        g_string_append_printf(page, "    --%s%s", row->name, equals);
    }
    g_string_append_printf(page, "'[%s]", row->help);
    if (row->takes == TAKES_CHOICE) {
        g_autofree char *words = choices_text(row);
        g_string_append_printf(page, ":%s:(%s)", row->argument, words);
    } else if (row->takes != TAKES_NOTHING) {
        g_string_append_printf(page, ":%s:%s", row->argument, zsh_action(row->takes));
    }
    g_string_append(page, "' \\\n");
}

static void add_zsh(GString *page, const CommandLine *command)
{
    g_string_append_printf(page, "#compdef %s\n_arguments -s -S \\\n", command->program);
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        add_zsh_option(page, row);
    }
    /* "NAME..." may be repeated. */
    g_autofree char *name = g_strndup(command->arguments, strcspn(command->arguments, "."));
    g_string_append_printf(page, "    '%s:%s:%s'\n",
                           g_str_has_suffix(command->arguments, "...") ? "*" : "1", name,
                           zsh_action(command->argument_takes));
}

static void add_fish_value(GString *page, const OptionRow *row)
{
    switch (row->takes) {
    case TAKES_NOTHING:
        break;
    case TAKES_FILE:
        g_string_append(page, " -r -F");
        break;
    case TAKES_FOLDER:
        g_string_append(page, " -x -a '(__fish_complete_directories)'");
        break;
    case TAKES_CHOICE: {
        g_autofree char *words = choices_text(row);
        g_string_append_printf(page, " -x -a '%s'", words);
        break;
    }
    case TAKES_NUMBER:
    case TAKES_FRACTION:
    case TAKES_TEXT:
    case TAKES_TEXTS:
        g_string_append(page, " -x");
        break;
    }
}

static void add_fish(GString *page, const CommandLine *command)
{
    if (command->argument_takes == TAKES_FOLDER) {
        g_string_append_printf(page, "complete -c %s -x -a '(__fish_complete_directories)'\n",
                               command->program);
    }
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        g_string_append_printf(page, "complete -c %s", command->program);
        if (row->letter != 0) {
            g_string_append_printf(page, " -s %c", row->letter);
        }
        g_string_append_printf(page, " -l %s", row->name);
        add_fish_value(page, row);
        g_string_append_printf(page, " -d '%s'\n", row->help);
    }
}

char *manual_text(const CommandLine *command, ManualForm form, const char *version)
{
    g_autoptr(GString) page = g_string_new(NULL);
    switch (form) {
    case MANUAL_MAN:
        add_manual(page, command, version);
        break;
    case MANUAL_BASH:
        add_bash(page, command);
        break;
    case MANUAL_ZSH:
        add_zsh(page, command);
        break;
    case MANUAL_FISH:
        add_fish(page, command);
        break;
    }
    return g_string_free(g_steal_pointer(&page), FALSE);
}
