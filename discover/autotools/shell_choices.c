#include "discover/autotools/shell_choices.h"
#include <string.h>

#define VARIABLE_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
#define WORD_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.+-"
/* Lines that may say which words an option takes. */
#define TESTS_MAX 64u
/* Lines of one case over the words. */
#define CASE_LINES_MAX 100u

/* "take_value X "$1"": the name that a function of the script gets together with the argument. The
 * caller frees it; NULL when there is none. */
static char *handed_name(const char *arm)
{
    g_autoptr(GRegex) regex = g_regex_new(
        "(?:^|[;\n)])[ \t]*[A-Za-z_]\\w* +([A-Za-z_]\\w*) +\"?\\$\\{?1\\}?\"?", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, arm, 0, &match);
    return g_match_info_matches(match) ? g_match_info_fetch(match, 1) : NULL;
}

/* "X="$(get_value $arg)"": the first variable that the arm gives something that is not a text of
 * its own. The caller frees it; NULL when there is none. */
static char *variable_of(const ShellLines *lines, guint index)
{
    g_autofree char *arm = shell_lines_arm(lines, index);
    g_auto(GStrv) commands = g_strsplit_set(arm, ";\n", -1);
    for (guint i = 0; commands[i] != NULL; i++) {
        const char *command = g_strstrip(commands[i]);
        gsize length = strspn(command, VARIABLE_BYTES);
        if (length > 0 && command[length] == '=' && strchr(command + length, '$') != NULL) {
            return g_strndup(command, length);
        }
    }
    return handed_name(arm);
}

/* Whether the line uses the variable, "$X" or "${X}" with nothing else of it. */
static gboolean uses(const char *line, const char *variable)
{
    gsize length = strlen(variable);
    for (const char *at = strchr(line, '$'); at != NULL; at = strchr(at + 1, '$')) {
        gboolean braced = at[1] == '{';
        const char *name = at + (braced ? 2 : 1);
        if (strncmp(name, variable, length) == 0 &&
            (braced ? name[length] == '}' : strspn(name, VARIABLE_BYTES) == length)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_word(GPtrArray *words, const char *word, gsize length)
{
    g_autofree char *added = g_strndup(word, length);
    if (length > 0 && words->len < SHELL_CHOICES_MAX && strspn(added, WORD_BYTES) == length &&
        !g_ptr_array_find_with_equal_func(words, added, g_str_equal, NULL)) {
        g_ptr_array_add(words, g_steal_pointer(&added));
    }
}

/* Whether one of the commands is made for that; what is only printed may be a warning. */
static gboolean refuses(const char *commands)
{
    return g_regex_match_simple("(?:^|[;&|{)]) *(?:exit\\b|\\w*die\\b|\\w*error|fail|abort)",
                                commands, G_REGEX_CASELESS | G_REGEX_MULTILINE, 0);
}

/* The patterns of the case that begins on a line: only where the arm for all else refuses it. */
static void read_case(const ShellLines *lines, guint begin, GPtrArray *words)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) otherwise = g_string_new(NULL);
    gboolean last = FALSE;
    for (guint i = begin + 1; i < lines->count && i < begin + CASE_LINES_MAX; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t(");
        if (g_str_has_prefix(line, "esac") || g_str_has_prefix(line, "case ")) {
            break;
        }
        last = last || g_str_has_prefix(line, "*)");
        if (last) {
            g_string_append_printf(otherwise, "%s\n", line);
        } else if (g_array_index(lines->patterns, gboolean, i)) {
            g_autofree char *pattern = g_strndup(line, strcspn(line, ")"));
            g_auto(GStrv) ways = g_strsplit_set(pattern, "|\"'", -1);
            for (guint k = 0; ways[k] != NULL; k++) {
                add_word(found, g_strstrip(ways[k]), strlen(ways[k]));
            }
        }
    }
    for (guint i = 0; i < found->len && refuses(otherwise->str); i++) {
        add_word(words, found->pdata[i], strlen(found->pdata[i]));
    }
}

/* "NAMES='a b c'" at the left edge, once: its words. */
static void read_list(const ShellLines *lines, const char *name, GPtrArray *words)
{
    g_autofree char *begin = g_strconcat(name, "=", NULL);
    for (guint i = 0; i < lines->count; i++) {
        const char *line = lines->lines[i];
        if (!g_str_has_prefix(line, begin) || strpbrk(line, "$`(") != NULL) {
            continue;
        }
        g_auto(GStrv) parts = g_strsplit_set(line + strlen(begin), " \t'\"", -1);
        for (guint k = 0; parts[k] != NULL; k++) {
            add_word(words, parts[k], strlen(parts[k]));
        }
        return;
    }
}

/* [[ " $NAMES " =~ " $X " ]]: the name of the list; the caller frees it. NULL for other lines. */
static char *asked_list(const char *line, const char *variable)
{
    g_autofree char *pattern = g_strdup_printf(
        "\\[\\[ +!? *\" ?\\$\\{?(\\w+)\\}? ?\" +(?:=~|==?) +\\*?\" ?\\$\\{?%s\\}? ?\"", variable);
    g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(regex, line, 0, &match);
    return g_match_info_matches(match) ? g_match_info_fetch(match, 1) : NULL;
}

GPtrArray *shell_choices_read(const ShellLines *lines, guint index)
{
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *variable = variable_of(lines, index);
    guint tests = 0;
    for (guint i = 0; variable != NULL && i < lines->count && tests < TESTS_MAX; i++) {
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t");
        gboolean asks = strstr(line, "[[") != NULL;
        gboolean begins = g_str_has_prefix(line, "case ");
        if ((!asks && !begins) || !uses(line, variable)) {
            continue;
        }
        tests++;
        g_autofree char *list = asks ? asked_list(line, variable) : NULL;
        if (list != NULL) {
            read_list(lines, list, words);
        } else if (begins && strstr(line, "esac") == NULL &&
                   !g_array_index(lines->patterns, gboolean, i)) {
            read_case(lines, i, words);
        }
    }
    return words;
}

GPtrArray *shell_choices_of_patterns(const ShellLines *lines, const char *pattern)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *form = g_strconcat(pattern, "=", NULL);
    for (guint i = 0; i < lines->count; i++) {
        if (!g_array_index(lines->patterns, gboolean, i)) {
            continue;
        }
        const char *line = lines->lines[i] + strspn(lines->lines[i], " \t(");
        g_autofree char *head = g_strndup(line, strcspn(line, ")"));
        g_auto(GStrv) ways = g_strsplit_set(head, "| \"'", -1);
        for (guint k = 0; ways[k] != NULL; k++) {
            if (!g_str_has_prefix(ways[k], form)) {
                continue;
            }
            const char *word = ways[k] + strlen(form);
            if (*word == '\0' || word[strspn(word, WORD_BYTES)] != '\0') {
                return NULL;
            }
            if (words->len < SHELL_CHOICES_MAX) {
                g_ptr_array_add(words, g_strdup(word));
            }
        }
    }
    return words->len > 0 ? g_steal_pointer(&words) : NULL;
}

gboolean shell_choices_are_answers(const GPtrArray *words)
{
    static const char *const answers[] = {"yes",   "no", "on", "off", "true",
                                          "false", "1",  "0",  NULL};
    for (guint i = 0; i < words->len; i++) {
        if (!g_strv_contains(answers, words->pdata[i])) {
            return FALSE;
        }
    }
    return TRUE;
}
