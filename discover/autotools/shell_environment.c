#include "discover/autotools/shell_environment.h"
#include "core/switch_word.h"
#include "discover/autotools/shell_help.h"
#include "discover/autotools/shell_sourced.h"
#include "discover/shell_line.h"
#include <string.h>

/* Lines below a question that belong to it. */
#define BLOCK_LINES_MAX 12u
#define WORDS_MAX 32u
/* Lines that print something, in which names are looked for. */
#define PRINTED_MAX 4000u
#define NO_LINE G_MAXUINT
#define LIMIT "limit: variables of the environment"
#define LIMIT_SOURCED "limit: files that a script reads in"

#define BEGINS "(?:^|[\\s;&|(){}`])"

typedef enum {
    FORM_EMPTY,   /* -n "$X", -z "$X" */
    FORM_NOTHING, /* "$X" = "", x$X = x */
    FORM_WORD,    /* "$X" = word, $X -eq 1 */
    FORM_DEFAULT, /* ${X:-word}, ${X:=word} */
    FORM_ITSELF,  /* X=$X */
    FORM_GIVEN,   /* X=, also where it stands for something above */
    FORM_LOOP,    /* for X in, read X */
    FORM_USED,    /* $X */
    FORM_COUNT
} Form;

/* The name is the group of that name in each. It begins with a capital: others are the script's
 * own.
 */
static const char *const patterns[FORM_COUNT] = {
    [FORM_EMPTY] = "(?:\\[\\[?|\\btest|!|-[ao]|\\(|&&|\\|\\|)\\s+-[nz]\\s+[\"']?[xX]?"
                   "\\$\\{?(?<name>[A-Z]\\w+)(?::?[-+]\\w*)?\\}?[\"']?(?=[\\s\\];)]|$)",
    [FORM_NOTHING] =
        "(?<mark>[xX]?)[\"']?(?:[xX])?\\$\\{?(?<name>[A-Z]\\w+)\\}?[\"']?\\s+[!=]?=\\s+"
        "(?:\"[xX]?\"|'[xX]?'|[xX])(?=[\\s\\];)]|$)",
    [FORM_WORD] = "[\"']?(?<mark>[xX]?)[\"']?\\$\\{?(?<name>[A-Z]\\w+)\\}?[\"']?\\s+"
                  "(?:[!=]?=|-eq|-ne)\\s+[\"']?\\k<mark>(?<word>[A-Za-z0-9][\\w.+-]*)[\"']?"
                  "(?=[\\s\\];)]|$)",
    [FORM_DEFAULT] = "\\$\\{(?<name>[A-Z]\\w+):?[-=][\"']?(?<word>[^}\"']*)[\"']?\\}",
    [FORM_ITSELF] = BEGINS "(?<name>[A-Z]\\w+)=[\"']?\\$\\{?\\k<name>\\b\\}?[\"']?(?=[\\s;]|$)",
    [FORM_GIVEN] = BEGINS "(?<name>[A-Z]\\w+)\\+?=",
    [FORM_LOOP] = "\\b(?:for|read(?:\\s+-\\w+)*)\\s+(?<name>[A-Z]\\w+)",
    [FORM_USED] = "\\$\\{?(?<name>[A-Z]\\w+)",
};

typedef struct {
    const char *name;     /* in the arena */
    guint read;           /* the first line (from 0) that uses it; NO_LINE: none does */
    guint asked;          /* that asks whether it is there, or says what holds where it is not */
    guint given;          /* that gives it a value */
    gboolean text;        /* what it holds is used or printed, other than to compare it */
    gboolean in_function; /* the question may come after what stands further down */
    const char *fallback; /* "${X:-fallback}"; NULL: none is said */
    gboolean worked_out;  /* "${X:-$(pwd)}" */
    GPtrArray *words;     /* const char *: what it is compared with */
} Variable;

typedef struct {
    DeclaredOptions *options;
    const ShellScript *script;
    const ShellLines *lines;
    GHashTable *variables; /* name -> Variable * */
    GPtrArray *order;      /* Variable *, as they are met */
    GArray *printed;       /* guint: lines (from 0) that only print */
    GRegex *forms[FORM_COUNT];
    gboolean cut;
} Reader;

