#include "discover/autotools/shell_options.h"
#include "core/point_flag.h"
#include "discover/autotools/shell_answer.h"
#include "discover/autotools/shell_arms.h"
#include "discover/autotools/shell_choices.h"
#include "discover/autotools/shell_default.h"
#include "discover/autotools/shell_environment.h"
#include "discover/autotools/shell_help.h"
#include "discover/autotools/shell_lines.h"
#include "discover/autotools/shell_lists.h"
#include "discover/autotools/shell_lookups.h"
#include "discover/autotools/shell_spellings.h"
#include "discover/autotools/shell_tables.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"
/* Options of one script. */
#define OPTIONS_MAX 1000u

typedef struct {
    DeclaredOptions *options;
    const ShellScript *script;
    const ShellLines *lines;
    const ShellArms *arms;
    const ShellChoices *choices;
    const ShellLookups *lookups;
    guint found;
    gboolean full; /* more than are kept */
    gboolean many; /* a pattern takes all of a kind, which the ledger says */
} Reader;

/* What every script of this kind takes, and what says where things are put. */
static gboolean is_common(const char *name)
{
    static const char *const names[] = {"help",   "version",    "prefix", "exec-prefix", "libdir",
                                        "bindir", "includedir", "mandir", "datadir",     "docdir",
                                        "quiet",  "verbose",    "srcdir", "build",       "host",
                                        "target", NULL};
    return g_strv_contains(names, name + strspn(name, "-"));
}

/* "<dir>", "[=PATH]", "<dir | download>": what stands behind it may say where. */
static gboolean says_where(const char *argument)
{
    g_autofree char *upper = g_ascii_strup(argument != NULL ? argument : "", -1);
    return strstr(upper, "DIR") != NULL || strstr(upper, "PATH") != NULL ||
           strstr(upper, "PREFIX") != NULL;
}

/* "<dir>", "MPI_PATH": a word that stands for a place, and nothing else. */
static gboolean is_place_word(const char *argument)
{
    return g_regex_match_simple("^<?(?:[\\w-]*[_-])?(?:dir|directory|folder|path|prefix)>?$",
                                argument, G_REGEX_CASELESS, 0);
}

/* Whether a form that may have a value asks whether all the same: an arm of its own does without
 * one, and the help shows none or a place. */
static gboolean asks_only_whether(ShellForm form, const char *argument)
{
    guint other = (guint)SHELL_FORM_NEXT | SHELL_FORM_SHARED;
    if ((form & SHELL_FORM_PLAIN) == 0 || (form & other) != 0) {
        return FALSE;
    }
    return argument == NULL || (g_str_has_suffix(argument, "]") && says_where(argument)) ||
           ((form & SHELL_FORM_DOES) != 0 && is_place_word(argument));
}

/* The words that may stand behind the option on the line of a pattern (from 0). */
static GPtrArray *values_of(const Reader *self, const char *name, guint index)
{
    GPtrArray *values = shell_help_values(self->lines, name);
    if (values->len < 2 && g_array_index(self->lines->patterns, gboolean, index)) {
        g_ptr_array_unref(values);
        values = shell_choices_read(self->choices, index);
    }
    return values;
}

/* "-mpiinc" and "--mpi-lib" beside "-mpi" say where that is. */
static gboolean is_place_of_other(const Reader *self, const char *name)
{
    static const char *const endings[] = {"include", "inc",  "library", "lib",
                                          "dir",     "path", "bin",     "config"};
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(name, endings[i])) {
            g_autofree char *stem = g_strndup(name, strlen(name) - strlen(endings[i]));
            for (gsize end = strlen(stem); end > 0 && strchr("-_", stem[end - 1]) != NULL; end--) {
                stem[end - 1] = '\0';
            }
            return *stem != '\0' && shell_lines_form(self->lines, stem) != 0;
        }
    }
    return FALSE;
}

/* What the option on the line of a pattern (from 0) links, in the arena. The caller unrefs it. */
static GPtrArray *libraries_of(const Reader *self, guint index)
{
    GPtrArray *result = g_ptr_array_new();
    if (!g_array_index(self->lines->patterns, gboolean, index)) {
        return result;
    }
    g_autoptr(GPtrArray) libraries = shell_arms_libraries(self->arms, index);
    for (guint i = 0; i < libraries->len; i++) {
        g_ptr_array_add(result,
                        (gpointer)arena_intern(self->options->facts->arena, libraries->pdata[i]));
    }
    return result;
}

