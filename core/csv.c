#include "core/csv.h"
#include "core/terminal.h"
#include <string.h>

/* A cell that begins so is a formula to a spreadsheet. */
#define FORMULA_BEGINS "=+-@\t\r"
#define QUOTED_WITHIN ",\"\r\n"

/* Lines of a cell are kept; what else a terminal would obey, when it is shown there, is not. */
static GString *plain_cell(const char *valid)
{
    GString *cell = g_string_new(NULL);
    for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        gboolean kept = *at == '\n' || *at == '\t' || !character_is_unsafe(character);
        g_string_append_unichar(cell, kept ? character : '?');
    }
    return cell;
}

void csv_add(GString *csv, const char *text)
{
    gboolean first = csv->len == 0 || csv->str[csv->len - 1] == '\n';
    if (!first) {
        g_string_append_c(csv, ',');
    }
    g_autofree char *valid = g_utf8_make_valid(text == NULL ? "" : text, -1);
    if (first && *valid == '\0') {
        /* With nothing there, the next cell would be the first. */
        g_string_append(csv, "\"\"");
        return;
    }
    gboolean formula = *valid != '\0' && strchr(FORMULA_BEGINS, *valid) != NULL;
    gboolean quoted = strpbrk(valid, QUOTED_WITHIN) != NULL;
    g_autoptr(GString) cell = plain_cell(valid);
    g_string_replace(cell, "\"", "\"\"", 0);
    g_string_append_printf(csv, "%s%s%s%s", quoted ? "\"" : "", formula ? "'" : "", cell->str,
                           quoted ? "\"" : "");
}
