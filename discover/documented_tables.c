/* Tables of Markdown that list what may be given to CMake, "| `WITH_MPI` | MPI support | OFF |":
 * the names that begin the rows. Whether a table is about CMake at all, who asks has to know. */
#include "core/identifier.h"
#include "discover/documented_names.h"

#include <string.h>

#define ROW '|'
/* Shorter names are letters of formulas. */
#define NAME_BYTES_MIN 2u
/* Longer tables, and what stands behind that many of them, are lists of something else. */
#define ROWS_MAX 256u
#define TABLES_MAX 256u

/* The name that the row begins with, in quotes or not; NULL when it is no name. It may have the
 * "-D" before it. The caller frees it. */
static char *name_of_row(const char *row, const char *end)
{
    const char *cell = row + 1;
    const char *next = memchr(cell, ROW, (gsize)(end - cell));
    g_autofree char *text = next != NULL ? g_strndup(cell, (gsize)(next - cell)) : g_strdup("");
    char *name = g_strstrip(text);
    gsize length = strlen(name);
    if (length > 2 && name[0] == '`' && name[length - 1] == '`') {
        name[length - 1] = '\0';
        name++;
    }
    name += g_str_has_prefix(name, "-D") ? 2 : 0;
    gboolean capital = strpbrk(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL;
    return capital && strlen(name) >= NAME_BYTES_MIN && identifier_length(name) == strlen(name)
               ? g_strdup(name)
               : NULL;
}

/* Whether a cell of the row begins with what a switch is given: "| `ON` with MPI, else `OFF` |". */
static gboolean tells_switch(const char *row, const char *end)
{
    static const char *const words[] = {"ON", "OFF", "TRUE", "FALSE"};
    for (const char *cell = memchr(row + 1, ROW, (gsize)(end - row - 1)); cell != NULL;
         cell = memchr(cell, ROW, (gsize)(end - cell))) {
        cell++;
        cell += strspn(cell, " \t`*");
        gsize length = identifier_length(cell);
        for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
            if (length == strlen(words[i]) && strncmp(cell, words[i], length) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static void end_table(DocumentedNames *self, GPtrArray **rows)
{
    if ((*rows)->len > 1 && self->tables->len < TABLES_MAX) {
        g_ptr_array_add(self->tables, *rows);
    } else {
        g_ptr_array_unref(*rows);
    }
    *rows = g_ptr_array_new_with_free_func(g_free);
}

void documented_names_read_tables(DocumentedNames *self, const char *text)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func(g_free);
    for (const char *line = text; *line != '\0';) {
        const char *end = line + strcspn(line, "\n");
        const char *begin = line + strspn(line, " \t");
        char *name = *begin == ROW ? name_of_row(begin, end) : NULL;
        if (name != NULL && tells_switch(begin, end)) {
            g_hash_table_add(self->switches, g_strdup(name));
        }
        if (name != NULL && rows->len < ROWS_MAX) {
            g_ptr_array_add(rows, g_steal_pointer(&name));
        } else if (*begin != ROW) {
            end_table(self, &rows);
        }
        g_free(name);
        line = *end != '\0' ? end + 1 : end;
    }
    end_table(self, &rows);
    g_ptr_array_unref(rows);
}