/* What people type for a pattern: "--x" for "-x)" where the script takes a dash away, and
 * "--enable-x" where it makes "with" of that and the help shows no other. The caller frees it. */
static char *typed_form(const Reader *self, const char *pattern)
{
    static const char with[] = "-with-";
    if (!self->lines->one_dash || *pattern != '-' || pattern[1] == '-') {
        return g_strdup(pattern);
    }
    char *typed = g_strconcat("-", pattern, NULL);
    gboolean no = g_str_has_prefix(pattern, "-without-");
    if (!self->lines->with_for_enable || (!no && !g_str_has_prefix(pattern, with)) ||
        shell_lines_shown(self->lines, typed) != 0) {
        return typed;
    }
    const char *thing = pattern + strlen(no ? "-without-" : with);
    g_autofree char *enable = g_strconcat("--enable-", thing, NULL);
    g_autofree char *disable = g_strconcat("--disable-", thing, NULL);
    if (shell_lines_shown(self->lines, enable) != 0 ||
        shell_lines_shown(self->lines, disable) != 0) {
        g_free(typed);
        typed = no ? g_steal_pointer(&disable) : g_steal_pointer(&enable);
    }
    return typed;
}

/* Whether the script takes the option, under the name that people type or its own for it. */
static gboolean is_taken(const Reader *self, const char *name)
{
    static const char enable[] = "--enable-";
    if (shell_lines_take(self->lines, name)) {
        return TRUE;
    }
    gboolean other = self->lines->with_for_enable && g_str_has_prefix(name, enable);
    g_autofree char *own =
        other ? g_strconcat("--with-", name + strlen(enable), NULL) : g_strdup("");
    return other && shell_lines_take(self->lines, own);
}

/* The name of the option that a pattern takes; `negative`: the pattern is what switches it off. The
 * caller frees it. */
static char *name_of_pattern(const Reader *self, const char *pattern, gboolean *negative)
{
    g_autofree char *given = typed_form(self, pattern);
    g_autofree char *name = declared_option_positive(given, strlen(given), negative);
    if (*negative && !is_taken(self, name)) {
        /* A script that takes only the negative form refuses any other. */
        *negative = FALSE;
        return g_steal_pointer(&given);
    }
    return g_steal_pointer(&name);
}

/* Whether there is room for one more; the first for which there is none is told. */
static gboolean has_room(Reader *self, const char *name, Span at)
{
    if (self->found < OPTIONS_MAX) {
        return TRUE;
    }
    if (!self->full) {
        declared_options_ledger(self->options, at, "limit: options of a script", name);
    }
    self->full = TRUE;
    return FALSE;
}

/* "depth=32" above "--depth=*) depth=${1#*=}"; 0 stands for what the script works out. */
static gboolean is_number(const char *text)
{
    return *text >= '1' && *text <= '9' && text[strspn(text, G_CSET_DIGITS)] == '\0';
}

/* Whether the help has the word in quotes, as one that may be given. */
static gboolean is_quoted(const char *help, const char *word)
{
    g_autofree char *single = g_strdup_printf("'%s'", word);
    g_autofree char *whole = g_strdup_printf("\"%s\"", word);
    return help != NULL && *word != '\0' &&
           (strstr(help, single) != NULL || strstr(help, whole) != NULL);
}

/* Which of the words of a choice, or which number, the script begins with; NULL: none, or that is
 * not known. */
static const char *begun_with(const Reader *self, const GPtrArray *values, const char *help,
                              guint line)
{
    if (values == NULL || !g_array_index(self->lines->patterns, gboolean, line - 1)) {
        return NULL;
    }
    g_autofree char *variable = shell_choices_variable(self->lines, line - 1);
    g_autofree char *text =
        variable != NULL ? shell_arms_begin(self->arms, line - 1, variable) : NULL;
    guint found = 0;
    gboolean known =
        text != NULL &&
        (g_ptr_array_find_with_equal_func((GPtrArray *)values, text, g_str_equal, &found) ||
         (values->len == 0 && (is_number(text) || is_quoted(help, text))));
    return known ? arena_intern(self->options->facts->arena, text) : NULL;
}

/* What an option takes. */
typedef struct {
    gboolean value;
    GPtrArray *values;    /* char *; NULL: any */
    const char *fallback; /* where the values are answers, yes or no: which of them it is */
} Taken;

