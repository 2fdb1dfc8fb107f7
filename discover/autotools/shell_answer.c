#include "discover/autotools/shell_answer.h"
#include <string.h>

#define WORD_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
/* Lines of one case. */
#define CASE_LINES_MAX 200u

typedef struct {
    char *name;
    char *word;
} Given;

static void given_clear(Given *given)
{
    g_free(given->name);
    g_free(given->word);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Given, given_clear)

/* "X=yes" and nothing but that, and "shift"; FALSE for any other commands. */
static gboolean read_given(const char *commands, Given *given)
{
    g_auto(GStrv) parts = g_strsplit_set(commands, ";\n", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        const char *part = g_strstrip(parts[i]);
        gsize length = strspn(part, WORD_BYTES);
        if (*part == '\0' || *part == '#' || strcmp(part, "shift") == 0) {
            continue;
        }
        const char *word = part + length + 1;
        if (given->name != NULL || length == 0 || part[length] != '=' || *word == '\0' ||
            word[strspn(word, WORD_BYTES)] != '\0') {
            return FALSE;
        }
        given->name = g_strndup(part, length);
        given->word = g_strdup(word);
    }
    return given->name != NULL;
}

/* Whether one of the patterns on a line is the form as it is. */
static gboolean has_pattern(const char *line, const char *form)
{
    const char *end = strchr(line, ')');
    g_autofree char *patterns = g_strndup(
        line + strspn(line, " \t("), end != NULL ? (gsize)(end - line) - strspn(line, " \t(") : 0);
    g_auto(GStrv) ways = g_strsplit(patterns, "|", -1);
    for (guint i = 0; ways[i] != NULL; i++) {
        if (strcmp(g_strstrip(ways[i]), form) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_pattern(const ShellLines *lines, guint index)
{
    return g_array_index(lines->patterns, gboolean, index);
}

/* What the arm of the plain form sets. */
static gboolean find_given(const ShellLines *lines, const char *form, Given *given)
{
    for (guint i = 0; i < lines->count; i++) {
        if (is_pattern(lines, i) && has_pattern(lines->lines[i], form)) {
            g_autofree char *arm = shell_lines_arm(lines, i);
            return read_given(arm, given);
        }
    }
    return FALSE;
}

/* Whether a line has "$X" or "${X", or reads names that it puts together. */
static gboolean reads(const char *line, const char *name)
{
    gsize length = strlen(name);
    for (const char *at = strchr(line, '$'); at != NULL; at = strchr(at + 1, '$')) {
        const char *begin = at + (at[1] == '{' ? 2 : 1);
        if (strncmp(begin, name, length) == 0 && strspn(begin, WORD_BYTES) == length) {
            return TRUE;
        }
    }
    return strstr(line, "eval") != NULL && strstr(line, "\\$") != NULL;
}

/* "case x$X in" over the variable, with what stands before it as group; the caller frees it. */
static GRegex *case_over(const char *name)
{
    g_autofree char *pattern =
        g_strdup_printf("^\\s*case\\s+\"?(\\w*)\\$\\{?%s\\}?\"?\\s+in\\s*$", name);
    return g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
}

static gboolean begins_with(const char *line, const char *word)
{
    return g_str_has_prefix(line + strspn(line, " \t"), word);
}

/* The line of "esac"; the count of lines where there is none. */
static guint end_of_case(const ShellLines *lines, guint index)
{
    guint depth = 0;
    for (guint i = index + 1; i < lines->count && i - index < CASE_LINES_MAX; i++) {
        if (begins_with(lines->lines[i], "esac") && depth == 0) {
            return i;
        }
        depth += begins_with(lines->lines[i], "case ") ? 1 : 0;
        depth -= begins_with(lines->lines[i], "esac") ? 1 : 0;
    }
    return lines->count;
}

/* The commands of the one case over the variable for its word; NULL where the script asks in any
 * other way. The caller frees it. */
static char *answer_arm(const ShellLines *lines, const Given *given)
{
    g_autoptr(GRegex) over = case_over(given->name);
    g_autofree char *arm = NULL;
    for (guint i = 0; i < lines->count; i++) {
        g_autoptr(GMatchInfo) match = NULL;
        gboolean opens = g_regex_match(over, lines->lines[i], 0, &match);
        g_autofree char *prefix = opens ? g_match_info_fetch(match, 1) : NULL;
        guint end = prefix != NULL && arm == NULL ? end_of_case(lines, i) : lines->count;
        if (end == lines->count) {
            if (reads(lines->lines[i], given->name)) {
                return NULL;
            }
            continue;
        }
        g_autofree char *word = g_strconcat(prefix, given->word, NULL);
        for (; i < end; i++) {
            if (arm == NULL && is_pattern(lines, i) && has_pattern(lines->lines[i], word)) {
                arm = shell_lines_arm(lines, i);
            }
        }
        if (arm == NULL) {
            return NULL;
        }
    }
    return g_steal_pointer(&arm);
}

/* The first "--x" of an arm that sets just that. */
static char *option_that_sets(const ShellLines *lines, const Given *given)
{
    for (guint i = 0; i < lines->count; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t(");
        g_auto(Given) own = {NULL, NULL};
        g_autofree char *arm =
            is_pattern(lines, i) && g_str_has_prefix(line, "--") ? shell_lines_arm(lines, i) : NULL;
        if (arm != NULL && read_given(arm, &own) && strcmp(own.name, given->name) == 0 &&
            strcmp(own.word, given->word) == 0) {
            return g_strndup(line, strcspn(line, " \t|)"));
        }
    }
    return NULL;
}

static gboolean is_nothing(const char *commands)
{
    g_auto(GStrv) parts = g_strsplit(commands, "\n", -1);
    for (guint i = 0; parts[i] != NULL; i++) {
        const char *part = g_strstrip(parts[i]);
        if (*part != '\0' && *part != '#' && strcmp(part, ":") != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

ShellAnswer shell_answer_of(const ShellLines *lines, const char *form, char **other)
{
    g_auto(Given) given = {NULL, NULL};
    g_auto(Given) handed = {NULL, NULL};
    *other = NULL;
    g_autofree char *arm = find_given(lines, form, &given) ? answer_arm(lines, &given) : NULL;
    if (arm == NULL) {
        return SHELL_ANSWER_UNKNOWN;
    }
    if (is_nothing(arm)) {
        return SHELL_ANSWER_NOTHING;
    }
    if (!read_given(arm, &handed) || strcmp(handed.word, given.word) != 0) {
        return SHELL_ANSWER_UNKNOWN;
    }
    *other = option_that_sets(lines, &handed);
    return *other != NULL ? SHELL_ANSWER_OTHER : SHELL_ANSWER_UNKNOWN;
}
