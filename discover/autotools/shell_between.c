/* What stands between the words of a script: blanks, comments, ends of lines with the
 * here-documents that begin there; and its reserved words. */
#include "discover/autotools/m4.h"
#include "discover/autotools/shell_private.h"
#include <string.h>

const char *shell_rest(const ShellReader *self)
{
    return text_string(self->cursor.text) + self->cursor.offset;
}

gboolean shell_looks_at(const ShellReader *self, const char *text)
{
    return g_str_has_prefix(shell_rest(self), text);
}

void shell_skip(ShellReader *self, gsize count)
{
    for (gsize i = 0; i < count && shell_peek(self) >= 0; i++) {
        shell_next(self);
    }
}

void shell_skip_line(ShellReader *self)
{
    while (shell_peek(self) >= 0 && shell_peek(self) != '\n') {
        shell_next(self);
    }
}

/* Behind the line's end: the here-documents that it began. */
static void skip_documents(ShellReader *self)
{
    for (guint i = 0; i < self->documents->len; i++) {
        const char *delimiter = self->documents->pdata[i];
        while (shell_peek(self) >= 0) {
            const char *line = shell_rest(self);
            line += strspn(line, "\t");
            gsize length = strcspn(line, "\n");
            gboolean end = length == strlen(delimiter) && strncmp(line, delimiter, length) == 0;
            shell_skip_line(self);
            shell_skip(self, 1);
            if (end) {
                break;
            }
        }
    }
    g_ptr_array_set_size(self->documents, 0);
}

void shell_skip_blanks(ShellReader *self)
{
    for (;;) {
        int byte = shell_peek(self);
        if (byte == ' ' || byte == '\t' || byte == '\r') {
            shell_next(self);
        } else if (byte == '\\' && shell_looks_at(self, "\\\n")) {
            shell_skip(self, 2);
        } else if (byte == '#') {
            shell_skip_line(self);
        } else {
            return;
        }
    }
}

void shell_skip_separators(ShellReader *self)
{
    for (;;) {
        shell_skip_blanks(self);
        int byte = shell_peek(self);
        if (byte == '\n') {
            shell_next(self);
            skip_documents(self);
        } else if ((byte == ';' && !shell_looks_at(self, ";;")) ||
                   (byte == '&' && !shell_looks_at(self, "&&"))) {
            shell_next(self);
        } else {
            return;
        }
    }
}

gboolean shell_at_keyword(const ShellReader *self, const char *keyword)
{
    gsize length = strlen(keyword);
    if (!shell_looks_at(self, keyword)) {
        return FALSE;
    }
    char next = shell_rest(self)[length];
    return next == '\0' || g_ascii_isspace(next) || strchr(";|&()<>", next) != NULL ||
           next == MARK_BEGIN || next == '#';
}

gboolean shell_take_keyword(ShellReader *self, const char *keyword)
{
    if (!shell_at_keyword(self, keyword)) {
        return FALSE;
    }
    shell_skip(self, strlen(keyword));
    return TRUE;
}