/* The option has its name, its place, and what is printed about it. The caller unrefs the values.
 */
static Taken taken_by(const Reader *self, const char *pattern, const DeclaredOption *option,
                      gboolean negative)
{
    const char *name = option->name;
    ShellForm form = shell_lines_form(self->lines, pattern);
    gboolean takes =
        *name != '-' || ((form & ((guint)SHELL_FORM_VALUE | SHELL_FORM_NEXT)) != 0 &&
                         !asks_only_whether(shell_lines_form(self->lines, name), option->argument));
    g_autoptr(GPtrArray) words = takes ? shell_choices_of_patterns(self->choices, pattern) : NULL;
    gboolean answers = words != NULL && shell_choices_are_answers(words);
    /* "--x)" beside "--x=yes)" is all that a switch needs. */
    if (!takes || (answers && (form & SHELL_FORM_PLAIN) != 0)) {
        return (Taken){FALSE, NULL, NULL};
    }
    GPtrArray *values = words != NULL && !answers ? g_steal_pointer(&words)
                                                  : values_of(self, name, option->at.line - 1);
    const char *fallback = shell_help_default_in_front(option->help);
    if (answers && fallback == NULL) {
        fallback = shell_default_of_switch(self->lookups, name, option->help, negative);
        fallback = fallback != NULL ? fallback : "no";
    }
    if (fallback != NULL) {
        g_ptr_array_set_size(values, 0);
        g_ptr_array_add(values, g_strdup("yes"));
        g_ptr_array_add(values, g_strdup("no"));
    }
    return (Taken){TRUE, values, fallback};
}

/* Words that the script treats on their own beside any others, in the arena. The caller unrefs it.
 */
static GPtrArray *named_of(const Reader *self, const char *pattern)
{
    Arena *arena = self->options->facts->arena;
    GPtrArray *values = g_ptr_array_new();
    g_autoptr(GArray) named = shell_choices_named(self->choices, pattern);
    for (guint i = 0; i < named->len; i++) {
        const ShellNamedWord *word = &g_array_index(named, ShellNamedWord, i);
        AllowedValue *value = arena_new0(arena, AllowedValue);
        *value = (AllowedValue){.value = arena_intern(arena, word->word),
                                .origin = VALUE_COMPARED,
                                .at = shell_script_at(self->script, word->line + 1)};
        g_ptr_array_add(values, value);
    }
    return values;
}

/* What looks like a switch that may say where, "--with-x[=DIR]": where its plain form does nothing,
 * it is a place, and where that only sets another option's variable, another name of that option.
 */
static void read_answer(const Reader *self, const char *pattern, DeclaredOption *option)
{
    g_autofree char *other = NULL;
    ShellForm form = shell_lines_form(self->lines, pattern);
    ShellAnswer answer = option->boolean && (form & SHELL_FORM_VALUE) != 0
                             ? shell_answer_of(self->lines, pattern, &other)
                             : SHELL_ANSWER_UNKNOWN;
    if (answer == SHELL_ANSWER_NOTHING && says_where(option->argument)) {
        option->boolean = FALSE;
        option->path = TRUE;
        option->only_where = TRUE;
        option->fallback = "";
        option->values = NULL;
    } else if (answer == SHELL_ANSWER_OTHER && strcmp(other, pattern) != 0) {
        option->stands_for = arena_intern(self->options->facts->arena, other);
    }
}

