#include "container/prove/lexer.h"

#include <string.h>

/* The name in "#define NAME ..." or "#undef NAME", or in a comment that is all of a line and holds
 * the latter, as configuration tools write it. 0 when the line is something else, goes on behind a
 * backslash, or holds a comment that does not end on it. */
static guint32 plain_name(Lexicon *self, const char *line, gsize length)
{
    g_autofree char *copy = g_strndup(line, length);
    char *text = g_strstrip(copy);
    gsize size = strlen(text);
    if (size == 0 || text[size - 1] == '\\' || strstr(text, "R\"") != NULL ||
        memchr(line, '\0', length) != NULL) {
        return 0;
    }
    if (g_str_has_prefix(text, "/*") && g_str_has_suffix(text, "*/") && size >= 4 &&
        strstr(text, "*/") == text + size - 2) {
        text[size - 2] = '\0';
        text = g_strstrip(text + 2);
    } else if (strstr(text, "/*") != NULL) {
        return 0;
    }
    if (*text != '#') {
        return 0;
    }
    text = g_strchug(text + 1);
    const char *words[] = {"define", "undef"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        gsize skip = strlen(words[i]);
        if (g_str_has_prefix(text, words[i]) && (text[skip] == ' ' || text[skip] == '\t')) {
            text = g_strchug(text + skip);
            gsize end = 0;
            while (lexer_continues_name(text[end])) {
                end++;
            }
            g_autofree char *name = g_strndup(text, end);
            return end == 0 ? 0 : lexicon_id(self, name);
        }
    }
    return 0;
}

/* A line is plain only outside of comments and texts that go over lines; a file with raw texts, or
 * where a line ends in a backslash before it, has none there. */
void lexicon_plain_lines(Lexicon *self, LexedFile *file)
{
    if (file->lines_are_known) {
        return;
    }
    file->lines_are_known = TRUE;
    if (lexer_find(file->text, file->text + file->length, "R\"") != NULL) {
        return;
    }
    gboolean in_comment = FALSE;
    gboolean goes_on = FALSE;
    for (gsize at = 0; at < file->length;) {
        const char *line = file->text + at;
        const char *end = memchr(line, '\n', file->length - at);
        gsize length = end == NULL ? file->length - at : (gsize)(end - line);
        guint32 name = in_comment || goes_on ? 0 : plain_name(self, line, length);
        if (name != 0) {
            g_array_append_val(file->plain_lines,
                               ((PlainLine){.offset = at, .length = length, .name = name}));
        }
        /* A text that looks like a comment's beginning may only cost us lines that were plain. */
        for (gsize i = 0; name == 0 && i + 1 < length; i++) {
            if (!in_comment && line[i] == '/' && line[i + 1] == '*') {
                in_comment = TRUE;
                i++;
            } else if (in_comment && line[i] == '*' && line[i + 1] == '/') {
                in_comment = FALSE;
                i++;
            }
        }
        gsize last = length;
        while (last > 0 && g_ascii_isspace(line[last - 1])) {
            last--;
        }
        goes_on = last > 0 && line[last - 1] == '\\';
        at += length + 1;
    }
}
