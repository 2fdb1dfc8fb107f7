#include "core/manual.h"
#include "core/word_list.h"
#include <string.h>

gboolean manual_form_parse(const char *text, ManualForm *form)
{
    static const char *const names[] = {
#define X(id, name) name,
        MANUAL_FORMS(X)
#undef X
            NULL};
    guint index;
    if (!word_list_find(names, text, &index)) {
        return FALSE;
    }
    *form = (ManualForm)index;
    return TRUE;
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
        gboolean optional = row->takes == TAKES_OPTIONAL;
        g_string_append_printf(page, "%s=\\fI%s\\fR%s", optional ? "[" : "", row->argument,
                               optional ? "]" : "");
    }
    g_string_append_c(page, '\n');
}

/* A section with entries; none where there are none. */
static void add_entries(GString *page, const char *title, const ManualEntry *entries)
{
    if (entries == NULL) {
        return;
    }
    g_string_append_printf(page, ".SH %s\n", title);
    for (const ManualEntry *entry = entries; entry->subject != NULL; entry++) {
        g_string_append(page, ".TP\n.B ");
        add_roff_line(page, entry->subject);
        add_roff_line(page, entry->text);
    }
}

/* A page has a name of one word; that of "xaas-discover report" is xaas-discover-report. */
static char *page_name(const CommandLine *command)
{
    return g_strdelimit(g_strdup(command->program), " ", '-');
}

static void add_manual(GString *page, const CommandLine *command, const char *version)
{
    g_autofree char *name = page_name(command);
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
    if (command->commands != NULL) {
        g_string_append(page, ".SH COMMANDS\n");
    }
    for (const CommandLine *const *each = command->commands; each != NULL && *each != NULL;
         each++) {
        g_autofree char *own_page = page_name(*each);
        g_string_append(page, ".TP\n.B ");
        add_roff_line(page, command_line_word(*each));
        add_roff(page, (*each)->purpose);
        g_string_append(page, "; see ");
        add_roff(page, own_page);
        g_string_append(page, "(1).\n");
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
        if (command->statuses[i] == NULL) {
            continue;
        }
        g_string_append_printf(page, ".TP\n.B %u\n", i);
        add_roff(page, command->statuses[i]);
        g_string_append(page, ".\n");
    }
    add_entries(page, "ENVIRONMENT", command->environment);
    add_entries(page, "EXAMPLES", command->examples);
}

static char *choices_text(const OptionRow *row)
{
    return g_strjoinv(" ", (char **)row->choices);
}

static char *command_words(const CommandLine *command)
{
    GString *words = g_string_new(NULL);
    for (const CommandLine *const *each = command->commands; *each != NULL; each++) {
        g_string_append_printf(words, "%s%s", words->len > 0 ? " " : "", command_line_word(*each));
    }
    return g_string_free(words, FALSE);
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
    case TAKES_OPTIONAL:
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

/* Once a command is named, what follows is about that one. */
static void add_bash_commands(GString *page, const CommandLine *command, const char *function)
{
    g_string_append(page, "    if [[ \"$COMP_CWORD\" -gt 1 ]]; then\n"
                          "        case \"${COMP_WORDS[1]}\" in\n");
    for (const CommandLine *const *each = command->commands; *each != NULL; each++) {
        const char *word = command_line_word(*each);
        g_string_append_printf(page, "        %s) _%s_%s; return ;;\n", word, function, word);
    }
    g_string_append(page, "        esac\n    fi\n");
}

static char *bash_function(const CommandLine *command)
{
    return g_strdelimit(g_strdup(command->program), "- ", '_');
}

static void add_bash_function(GString *page, const CommandLine *command)
{
    g_autofree char *function = bash_function(command);
    g_string_append_printf(page, "_%s() {\n", function);
    if (command->commands != NULL) {
        add_bash_commands(page, command, function);
    }
    g_string_append(page, "    local current=\"${COMP_WORDS[COMP_CWORD]}\" "
                          "previous=\"${COMP_WORDS[COMP_CWORD - 1]}\"\n"
                          "    case \"$previous\" in\n");
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        if (row->takes != TAKES_NOTHING && row->takes != TAKES_OPTIONAL) {
            add_bash_case(page, row);
        }
    }
    g_string_append(page, "    esac\n    if [[ \"$current\" == -* ]]; then\n"
                          "        COMPREPLY=($(compgen -W \"");
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        g_string_append_printf(page, "%s--%s", row == command->rows ? "" : " ", row->name);
    }
    g_string_append(page, "\" -- \"$current\"))\n    else\n        COMPREPLY=($(compgen ");
    /* A first argument may be a command or what the program itself takes. */
    const char *paths = command->argument_takes == TAKES_FOLDER                              ? " -d"
                        : command->argument_takes == TAKES_FILE || command->commands == NULL ? " -f"
                                                                                             : "";
    if (command->commands != NULL) {
        g_autofree char *words = command_words(command);
        g_string_append_printf(page, "-W \"%s\"", words);
    }
    g_string_append(page, paths + (command->commands == NULL ? 1 : 0));
    g_string_append(page, " -- \"$current\"))\n    fi\n}\n");
}

