#include "discover/autotools/shell_arms.h"
#include <string.h>

/* Lines of one block that are looked through. */
#define BLOCK_LINES_MAX 400u

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

static gboolean sets(const GPtrArray *settings, const char *name, const char *text)
{
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        if (strcmp(setting->name, name) == 0 && g_strcmp0(setting->text, text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
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

static void add_libraries(GPtrArray *libraries, const char *text)
{
    /* "ls -la" and "nvcc -lineinfo" link nothing. */
    g_autoptr(GRegex) regex = g_regex_new("(?<![\\w-])(?<!ls )-l(?!ineinfo\\b)([A-Za-z][\\w.+]*)",
                                          G_REGEX_OPTIMIZE, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, text, 0, &match);
    for (; g_match_info_matches(match) && libraries->len < SHELL_ARMS_LIBRARIES_MAX;
         g_match_info_next(match, NULL)) {
        g_autofree char *name = g_match_info_fetch(match, 1);
        if (!is_of_the_system(name) &&
            !g_ptr_array_find_with_equal_func(libraries, name, g_str_equal, NULL)) {
            g_ptr_array_add(libraries, g_steal_pointer(&name));
        }
    }
}

static gboolean begins_with_word(const char *line, const char *word)
{
    const char *at = line + strspn(line, " \t");
    gsize length = strlen(word);
    return strncmp(at, word, length) == 0 && !g_ascii_isalnum(at[length]) && at[length] != '_';
}

static void add_block(GPtrArray *libraries, const ShellLines *lines, guint first)
{
    guint depth = 0;
    for (guint i = first; i < lines->count && i < first + BLOCK_LINES_MAX; i++) {
        const char *line = lines->lines[i];
        gboolean ends = begins_with_word(line, "fi");
        if (depth == 0 &&
            (ends || begins_with_word(line, "else") || begins_with_word(line, "elif"))) {
            return;
        }
        depth -= ends ? 1 : 0;
        depth += begins_with_word(line, "if") && !g_str_has_suffix(line, "fi") ? 1 : 0;
        if (*(line + strspn(line, " \t")) != '#') {
            add_libraries(libraries, line);
        }
    }
}

GPtrArray *shell_arms_libraries(const ShellLines *lines, guint index)
{
    GPtrArray *libraries = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *arm = shell_lines_arm(lines, index);
    gboolean only;
    g_autoptr(GPtrArray) settings = settings_of(arm, &only);
    add_libraries(libraries, arm);
    g_autoptr(GRegex) regex =
        g_regex_new("^\\s*(?:el)?if\\s+(?:test|\\[\\[?)\\s+\"?\\$\\{?(" VARIABLE
                    ")\\}?\"?\\s*(?:==?|-eq)\\s*\"?([\\w.+-]+)\"?\\s*(?:\\]\\]?)?\\s*"
                    "(?:;\\s*then)?\\s*$",
                    G_REGEX_OPTIMIZE, 0, NULL);
    for (guint i = 0; settings->len > 0 && i < lines->count; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        const char *line = lines->lines[i];
        if ((!begins_with_word(line, "if") && !begins_with_word(line, "elif")) ||
            !g_regex_match(regex, line, 0, &match)) {
            continue;
        }
        g_autofree char *name = g_match_info_fetch(match, 1);
        g_autofree char *text = g_match_info_fetch(match, 2);
        if (sets(settings, name, text)) {
            add_block(libraries, lines, i + 1);
        }
    }
    return libraries;
}

/* Opposites ------------------------------------------------------------------------------------ */

/* Whether the first line that sets the variable is before `index`, at the left edge, and gives it
 * that text. */
static gboolean begins_so(const ShellLines *lines, guint index, const Setting *setting)
{
    for (guint i = 0; i < index; i++) {
        const char *line = lines->lines[i];
        const char *command = line + strspn(line, " \t");
        g_autoptr(Setting) first = setting_of(command);
        if (first != NULL && strcmp(first->name, setting->name) == 0) {
            return command == line && g_strcmp0(first->text, setting->text) == 0;
        }
    }
    return FALSE;
}

static gboolean another_differs(const ShellLines *lines, guint index, const GPtrArray *settings)
{
    for (guint i = 0; i < lines->count; i++) {
        if (i == index || !g_array_index(lines->patterns, gboolean, i)) {
            continue;
        }
        g_autofree char *arm = shell_lines_arm(lines, i);
        gboolean only;
        g_autoptr(GPtrArray) others = settings_of(arm, &only);
        for (guint k = 0; k < others->len; k++) {
            const Setting *other = others->pdata[k];
            for (guint s = 0; s < settings->len; s++) {
                const Setting *setting = settings->pdata[s];
                if (strcmp(setting->name, other->name) == 0 &&
                    g_strcmp0(setting->text, other->text) != 0) {
                    return TRUE;
                }
            }
        }
    }
    return FALSE;
}

gboolean shell_arms_take_back(const ShellLines *lines, guint index)
{
    g_autofree char *arm = shell_lines_arm(lines, index);
    gboolean only;
    g_autoptr(GPtrArray) settings = settings_of(arm, &only);
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        if (setting->text == NULL || !begins_so(lines, index, setting)) {
            return FALSE;
        }
    }
    return only && settings->len > 0 && another_differs(lines, index, settings);
}
