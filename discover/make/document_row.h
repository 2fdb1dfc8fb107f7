/* Rows of tables in documents that tell what names are for, in the forms that people write:
 *     NAME       what it is for
 *     "NAME", "what it is for"          a table of values in reStructuredText
 *     | `NAME` | what it is for |       Markdown
 */
#pragma once

#include <glib.h>

/* A shorter name may be any word. */
#define DOCUMENT_ROW_NAME_MIN 3u

/* The name that the row begins with, in capitals; NULL when the line is no such row. `text` becomes
 * what stands in the column behind it, and belongs to the caller as the name does. */
char *document_row_read(const char *line, char **text);

/* The name, in capitals, that is all of the line, or all of an item of a list that is written as
 * code, "- `NAME`"; NULL for anything else. The caller frees it. */
char *document_row_term(const char *line);

/* Which of a document's lines are of the same table: lines with marks around their columns, as in
 * the last two forms, one below the other. */
typedef struct {
    GArray *of_lines; /* guint: the number of the line's table; 0: it is in none */
    GArray *known;    /* guint for each table */
} DocumentTables;

/* Filled; document_tables_clear() frees what it holds. */
void document_tables_init(DocumentTables *self);
void document_tables_clear(DocumentTables *self);
/* Another document, whose lines are noted one after the other. `known`: the line's name is known.
 * Gives whether it is in a table. */
void document_tables_begin(DocumentTables *self);
gboolean document_tables_note(DocumentTables *self, const char *line, gboolean known);
/* Whether the line (from 0) is in a table; then how many of its names are known. */
gboolean document_tables_known(const DocumentTables *self, guint at, guint *known);
