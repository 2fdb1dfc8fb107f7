#include "discover/autotools/shell_arms.h"
#include <string.h>

/* Lines of one block that are looked through. */
#define BLOCK_LINES_MAX 400u
/* Tests of one text that are followed. */
#define TESTS_MAX 8u
/* Places of one text that "-l" stands at. */
#define PLACES_MAX 64u

#define VARIABLE "[A-Za-z_]\\w*(?:\\[\\w+\\])?"

typedef struct {
    char *name; /* "X", or "X[KEY]" */
    char *text; /* NULL: not known */
} Setting;

static void setting_free(Setting *setting)
{
    if (setting != NULL) {
        g_free(setting->name);
        g_free(setting->text);
        g_free(setting);
    }
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Setting, setting_free)

/* Bytes of "X" or "X[KEY]" that are followed by "="; 0: there is none. */
static gsize name_length(const char *command)
{
    static const char word[] = G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_";
    gsize length = strspn(command, word);
    if (length > 0 && command[length] == '[') {
        gsize key = strspn(command + length + 1, word);
        length += command[length + 1 + key] == ']' ? key + 2 : 0;
    }
    return command[length] == '=' ? length : 0;
}

/* "X=1", "X[KEY]='y'"; NULL for any other command. */
static Setting *setting_of(const char *command)
{
    gsize name = name_length(command);
    if (name == 0) {
        return NULL;
    }
    g_autofree char *text = g_strchomp(g_strdup(command + name + 1));
    gsize length = strlen(text);
    gboolean quoted = length >= 2 && (*text == '"' || *text == '\'') && text[length - 1] == *text;
    g_autofree char *plain = quoted ? g_strndup(text + 1, length - 2) : g_strdup(text);
    gboolean known =
        strpbrk(plain, "$`\"'\\") == NULL && (quoted || strpbrk(plain, " \t(") == NULL);
    Setting *setting = g_new0(Setting, 1);
    setting->name = g_strndup(command, name);
    setting->text = known ? g_steal_pointer(&plain) : NULL;
    return setting;
}

/* Setting *: those of the commands. `*only`: they do nothing else. */
static GPtrArray *settings_of(const char *commands, gboolean *only)
{
    GPtrArray *settings = g_ptr_array_new_with_free_func((GDestroyNotify)setting_free);
    g_auto(GStrv) parts = g_strsplit_set(commands, ";\n", -1);
    *only = TRUE;
    for (guint i = 0; parts[i] != NULL; i++) {
        g_strstrip(parts[i]);
        Setting *setting = setting_of(parts[i]);
        if (setting != NULL) {
            g_ptr_array_add(settings, setting);
        } else if (*parts[i] != '\0' && *parts[i] != '#') {
            *only = FALSE;
        }
    }
    return settings;
}

/* Libraries ------------------------------------------------------------------------------------ */

