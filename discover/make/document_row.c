#include "discover/make/document_row.h"
#include <string.h>

/* What stands between two columns that nothing else divides: a tab, or so many blanks. */
#define COLUMN_BLANKS_MIN 2u

static const char name_marks[] = G_CSET_A_2_Z G_CSET_DIGITS "_";

/* "NAME      what for": where the second column begins; NULL for anything else. */
static const char *behind_blanks(const char *behind)
{
    gsize blanks = strspn(behind, " \t");
    gboolean apart = blanks >= COLUMN_BLANKS_MIN || memchr(behind, '\t', blanks) != NULL;
    return apart ? behind + blanks : NULL;
}

/* The same where marks stand around both columns, and between them. */
static const char *behind_marks(const char *behind, const char *close, const char *open)
{
    behind += strspn(behind, "`*");
    if (!g_str_has_prefix(behind, close) && *close != '\0') {
        return NULL;
    }
    behind += strlen(close);
    behind += strspn(behind, " \t");
    if (*behind != *open) {
        return NULL;
    }
    behind++;
    behind += strspn(behind, " \t");
    if (open[1] == '\0') {
        return behind;
    }
    return *behind == open[1] ? behind + 1 : NULL;
}

char *document_row_read(const char *line, char **text)
{
    const char *row = line + strspn(line, " \t");
    char mark = *row == '"' || *row == '|' ? *row : '\0';
    const char *name = mark == '\0' ? line : row + 1;
    name += mark == '|' ? strspn(name, " \t") : 0;
    name += mark != '\0' ? strspn(name, "`*") : 0;
    gsize length = strspn(name, name_marks);
    const char *behind = name + length;
    const char *column = mark == '"'   ? behind_marks(behind, "\"", ",\"")
                         : mark == '|' ? behind_marks(behind, "", "|")
                                       : behind_blanks(behind);
    /* Names that begin with the other mark are the compiler's own. */
    if (length < DOCUMENT_ROW_NAME_MIN || *name == '_' || column == NULL ||
        !g_ascii_isalpha(*column)) {
        return NULL;
    }
    /* The column ends where the next one begins. */
    gsize end = mark == '|' ? strcspn(column, "|") : strlen(column);
    const char *quote = mark == '"' ? strrchr(column, '"') : NULL;
    end = quote != NULL ? (gsize)(quote - column) : end;
    *text = g_strstrip(g_utf8_make_valid(column, (gssize)end));
    return g_strndup(name, length);
}

char *document_row_term(const char *line)
{
    /* An item of a list, "- `NAME`", is one when it is written as code. */
    gboolean item = (line[0] == '-' || line[0] == '*') && line[1] == ' ' && line[2] == '`';
    const char *name = item ? line + 2 + strspn(line + 2, "`") : line;
    gsize length = strspn(name, name_marks);
    const char *behind = name + length;
    behind += item ? strspn(behind, "`") : 0;
    gboolean alone = length > 0 && behind[strspn(behind, " \t\r")] == '\0';
    return alone ? g_strndup(name, length) : NULL;
}

static gboolean is_marked(const char *line)
{
    line += strspn(line, " \t");
    return *line == '"' || *line == '|';
}

void document_tables_init(DocumentTables *self)
{
    self->of_lines = g_array_new(FALSE, FALSE, sizeof(guint));
    self->known = g_array_new(FALSE, TRUE, sizeof(guint));
}

void document_tables_clear(DocumentTables *self)
{
    g_array_unref(self->of_lines);
    g_array_unref(self->known);
}

void document_tables_begin(DocumentTables *self)
{
    g_array_set_size(self->of_lines, 0);
    g_array_set_size(self->known, 0);
    g_array_set_size(self->known, 1); /* of lines in no table */
}

gboolean document_tables_note(DocumentTables *self, const char *line, gboolean known)
{
    guint at = self->of_lines->len;
    guint table = at > 0 ? g_array_index(self->of_lines, guint, at - 1) : 0;
    if (!is_marked(line)) {
        table = 0;
    } else if (table == 0) {
        table = self->known->len;
        g_array_set_size(self->known, table + 1);
    }
    g_array_append_val(self->of_lines, table);
    g_array_index(self->known, guint, table) += known ? 1 : 0;
    return table > 0;
}

gboolean document_tables_known(const DocumentTables *self, guint at, guint *known)
{
    guint table = g_array_index(self->of_lines, guint, at);
    if (table > 0) {
        *known = g_array_index(self->known, guint, table);
    }
    return table > 0;
}
