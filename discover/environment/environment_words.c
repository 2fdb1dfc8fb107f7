#include "discover/environment/environment_words.h"
#include <string.h>

#define WORD "([A-Za-z_][\\w.+-]+)"

static gboolean is_short(const char *line)
{
    return strlen(line) <= ENVIRONMENT_WORDS_LINE_BYTES_MAX;
}

static gboolean has_word(const GArray *words, const char *word)
{
    for (guint i = 0; i < words->len; i++) {
        if (strcmp(g_array_index(words, EnvironmentWord, i).word, word) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Adds one, unless it is there. */
static void add_word(Arena *arena, GArray *words, const char *word, const char *help, Span at)
{
    if (words->len < ENVIRONMENT_WORDS_MAX && !has_word(words, word)) {
        const EnvironmentWord added = {
            .word = arena_intern(arena, word),
            .help = help != NULL && *help != '\0' ? arena_strdup(arena, help) : NULL,
            .at = at};
        g_array_append_val(words, added);
    }
}

/* The name of a loop, "for word in ..." or "foreach word (...)"; NULL for another line. The caller
 * frees it. */
static char *name_of_loop(const GRegex *loop, const char *line)
{
    g_autoptr(GMatchInfo) match = NULL;
    return g_regex_match(loop, line, 0, &match) ? g_match_info_fetch(match, 1) : NULL;
}

/* What is compared with a name while that goes through the variable's words: scripts use one name
 * for many loops. */
static void read_compared(Arena *arena, const char *path, char *const *lines, const char *variable,
                          GArray *words)
{
    g_autofree char *pattern = g_strdup_printf(
        "^\\s*for(?:each)?\\s+\\w+\\s*(?:in\\s+\"?\\$\\{?%s(?:\\[@\\])?\\}?\"?\\s*(?:;|$)|"
        "\\(\\s*\\$\\{?%s\\}?\\s*\\))",
        variable, variable);
    g_autoptr(GRegex) own = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
    g_autoptr(GRegex) loop = g_regex_new("^\\s*for(?:each)?\\s+(\\w+)", G_REGEX_RAW, 0, NULL);
    g_autoptr(GRegex) compared =
        g_regex_new("\\$\\{?(\\w+)\\}?[\"']?\\s*==?\\s*[\"']?" WORD "[\"']?(?=[\\s\\]);])",
                    G_REGEX_RAW, 0, NULL);
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; lines[i] != NULL; i++) {
        const char *line = is_short(lines[i]) ? lines[i] : "";
        g_autofree char *looped = name_of_loop(loop, line);
        if (looped != NULL && g_regex_match(own, line, 0, NULL)) {
            g_hash_table_add(names, g_steal_pointer(&looped));
        } else if (looped != NULL) {
            g_hash_table_remove(names, looped);
        }
        g_autoptr(GMatchInfo) match = NULL;
        g_regex_match(compared, g_hash_table_size(names) > 0 ? line : "", 0, &match);
        for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
            g_autofree char *name = g_match_info_fetch(match, 1);
            g_autofree char *word = g_match_info_fetch(match, 2);
            if (g_hash_table_contains(names, name)) {
                add_word(arena, words, word, NULL, (Span){path, i + 1, 0});
            }
        }
    }
}

/* What a line prints; NULL for another line. The caller frees it. */
static char *printed_by(const char *line)
{
    static const char echo[] = "echo ";
    line += strspn(line, " \t");
    if (!g_str_has_prefix(line, echo)) {
        return NULL;
    }
    char *text = g_strstrip(g_strdup(line + strlen(echo)));
    gsize length = strlen(text);
    if (length > 1 && strchr("\"'", *text) != NULL && text[length - 1] == *text) {
        text[length - 1] = '\0';
        memmove(text, text + 1, length - 1);
    }
    return text;
}

/* "  HYPRE   solvers of hypre" in the lines right below one that prints the variable's name. */
static void read_printed(Arena *arena, const char *path, char *const *lines, const char *variable,
                         GArray *words)
{
    g_autoptr(GRegex) row =
        g_regex_new("^\\s+" WORD "(?:\\s{2,}|\\t+|\\s*[:-]\\s+)(\\S.*)$", G_REGEX_RAW, 0, NULL);
    g_autofree char *pattern = g_strdup_printf("(?<![\\w$])%s\\b", variable);
    g_autoptr(GRegex) title = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);
    gboolean below = FALSE;
    for (guint i = 0; lines[i] != NULL; i++) {
        g_autofree char *text = is_short(lines[i]) ? printed_by(lines[i]) : NULL;
        g_autoptr(GMatchInfo) match = NULL;
        if (text != NULL && below && g_regex_match(row, text, 0, &match)) {
            g_autofree char *word = g_match_info_fetch(match, 1);
            g_autofree char *help = g_match_info_fetch(match, 2);
            add_word(arena, words, word, help, (Span){path, i + 1, 0});
            continue;
        }
        below = text != NULL && g_regex_match(title, text, 0, NULL);
    }
}

void environment_words_read(Arena *arena, const char *path, char *const *lines,
                            const char *variable, GArray *words)
{
    g_autoptr(GArray) compared = g_array_new(FALSE, FALSE, sizeof(EnvironmentWord));
    read_compared(arena, path, lines, variable, compared);
    if (compared->len > 0) {
        read_printed(arena, path, lines, variable, words);
    }
    for (guint i = 0; i < compared->len; i++) {
        const EnvironmentWord *word = &g_array_index(compared, EnvironmentWord, i);
        add_word(arena, words, word->word, NULL, word->at);
    }
}
