#include "discover/autotools/shell_chains.h"
#include <string.h>

/* Tests in tests. */
#define DEPTH_MAX 32u

/* "[ "$arg" = "--x" ]", "test "x$1" = "x--x"", "[[ $1 == --x=* ]]", and what follows "-o". */
#define ONE_TEST                                                                                   \
    "(?:test\\s+|\\[\\[?\\s+)?\"?x?\\$\\{?(\\w+)\\}?\"?\\s*==?\\s*\"?x?"                           \
    "(--?[A-Za-z][\\w-]*(?:=\\*)?)\"?(?:\\s*\\]\\]?)?"

typedef struct {
    ShellCases *cases;
    GRegex *one;
    GRegex *whole; /* one or more of them, whichever holds, up to "then" */
} Chains;

/* Whether a test ends on the line where it begins. */
static gboolean ends_on_line(const char *line)
{
    return g_regex_match_simple("[;\\s]fi\\s*(?:;|#|$)", line, 0, 0);
}

/* The words that a condition compares an argument with, as the pattern of a case, and the name that
 * holds the argument; NULL when it asks for anything else. The caller frees it. */
static char *pattern_of(const Chains *self, const char *condition, guint index, const char **name)
{
    GString *pattern = g_string_new(NULL);
    g_autoptr(GMatchInfo) match = NULL;
    *name = NULL;
    g_regex_match(self->one, condition, 0, &match);
    for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_autofree char *variable = g_match_info_fetch(match, 1);
        g_autofree char *word = g_match_info_fetch(match, 2);
        const char *known = g_hash_table_lookup(self->cases->names, variable);
        gboolean other = g_array_index(self->cases->others, gboolean, index);
        if (known == NULL || other || (*name != NULL && *name != known)) {
            g_string_free(pattern, TRUE);
            return NULL;
        }
        *name = known;
        g_string_append_printf(pattern, "%s%s", pattern->len > 0 ? " | " : "", word);
    }
    return g_string_free(pattern, FALSE);
}

/* Rewrites a line that begins with "if" or "elif", `keyword`; FALSE when it is of no chain. */
static gboolean rewrite_test(const Chains *self, char **lines, guint index, const char *keyword)
{
    const char *line = lines[index] + strspn(lines[index], " \t");
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match(self->whole, line + strlen(keyword), 0, &match)) {
        return FALSE;
    }
    g_autofree char *condition = g_match_info_fetch_named(match, "condition");
    g_autofree char *rest = g_match_info_fetch_named(match, "rest");
    const char *name = NULL;
    g_autofree char *pattern = pattern_of(self, condition, index, &name);
    if (pattern == NULL) {
        return FALSE;
    }
    char *arm = g_strdup_printf("%s)%s", pattern, rest != NULL ? rest : "");
    g_free(lines[index]);
    lines[index] = arm;
    g_array_index(self->cases->subjects, const char *, index) = name;
    return TRUE;
}

static void end_arm(char **lines, guint index)
{
    char *ended = g_strconcat(";; ", lines[index], NULL);
    g_free(lines[index]);
    lines[index] = ended;
}

static void rewrite_lines(const Chains *self, char **lines)
{
    gboolean chains[DEPTH_MAX] = {FALSE};
    guint depth = 0;
    for (guint i = 0; lines[i] != NULL; i++) {
        const char *line = lines[i] + strspn(lines[i], " \t");
        gboolean one_line = ends_on_line(line);
        gboolean within = depth > 0 && depth <= DEPTH_MAX;
        if (shell_begins_with_word(line, "if")) {
            gboolean chain = rewrite_test(self, lines, i, "if");
            if (!one_line && depth < DEPTH_MAX) {
                chains[depth] = chain;
            }
            depth += one_line ? 0 : 1;
        } else if (shell_begins_with_word(line, "elif") && within) {
            gboolean before = chains[depth - 1];
            chains[depth - 1] = rewrite_test(self, lines, i, "elif");
            if (before && !chains[depth - 1]) {
                end_arm(lines, i);
            }
        } else if ((shell_begins_with_word(line, "else") || shell_begins_with_word(line, "fi")) &&
                   within) {
            gboolean last = shell_begins_with_word(line, "fi");
            if (chains[depth - 1]) {
                end_arm(lines, i);
            }
            chains[depth - 1] = FALSE;
            depth -= last ? 1 : 0;
        } else if (shell_begins_with_word(line, "fi") && depth > 0) {
            depth--;
        }
    }
}

void shell_chains_rewrite(ShellCases *cases, char **lines)
{
    g_autoptr(GRegex) one = g_regex_new(ONE_TEST, G_REGEX_OPTIMIZE, 0, NULL);
    g_autoptr(GRegex) whole =
        g_regex_new("^\\s+(?<condition>" ONE_TEST "(?:\\s*(?:\\|\\||\\s-o\\s)\\s*" ONE_TEST ")*)"
                    "\\s*(?:;?\\s*then\\b(?<rest>.*))?;?\\s*$",
                    G_REGEX_OPTIMIZE, 0, NULL);
    Chains self = {cases, one, whole};
    rewrite_lines(&self, lines);
}