/* Adds the option that a pattern names. */
static void add_pattern(Reader *self, const char *form, gsize length, guint line)
{
    gboolean negative = FALSE;
    g_autofree char *pattern = g_strndup(form, length);
    g_autofree char *name = name_of_pattern(self, pattern, &negative);
    Arena *arena = self->options->facts->arena;
    if (is_common(name) || strlen(name + strspn(name, "-")) < 2 ||
        g_hash_table_contains(self->options->names, name)) {
        return;
    }
    const Span at = shell_script_at(self->script, line);
    gboolean of_arm = g_array_index(self->lines->patterns, gboolean, line - 1);
    if (!has_room(self, name, at) ||
        (!negative && of_arm && shell_arms_take_back(self->arms, line - 1))) {
        return; /* "--no-x" beside "--with-x" */
    }
    guint printed = shell_help_line(self->lines, name);
    g_autofree char *help = printed > 0 ? shell_help_text(self->lines, printed) : NULL;
    g_autofree char *source = g_strstrip(g_strdup(self->lines->written[line - 1]));
    g_autoptr(GPtrArray) libraries = libraries_of(self, line - 1);
    DeclaredOption option = {.name = arena_intern(arena, name),
                             .argument = shell_help_argument(self->lines, printed, name, arena),
                             .help = help,
                             .at = at,
                             .declared_at = at,
                             .help_at =
                                 printed > 0 ? shell_script_at(self->script, printed) : SPAN_NONE,
                             .text = arena_strdup(arena, source)};
    Taken taken = taken_by(self, pattern, &option, negative);
    g_autoptr(GPtrArray) values = taken.values;
    gboolean repeats =
        !negative && !taken.value && of_arm && shell_arms_repeat(self->arms, line - 1);
    option.help = help != NULL && *help != '\0' ? arena_strdup(arena, help) : NULL;
    option.fallback = taken.fallback != NULL ? taken.fallback
                      : repeats              ? "yes"
                                             : begun_with(self, taken.values, help, line);
    if (option.fallback == NULL) {
        option.fallback =
            taken.value ? "" : shell_default_of_switch(self->lookups, name, help, negative);
    }
    option.boolean = !taken.value || taken.fallback != NULL;
    option.path = taken.value && is_place_of_other(self, name);
    option.noted = taken.value && !option.path && says_where(option.argument) &&
                   (shell_lines_form(self->lines, name) & SHELL_FORM_NOTED) != 0;
    option.values = values != NULL && values->len >= 2 ? values : NULL;
    g_autoptr(GPtrArray) named = named_of(self, pattern);
    option.named = taken.value && !option.boolean ? named : NULL;
    option.libraries = negative || taken.value ? NULL : libraries;
    read_answer(self, pattern, &option);
    declared_options_add(self->options, &option);
    self->found++;
}

/* getopts hands long options over without their dashes: "enable-x=*)" in a case over OPTARG. */
static void read_bare_pattern(Reader *self, const char *line, guint number)
{
    g_auto(GStrv) ways = g_strsplit_set(line + strspn(line, " \t("), "|)", -1);
    for (guint i = 0; ways[i] != NULL && ways[i + 1] != NULL; i++) {
        g_autofree char *form = g_strconcat("--", g_strstrip(ways[i]), NULL);
        gsize length = 2 + strspn(form + 2, NAME_BYTES);
        gboolean whole = form[length] == '\0' || strcmp(form + length, "=*") == 0;
        if (whole && length > 3 && form[2] != '-') {
            add_pattern(self, form, length, number);
        }
    }
}

/* "--enable-?*)" whose arm does something with what it takes: the help may not tell all that is.
 */
static void tell_many(Reader *self, const char *front, gsize length, guint number)
{
    g_autofree char *name = g_strndup(front + 2, length - 2);
    g_autofree char *arm = shell_lines_arm(self->lines, number - 1);
    gboolean known = g_hash_table_contains(self->lookups->arms, GUINT_TO_POINTER(number));
    if (!self->many && !known && strchr(arm, '$') != NULL &&
        g_ptr_array_find_with_equal_func(self->lines->globs, name, g_str_equal, NULL)) {
        self->many = TRUE;
        g_autofree char *pattern = g_strndup(front, length + 1);
        declared_options_ledger(self->options, shell_script_at(self->script, number),
                                "option's name not known", pattern);
    }
}

static void read_pattern(Reader *self, const char *line, guint number)
{
    const char *end = strchr(line, ')'); /* what the arm does is behind it */
    for (const char *at = strstr(line, "--"); at != NULL && at < end; at = strstr(at, "--")) {
        gsize length = 2 + strspn(at + 2, NAME_BYTES);
        /* "--enable-*" is a way to say many. */
        if (at[length - 1] != '-' || (at[length] != '*' && at[length] != '?')) {
            add_pattern(self, at, length, number);
        } else if (length > 2) {
            tell_many(self, at, length, number);
        }
        at += length;
    }
}

/* "-p | -mpi)": the first of the ways that is more than a letter, where no long one is there. A
 * variable, "CC=*)" or "CC) CC=$value", is given by its name. */