static void add_bash(GString *page, const CommandLine *command)
{
    for (const CommandLine *const *each = command->commands; each != NULL && *each != NULL;
         each++) {
        add_bash_function(page, *each);
    }
    add_bash_function(page, command);
    g_autofree char *function = bash_function(command);
    g_string_append_printf(page, "complete -o filenames -F _%s %s\n", function, command->program);
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
    case TAKES_OPTIONAL:
    case TAKES_TEXTS:
        return " ";
    }
    g_assert_not_reached();
}

/* What a value is called; a colon would end the name. */
static char *zsh_name(const char *argument)
{
    return g_strdelimit(g_strdup(argument), ":", ' ');
}

static void add_zsh_option(GString *page, const OptionRow *row)
{
    const char *equals = row->takes == TAKES_OPTIONAL  ? "=-"
                         : row->takes != TAKES_NOTHING ? "="
                                                       : "";
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
        g_autofree char *name = zsh_name(row->argument);
        g_string_append_printf(page, "%s:%s:%s", row->takes == TAKES_OPTIONAL ? ":" : "", name,
                               zsh_action(row->takes));
    }
    g_string_append(page, "' \\\n");
}

static void add_zsh_arguments(GString *page, const CommandLine *command)
{
    g_string_append(page, "_arguments -s -S \\\n");
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        add_zsh_option(page, row);
    }
    if (command->commands != NULL) {
        g_autofree char *words = command_words(command);
        if (command->argument_takes == TAKES_FOLDER) {
            g_string_append_printf(page,
                                   "    '1: :_alternative \"command:COMMAND:(%s)\" "
                                   "\"folder:%s:_files -/\"'\n",
                                   words, command->arguments);
        } else {
            g_string_append_printf(page, "    '1:COMMAND:(%s)'\n", words);
        }
        return;
    }
    /* "NAME..." may be repeated. */
    g_autofree char *argument = g_strndup(command->arguments, strcspn(command->arguments, "."));
    g_autofree char *name = zsh_name(argument);
    g_string_append_printf(page, "    '%s:%s:%s'\n",
                           g_str_has_suffix(command->arguments, "...") ? "*" : "1", name,
                           zsh_action(command->argument_takes));
}

static void add_zsh(GString *page, const CommandLine *command)
{
    g_string_append_printf(page, "#compdef %s\n", command->program);
    if (command->commands != NULL) {
        g_string_append(page, "if (( CURRENT > 2 )); then\n    case $words[2] in\n");
        for (const CommandLine *const *each = command->commands; *each != NULL; each++) {
            g_string_append_printf(page, "    %s)\n    shift words\n    (( CURRENT-- ))\n    ",
                                   command_line_word(*each));
            add_zsh_arguments(page, *each);
            g_string_append(page, "    return ;;\n");
        }
        g_string_append(page, "    esac\nfi\n");
    }
    add_zsh_arguments(page, command);
}

static void add_fish_value(GString *page, const OptionRow *row)
{
    switch (row->takes) {
    case TAKES_NOTHING:
    case TAKES_OPTIONAL:
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

static void add_fish_options(GString *page, const char *program, const char *condition,
                             const CommandLine *command)
{
    for (const OptionRow *row = command->rows; row->name != NULL; row++) {
        g_string_append_printf(page, "complete -c %s%s", program, condition);
        if (row->letter != 0) {
            g_string_append_printf(page, " -s %c", row->letter);
        }
        g_string_append_printf(page, " -l %s", row->name);
        add_fish_value(page, row);
        g_string_append_printf(page, " -d '%s'\n", row->help);
    }
}

static void add_fish(GString *page, const CommandLine *command)
{
    if (command->argument_takes == TAKES_FOLDER) {
        g_string_append_printf(page, "complete -c %s%s -x -a '(__fish_complete_directories)'\n",
                               command->program,
                               command->commands != NULL ? " -n __fish_use_subcommand" : "");
    }
    for (const CommandLine *const *each = command->commands; each != NULL && *each != NULL;
         each++) {
        const char *word = command_line_word(*each);
        g_string_append_printf(page, "complete -c %s -n __fish_use_subcommand -x -a %s -d '%s'\n",
                               command->program, word, (*each)->purpose);
        g_autofree char *condition = g_strdup_printf(" -n '__fish_seen_subcommand_from %s'", word);
        add_fish_options(page, command->program, condition, *each);
    }
    add_fish_options(page, command->program,
                     command->commands != NULL ? " -n __fish_use_subcommand" : "", command);
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
