#include "container/prove/lexer.h"

#include <string.h>

/* The words of a text. Where a pragma reads it they are tokens like others; else they are kept, as
 * one might. */
static void note_words(Lexer *self, const char *from, const char *to)
{
    while (from < to) {
        const char *begin = from;
        while (from < to && lexer_continues_name(*from)) {
            from++;
        }
        if (from > begin) {
            g_string_truncate(self->word, 0);
            g_string_append_len(self->word, begin, from - begin);
            guint32 id = lexicon_id(self->lexicon, self->word->str);
            if (self->read_text) {
                lexer_emit(self, id);
                lexer_mention(self, id);
            } else if (lexer_begins_name(*begin)) {
                g_array_append_val(self->file->text_names, id);
            }
            continue;
        }
        if (self->read_text && !g_ascii_isspace(*from)) {
            lexer_emit_character(self, *from);
        }
        from++;
    }
    self->read_text = FALSE;
}

void lexer_read_plain_rest(Lexer *self)
{
    const char *end = lexer_line_end(self);
    self->read_text = TRUE;
    note_words(self, self->at, end);
    self->at = end;
}

/* A text or character constant. One that does not end on its line goes on to there, so that no
 * comment begins in it. */
void lexer_skip_quoted(Lexer *self)
{
    char quote = *self->at++;
    const char *from = self->at;
    const char *c = from;
    while (c < self->end && *c != quote && *c != '\n') {
        c += *c == '\\' && c + 1 < self->end && c[1] != '\n' ? 2 : 1;
    }
    if (c >= self->end || *c == '\n') {
        lexer_read_plain_rest(self);
        return;
    }
    note_words(self, from, c);
    self->at = c + 1;
    lexer_emit(self, TOKEN_OTHER);
}

#define RAW_DELIMITER_BYTES_MAX 16

/* Whether lines were joined behind `from` and before `to`: in a raw text they are not. */
static gboolean has_seam(Lexer *self, const char *from, const char *to)
{
    const GArray *seams = self->seams;
    while (self->seam < seams->len &&
           self->begin + g_array_index(seams, gsize, self->seam) <= self->at) {
        self->seam++;
    }
    for (guint i = self->seam; i < seams->len; i++) {
        const char *seam = self->begin + g_array_index(seams, gsize, i);
        if (seam >= to) {
            return FALSE;
        }
        if (seam > from) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean lexer_skip_raw_text(Lexer *self)
{
    const char *open = self->at + 1;
    while (open < self->end && open - self->at <= RAW_DELIMITER_BYTES_MAX + 1 && *open != '\0' &&
           strchr("() \\\"\t\v\f\r\n", *open) == NULL) {
        open++;
    }
    if (open >= self->end || *open != '(') {
        return FALSE;
    }
    g_autofree char *delimiter = g_strndup(self->at + 1, (gsize)(open - self->at - 1));
    g_autofree char *closing = g_strdup_printf(")%s\"", delimiter);
    const char *close = lexer_find(open, self->end, closing);
    const char *behind = close == NULL ? self->end : close + strlen(closing);
    if (has_seam(self, self->at, open + 1) || (close != NULL && has_seam(self, close, behind))) {
        self->file->doubts |= FILE_DOUBT_ESCAPES; /* what looks like its end may be none */
    }
    note_words(self, open, behind);
    self->file->raw_texts = TRUE;
    self->at = behind;
    lexer_emit(self, TOKEN_OTHER);
    return TRUE;
}

gboolean lexer_is_raw_prefix(const char *name)
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R", NULL};
    return g_strv_contains(prefixes, name);
}