static void read_short_pattern(Reader *self, const char *line, guint number)
{
    const char *end = strchr(line, ')');
    const char *dashes = strstr(line, "--");
    if (dashes != NULL && dashes < end) {
        return;
    }
    for (const char *at = line + strspn(line, " \t("); at < end; at++) {
        gsize length = strspn(at, NAME_BYTES);
        const char *behind = at + length;
        gboolean option = *at == '-' && length > 2;
        gboolean variable =
            length > 1 && *at != '-' && strspn(at, G_CSET_A_2_Z G_CSET_DIGITS "_") == length;
        if (variable && *behind != '=') {
            g_autofree char *name = g_strndup(at, length);
            variable = shell_lines_assigns(self->lines, number - 1, name);
        }
        if ((option || variable) && *behind != '*' && *behind != '?') {
            add_pattern(self, at, length, number);
            return;
        }
        at = length > 0 ? behind - 1 : at;
    }
}

/* What stands in tables and lists: the script takes each as if a pattern named it. */
static void read_named(Reader *self, ShellLines *lines, const ShellNamed *named)
{
    for (guint i = 0; i < named->options->len; i++) {
        const ShellNamedOption *option = named->options->pdata[i];
        shell_lines_add_form(lines, option->name + strspn(option->name, "-"),
                             option->value ? SHELL_FORM_VALUE : SHELL_FORM_PLAIN);
        if (option->shown > 0) {
            shell_lines_add_shown(lines, option->name, option->shown);
        }
    }
    for (guint i = 0; i < named->options->len; i++) {
        const ShellNamedOption *option = named->options->pdata[i];
        add_pattern(self, option->name, strlen(option->name), option->line + 1);
    }
    for (guint i = 0; i < named->untold->len; i++) {
        const ShellNamedOption *untold = named->untold->pdata[i];
        declared_options_ledger(self->options, shell_script_at(self->script, untold->line + 1),
                                "option's name not known", untold->name);
    }
}

/* "  --disable-x   help" of which no pattern speaks, but one for all that begin alike: the script
 * looks up what stands behind, "--enable-?*)". What takes a value there is one of a kind, as
 * "--enable-decoder=NAME" is. */
static void read_told(Reader *self)
{
    const GArray *described = self->lines->described;
    for (guint i = 0; i < described->len; i++) {
        const guint number = g_array_index(described, guint, i);
        const char *text = self->lines->texts->pdata[number - 1];
        text += strspn(text, " \t");
        gsize length = strspn(text, NAME_BYTES);
        g_autofree char *form = g_strndup(text, length);
        if (argument_sense(form) != ARGUMENT_OTHER && *argument_subject(form) != '\0' &&
            (text[length] == '\0' || g_ascii_isspace(text[length])) &&
            shell_lines_take(self->lines, form)) {
            add_pattern(self, form, length, number);
        }
    }
}

guint shell_options_read(const ShellScript *script, DeclaredOptions *options)
{
    g_autoptr(ShellLines) lines = shell_lines_new(script->text->str);
    g_autoptr(ShellArms) arms = shell_arms_new(lines);
    g_autoptr(ShellChoices) choices = shell_choices_new(lines);
    g_autoptr(ShellSpellings) spellings =
        shell_spellings_new(options->tree, script->paths->pdata[0], lines);
    g_autoptr(ShellLookups) lookups = shell_lookups_new(lines);
    Reader self = {options, script, lines, arms, choices, lookups, 0, FALSE, FALSE};
    for (guint i = 0; i < lines->count; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t");
        gboolean pattern = g_array_index(lines->patterns, gboolean, i);
        if (pattern && shell_cases_long_names(lines->cases, i)) {
            read_bare_pattern(&self, line, i + 1);
        }
        if (pattern && !shell_lines_ends(lines, i)) {
            const char *one = shell_spellings_choose(spellings, i);
            if (one != NULL) {
                add_pattern(&self, one, strlen(one), i + 1);
                continue;
            }
            read_pattern(&self, line, i + 1);
            if (shell_cases_subject(lines->cases, i) != NULL) {
                read_short_pattern(&self, line, i + 1);
            }
        }
    }
    g_autoptr(ShellNamed) of_tables = shell_tables_read(lines);
    read_named(&self, lines, of_tables);
    g_autoptr(ShellNamed) of_lists = shell_lists_read(lines);
    read_named(&self, lines, of_lists);
    read_told(&self);
    read_named(&self, lines, lookups->named);
    return self.found + shell_environment_read(script, lines, options);
}
