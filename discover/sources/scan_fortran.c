#include "discover/sources/scan_private.h"
#include <string.h>

/* Fortran has no comments or strings that go over lines, so each line is read by itself. A
 * directive begins in column one: elsewhere '#' is left alone by the traditional preprocessor. */

static const guint8 *plain_line_end(const Scanner *self, const guint8 *from)
{
    const guint8 *newline = memchr(from, '\n', self->end - from);
    return newline == NULL ? self->end : newline;
}

/* Where a literal ends; a doubled quote in it reads as two literals, which comes to the same. */
static const guint8 *literal_end(const Scanner *self, const guint8 *from, const guint8 *line_end)
{
    (void)self;
    const guint8 *quote = memchr(from + 1, *from, line_end - from - 1);
    return quote == NULL ? line_end : quote + 1;
}

static const guint8 *skip_blanks(const guint8 *at)
{
    while (scan_is(*at, BYTE_BLANK)) {
        at++;
    }
    return at;
}

static gboolean is_word(const guint8 *from, const guint8 *to, const char *word)
{
    gsize length = strlen(word);
    return (gsize)(to - from) == length &&
           g_ascii_strncasecmp((const char *)from, word, length) == 0;
}

/* `include 'mpif.h'` and `use mpi, only: ...`, of which `at` is behind the first word. */
static void first_word(Scanner *self, const guint8 *word, const guint8 *at, const guint8 *line_end)
{
    const guint8 *operand = skip_blanks(at);
    if (is_word(word, at, "include")) {
        if (*operand == '\'' || *operand == '"') {
            const guint8 *close = literal_end(self, operand, line_end);
            if (close > operand + 1 && close[-1] == *operand) {
                scan_whole(self, &self->matcher->headers, operand + 1, close - operand - 2);
            }
        }
    } else if (is_word(word, at, "use")) {
        if (*operand == ',') { /* use, intrinsic :: name */
            const guint8 *colons = memchr(operand, ':', line_end - operand);
            operand = colons == NULL ? line_end : skip_blanks(colons + (colons[1] == ':' ? 2 : 1));
        }
        const guint8 *end = operand;
        while (scan_is(*end, BYTE_WORD)) {
            end++;
        }
        scan_whole(self, &self->matcher->modules, operand, end - operand);
    }
}

/* A comment whose '!' (or letter in column one) is at `from`: !$omp and its like. */
static void comment(Scanner *self, const guint8 *from)
{
    if (from[1] == '$' && scan_is(from[2], BYTE_WORD)) {
        scan_pragma(self, &self->matcher->sentinels, from + 2);
    }
}

static void statement(Scanner *self, const guint8 *at, const guint8 *line_end)
{
    gboolean first = TRUE;
    while (at < line_end) {
        if (scan_is(*at, BYTE_WORD)) {
            const guint8 *word = at;
            at = scan_word(self, &self->matcher->folded_identifiers, at);
            if (first) {
                first_word(self, word, at, line_end);
            }
            first = FALSE;
        } else if (*at == '!') {
            comment(self, at);
            return;
        } else if (*at == '\'' || *at == '"') {
            at = literal_end(self, at, line_end);
        } else {
            at++;
        }
    }
}

void scan_fortran(Scanner *self, gboolean fixed)
{
    const guint8 *at = self->text;
    if (memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3; /* a byte order mark */
    }
    while (at < self->end) {
        if (*at == '#') {
            at = scan_directive(self, at);
            at = scan_line_end(self, at);
        } else {
            const guint8 *line_end = plain_line_end(self, at);
            if (fixed && (*at == 'c' || *at == 'C' || *at == '*')) {
                comment(self, at);
            } else {
                statement(self, at, line_end);
            }
            at = line_end;
        }
        if (at < self->end) {
            at++;
        }
    }
}