static gboolean is_of_the_system(const char *library)
{
    static const char *const names[] = {"c", "m", "dl", "rt", "util", "stdc++", "gcc", "gfortran"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(library, names[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Where the command begins that a place is in: behind the quote that is open there, or behind the
 * last ";", "|", "&" or bracket. */
static const char *command_around(const char *text, const char *place)
{
    const char *command = text;
    const char *outside = text;
    char quote = '\0';
    for (const char *at = text; at < place; at++) {
        if (*at == '\n') {
            quote = '\0';
            command = at + 1;
        } else if (quote != '\0' && *at == quote) {
            quote = '\0';
            command = outside;
        } else if (quote == '\0' && (*at == '"' || *at == '\'')) {
            quote = *at;
            outside = command;
            command = at + 1;
        } else if (quote == '\0' && strchr(";|&(`", *at) != NULL) {
            command = at + 1;
        }
    }
    return command;
}

/* What may stand in front of a command's name. */
static const char *skip_keywords(const char *command)
{
    static const char *const words[] = {"if", "elif",  "then",   "else", "do",
                                        "!",  "while", "export", "exec"};
    for (guint i = 0; i < G_N_ELEMENTS(words);) {
        command += strspn(command, " \t");
        gsize length = strlen(words[i]);
        gboolean there = strncmp(command, words[i], length) == 0 &&
                         (command[length] == ' ' || command[length] == '\t');
        command += there ? length : 0;
        i = there ? 0 : i + 1;
    }
    return command;
}

/* "ls -la", "grep -lr", "test a -le b": a command of small letters that neither compiles nor
 * prints has an -l of its own. */
static gboolean has_own_letters(const char *command)
{
    static const char *const endings[] = {"cc",   "++",     "clang",   "ld",  "libtool", "fort",
                                          "echo", "printf", "fortran", "f77", "f90",     "f95"};
    gsize length = strspn(command, G_CSET_a_2_z G_CSET_DIGITS "_+-[");
    const char *behind = command + length + strspn(command + length, " \t");
    if (length == 0 || *command == '-' || *command == '+' || behind == command + length ||
        strchr("=:+", *behind) != NULL) {
        return FALSE;
    }
    gsize digits = length; /* "gcc-12" */
    while (digits > 0 && g_ascii_isdigit(command[digits - 1])) {
        digits--;
    }
    length = digits > 1 && command[digits - 1] == '-' ? digits - 1 : length;
    g_autofree char *name = g_strndup(command, length);
    for (guint i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_has_suffix(name, endings[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

static void add_libraries(const ShellArms *self, GPtrArray *libraries, const char *text)
{
    g_autoptr(GMatchInfo) match = NULL;
    if (libraries->len >= SHELL_ARMS_LIBRARIES_MAX) {
        return;
    }
    g_regex_match(self->links, text, 0, &match);
    for (guint i = 0;
         i < PLACES_MAX && libraries->len < SHELL_ARMS_LIBRARIES_MAX && g_match_info_matches(match);
         i++, g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        gint place = 0;
        g_match_info_fetch_pos(match, 0, &place, NULL);
        if (!is_of_the_system(name) &&
            !has_own_letters(skip_keywords(command_around(text, text + place))) &&
            !g_ptr_array_find_with_equal_func(libraries, name, g_str_equal, NULL)) {
            g_ptr_array_add(libraries, g_steal_pointer(&name));
        }
    }
}

static void add_block(const ShellArms *self, GPtrArray *libraries, guint first)
{
    const ShellLines *lines = self->lines;
    guint depth = 0;
    for (guint i = first; i < lines->count && i < first + BLOCK_LINES_MAX; i++) {
        const char *line = lines->lines[i];
        gboolean ends = shell_begins_with_word(line, "fi");
        if (depth == 0 && (ends || shell_begins_with_word(line, "else") ||
                           shell_begins_with_word(line, "elif"))) {
            return;
        }
        depth -= ends ? 1 : 0;
        depth += shell_begins_with_word(line, "if") && !g_str_has_suffix(line, "fi") ? 1 : 0;
        if (*(line + strspn(line, " \t")) != '#') {
            add_libraries(self, libraries, line);
        }
    }
}

static void add_tested(const ShellArms *self, GPtrArray *libraries, const Setting *setting)
{
    if (setting->text == NULL) {
        return;
    }
    g_autofree char *key = g_strconcat(setting->name, "=", setting->text, NULL);
    const GArray *tests = g_hash_table_lookup(self->tests, key);
    for (guint i = 0; tests != NULL && i < tests->len && i < TESTS_MAX; i++) {
        add_block(self, libraries, g_array_index(tests, guint, i) + 1);
    }
}

GPtrArray *shell_arms_libraries(const ShellArms *self, guint index)
{
    GPtrArray *libraries = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *arm = shell_lines_arm(self->lines, index);
    gboolean only;
    g_autoptr(GPtrArray) settings = settings_of(arm, &only);
    add_libraries(self, libraries, arm);
    for (guint i = 0; i < settings->len; i++) {
        add_tested(self, libraries, settings->pdata[i]);
    }
    return libraries;
}

/* Opposites ------------------------------------------------------------------------------------ */

/* "--no-x", "--disable-x": a name that asks for less. */
static gboolean says_no(const char *line)
{
    static const char *const words[] = {"no", "not", "non", "without", "disable"};
    const char *at = line + strspn(line, " \t(\"'-");
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        gsize length = strlen(words[i]);
        if (strncmp(at, words[i], length) == 0 && (at[length] == '-' || at[length] == '_')) {
            return TRUE;
        }
    }
    return FALSE;
}

/* How far the commands of a function are from the left that no other construct of it holds. */
static gsize indent_of(const ShellArms *self, const ShellFunction *function)
{
    for (guint i = function->first + 1; i <= function->last; i++) {
        const char *line = self->lines->lines[i];
        gsize indent = strspn(line, " \t");
        if (line[indent] != '\0' && strchr("#{", line[indent]) == NULL) {
            return indent;
        }
    }
    return 0;
}

/* The command that sets a variable first, if the script does so in every case above the line
 * `index`: it stands at the left edge, or at that of the function which both are in. Else NULL. */
static const char *first_command(const ShellArms *self, guint index, const char *variable)
{
    gpointer found;
    if (!g_hash_table_lookup_extended(self->firsts, variable, NULL, &found) ||
        GPOINTER_TO_UINT(found) >= index) {
        return NULL;
    }
    guint first = GPOINTER_TO_UINT(found);
    const char *line = self->lines->lines[first];
    gsize indent = strspn(line, " \t");
    const ShellFunctions *functions = self->lines->cases->functions;
    const ShellFunction *around = indent > 0 ? shell_functions_around(functions, first) : NULL;
    gboolean at_edge =
        indent == 0 || (around != NULL && around == shell_functions_around(functions, index) &&
                        indent == indent_of(self, around));
    return at_edge ? line + indent : NULL;
}

/* Whether the script begins with the text that the setting gives, above the line `index`. */
static gboolean begins_so(const ShellArms *self, guint index, const Setting *setting)
{
    const char *command = first_command(self, index, setting->name);
    g_autoptr(Setting) first = command != NULL ? setting_of(command) : NULL;
    return first != NULL && g_strcmp0(first->text, setting->text) == 0;
}

/* What "X=smp" or "X=${X:-smp}" gives where nobody has set X; NULL when it is anything else. The
 * caller frees it. */
static char *begun_text(const char *line, const char *variable)
{
    g_autoptr(Setting) first = setting_of(line);
    if (first != NULL && first->text != NULL) {
        return g_strdup(first->text);
    }
    g_autofree char *pattern =
        g_strdup_printf("^%s=\"?\\$\\{%s:?[-=]([\\w.+-]+)\\}\"?\\s*$", variable, variable);
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    return g_regex_match(regex, line, 0, &match) ? g_match_info_fetch(match, 1) : NULL;
}

char *shell_arms_begin(const ShellArms *self, guint index, const char *variable)
{
    gboolean plain =
        variable[strspn(variable, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_")] == '\0';
    const char *command = plain ? first_command(self, index, variable) : NULL;
    return command != NULL ? begun_text(command, variable) : NULL;
}

static gboolean another_differs(const ShellArms *self, const GPtrArray *settings)
{
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        GHashTable *texts = g_hash_table_lookup(self->given, setting->name);
        if (texts != NULL && g_hash_table_size(texts) > 1) {
            return TRUE; /* this arm's own text is one of them */
        }
    }
    return FALSE;
}

gboolean shell_arms_repeat(const ShellArms *self, guint index)
{
    g_autofree char *arm = shell_lines_arm(self->lines, index);
    gboolean only;
    g_autoptr(GPtrArray) settings = settings_of(arm, &only);
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        if (setting->text == NULL || !begins_so(self, index, setting)) {
            return FALSE;
        }
    }
    return only && settings->len > 0 && another_differs(self, settings);
}

gboolean shell_arms_take_back(const ShellArms *self, guint index)
{
    return says_no(self->lines->lines[index]) && shell_arms_repeat(self, index);
}

/* Lines ---------------------------------------------------------------------------------------- */

static void learn_test(ShellArms *self, const GRegex *regex, guint index)
{
    const char *line = self->lines->lines[index];
    g_autoptr(GMatchInfo) match = NULL;
    if ((!shell_begins_with_word(line, "if") && !shell_begins_with_word(line, "elif")) ||
        !g_regex_match(regex, line, 0, &match)) {
        return;
    }
    g_autofree char *name = g_match_info_fetch(match, 1);
    g_autofree char *text = g_match_info_fetch(match, 2);
    g_autofree char *key = g_strconcat(name, "=", text, NULL);
    GArray *tests = g_hash_table_lookup(self->tests, key);
    if (tests == NULL) {
        tests = g_array_new(FALSE, FALSE, sizeof(guint));
        g_hash_table_insert(self->tests, g_steal_pointer(&key), tests);
    }
    g_array_append_val(tests, index);
}

static void learn_first(ShellArms *self, guint index)
{
    const char *line = self->lines->lines[index];
    const char *command = line + strspn(line, " \t");
    gsize length = name_length(command);
    g_autofree char *name = g_strndup(command, length);
    if (length > 0 && !g_hash_table_contains(self->firsts, name)) {
        g_hash_table_insert(self->firsts, g_steal_pointer(&name), GUINT_TO_POINTER(index));
    }
}

/* What options give, not what machines do: "Linux) THREADS=1". */
static void learn_given(ShellArms *self, guint index)
{
    const char *line = self->lines->lines[index];
    gboolean option =
        line[strspn(line, " \t(\"'")] == '-' || shell_cases_long_names(self->lines->cases, index);
    if (!option || !g_array_index(self->lines->patterns, gboolean, index)) {
        return;
    }
    g_autofree char *arm = shell_lines_arm(self->lines, index);
    gboolean only;
    g_autoptr(GPtrArray) settings = settings_of(arm, &only);
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        GHashTable *texts = g_hash_table_lookup(self->given, setting->name);
        if (texts == NULL) {
            texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
            g_hash_table_insert(self->given, g_strdup(setting->name), texts);
        }
        /* What is not known differs from all that is. */
        g_hash_table_add(texts, setting->text != NULL ? g_strdup(setting->text) : g_strdup("$"));
    }
}

ShellArms *shell_arms_new(const ShellLines *lines)
{
    ShellArms *self = g_new0(ShellArms, 1);
    *self = (ShellArms){
        lines,
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref),
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_hash_table_unref),
        /* "-lineinfo" of nvcc, "-library=x", and "-lt" behind a line that goes on, link nothing. */
        g_regex_new("(?<![\\w-])-l(?!(?:ineinfo|ibrary|t|e)\\b)([A-Za-z][\\w.+]*)",
                    G_REGEX_OPTIMIZE, 0, NULL),
    };
    g_autoptr(GRegex) regex =
        g_regex_new("^\\s*(?:el)?if\\s+(?:test|\\[\\[?)\\s+\"?\\$\\{?(" VARIABLE
                    ")\\}?\"?\\s*(?:==?|-eq)\\s*\"?([\\w.+-]+)\"?\\s*(?:\\]\\]?)?\\s*"
                    "(?:;\\s*then)?\\s*$",
                    G_REGEX_OPTIMIZE, 0, NULL);
    for (guint i = 0; i < lines->count; i++) {
        learn_test(self, regex, i);
        learn_first(self, i);
        learn_given(self, i);
    }
    return self;
}

void shell_arms_free(ShellArms *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->tests);
        g_hash_table_unref(self->firsts);
        g_hash_table_unref(self->given);
        g_regex_unref(self->links);
        g_free(self);
    }
}
