#include "core/command_line.h"
#include "core/nearest.h"
#include <string.h>

GQuark program_error_quark(void)
{
    return g_quark_from_static_string("xaas-program-error");
}

static GOptionArg parser_kind(OptionTakes takes)
{
    switch (takes) {
    case TAKES_NOTHING:
        return G_OPTION_ARG_NONE;
    case TAKES_NUMBER:
        return G_OPTION_ARG_INT;
    case TAKES_FRACTION:
        return G_OPTION_ARG_DOUBLE;
    /* Texts, too, are taken as they are: see take_utf8(). */
    case TAKES_CHOICE:
        return G_OPTION_ARG_FILENAME;
    case TAKES_FILE:
    case TAKES_FOLDER:
    case TAKES_TEXT:
    case TAKES_OPTIONAL:
    case TAKES_TEXTS:
        return G_OPTION_ARG_FILENAME_ARRAY;
    }
    g_assert_not_reached();
}

static gsize row_count(const OptionRow *rows)
{
    gsize count = 0;
    while (rows[count].name != NULL) {
        count++;
    }
    return count;
}

const char *command_line_word(const CommandLine *self)
{
    const char *space = strrchr(self->program, ' ');
    return space == NULL ? self->program : space + 1;
}

static char *summary_text(const CommandLine *self)
{
    GString *text = g_string_new(self->summary);
    if (self->commands != NULL) {
        g_string_append(text, "\n\nCommands:");
        for (const CommandLine *const *each = self->commands; *each != NULL; each++) {
            g_string_append_printf(text, "\n  %-10s%s", command_line_word(*each), (*each)->purpose);
        }
        g_string_append_printf(text, "\n\n%s COMMAND --help tells more.", self->program);
    }
    return g_string_free(text, FALSE);
}

/* Whether an option names one thing: all that it is given is collected, for of two names neither is
 * to be lost. Of settings the last one counts, as everywhere. */
static gboolean takes_one_text(const OptionRow *row)
{
    switch (row->takes) {
    case TAKES_NOTHING:
    case TAKES_NUMBER:
    case TAKES_FRACTION:
    case TAKES_CHOICE:
    case TAKES_TEXTS:
        return FALSE;
    case TAKES_FILE:
    case TAKES_FOLDER:
    case TAKES_TEXT:
    case TAKES_OPTIONAL:
        return TRUE;
    }
    g_assert_not_reached();
}

/* The parser writes through the pointers of its entries, so they are made for one struct, and for
 * `texts` (a char ** for each row) where a row takes one text. With both NULL the context serves
 * for its help only. */
static GOptionContext *context_for(const CommandLine *self, void *options, GStrv *texts)
{
    gsize count = row_count(self->rows);
    g_autofree GOptionEntry *entries = g_new0(GOptionEntry, count + 1);
    for (gsize i = 0; i < count; i++) {
        const OptionRow *row = &self->rows[i];
        if (options == NULL && row->takes == TAKES_OPTIONAL) {
            /* The parser's help knows no brackets. It keeps no copy of names. */
            g_autofree char *name = g_strdup_printf("%s[=%s]", row->name, row->argument);
            entries[i] = (GOptionEntry){.long_name = g_intern_string(name),
                                        .arg = G_OPTION_ARG_NONE,
                                        .description = row->help};
            continue;
        }
        void *field = options == NULL ? NULL : (char *)options + row->offset;
        entries[i] =
            (GOptionEntry){.long_name = row->name,
                           .short_name = row->letter,
                           .arg = parser_kind(row->takes),
                           .arg_data = field != NULL && takes_one_text(row) ? &texts[i] : field,
                           .description = row->help,
                           .arg_description = row->argument};
    }
    GOptionContext *context = g_option_context_new(self->arguments);
    g_option_context_set_help_enabled(context, FALSE);
    g_autofree char *summary = summary_text(self);
    g_option_context_set_summary(context, summary);
    g_autoptr(GString) statuses = g_string_new("Exit status:");
    for (guint i = 0; i < EXIT_STATUS_COUNT; i++) {
        if (self->statuses[i] != NULL) {
            g_string_append_printf(statuses, "\n  %u  %s", i, self->statuses[i]);
        }
    }
    g_option_context_set_description(context, statuses->str);
    g_option_context_add_main_entries(context, entries, NULL);
    return context;
}

char *command_line_help(const CommandLine *self)
{
    g_autoptr(GOptionContext) context = context_for(self, NULL, NULL);
    return g_option_context_get_help(context, TRUE, NULL);
}

/* The row of a long option without a text, or of a letter that begins the argument; NULL when it is
 * neither. */
