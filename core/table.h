/* A table of text fitted to a width. Columns that are too wide give way in the order of their
 * `priority`. When all titles are empty there is no heading. */
#pragma once

#include "core/terminal.h"

/* What is left of a cell that is too long. */
typedef enum {
    CUT_END,   /* its beginning */
    CUT_BEGIN, /* its end: paths */
    CUT_LIST,  /* as many items of "a, b, c" as fit, and how many there are */
    CUT_NOT,   /* all of it, in as many lines as it takes */
} TableCut;

typedef struct {
    const char *title;
    TerminalStyle style;
    TableCut cut;
    gboolean right;     /* align to the right: numbers */
    guint minimum;      /* columns that it keeps, unless it is dropped */
    guint priority;     /* the highest gives way first, of equal ones the widest; 0 never does */
    gboolean droppable; /* may go away altogether when even the minima do not fit */
} TableColumn;

typedef struct Table Table;

/* `columns`, of which there are `count`, must outlive the table. The caller frees it. */
Table *table_new(const TableColumn *columns, guint count);
void table_free(Table *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Table, table_free)
/* Copies one text for each column, made safe (terminal_text). */
void table_add(Table *self, const char *const *cells);
/* Fits it to the terminal's width; may be called again. */
void table_print(const Table *self, const Terminal *terminal);
/* Whether that would show a column, and not leave it out for want of room. */
gboolean table_shows(const Table *self, const Terminal *terminal, guint column);
