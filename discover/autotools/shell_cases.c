#include "discover/autotools/shell_cases.h"
#include "core/identifier.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
/* Cases in cases. */
#define DEPTH_MAX 32u
/* How often one function of the script hands its arguments on to the next. */
#define TURNS_MAX 8u

/* The name behind "$" or "${"; the caller frees it. NULL when none stands there. */
static char *name_behind(const char *dollar)
{
    const char *name = dollar + (dollar[1] == '{' ? 2 : 1);
    gsize length = strspn(name, NAME_BYTES);
    return length > 0 ? g_strndup(name, length) : NULL;
}

/* The next "$" that the shell looks at: what stands in single quotes, "awk '{print $1}'", is
 * another program's. A quote that its line does not close is an apostrophe. NULL: there is none.
 * `*doubled`: in double quotes, where an apostrophe is nothing but that; backquotes begin anew. */
static const char *next_dollar(const char *text, gboolean *doubled)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '$') {
            return at;
        }
        if (*at == '\\' && at[1] != '\0') {
            at++;
        } else if (*at == '"') {
            *doubled = !*doubled;
        } else if (*at == '\n' || *at == '`') {
            *doubled = FALSE;
        } else if (*at == '\'' && !*doubled) {
            const char *close = at + 1 + strcspn(at + 1, "'\n");
            at = *close == '\'' ? close : at;
        }
    }
    return NULL;
}

