#include "discover/make/make_lines.h"
#include <string.h>

/* Whether more references stand open at some place of the text than are followed. Inside of one,
 * other brackets of its kind count, as they do for make_reference_end. */
static gboolean is_too_deep(const char *text)
{
    static const char brackets[][2] = {{'(', ')'}, {'{', '}'}};
    guint depth[G_N_ELEMENTS(brackets)] = {0};
    for (const char *c = text; *c != '\0'; c++) {
        for (guint i = 0; i < G_N_ELEMENTS(brackets); i++) {
            gboolean opens = *c == brackets[i][0] && (depth[i] > 0 || (c > text && c[-1] == '$'));
            if (opens && ++depth[i] > MAKE_NESTING_MAX) {
                return TRUE;
            }
            depth[i] -= *c == brackets[i][1] && depth[i] > 0 ? 1 : 0;
        }
    }
    return FALSE;
}

void make_lines_drop_too_deep(MakeLines *self, GString *text)
{
    if (is_too_deep(text->str)) {
        self->too_deep++;
        g_string_truncate(text, 0);
    }
}

gboolean make_lines_next(MakeLines *self, GString *line, guint *number)
{
    g_string_truncate(line, 0);
    *number = self->line;
    if (*self->cursor == '\0') {
        return FALSE;
    }
    gboolean joined = TRUE;
    while (joined && *self->cursor != '\0') {
        const char *end = strchr(self->cursor, '\n');
        gsize length = end != NULL ? (gsize)(end - self->cursor) : strlen(self->cursor);
        gsize text = length > 0 && self->cursor[length - 1] == '\r' ? length - 1 : length;
        guint slashes = 0;
        while (slashes < text && self->cursor[text - 1 - slashes] == '\\') {
            slashes++;
        }
        joined = slashes % 2 == 1;
        const char *begin = self->cursor;
        if (line->len > 0) {
            gsize blanks = strspn(begin, " \t");
            blanks = MIN(blanks, text);
            begin += blanks;
            text -= blanks;
        }
        g_string_append_len(line, begin, (gssize)text - (joined && text > 0 ? 1 : 0));
        if (joined) {
            g_string_append_c(line, ' ');
        }
        self->cursor += length + (end != NULL ? 1 : 0);
        self->line++;
    }
    if (line->len > MAKE_LINE_BYTES_MAX) {
        self->too_long++;
        g_string_truncate(line, 0);
    }
    make_lines_drop_too_deep(self, line);
    return TRUE;
}

/* 1 for "# ifeq (...)", -1 for "# endif", 0 for any other comment. */
static int block_change(const char *line)
{
    static const char *const begins[] = {"ifeq", "ifneq", "ifdef", "ifndef"};
    const char *text = line + strspn(line, "# \t");
    gsize length = strspn(text, G_CSET_a_2_z);
    gboolean ends = text[length] == '\0' || strchr(" \t\r\n(#", text[length]) != NULL;
    for (guint i = 0; ends && i < G_N_ELEMENTS(begins); i++) {
        if (strlen(begins[i]) == length && strncmp(text, begins[i], length) == 0) {
            return 1;
        }
    }
    return ends && length == strlen("endif") && strncmp(text, "endif", length) == 0 ? -1 : 0;
}

gboolean make_lines_are_dead(MakeLines *self, const char *line, guint number)
{
    if (number <= self->dead_until) {
        return TRUE;
    }
    if (*line != '#' || block_change(line) != 1) {
        return FALSE;
    }
    const char *at = self->cursor;
    int depth = 1;
    for (guint i = 0; i < MAKE_BLOCK_LINES_MAX && at[strspn(at, " \t")] == '#'; i++) {
        depth += block_change(at + strspn(at, " \t"));
        if (depth == 0) {
            self->dead_until = self->line + i;
            return TRUE;
        }
        const char *end = strchr(at, '\n');
        at = end != NULL ? end + 1 : at + strlen(at);
    }
    return FALSE;
}