static const OptionRow *row_of(const OptionRow *rows, const char *argument)
{
    gboolean is_long = g_str_has_prefix(argument, "--");
    for (const OptionRow *row = rows; row->name != NULL && argument[0] == '-'; row++) {
        if (is_long ? strcmp(argument + 2, row->name) == 0
                    : row->letter != 0 && row->letter == argument[1]) {
            return row;
        }
    }
    return NULL;
}

/* GLib's parser wants "-D A=1"; people write -DA=1, as they do with cmake. And it would take the
 * next argument for a text that is left out. */
static char **split_attached(const OptionRow *rows, char *const *arguments)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    gboolean options_end = FALSE;
    for (; *arguments != NULL; arguments++) {
        const char *argument = *arguments;
        options_end = options_end || strcmp(argument, "--") == 0;
        const OptionRow *row = options_end ? NULL : row_of(rows, argument);
        gboolean takes_value = row != NULL && row->takes != TAKES_NOTHING;
        if (takes_value && row->takes == TAKES_OPTIONAL) {
            g_autofree char *empty = g_strconcat(argument, "=", NULL);
            g_strv_builder_add(builder, empty);
        } else if (takes_value && argument[1] != '-' && argument[2] != '\0') {
            g_autofree char *letter = g_strndup(argument, 2);
            g_strv_builder_add(builder, letter);
            g_strv_builder_add(builder, argument + 2);
        } else {
            g_strv_builder_add(builder, argument);
            if (takes_value && arguments[1] != NULL) {
                g_strv_builder_add(builder, *++arguments);
            }
        }
    }
    return g_strv_builder_end(builder);
}

/* The first argument that looks like a long option and is none; NULL when there is none. The caller
 * frees it. */
static char *find_unknown(const OptionRow *rows, char *const *arguments)
{
    for (guint i = 1; arguments[i] != NULL && strcmp(arguments[i], "--") != 0; i++) {
        if (!g_str_has_prefix(arguments[i], "--")) {
            continue;
        }
        g_autofree char *name = g_strndup(arguments[i] + 2, strcspn(arguments[i] + 2, "="));
        const OptionRow *row = rows;
        while (row->name != NULL && strcmp(row->name, name) != 0) {
            row++;
        }
        if (row->name == NULL) {
            return g_steal_pointer(&name);
        }
    }
    return NULL;
}

/* What the parser says as other messages say it: a small letter first, plain quotes. The caller
 * frees it. */
static char *parser_words(const char *message)
{
    g_autofree char *first = g_utf8_substring(message, 0, 1);
    g_autofree char *small = g_utf8_strdown(first, -1);
    GString *words = g_string_new(small);
    g_string_append(words, message + strlen(first));
    static const char *const quotes[] = {"\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9C",
                                         "\xE2\x80\x9D"};
    for (gsize i = 0; i < G_N_ELEMENTS(quotes); i++) {
        g_string_replace(words, quotes[i], "\"", 0);
    }
    return g_string_free(words, FALSE);
}

/* What the parser says, or for an option that does not exist also one that does. */
static void refuse(const CommandLine *self, char *const *arguments, const GError *problem,
                   GError **error)
{
    g_autofree char *unknown =
        g_error_matches(problem, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)
            ? find_unknown(self->rows, arguments)
            : NULL;
    if (unknown == NULL) {
        g_autofree char *words = parser_words(problem->message);
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, words);
        return;
    }
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (const OptionRow *row = self->rows; row->name != NULL; row++) {
        g_ptr_array_add(names, (gpointer)row->name);
    }
    g_autofree char *question = nearest_question(names, unknown, "--");
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "there is no option --%s%s", unknown,
                question);
}

static gboolean check_choice(const OptionRow *row, const char *text, GError **error)
{
    if (g_strv_contains(row->choices, text)) {
        return TRUE;
    }
    g_autofree char *choices = g_strjoinv(", ", (char **)row->choices);
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                "--%s: \"%s\" is not known; it takes one of %s", row->name, text, choices);
    return FALSE;
}

/* The parser would refuse all beyond ASCII in the locale C, in which batch jobs run and in which
 * everything else here is UTF-8, too. */
static gboolean take_utf8(const OptionRow *row, char **text, GError **error)
{
    if (*text == NULL || g_utf8_validate(*text, -1, NULL)) {
        return TRUE;
    }
    char *converted = g_locale_to_utf8(*text, -1, NULL, NULL, NULL);
    if (converted == NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--%s: \"%s\" is no text in UTF-8; write it so", row->name, *text);
        return FALSE;
    }
    g_free(*text);
    *text = converted;
    return TRUE;
}

