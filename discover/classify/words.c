#include "discover/classify/words.h"

#include <string.h>

/* "C++" and "c++17" are words of their own; elsewhere '+' would glue lists together, so only one
 * directly behind a letter counts, and none between two: "ofi+verbs". */
static gboolean is_word_byte(const char *text, gsize at)
{
    if (g_ascii_isalnum(text[at])) {
        return TRUE;
    }
    if (text[at] != '+' || at == 0) {
        return FALSE;
    }
    return text[at - 1] == '+' || (g_ascii_isalpha(text[at - 1]) && !g_ascii_isalpha(text[at + 1]));
}

/* Inside a name a new word begins where lower case turns into upper case ("UseCuda"), and before
 * the last capital of a run that lower case follows ("MPIComm"). Digits never begin a word: AVX512.
 */
static gboolean case_changes(const char *text, gsize at)
{
    if (!g_ascii_isupper(text[at])) {
        return FALSE;
    }
    if (g_ascii_islower(text[at - 1])) {
        return TRUE;
    }
    gboolean plural = text[at + 1] == 's' && !g_ascii_isalpha(text[at + 2]); /* "GPUs" */
    return g_ascii_isupper(text[at - 1]) && g_ascii_islower(text[at + 1]) && !plural;
}

/* Spaces, hyphens, underscores and slashes join parts of one term ("thread-MPI", "BLAS/LAPACK");
 * all other marks end a clause. */
static gboolean ends_clause(char mark)
{
    return strchr(" \t\n-_/.", mark) == NULL;
}

static GArray *split(Arena *arena, const char *text, gboolean sentence)
{
    GArray *words = g_array_new(FALSE, TRUE, sizeof(Word));
    gsize length = strlen(text);
    gsize at = 0;
    gboolean apart = FALSE;
    gboolean spaced = FALSE;
    while (at < length) {
        if (!is_word_byte(text, at)) {
            spaced = spaced || g_ascii_isspace(text[at]);
            /* A dot between digits is part of a version or a level ("SSE4.1"); before a blank it
             * ends a sentence. */
            gboolean dot_ends = text[at] == '.' && !g_ascii_isalnum(text[at + 1]);
            apart = apart || (sentence && (dot_ends || ends_clause(text[at])));
            at++;
            continue;
        }
        gsize begin = at++;
        while (at < length && is_word_byte(text, at)) {
            if (case_changes(text, at)) {
                break;
            }
            at++;
        }
        Word word = {
            .start = (guint)begin, .length = (guint)(at - begin), .apart = apart, .spaced = spaced};
        char *lower = arena_strndup(arena, text + begin, at - begin);
        for (char *c = lower; *c != '\0'; c++) {
            *c = g_ascii_tolower(*c);
        }
        word.text = lower;
        word.same_piece = begin > 0 && is_word_byte(text, begin - 1);
        g_array_append_val(words, word);
        apart = FALSE;
        spaced = FALSE;
    }
    return words;
}

GArray *words_of_name(Arena *arena, const char *name)
{
    return split(arena, name, FALSE);
}

GArray *words_of_sentence(Arena *arena, const char *text)
{
    return split(arena, text, TRUE);
}

char *words_on_one_line(Arena *arena, const char *text, const Word *begin, const Word *end)
{
    char *line = arena_strndup(arena, text + begin->start, end->start + end->length - begin->start);
    char *out = line;
    for (const char *at = line; *at != '\0'; at++) {
        gboolean blank = g_ascii_isspace(*at);
        if (!blank || out[-1] != ' ') { /* the first byte is a word's */
            *out++ = blank ? ' ' : *at;
        }
    }
    *out = '\0';
    return line;
}

gsize words_squash(const char *text, char *out, gsize size)
{
    gsize length = 0;
    for (const char *c = text; *c != '\0' && length + 1 < size; c++) {
        if (g_ascii_isalnum(*c) || *c == '+' || *c == '#') {
            out[length++] = g_ascii_tolower(*c);
        }
    }
    out[length] = '\0';
    return length;
}

gboolean words_are_alike(const char *one, const char *other)
{
    char squashed[PHRASE_BYTES_MAX];
    char others[PHRASE_BYTES_MAX];
    words_squash(one, squashed, sizeof squashed);
    words_squash(other, others, sizeof others);
    return strcmp(squashed, others) == 0;
}