static void variable_free(gpointer data)
{
    Variable *self = data;
    g_ptr_array_unref(self->words);
    g_free(self);
}

/* ---- what the lines say ---------------------------------------------------------------------- */

/* NULL where there are too many. */
static Variable *variable_of(Reader *self, const char *name)
{
    Variable *variable = g_hash_table_lookup(self->variables, name);
    if (variable == NULL && self->order->len < SHELL_ENVIRONMENT_MAX) {
        variable = g_new0(Variable, 1);
        *variable = (Variable){.name = arena_intern(self->options->facts->arena, name),
                               .read = NO_LINE,
                               .asked = NO_LINE,
                               .given = NO_LINE,
                               .words = g_ptr_array_new()};
        g_hash_table_insert(self->variables, (gpointer)variable->name, variable);
        g_ptr_array_add(self->order, variable);
    }
    self->cut = self->cut || variable == NULL;
    return variable;
}

static void add_word(Reader *self, Variable *variable, const char *word)
{
    const char *known = arena_intern(self->options->facts->arena, word);
    if (variable->words->len < WORDS_MAX && !g_ptr_array_find(variable->words, known, NULL)) {
        g_ptr_array_add(variable->words, (gpointer)known);
    }
}

static void note(Reader *self, Form form, const char *name, const char *word, guint index,
                 gboolean in_function)
{
    Variable *variable = variable_of(self, name);
    if (variable == NULL) {
        return;
    }
    gboolean gives = form == FORM_GIVEN || form == FORM_LOOP;
    gboolean asks = form == FORM_EMPTY || form == FORM_NOTHING || form == FORM_DEFAULT;
    if (gives) {
        variable->given = MIN(variable->given, index);
        return;
    }
    variable->read = MIN(variable->read, index);
    variable->text = variable->text || form == FORM_USED || form == FORM_DEFAULT;
    if (asks && variable->asked == NO_LINE) {
        variable->asked = index;
        variable->in_function = in_function;
    }
    gboolean known = strpbrk(word, "$`") == NULL;
    variable->worked_out = variable->worked_out || (form == FORM_DEFAULT && !known);
    if (form == FORM_DEFAULT && variable->fallback == NULL && known) {
        variable->fallback = arena_intern(self->options->facts->arena, word);
    } else if (form == FORM_WORD) {
        add_word(self, variable, word);
    }
}

/* Notes what stands in the line in one form, which is then taken away from `rest`. */
static void read_form(Reader *self, Form form, char **rest, guint index, gboolean in_function)
{
    const char *text = form == FORM_GIVEN || form == FORM_LOOP ? self->lines->lines[index] : *rest;
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(self->forms[form], text, 0, &match);
    gboolean any = FALSE;
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch_named(match, "name");
        g_autofree char *word = g_match_info_fetch_named(match, "word");
        note(self, form, name, word != NULL ? word : "", index, in_function);
        any = TRUE;
    }
    if (any && text == *rest) {
        char *left = g_regex_replace_literal(self->forms[form], *rest, -1, 0, " ", 0, NULL);
        g_free(*rest);
        *rest = left;
    }
}

static gboolean is_test(const char *line)
{
    return strstr(line, "[ ") != NULL || strstr(line, "test ") != NULL;
}

static void read_line(Reader *self, guint index, gboolean in_function)
{
    const char *line = self->lines->lines[index];
    if (shell_line_is_comment(line)) {
        return;
    }
    if (strlen(line) > SHELL_ENVIRONMENT_LINE_BYTES_MAX) {
        self->cut = self->cut || strchr(line, '$') != NULL;
        return;
    }
    gboolean prints = shell_line_only_prints(line);
    self->cut = self->cut || (prints && self->printed->len == PRINTED_MAX);
    if (prints && self->printed->len < PRINTED_MAX) {
        g_array_append_val(self->printed, index);
    }
    g_autofree char *rest = g_strdup(line);
    for (Form form = prints ? FORM_USED : 0; form < FORM_COUNT; form++) {
        gboolean compares = form == FORM_NOTHING || form == FORM_WORD;
        if (!compares || is_test(line)) {
            read_form(self, form, &rest, index, in_function);
        }
    }
}

