#define _GNU_SOURCE /* memmem */
#include "discover/sources/scan_private.h"
#include <string.h>

#define RAW_DELIMITER_MAX 16 /* of the language */

/* Behind a newline: a directive, if that is what the line holds. Comments count as blanks. */
static const guint8 *line_start(Scanner *self, const guint8 *at)
{
    for (;;) {
        while (scan_is(*at, BYTE_BLANK)) {
            at++;
        }
        if (at[0] != '/' || at[1] != '*') {
            break;
        }
        at = scan_block_comment(self, at + 2);
    }
    return *at == '#' ? scan_directive(self, at) : at;
}

/* Whether the word before a quote makes it a raw string. */
static gboolean is_raw_prefix(const guint8 *from, const guint8 *to)
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    for (gsize i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        gsize length = strlen(prefixes[i]);
        if ((gsize)(to - from) == length && memcmp(from, prefixes[i], length) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* From behind the quote of a raw string to behind its end. One that never ends takes the rest of
 * the text, as it would in a compiler; one whose beginning is malformed is an ordinary string. */
static const guint8 *raw_string(const Scanner *self, const guint8 *from)
{
    guint8 closing[RAW_DELIMITER_MAX + 2] = {')'};
    gsize length = 0;
    while (length <= RAW_DELIMITER_MAX && from[length] > ' ' && from[length] != '(' &&
           from[length] != ')' && from[length] != '\\') {
        length++;
    }
    if (length > RAW_DELIMITER_MAX || from[length] != '(') {
        return scan_literal(self, from, '"');
    }
    memcpy(closing + 1, from, length);
    closing[length + 1] = '"';
    const guint8 *body = from + length + 1;
    const guint8 *found = memmem(body, self->end - body, closing, length + 2);
    return found == NULL ? self->end : found + length + 2;
}

/* What can follow a word and belongs to it: a raw string, or the rest of a number with separators
 * (1'000'000), whose quotes begin no literal. */
static const guint8 *word_rest(const Scanner *self, const guint8 *from, const guint8 *at)
{
    if (*at == '"' && at[-1] == 'R' && is_raw_prefix(from, at)) {
        return raw_string(self, at + 1);
    }
    if (*at == '\'' && scan_is(*from, BYTE_DIGIT)) {
        while (*at == '\'' && scan_is(at[1], BYTE_WORD)) {
            do {
                at++;
            } while (scan_is(*at, BYTE_WORD));
        }
    }
    return at;
}

static gboolean is_continued(const Scanner *self, const guint8 *newline)
{
    if (newline > self->text && newline[-1] == '\r') {
        newline--;
    }
    return newline > self->text && newline[-1] == '\\';
}

void scan_c(Scanner *self)
{
    const MatcherTrie *words = &self->matcher->identifiers;
    const guint8 *at = self->text;
    if (memcmp(at, "\xef\xbb\xbf", 3) == 0) {
        at += 3; /* a byte order mark */
    }
    at = line_start(self, at);
    for (;;) {
        while (!scan_is(*at, BYTE_WORD | BYTE_STOP)) {
            at++;
        }
        if (scan_is(*at, BYTE_WORD)) {
            const guint8 *from = at;
            at = scan_word(self, words, at);
            if (G_UNLIKELY(*at == '"' || *at == '\'')) {
                at = word_rest(self, from, at);
            }
            continue;
        }
        switch (*at) {
        case '\n':
            at = is_continued(self, at) ? at + 1 : line_start(self, at + 1);
            break;
        case '/':
            if (at[1] == '/') {
                at = scan_line_end(self, at + 2);
            } else if (at[1] == '*') {
                at = scan_block_comment(self, at + 2);
            } else {
                at++;
            }
            break;
        case '\0':
            if (at >= self->end) {
                return;
            }
            at++;
            break;
        default:
            at = scan_literal(self, at + 1, *at);
            break;
        }
    }
}

gboolean scanner_is_blank(const guint8 *text, gsize length, gsize offset)
{
    const Scanner scan = {.text = text, .end = text + length};
    const guint8 *at = text + offset;
    gboolean first_line = TRUE; /* #endif NAME, as was written before standards */
    while (at < scan.end) {
        if (at[0] == '/' && at[1] == '*') {
            at = scan_block_comment(&scan, at + 2);
        } else if (at[0] == '/' && at[1] == '/') {
            at = scan_line_end(&scan, at + 2);
        } else if (*at == '\n') {
            first_line = FALSE;
            at++;
        } else if (first_line || scan_is(*at, BYTE_BLANK)) {
            at++;
        } else {
            return FALSE;
        }
    }
    return TRUE;
}
