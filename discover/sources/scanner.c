#include "discover/sources/scan_private.h"
#include <string.h>

/* clang-format off */
const guint8 scan_bytes[256] = {
    ['0' ... '9'] = BYTE_WORD | BYTE_DIGIT,
    ['A' ... 'Z'] = BYTE_WORD,
    ['a' ... 'z'] = BYTE_WORD,
    ['_'] = BYTE_WORD,
    [0x80 ... 0xff] = BYTE_WORD,
    [' '] = BYTE_BLANK, ['\t'] = BYTE_BLANK, ['\r'] = BYTE_BLANK,
    ['\f'] = BYTE_BLANK, ['\v'] = BYTE_BLANK,
    ['\n'] = BYTE_STOP, ['"'] = BYTE_STOP, ['\''] = BYTE_STOP, ['/'] = BYTE_STOP, ['\0'] = BYTE_STOP,
};
/* clang-format on */

Scanner *scanner_new(const SourceMatcher *matcher)
{
    Scanner *self = g_new0(Scanner, 1);
    self->matcher = matcher;
    self->seen = g_new0(guint8, matcher->technologies->len + 1);
    self->scratch = g_string_new(NULL);
    return self;
}

void scanner_free(Scanner *self)
{
    if (self == NULL) {
        return;
    }
    g_free(self->seen);
    g_string_free(self->scratch, TRUE);
    g_free(self);
}

/* The compiler makes vector instructions of this on any processor; each lane counts to 255 at most
 * before it is emptied. */
static guint count_newlines(const guint8 *from, gsize length)
{
    typedef guint8 Lanes __attribute__((vector_size(16)));
    enum { ROUNDS = 255 };
    guint count = 0;
    while (length >= sizeof(Lanes)) {
        Lanes sums = {0};
        gsize rounds = MIN(length / sizeof(Lanes), ROUNDS);
        for (gsize i = 0; i < rounds; i++) {
            Lanes bytes;
            memcpy(&bytes, from, sizeof bytes);
            sums -= (Lanes)(bytes == '\n'); /* true is all ones, that is, minus one */
            from += sizeof bytes;
        }
        for (gsize lane = 0; lane < sizeof(Lanes); lane++) {
            count += sums[lane];
        }
        length -= rounds * sizeof(Lanes);
    }
    for (; length > 0; length--) {
        count += *from++ == '\n';
    }
    return count;
}

guint scan_line_at(Scanner *self, const guint8 *place)
{
    if (place > self->counted) {
        self->line += count_newlines(self->counted, place - self->counted);
        self->counted = place;
    }
    return self->line;
}

void scan_tell(Scanner *self, guint technology, const guint8 *from, gsize length,
               const guint8 *place)
{
    if (self->seen[technology]) {
        return;
    }
    self->seen[technology] = 1;
    g_autofree char *text = g_utf8_make_valid((const char *)from, length);
    self->handler->hit(self->handler->data, technology, text, scan_line_at(self, place));
}

const guint8 *scan_line_end(const Scanner *self, const guint8 *from)
{
    for (const guint8 *at = from;;) {
        const guint8 *newline = memchr(at, '\n', self->end - at);
        if (newline == NULL) {
            return self->end;
        }
        const guint8 *last = newline;
        if (last > from && last[-1] == '\r') {
            last--;
        }
        if (last == from || last[-1] != '\\') {
            return newline;
        }
        at = newline + 1;
    }
}

const guint8 *scan_block_comment(const Scanner *self, const guint8 *from)
{
    /* Comments have many stars and few slashes. */
    for (const guint8 *at = from;; at++) {
        at = memchr(at, '/', self->end - at);
        if (at == NULL) {
            return self->end;
        }
        if (at > from && at[-1] == '*') {
            return at + 1;
        }
    }
}

const guint8 *scan_literal(const Scanner *self, const guint8 *from, guint8 quote)
{
    const guint8 *at = from;
    for (;;) {
        while (*at != quote && *at != '\\' && *at != '\n' && *at != '\0') {
            at++;
        }
        if (at >= self->end) {
            return self->end;
        }
        if (*at == quote) {
            return at + 1;
        }
        if (*at == '\n') {
            return at;
        }
        if (*at == '\\') {
            at += at[1] == '\r' && at[2] == '\n' ? 3 : 2;
            if (at >= self->end) {
                return self->end;
            }
        } else {
            at++;
        }
    }
}

guint scanner_run(Scanner *self, const guint8 *text, gsize length, ScanForm form,
                  const ScanHandler *handler)
{
    self->text = text;
    self->end = text + length;
    self->counted = text;
    self->line = 1;
    self->handler = handler;
    memset(self->seen, 0, self->matcher->technologies->len + 1);
    switch (form) {
    case SCAN_C:
        scan_c(self);
        break;
    case SCAN_FORTRAN_FIXED:
        scan_fortran(self, TRUE);
        break;
    case SCAN_FORTRAN_FREE:
        scan_fortran(self, FALSE);
        break;
    }
    guint line = scan_line_at(self, self->end);
    /* A last line without a newline counts; what follows the last newline is none. */
    return length > 0 && self->end[-1] != '\n' ? line : line - 1;
}

gboolean scan_form_of(const TreeFile *file, ScanForm *form)
{
    static const char *const fixed[] = {".f", ".for", ".ftn", ".f77", ".fpp"};
    switch (file->kind) {
    case TREE_C:
    case TREE_CXX:
    case TREE_CUDA:
    case TREE_HIP:
    case TREE_OPENCL:
    case TREE_ASSEMBLY:
        *form = SCAN_C;
        return TRUE;
    case TREE_FORTRAN:
        *form = SCAN_FORTRAN_FREE;
        for (gsize i = 0; i < G_N_ELEMENTS(fixed); i++) {
            const char *dot = strrchr(file->path, '.');
            if (dot != NULL && g_ascii_strcasecmp(dot, fixed[i]) == 0) {
                *form = SCAN_FORTRAN_FIXED;
            }
        }
        return TRUE;
    case TREE_OTHER:
    case TREE_CMAKE:
    case TREE_AUTOCONF:
    case TREE_AUTOMAKE:
    case TREE_CONFIGURE:
    case TREE_MAKE:
    case TREE_MESON:
    case TREE_TEMPLATE:
        return FALSE;
    }
    return FALSE;
}