static void read_lines(Reader *self)
{
    gboolean in_function = FALSE;
    for (guint i = 0; i < self->lines->count; i++) {
        const char *line = self->lines->lines[i];
        gboolean begins = g_regex_match_simple("^(?:function\\s+[\\w-]+|[\\w-]+\\s*\\(\\))", line,
                                               G_REGEX_RAW, 0);
        in_function = (in_function || begins) && *line != '}';
        read_line(self, i, in_function);
        in_function = in_function && !(begins && strchr(line, '}') != NULL);
    }
}

/* What a file that the script reads in gives a value to before it asks for it is given there. Only
 * what the script itself uses is of interest. */
static void read_sourced_text(Reader *self, const char *text, guint index)
{
    static const Form forms[] = {FORM_USED, FORM_GIVEN};
    g_autoptr(GHashTable) used = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        gboolean fits = strlen(lines[i]) <= SHELL_ENVIRONMENT_LINE_BYTES_MAX;
        gboolean plain =
            fits && !shell_line_is_comment(lines[i]) && !shell_line_only_prints(lines[i]);
        self->cut = self->cut || !fits;
        for (guint k = 0; plain && k < G_N_ELEMENTS(forms); k++) {
            g_autoptr(GMatchInfo) match = NULL;
            g_regex_match(self->forms[forms[k]], lines[i], 0, &match);
            for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
                g_autofree char *name = g_match_info_fetch_named(match, "name");
                if (forms[k] == FORM_USED) {
                    g_hash_table_add(used, g_steal_pointer(&name));
                } else if (g_hash_table_contains(self->variables, name) &&
                           !g_hash_table_contains(used, name)) {
                    note(self, FORM_GIVEN, name, "", index, FALSE);
                }
            }
        }
    }
}

static void read_sourced(Reader *self)
{
    const Tree *tree = self->options->tree;
    gboolean cut = FALSE;
    g_autoptr(GPtrArray) files =
        shell_sourced_files(tree, self->options->folder, self->script->text->str, &cut);
    for (guint i = 0; i < files->len; i++) {
        const ShellSourced *sourced = files->pdata[i];
        g_autofree char *text = tree_read_text(tree, sourced->path, NULL, NULL);
        if (text != NULL) {
            read_sourced_text(self, text, sourced->line);
        }
    }
    if (cut) {
        declared_options_ledger(self->options, shell_script_at(self->script, 1), LIMIT_SOURCED,
                                "configure");
    }
}

/* The variables that arguments of the script set: names (in the arena). The caller unrefs it. */
static GHashTable *given_by_arguments(const Reader *self)
{
    GHashTable *given = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->lines->count; i++) {
        if (!g_array_index(self->lines->patterns, gboolean, i) ||
            shell_cases_subject(self->lines->cases, i) == NULL) {
            continue;
        }
        g_autofree char *arm = shell_lines_arm(self->lines, i);
        g_autoptr(GMatchInfo) match = NULL;
        g_regex_match(self->forms[FORM_GIVEN], arm, 0, &match);
        for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
            g_autofree char *name = g_match_info_fetch_named(match, "name");
            g_hash_table_add(given, (gpointer)arena_intern(self->options->facts->arena, name));
        }
    }
    return given;
}

/* ---- the options ----------------------------------------------------------------------------- */

/* Whether the environment gives it: it is asked for, and nothing has a value for it by then. */
static gboolean is_of_environment(const Variable *variable)
{
    return variable->asked != NO_LINE &&
           (variable->given == NO_LINE ||
            (!variable->in_function && variable->read <= variable->given));
}

/* What is printed about it: in the help, or in the first line that names it. 0: nothing is. */
static guint line_of_help(const Reader *self, const Variable *variable)
{
    guint shown = shell_lines_shown(self->lines, variable->name);
    g_autofree char *pattern =
        g_strdup_printf("(?<![\\w$])(?<!\\$\\{)%s\\b|\\\\\\$%s\\b", variable->name, variable->name);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
    for (guint i = 0; shown == 0 && i < self->printed->len; i++) {
        guint index = g_array_index(self->printed, guint, i);
        const char *line = self->lines->lines[index];
        if (strstr(line, variable->name) != NULL && g_regex_match(regex, line, 0, NULL)) {
            shown = index + 1;
        }
    }
    return shown;
}

