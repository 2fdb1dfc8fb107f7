#include "core/table.h"
#include <string.h>

#define GAP 2u

struct Table {
    const TableColumn *columns;
    guint count;
    GPtrArray *rows; /* GStrv, one text a column */
};

Table *table_new(const TableColumn *columns, guint count)
{
    Table *self = g_new0(Table, 1);
    self->columns = columns;
    self->count = count;
    self->rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    return self;
}

void table_free(Table *self)
{
    g_ptr_array_unref(self->rows);
    g_free(self);
}

void table_add(Table *self, const char *const *cells)
{
    char **row = g_new0(char *, self->count + 1);
    for (guint i = 0; i < self->count; i++) {
        row[i] = terminal_text(cells[i]);
    }
    g_ptr_array_add(self->rows, row);
}

static guint total_width(const guint *widths, guint count)
{
    guint total = 0;
    for (guint i = 0; i < count; i++) {
        total += widths[i] > 0 ? widths[i] + (total > 0 ? GAP : 0) : 0;
    }
    return total;
}

/* The column of highest priority that can give way, of several the widest, or with `drop` go away;
 * the count when there is none. */
static guint next_victim(const Table *self, const guint *widths, gboolean drop)
{
    guint victim = self->count;
    for (guint i = 0; i < self->count; i++) {
        const TableColumn *column = &self->columns[i];
        gboolean possible = drop ? column->droppable && widths[i] > 0
                                 : column->priority > 0 && widths[i] > column->minimum;
        const TableColumn *before = victim == self->count ? NULL : &self->columns[victim];
        gboolean first =
            before == NULL || column->priority > before->priority ||
            (column->priority == before->priority && (drop || widths[i] >= widths[victim]));
        if (possible && first) {
            victim = i;
        }
    }
    return victim;
}

/* Takes from the columns what is too much; FALSE when the minima do not fit either. */
static gboolean shrink(const Table *self, guint *widths, guint available)
{
    for (guint i = 0; i < self->count; i++) {
        guint most = MAX(available, self->columns[i].minimum);
        widths[i] = self->columns[i].priority > 0 ? MIN(widths[i], most) : widths[i];
    }
    while (total_width(widths, self->count) > available) {
        guint victim = next_victim(self, widths, FALSE);
        if (victim == self->count) {
            return FALSE;
        }
        widths[victim]--;
    }
    return TRUE;
}

/* Widths that fit; 0 for a dropped column. The caller frees them. */
static guint *fitted_widths(const Table *self, guint available)
{
    g_autofree guint *natural = g_new0(guint, self->count);
    for (guint i = 0; i < self->count; i++) {
        natural[i] = terminal_columns(self->columns[i].title);
        for (guint j = 0; j < self->rows->len; j++) {
            char **row = g_ptr_array_index(self->rows, j);
            natural[i] = MAX(natural[i], terminal_columns(row[i]));
        }
    }
    for (;;) {
        g_autofree guint *widths = g_memdup2(natural, self->count * sizeof(guint));
        guint dropped = next_victim(self, natural, TRUE);
        if (shrink(self, widths, available) || dropped == self->count) {
            return g_steal_pointer(&widths);
        }
        natural[dropped] = 0;
    }
}

/* "a, b, c, d" -> "a, b, … (4)". */
static char *fit_list(const char *text, guint columns)
{
    if (terminal_columns(text) <= columns) {
        return g_strdup(text);
    }
    g_auto(GStrv) items = g_strsplit(text, ", ", -1);
    guint count = g_strv_length(items);
    g_autofree char *rest = g_strdup_printf("%s (%u)", terminal_ellipsis(), count);
    guint used = terminal_columns(rest);
    GString *fitted = g_string_new(NULL);
    for (guint i = 0; i < count; i++) {
        guint next = terminal_columns(items[i]) + 2;
        if (used + next > columns) {
            break;
        }
        used += next;
        g_string_append_printf(fitted, "%s, ", items[i]);
    }
    g_string_append(fitted, rest);
    g_autofree char *whole = g_string_free(fitted, FALSE);
    return terminal_fit(whole, columns);
}

/* What is shown of a cell: one line, or several. */
static char **fit_cell(const TableColumn *column, const char *text, guint width)
{
    char *line = NULL;
    switch (column->cut) {
    case CUT_END:
        line = terminal_fit(text, width);
        break;
    case CUT_BEGIN:
        line = terminal_fit_end(text, width);
        break;
    case CUT_LIST:
        line = fit_list(text, width);
        break;
    case CUT_NOT:
        return terminal_wrap(text, width);
    }
    char **lines = g_new0(char *, 2);
    lines[0] = line;
    return lines;
}

static void print_spaces(const Terminal *terminal, guint count)
{
    fprintf(terminal->stream, "%*s", (int)count, "");
}

/* Blanks are owed until something follows them, so that no line ends in blanks. */
static void print_line(const Table *self, const Terminal *terminal, const guint *widths,
                       const char *const *cells, gboolean heading)
{
    guint owed = 0;
    for (guint i = 0; i < self->count; i++) {
        const TableColumn *column = &self->columns[i];
        if (widths[i] == 0) {
            continue;
        }
        guint pad = widths[i] - MIN(widths[i], terminal_columns(cells[i]));
        if (*cells[i] != '\0') {
            print_spaces(terminal, owed + (column->right ? pad : 0));
            terminal_print(terminal, heading ? STYLE_HEADING : column->style, cells[i]);
            owed = (column->right ? 0 : pad) + GAP;
        } else {
            owed += pad + GAP;
        }
    }
    fputc('\n', terminal->stream);
}

/* As many lines as the cell needs that needs most. */
static void print_row(const Table *self, const Terminal *terminal, const guint *widths,
                      const char *const *texts, gboolean heading)
{
    g_autoptr(GPtrArray) cells = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_autofree const char **line = g_new0(const char *, self->count);
    guint count = 1;
    for (guint i = 0; i < self->count; i++) {
        char **lines = fit_cell(&self->columns[i], texts[i], widths[i]);
        g_ptr_array_add(cells, lines);
        count = widths[i] > 0 ? MAX(count, g_strv_length(lines)) : count;
    }
    for (guint number = 0; number < count; number++) {
        for (guint i = 0; i < self->count; i++) {
            char **lines = cells->pdata[i];
            line[i] = number < g_strv_length(lines) ? lines[number] : "";
        }
        print_line(self, terminal, widths, line, heading);
    }
}

static gsize total_titles(const Table *self)
{
    gsize length = 0;
    for (guint i = 0; i < self->count; i++) {
        length += strlen(self->columns[i].title);
    }
    return length;
}

void table_print(const Table *self, const Terminal *terminal)
{
    g_autofree guint *widths = fitted_widths(self, terminal->width);
    g_autofree const char **titles = g_new0(const char *, self->count);
    for (guint i = 0; i < self->count; i++) {
        titles[i] = self->columns[i].title;
    }
    if (total_titles(self) > 0) {
        print_row(self, terminal, widths, titles, TRUE);
    }
    for (guint i = 0; i < self->rows->len; i++) {
        print_row(self, terminal, widths, g_ptr_array_index(self->rows, i), FALSE);
    }
}

gboolean table_shows(const Table *self, const Terminal *terminal, guint column)
{
    g_autofree guint *widths = fitted_widths(self, terminal->width);
    return widths[column] > 0;
}
