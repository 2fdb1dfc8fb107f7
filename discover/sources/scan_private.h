/* What the scanner's files share: a scan in progress and the small steps of reading. */
#pragma once

#include "discover/sources/scanner.h"

/* What a byte may begin. A NUL is only a hint: it may be the padding, or stand in the file. */
enum {
    BYTE_WORD = 1,  /* part of an identifier or number; also every byte of a UTF-8 sequence */
    BYTE_BLANK = 2, /* but for the newline */
    BYTE_STOP = 4,  /* the C scan has to look: newline, quotes, slash, NUL */
    BYTE_DIGIT = 8,
};
extern const guint8 scan_bytes[256];

struct Scanner {
    const SourceMatcher *matcher;
    guint8 *seen;       /* [technology]: it was told for this file */
    GString *scratch;   /* a directive's text */
    const guint8 *text; /* the file being read */
    const guint8 *end;
    const guint8 *counted; /* newlines before it are in `line` */
    guint line;
    const ScanHandler *handler;
};

static inline gboolean scan_is(guint8 byte, guint8 what)
{
    return (scan_bytes[byte] & what) != 0;
}

/* The line number of a place. Places must be asked for from front to back. */
guint scan_line_at(Scanner *self, const guint8 *place);
/* Tells of a technology unless that was done for this file. */
void scan_tell(Scanner *self, guint technology, const guint8 *from, gsize length,
               const guint8 *place);
/* Reads the directive whose '#' is at `from`. Returns where reading goes on: behind what the
 * directive's operand says, at the latest at the newline that ends it. */
const guint8 *scan_directive(Scanner *self, const guint8 *from);
/* Compares the words of a pragma, from `from` to the end of the line, with a trie. */
void scan_pragma(Scanner *self, const MatcherTrie *trie, const guint8 *from);
/* Compares a whole text with a trie: an #include operand, a module's name. */
void scan_whole(Scanner *self, const MatcherTrie *trie, const guint8 *from, gsize length);

/* Where the newline is (or the end), a line ended by a backslash going on in the next one. */
const guint8 *scan_line_end(const Scanner *self, const guint8 *from);
/* From behind the opening of a block comment to behind its end, or the end of the text. */
const guint8 *scan_block_comment(const Scanner *self, const guint8 *from);
/* From behind a quote to behind the quote that answers it, or to the newline (or end) before. */
const guint8 *scan_literal(const Scanner *self, const guint8 *from, guint8 quote);

void scan_c(Scanner *self);
void scan_fortran(Scanner *self, gboolean fixed);

/* Reads the word at `from` and tells what it stands for. Returns its end. */
static inline const guint8 *scan_word(Scanner *self, const MatcherTrie *trie, const guint8 *from)
{
    const guint8 *at = from;
    guint32 node = 0;
    guint32 next;
    while ((next = matcher_step(trie, node, *at)) != 0) {
        at++;
        node = next;
        if (G_UNLIKELY(trie->prefix[node] != MATCHER_NONE) && !self->seen[trie->prefix[node]]) {
            const guint8 *stop = at;
            while (scan_is(*stop, BYTE_WORD)) {
                stop++;
            }
            scan_tell(self, trie->prefix[node], from, stop - from, from);
        }
    }
    if (scan_is(*at, BYTE_WORD)) {
        do {
            at++;
        } while (scan_is(*at, BYTE_WORD));
    } else if (G_UNLIKELY(trie->whole[node] != MATCHER_NONE)) {
        scan_tell(self, trie->whole[node], from, at - from, from);
    }
    return at;
}