/* The words of that line, without the name where they begin with it as a help does. NULL where
 * there are none; the caller frees it. */
static char *help_of(const Reader *self, const Variable *variable, guint line)
{
    gboolean listed = line > 0 && shell_lines_shown(self->lines, variable->name) == line;
    char *help = line == 0 ? g_strdup("")
                 : listed  ? shell_help_text(self->lines, line)
                           : g_strdup(self->lines->texts->pdata[line - 1]);
    g_strstrip(help);
    if (*help == '\0') {
        g_clear_pointer(&help, g_free);
    }
    return help;
}

/* Macros that are defined below the question, up to where anything else may hold: "-DX=1". Elements
 * are in the arena; the caller unrefs it. */
static GPtrArray *definitions_below(const Reader *self, const Variable *variable)
{
    GPtrArray *macros = g_ptr_array_new();
    Arena *arena = self->options->facts->arena;
    g_autoptr(GRegex) regex = g_regex_new("(?<!\\w)-D([A-Za-z_]\\w*)", G_REGEX_RAW, 0, NULL);
    guint end = MIN(self->lines->count, variable->asked + BLOCK_LINES_MAX);
    const char *question = self->lines->lines[variable->asked];
    gboolean block =
        g_regex_match_simple("^\\s*if\\b(?!.*\\s(?:-z|!|-o|\\|\\|)\\s)", question, G_REGEX_RAW, 0);
    for (guint i = variable->asked + 1; block && i < end; i++) {
        const char *line = self->lines->lines[i];
        block = !g_regex_match_simple("^\\s*(?:fi|el[is]\\w+)\\b", line, G_REGEX_RAW, 0);
        g_autoptr(GMatchInfo) match = NULL;
        g_regex_match(regex,
                      block && !shell_line_only_prints(line) && !shell_line_is_comment(line) ? line
                                                                                             : "",
                      0, &match);
        for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
            g_autofree char *macro = g_match_info_fetch(match, 1);
            g_ptr_array_add(macros, (gpointer)arena_intern(arena, macro));
        }
    }
    return macros;
}

/* Whether people decide on it as on a switch: what it holds is never used, or only says yes. */
static gboolean is_switch(const Variable *variable)
{
    for (guint i = 0; i < variable->words->len; i++) {
        const char *word = variable->words->pdata[i];
        if (!switch_word_is_on(word) && !switch_word_is_off(word)) {
            return FALSE;
        }
    }
    return !variable->text ||
           (variable->words->len > 0 && variable->fallback != NULL &&
            (switch_word_is_on(variable->fallback) || switch_word_is_off(variable->fallback)));
}

/* AllowedValue *; of a switch the word for on. The caller unrefs it. */
static GPtrArray *values_of(const Reader *self, const Variable *variable, gboolean boolean)
{
    GPtrArray *values = g_ptr_array_new();
    Arena *arena = self->options->facts->arena;
    for (guint i = 0; i < MAX(variable->words->len, boolean ? 1 : 0); i++) {
        const char *word = i < variable->words->len ? variable->words->pdata[i] : "1";
        AllowedValue *value = arena_new0(arena, AllowedValue);
        *value = (AllowedValue){.value = word,
                                .origin = VALUE_COMPARED,
                                .at = shell_script_at(self->script, variable->asked + 1)};
        g_ptr_array_add(values, value);
    }
    return values;
}

/* What the script itself gives it below the question whether it is empty, "if [ -z "$X" ]; then
 * X=word": NULL where that is worked out, or may be left out; "" where nothing is given. */