/* Whether the text uses a name of the set that is not `but`. */
static gboolean uses(const GHashTable *names, const char *text, const char *but)
{
    gboolean doubled = FALSE;
    for (const char *at = next_dollar(text, &doubled); at != NULL;
         at = next_dollar(at + 1, &doubled)) {
        g_autofree char *name = name_behind(at);
        if (name != NULL && g_strcmp0(name, but) != 0 &&
            g_hash_table_contains((GHashTable *)names, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "eval key=\$$i", what the number is of: the name; NULL for any other line. The caller frees it.
 */
static char *evaluated_name(const char *line)
{
    static const char *const arguments[] = {"\\$$", "\\${$"};
    if (!g_str_has_prefix(line, "eval ")) {
        return NULL;
    }
    const char *at = line + strlen("eval ");
    at += strspn(at, " \"'");
    gsize length = strspn(at, NAME_BYTES);
    for (guint i = 0; length > 0 && at[length] == '=' && i < G_N_ELEMENTS(arguments); i++) {
        if (g_str_has_prefix(at + length + 1, arguments[i])) {
            return g_strndup(at, length);
        }
    }
    return NULL;
}

/* "key=$1", "key=${1%%=*}", "key=`echo $1 | ...`": the name; NULL for any other line. The caller
 * frees it. */
static char *assigned_name(const GHashTable *names, const char *line)
{
    static const char *const words[] = {"local ", "typeset ", "declare "};
    const char *at = line + strspn(line, " \t");
    char *evaluated = evaluated_name(at);
    if (evaluated != NULL) {
        return evaluated;
    }
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        at += g_str_has_prefix(at, words[i]) ? strlen(words[i]) : 0;
    }
    gsize length = strspn(at, NAME_BYTES);
    if (length == 0 || at[length] != '=') {
        return NULL;
    }
    g_autofree char *name = g_strndup(at, length);
    g_autofree char *value = g_strndup(at + length + 1, strcspn(at + length + 1, ";"));
    /* The value is the argument, or what a command makes of it; not a text with it inside, nor a
     * list that grows by it, "all="$all $1"". */
    const char *text = value + (*value == '"' ? 1 : 0);
    g_autofree char *first = *text == '$' ? name_behind(text) : NULL;
    gboolean direct = (*text == '$' && g_strcmp0(first, name) != 0) || *text == '`';
    return direct && uses(names, value, NULL) ? g_steal_pointer(&name) : NULL;
}

/* "for arg", "for arg in "$@"": the name. The caller frees it. */
static char *looped_name(const char *line)
{
    const char *at = line + strspn(line, " \t");
    if (!g_str_has_prefix(at, "for ")) {
        return NULL;
    }
    at += strlen("for ");
    gsize length = strspn(at, NAME_BYTES);
    const char *rest = at + length + strspn(at + length, " \t");
    gboolean plain = *rest == '\0' || *rest == ';' || strcmp(rest, "do") == 0;
    gboolean all =
        g_str_has_prefix(rest, "in ") &&
        (strstr(rest, "$@") != NULL || strstr(rest, "$*") != NULL || strstr(rest, "${@}") != NULL);
    return length > 0 && (plain || all) ? g_strndup(at, length) : NULL;
}

/* Whether what stands behind the name of a function begins with the arguments of the script, or
 * with a name that holds one. */
static gboolean gives_arguments(const GHashTable *names, const char *behind)
{
    const char *given = behind + strspn(behind, " \t\"");
    if (given == behind || *given != '$') {
        return FALSE;
    }
    const char *name = given + (given[1] == '{' ? 2 : 1);
    g_autofree char *word = name_behind(given);
    return *name == '@' || *name == '*' ||
           (word != NULL && g_hash_table_contains((GHashTable *)names, word));
}

/* Adds the functions that a line calls with arguments of the script, 'read_them "$@"', by itself or
 * in an arm of a case. */
static void add_called(GHashTable *called, const GHashTable *names, const char *line)
{
    const char *arm = strstr(line, ") ");
    const char *starts[] = {line, arm != NULL ? arm + 2 : NULL};
    for (guint k = 0; k < G_N_ELEMENTS(starts) && starts[k] != NULL; k++) {
        const char *at = starts[k] + strspn(starts[k], " \t");
        gsize length = strspn(at, NAME_BYTES);
        if (length > 0 && gives_arguments(names, at + length)) {
            g_hash_table_add(called, g_strndup(at, length));
        }
    }
}

static gboolean is_of_others(const ShellFunctions *functions, GHashTable *called, guint index)
{
    const ShellFunction *around = shell_functions_around(functions, index);
    return around != NULL && !g_hash_table_contains(called, around->name);
}

/* For each line whether it stands in a function whose arguments are not the script's. "$@" in one
 * of those is not the script's either. */
static GArray *lines_of_others(const GHashTable *names, const ShellFunctions *functions,
                               char **lines)
{
    g_autoptr(GHashTable) called = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint known = 0;
    for (guint turn = 0; turn < TURNS_MAX && (turn == 0 || g_hash_table_size(called) > known);
         turn++) {
        known = g_hash_table_size(called);
        for (guint i = 0; lines[i] != NULL; i++) {
            if (!is_of_others(functions, called, i)) {
                add_called(called, names, lines[i]);
            }
        }
    }
    GArray *result = g_array_new(FALSE, FALSE, sizeof(gboolean));
    for (guint i = 0; lines[i] != NULL; i++) {
        gboolean other = is_of_others(functions, called, i);
        g_array_append_val(result, other);
    }
    return result;
}

/* The subject of "case $x in"; the caller frees it. NULL when the line begins no case. */
static char *case_subject(const char *line)
{
    const char *at = line + strspn(line, " \t");
    const char *found = g_str_has_prefix(at, "case ") ? at : strstr(at, "; case ");
    found = found != NULL ? found : strstr(at, "do case ");
    if (found == NULL) {
        return NULL;
    }
    const char *subject = strstr(found, "case ") + strlen("case ");
    subject += strspn(subject, " \t\"");
    char *name = *subject == '$' ? name_behind(subject) : NULL;
    return name != NULL ? name : g_strdup("");
}

/* How much deeper in cases the lines behind this one are: 1, 0 or -1. */
static int depth_change(const char *line)
{
    const char *at = line + strspn(line, " \t");
    g_autofree char *subject = case_subject(line);
    gboolean ends =
        g_str_has_prefix(at, "esac") || strstr(at, " esac") != NULL || strstr(at, ";esac") != NULL;
    return subject != NULL && !ends ? 1 : subject == NULL && ends ? -1 : 0;
}

/* What an arm of a case sets is what the option means, and no argument any more. */
static void collect_names(ShellCases *self, char **lines, const GArray *others)
{
    int depth = 0;
    for (guint i = 0; lines[i] != NULL; i++) {
        char *name = depth == 0 ? looped_name(lines[i]) : NULL;
        if (name == NULL && depth == 0) {
            name = assigned_name(self->names, lines[i]);
        }
        depth = MAX(0, depth + depth_change(lines[i]));
        if (name != NULL && !g_array_index(others, gboolean, i) &&
            g_hash_table_size(self->names) < SHELL_CASES_NAMES_MAX) {
            g_hash_table_add(self->names, name);
        } else {
            g_free(name);
        }
    }
}

/* A case around the line under way. */
typedef struct {
    const char *subject; /* what it is over, when that is an argument; else NULL */
    gboolean long_names; /* it is over what getopts hands over */
} OpenCase;

static OpenCase open_case(const ShellCases *self, char **lines, guint index)
{
    g_autofree char *subject = case_subject(lines[index]);
    gboolean others = g_array_index(self->others, gboolean, index);
    return (OpenCase){others ? NULL : g_hash_table_lookup(self->names, subject),
                      strstr(lines[index], "OPTARG") != NULL};
}

static void read_cases(ShellCases *self, char **lines)
{
    OpenCase stack[DEPTH_MAX] = {{NULL, FALSE}};
    guint depth = 0; /* may be more than are kept */
    for (guint i = 0; lines[i] != NULL; i++) {
        int change = depth_change(lines[i]);
        const OpenCase around =
            depth > 0 && depth <= DEPTH_MAX ? stack[depth - 1] : (OpenCase){NULL, FALSE};
        g_array_append_val(self->subjects, around.subject);
        g_array_append_val(self->long_names, around.long_names);
        if (change > 0 && depth < DEPTH_MAX) {
            stack[depth] = open_case(self, lines, i);
        }
        depth += change > 0 ? 1 : 0;
        depth -= change < 0 && depth > 0 ? 1 : 0;
    }
}

ShellCases *shell_cases_new(char **lines)
{
    ShellCases *self = g_new0(ShellCases, 1);
    self->subjects = g_array_new(FALSE, FALSE, sizeof(const char *));
    self->long_names = g_array_new(FALSE, FALSE, sizeof(gboolean));
    self->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_hash_table_add(self->names, g_strdup("1"));
    /* Functions that are called with names of arguments are known once those are. */
    self->functions = shell_functions_new(lines);
    g_autoptr(GArray) first = lines_of_others(self->names, self->functions, lines);
    collect_names(self, lines, first);
    self->others = lines_of_others(self->names, self->functions, lines);
    read_cases(self, lines);
    return self;
}

void shell_cases_free(ShellCases *self)
{
    g_array_unref(self->subjects);
    g_array_unref(self->long_names);
    g_array_unref(self->others);
    shell_functions_free(self->functions);
    g_hash_table_unref(self->names);
    g_free(self);
}

const char *shell_cases_subject(const ShellCases *self, guint index)
{
    return g_array_index(self->subjects, const char *, index);
}

gboolean shell_cases_long_names(const ShellCases *self, guint index)
{
    return g_array_index(self->long_names, gboolean, index);
}

gboolean shell_cases_use_value(const ShellCases *self, const char *commands, const char *subject)
{
    return uses(self->names, commands, subject);
}

gboolean shell_cases_use_argument(const ShellCases *self, guint index, const char *commands)
{
    const char *but = g_array_index(self->others, gboolean, index) ? "1" : NULL;
    return uses(self->names, commands, but);
}

gboolean shell_begins_with_word(const char *line, const char *word)
{
    const char *at = line + strspn(line, " \t");
    gsize length = strlen(word);
    return strncmp(at, word, length) == 0 && !identifier_has_byte(at[length]);
}
