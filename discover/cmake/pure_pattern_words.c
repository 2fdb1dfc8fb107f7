/* The words that a regular expression asks for by name: "^(avx2|sse4)$", ".*mpi.*",
 * "[Cc][Uu][Dd][Aa]", and elements of a list: "(^|[,;])mpi(,|;|$)", ",*mpi,*". */
#include "discover/cmake/pure.h"
#include <string.h>

/* More words, or deeper groups, are no list that somebody wrote down. */
#define PATTERN_WORDS_MAX 32u
#define PATTERN_DEPTH_MAX 4u
/* Each byte is added to each word: longer patterns are not read. */
#define PATTERN_BYTES_MAX 512u
/* Shorter words are pieces of names, unless they are whole. */
#define PATTERN_WORD_BYTES_MIN 3u
#define PATTERN_WHOLE_BYTES_MIN 2u

static GPtrArray *new_words(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

/* Each of `words` with each of `tails` behind it. FALSE when they are too many. */
static gboolean append_each(GPtrArray *words, const GPtrArray *tails)
{
    guint count = words->len;
    if (count * tails->len > PATTERN_WORDS_MAX) {
        return FALSE;
    }
    for (guint t = 0; t < tails->len; t++) {
        for (guint w = 0; w < count; w++) {
            g_ptr_array_add(words, g_strconcat(words->pdata[w], tails->pdata[t], NULL));
        }
    }
    g_ptr_array_remove_range(words, 0, count);
    return TRUE;
}

static gboolean append_byte(GPtrArray *words, char byte)
{
    const char text[] = {byte, '\0'};
    g_autoptr(GPtrArray) tails = new_words();
    g_ptr_array_add(tails, g_strdup(text));
    return append_each(words, tails);
}

/* `whole` is cleared where a word may have something around it. */
static gboolean read_alternatives(const char **at, GPtrArray *words, guint depth, gboolean *whole);

/* One of: a byte that stands for itself, "[Aa]", "\\.", a group. */
static gboolean read_part(const char **at, GPtrArray *sequence, guint depth)
{
    const char *c = *at;
    if (*c == '(') {
        g_autoptr(GPtrArray) inner = new_words();
        *at = c + 1;
        gboolean ignored = TRUE;
        if (depth == PATTERN_DEPTH_MAX || !read_alternatives(at, inner, depth + 1, &ignored) ||
            **at != ')') {
            return FALSE;
        }
        *at += 1;
        return append_each(sequence, inner);
    }
    if (*c == '[') {
        gboolean same = g_ascii_isalpha(c[1]) && g_ascii_tolower(c[1]) == g_ascii_tolower(c[2]) &&
                        c[2] != '\0' && c[3] == ']';
        *at = same ? c + 4 : c;
        return same && append_byte(sequence, g_ascii_tolower(c[1]));
    }
    if (*c == '\\' && (c[1] == '.' || c[1] == '+' || c[1] == '-')) {
        *at = c + 2;
        return append_byte(sequence, c[1]);
    }
    *at = c + 1;
    return (g_ascii_isalnum(*c) || *c == '_' || *c == '-') && append_byte(sequence, *c);
}

/* What stands between the elements of lists. */
static const char separators[] = ",; ";

static const char *behind_repetition(const char *at)
{
    return *at == '*' || *at == '?' || *at == '+' ? at + 1 : at;
}

/* Behind a separator or a class of them, each perhaps repeated or left out; else `at`. */
static const char *behind_plain_separator(const char *at)
{
    if (*at == '[') {
        const char *end = at + 1 + strspn(at + 1, separators);
        return end > at + 1 && *end == ']' ? behind_repetition(end + 1) : at;
    }
    return *at != '\0' && strchr(separators, *at) != NULL ? behind_repetition(at + 1) : at;
}

/* The same for a group in which the end of the text ("^" or "$") is another way: "(^|,)". */
static const char *behind_separator(const char *at)
{
    if (*at != '(') {
        return behind_plain_separator(at);
    }
    const char *c = at;
    do {
        c++;
        const char *end = *c == '^' || *c == '$' ? c + 1 : behind_plain_separator(c);
        if (end == c) {
            return at;
        }
        c = end;
    } while (*c == '|');
    return *c == ')' ? c + 1 : at;
}

static gboolean ends_alternative(char byte)
{
    return byte == '\0' || byte == '|' || byte == ')';
}

/* Behind "^", ".*" or a separator, and before "$", ".*" or one: all at the ends of the pattern
 * only. FALSE when only one end is bound to a place: then what stands there is a part of a word. */
static gboolean read_sequence(const char **at, GPtrArray *words, guint depth, gboolean *whole)
{
    g_autoptr(GPtrArray) sequence = new_words();
    g_ptr_array_add(sequence, g_strdup(""));
    gboolean bound = depth == 0 && **at == '^';
    *at += bound ? 1 : 0;
    if (depth == 0 && g_str_has_prefix(*at, ".*")) {
        *at += 2;
        bound = FALSE;
    }
    const char *behind = depth == 0 ? behind_separator(*at) : *at;
    bound = bound && behind == *at;
    *at = behind;
    gboolean closed = FALSE;
    while (!ends_alternative(**at)) {
        if (depth == 0 && **at == '$' && ends_alternative((*at)[1])) {
            closed = TRUE;
            *at += 1;
        } else if (depth == 0 && g_str_has_prefix(*at, ".*") && ends_alternative((*at)[2])) {
            *at += 2;
        } else if (depth == 0 && ends_alternative(*(behind = behind_separator(*at))) &&
                   behind > *at) {
            *at = behind;
        } else if (!read_part(at, sequence, depth)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < sequence->len && words->len <= PATTERN_WORDS_MAX; i++) {
        g_ptr_array_add(words, g_strdup(sequence->pdata[i]));
    }
    *whole = *whole && bound && closed;
    return bound == closed && words->len <= PATTERN_WORDS_MAX;
}

static gboolean read_alternatives(const char **at, GPtrArray *words, guint depth, gboolean *whole)
{
    for (;;) {
        if (!read_sequence(at, words, depth, whole)) {
            return FALSE;
        }
        if (**at != '|') {
            return TRUE;
        }
        *at += 1;
    }
}

GPtrArray *cmake_pattern_words(const char *pattern, gboolean *whole)
{
    GPtrArray *words = new_words();
    *whole = TRUE;
    gboolean read = strnlen(pattern, PATTERN_BYTES_MAX + 1) <= PATTERN_BYTES_MAX &&
                    read_alternatives(&pattern, words, 0, whole) && *pattern == '\0';
    gsize least = *whole ? PATTERN_WHOLE_BYTES_MIN : PATTERN_WORD_BYTES_MIN;
    for (guint i = 0; i < words->len && read; i++) {
        const char *word = words->pdata[i];
        read = strlen(word) >= least && g_ascii_isalnum(*word);
    }
    if (!read) {
        g_ptr_array_set_size(words, 0);
    }
    return words;
}
