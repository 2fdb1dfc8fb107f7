/* The matrix as a page: one row a folder of sources, one column a configuration, each cell as dark
 * as the part of its units that is specialised. */
#include "container/image/inspect.h"
#include <string.h>

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>IR "
    "container</title>\n<style>\n"
    "body{font:14px/1.4 sans-serif;margin:2em;color:#222;background:#fff}\n"
    "table{border-collapse:collapse}th,td{padding:.25em .6em;border:1px solid "
    "#ccc;text-align:right}\n"
    "th:first-child,td:first-child{text-align:left;font-family:monospace}\n"
    "td.none{background:#f4f4f4}thead th{background:#eee;position:sticky;top:0}\n"
    ".key span{display:inline-block;padding:.1em .6em;border:1px solid #ccc;margin-right:.4em}\n"
    "</style></head><body>\n";

static void append_escaped(GString *page, const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    g_string_append(page, escaped);
}

/* Equal steps of lightness, readable with dark text throughout. */
static void append_cell(GString *page, const FolderCounts *counts)
{
    if (counts->units == 0) {
        g_string_append(page, "<td class=\"none\"></td>");
        return;
    }
    guint own = counts->units - counts->shared;
    guint lightness = 97 - 35 * own / counts->units;
    g_string_append_printf(page,
                           "<td style=\"background:hsl(25,85%%,%u%%)\" title=\"%u shared, %u "
                           "specialised\">%u / %u</td>",
                           lightness, counts->shared, own, counts->shared, own);
}

static void append_head(GString *page, const Inspection *self)
{
    g_string_append(page, "<thead><tr><th>folder</th>");
    for (guint i = 0; i < self->configurations->len; i++) {
        const ConfigurationCounts *counts = self->configurations->pdata[i];
        g_string_append(page, "<th title=\"");
        append_escaped(page, counts->settings);
        g_string_append(page, "\">");
        append_escaped(page, counts->name);
        g_string_append(page, "</th>");
    }
    g_string_append(page, "</tr></thead>\n");
}

char *inspection_html(const Inspection *self)
{
    GString *page = g_string_new(head);
    const json_t *project = json_object_get(self->container->container, "project");
    const char *name = json_string_value(json_object_get(project, "name"));
    g_string_append(page, "<h1>");
    append_escaped(page, name == NULL ? "IR container" : name);
    g_string_append_printf(page,
                           "</h1>\n<p>%u units in %u configurations: %u classes, %u distinct "
                           "modules, %u functions of which %u are stored, %" G_GUINT64_FORMAT
                           " bytes in layers.</p>\n",
                           self->units, self->configurations->len, self->classes, self->modules,
                           self->store.functions, self->store.stored_functions,
                           self->container->bytes);
    g_string_append(page,
                    "<p class=\"key\"><span style=\"background:hsl(25,85%,97%)\">shared by all "
                    "configurations</span><span style=\"background:hsl(25,85%,62%)\">"
                    "specialised</span>Cells: units shared / specialised.</p>\n<table>\n");
    append_head(page, self);
    g_string_append(page, "<tbody>\n");
    for (guint f = 0; f < self->folders->len; f++) {
        g_string_append(page, "<tr><td>");
        append_escaped(page, self->folders->pdata[f]);
        g_string_append(page, "</td>");
        for (guint i = 0; i < self->configurations->len; i++) {
            append_cell(page, &((ConfigurationCounts *)self->configurations->pdata[i])->folders[f]);
        }
        g_string_append(page, "</tr>\n");
    }
    g_string_append(page, "</tbody></table>\n</body></html>\n");
    return g_string_free(page, FALSE);
}