static gboolean take_texts_for_utf8(const CommandLine *self, void *options, GError **error)
{
    gboolean taken = TRUE;
    for (const OptionRow *row = self->rows; row->name != NULL && taken; row++) {
        void *field = (char *)options + row->offset;
        if (row->takes == TAKES_TEXT || row->takes == TAKES_OPTIONAL) {
            taken = take_utf8(row, field, error);
        } else if (row->takes == TAKES_TEXTS) {
            for (char **text = *(char ***)field; text != NULL && *text != NULL && taken; text++) {
                taken = take_utf8(row, text, error);
            }
        }
    }
    return taken;
}

/* Names that are empty come from variables of a script that are not set. */
static gboolean check_name(const OptionRow *row, const char *text, GError **error)
{
    if (*text == '\0') {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "--%s names nothing: it is empty",
                    row->name);
    }
    return *text != '\0';
}

/* What the rows say of values, and GLib's parser does not know. */
static gboolean check_values(const CommandLine *self, const void *options, char *const *rest,
                             GError **error)
{
    for (const OptionRow *row = self->rows; row->name != NULL; row++) {
        gboolean choice = row->takes == TAKES_CHOICE;
        if (!choice && row->takes != TAKES_FILE && row->takes != TAKES_FOLDER) {
            continue;
        }
        const char *text = *(char *const *)((const char *)options + row->offset);
        if (text != NULL &&
            !(choice ? check_choice(row, text, error) : check_name(row, text, error))) {
            return FALSE;
        }
    }
    for (; *rest != NULL; rest++) {
        if (**rest == '\0') {
            g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                                "an argument names nothing: it is empty");
            return FALSE;
        }
    }
    return TRUE;
}

/* Hands the one text of each row over to its field. The same one twice, from a script and by hand,
 * is no contradiction; of two, who gave them means both, or does not know of one. */
static gboolean take_texts(const CommandLine *self, void *options, GStrv *texts, GError **error)
{
    for (gsize i = 0; self->rows[i].name != NULL; i++) {
        const OptionRow *row = &self->rows[i];
        for (char **text = texts[i]; text != NULL && *text != NULL; text++) {
            if (strcmp(*text, texts[i][0]) != 0) {
                g_set_error(
                    error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "--%s is given twice, with \"%s\" and with \"%s\"; it takes one of them",
                    row->name, texts[i][0], *text);
                return FALSE;
            }
        }
        if (texts[i] != NULL) {
            *(char **)((char *)options + row->offset) = g_strdup(texts[i][0]);
        }
    }
    return TRUE;
}

static void free_texts(const CommandLine *self, GStrv *texts)
{
    for (gsize i = 0; self->rows[i].name != NULL; i++) {
        g_strfreev(texts[i]);
    }
    g_free(texts);
}

static gboolean parse_options(const CommandLine *self, void *options, GStrv *left, GStrv *texts,
                              GError **error)
{
    g_autoptr(GOptionContext) context = context_for(self, options, texts);
    return g_option_context_parse_strv(context, left, error);
}

gboolean command_line_parse(const CommandLine *self, void *options, char *const *arguments,
                            GStrv *rest, GError **error)
{
    g_auto(GStrv) left = split_attached(self->rows, arguments);
    g_autoptr(GError) parse_error = NULL;
    GStrv *texts = g_new0(GStrv, row_count(self->rows));
    gboolean parsed = parse_options(self, options, &left, texts, &parse_error);
    gboolean taken = parsed && take_texts(self, options, texts, error);
    free_texts(self, texts);
    if (!parsed) {
        refuse(self, arguments, parse_error, error);
    }
    if (!taken) {
        return FALSE;
    }
    /* The parser leaves the program's name, and a "--" that stands before arguments. */
    guint first = left[0] == NULL ? 0 : left[1] != NULL && strcmp(left[1], "--") == 0 ? 2 : 1;
    *rest = g_strdupv(left + first);
    return take_texts_for_utf8(self, options, error) && check_values(self, options, *rest, error);
}

void command_line_clear(const CommandLine *self, void *options)
{
    for (const OptionRow *row = self->rows; row->name != NULL; row++) {
        void *field = (char *)options + row->offset;
        switch (row->takes) {
        case TAKES_NOTHING:
        case TAKES_NUMBER:
        case TAKES_FRACTION:
            break;
        case TAKES_FILE:
        case TAKES_FOLDER:
        case TAKES_CHOICE:
        case TAKES_TEXT:
        case TAKES_OPTIONAL:
            g_clear_pointer((char **)field, g_free);
            break;
        case TAKES_TEXTS:
            g_clear_pointer((char ***)field, g_strfreev);
            break;
        }
    }
}