static const char *given_below(const Reader *self, const Variable *variable)
{
    g_autofree char *pattern =
        g_strdup_printf("(?:^|[\\s;{])%s=([\"']?)([^\\s;\"']*)\\1(?=[\\s;]|$)", variable->name);
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
    guint end = MIN(self->lines->count, variable->asked + BLOCK_LINES_MAX);
    const char *question = self->lines->lines[variable->asked];
    gboolean empty = g_regex_match_simple("\\s-z\\s|\\s=\\s|\\|\\|", question, G_REGEX_RAW, 0);
    for (guint i = variable->asked; empty && i < end; i++) {
        const char *line = self->lines->lines[i];
        g_autoptr(GMatchInfo) match = NULL;
        if (!shell_line_only_prints(line) && !shell_line_is_comment(line) &&
            g_regex_match(regex, line, 0, &match)) {
            g_autofree char *word = g_match_info_fetch(match, 2);
            return strpbrk(word, "$`") == NULL ? arena_intern(self->options->facts->arena, word)
                                               : NULL;
        }
        if (g_regex_match_simple("(?:^|[\\s;])(?:fi|el[is]\\w+)\\b", line, G_REGEX_RAW, 0)) {
            break;
        }
        empty = i > variable->asked || strstr(line, "||") == NULL;
    }
    return "";
}

/* Gives whether it is for people: the script tells of it, or asks for it to define a macro. What
 * the machine has in its environment is neither. */
static gboolean add_option(Reader *self, const Variable *variable)
{
    Arena *arena = self->options->facts->arena;
    gboolean boolean = is_switch(variable);
    guint printed = line_of_help(self, variable);
    g_autoptr(GPtrArray) definitions = definitions_below(self, variable);
    if (printed == 0 && definitions->len == 0) {
        return FALSE;
    }
    /* "Enabling the server" right below the question. */
    guint below = variable->asked + 1;
    if (printed == 0 && below < self->lines->count &&
        shell_line_only_prints(self->lines->lines[below])) {
        printed = below + 1;
    }
    g_autofree char *help = help_of(self, variable, printed);
    g_autofree char *source = g_strstrip(g_strdup(self->lines->lines[variable->asked]));
    g_autoptr(GPtrArray) values = values_of(self, variable, boolean);
    const Span at = shell_script_at(self->script, variable->asked + 1);
    const char *fallback = variable->fallback != NULL || variable->worked_out
                               ? variable->fallback
                               : given_below(self, variable);
    const DeclaredOption option = {.name = variable->name,
                                   .help = help != NULL ? arena_strdup(arena, help) : NULL,
                                   .fallback = !boolean || fallback == NULL  ? fallback
                                               : switch_word_is_on(fallback) ? "yes"
                                                                             : "no",
                                   .boolean = boolean,
                                   .named = values,
                                   .definitions = definitions,
                                   .at = at,
                                   .declared_at = at,
                                   .help_at = printed > 0 ? shell_script_at(self->script, printed)
                                                          : SPAN_NONE,
                                   .text = arena_strdup(arena, source)};
    declared_options_add(self->options, &option);
    return TRUE;
}

guint shell_environment_read(const ShellScript *script, const ShellLines *lines,
                             DeclaredOptions *options)
{
    Reader self = {.options = options,
                   .script = script,
                   .lines = lines,
                   .variables = g_hash_table_new(g_str_hash, g_str_equal),
                   .order = g_ptr_array_new_with_free_func(variable_free),
                   .printed = g_array_new(FALSE, FALSE, sizeof(guint))};
    guint found = 0;
    for (Form form = 0; form < FORM_COUNT; form++) {
        self.forms[form] = g_regex_new(patterns[form], G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
    }
    read_lines(&self);
    read_sourced(&self);
    g_autoptr(GHashTable) given = given_by_arguments(&self);
    for (guint i = 0; i < self.order->len; i++) {
        const Variable *variable = self.order->pdata[i];
        if (is_of_environment(variable) &&
            !machine_variables_have(options->machine_variables, variable->name) &&
            !g_hash_table_contains(given, variable->name) &&
            !g_hash_table_contains(options->names, variable->name)) {
            found += add_option(&self, variable) ? 1 : 0;
        }
    }
    if (self.cut) {
        declared_options_ledger(options, shell_script_at(script, 1), LIMIT, "configure");
    }
    for (Form form = 0; form < FORM_COUNT; form++) {
        g_regex_unref(self.forms[form]);
    }
    g_hash_table_unref(self.variables);
    g_ptr_array_unref(self.order);
    g_array_unref(self.printed);
    return found;
}
