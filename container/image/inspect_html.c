/* The matrix as a page: the configurations, and one row a folder of sources, each cell as dark as
 * the part of its units that is specialised. */
#include "container/image/inspect.h"
#include "container/image/machine_code.h"
#include "core/html.h"
#include "core/terminal.h"
#include <string.h>

/* Colours are those of the other reports; light and dark, and printed with their backgrounds. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<style>\n"
    ":root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--faint:#57606a;--line:#d0d7de;"
    "--heat:11 92 173}\n"
    "@media(prefers-color-scheme:dark){:root{--back:#14171b;--text:#e6e9ed;--faint:#a3adb8;"
    "--line:#3a424c;--heat:124 188 245}}\n"
    "body{margin:0 auto;padding:1.5rem 1.25rem;max-width:75rem;background:var(--back);"
    "color:var(--text);font:15px/1.5 system-ui,\"Liberation Sans\",Arial,sans-serif}\n"
    "h1{font-size:1.75rem;margin:0 0 .25rem}h2{font-size:1.3rem;margin:2.5rem 0 .5rem}\n"
    "p{max-width:80ch;margin:.35rem 0}.faint{color:var(--faint)}code{font-size:.9em}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}\n"
    "th,td{text-align:right;padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line)}\n"
    "th{color:var(--faint);font-size:.8rem;font-weight:600}\n"
    "th.text,td.text{text-align:left}\n"
    ".map td{padding:.25rem .6rem;border:1px solid var(--back);text-align:center}\n"
    ".map th{padding:.25rem .6rem .25rem 0}.map th[scope=col]{text-align:center}\n"
    "@media print{.map td{print-color-adjust:exact}}\n"
    "</style>\n";

static void append_title(GString *page, const Inspection *self)
{
    const json_t *project = json_object_get(self->container->container, "project");
    const char *name = json_string_value(json_object_get(project, "name"));
    const char *version = json_string_value(json_object_get(project, "version"));
    html_append_text(page, name == NULL ? "A project" : name);
    g_string_append(page, version == NULL ? "" : " ");
    html_append_text(page, version == NULL ? "" : version);
    g_string_append(page, ": its IR container");
}

static void append_summary(GString *page, const Inspection *self)
{
    guint configurations = self->configurations->len;
    g_string_append_printf(
        page,
        "<p>%u translation %s of %u %s became <strong>%u %s</strong> of LLVM bitcode: what is "
        "shown "
        "to be equal is there once. They hold %u %s, of which %u are stored.</p>\n",
        self->units, count_noun(self->units, "unit", "units"), configurations,
        count_noun(configurations, "configuration", "configurations"), self->modules,
        count_noun(self->modules, "module", "modules"), self->store.functions,
        count_noun(self->store.functions, "function", "functions"), self->store.stored_functions);
}

static void append_number(GString *page, guint number)
{
    g_string_append_printf(page, "<td>%u</td>", number);
}

static void append_configurations(GString *page, const Inspection *self)
{
    g_string_append(page,
                    "<h2>Configurations</h2>\n<div class=\"scroll\"><table><thead><tr>"
                    "<th class=\"text\">Name</th><th class=\"text\">Settings</th><th>Units</th>"
                    "<th>Modules</th><th>of its own</th><th>Functions</th>"
                    "<th>Not bitcode</th><th>Left out</th></tr></thead>\n<tbody>\n");
    for (guint i = 0; i < self->configurations->len; i++) {
        const ConfigurationCounts *counts = self->configurations->pdata[i];
        g_string_append(page, "<tr><td class=\"text\">");
        html_append_text(page, counts->name);
        g_string_append(page, "</td><td class=\"text\"><code>");
        html_append_text(page, counts->settings);
        g_string_append(page, "</code></td>");
        append_number(page, counts->units);
        append_number(page, counts->modules);
        append_number(page, counts->own_modules);
        append_number(page, counts->functions);
        append_number(page, counts->others);
        append_number(page, counts->left_out);
        g_string_append(page, "</tr>\n");
    }
    g_string_append(page, "</tbody></table></div>\n"
                          "<p class=\"faint\">Not bitcode: assembler, other languages and "
                          "compilers; these are kept with their command. "
                          "Left out: what the default build does not need, on request or "
                          "because it does not compile.</p>\n");
}

/* What no target of a deployment changes. */
static void append_machine_code(GString *page, const Container *container)
{
    for (guint i = 0; i < container->recipes->len; i++) {
        g_autofree char *text =
            machine_code_text(json_object_get(container->recipes->pdata[i], "machine_code"));
        if (text != NULL) {
            g_string_append(page, "<p>");
            html_append_text(page, container->names->pdata[i]);
            g_string_append(page, ": ");
            html_append_text(page, text);
            g_string_append(page, "</p>\n");
        }
    }
}

/* Readable with the page's text throughout. */
static void append_cell(GString *page, const FolderCounts *counts)
{
    if (counts->units == 0) {
        g_string_append(page, "<td></td>");
        return;
    }
    guint own = counts->units - counts->shared;
    g_string_append_printf(page,
                           "<td style=\"background:rgb(var(--heat) / %u%%)\" title=\"%u shared, %u "
                           "specialised\">%u of %u</td>",
                           5 + 40 * own / counts->units, counts->shared, own, own, counts->units);
}

static void append_map(GString *page, const Inspection *self)
{
    g_string_append(
        page, "<h2>Which sources are specialised</h2>\n<p class=\"faint\">How many of a folder's "
              "units are specialised, by configuration. A unit is shared, and not specialised, "
              "when all configurations that build its source have one module for it. The stronger "
              "the colour, the more of the folder is compiled anew for that configuration; an "
              "empty cell is a folder of which it builds nothing; <code>xaas-container "
              "inspect --why FILE</code> says why.</p>\n<div class=\"scroll\">"
              "<table class=\"map\"><thead><tr><th class=\"text\">Folder</th>");
    for (guint i = 0; i < self->configurations->len; i++) {
        g_string_append(page, "<th scope=\"col\">");
        html_append_text(page, ((const ConfigurationCounts *)self->configurations->pdata[i])->name);
        g_string_append(page, "</th>");
    }
    g_string_append(page, "</tr></thead>\n<tbody>\n");
    for (guint f = 0; f < self->folders->len; f++) {
        g_string_append(page, "<tr><th scope=\"row\" class=\"text\">");
        html_append_text(page, self->folders->pdata[f]);
        g_string_append(page, "</th>");
        for (guint i = 0; i < self->configurations->len; i++) {
            append_cell(page, &((ConfigurationCounts *)self->configurations->pdata[i])->folders[f]);
        }
        g_string_append(page, "</tr>\n");
    }
    g_string_append(page, "</tbody></table></div>\n");
}

char *inspection_html(const Inspection *self)
{
    GString *page = g_string_new(head);
    g_string_append(page, "<title>");
    append_title(page, self);
    g_string_append(page, "</title></head><body>\n<h1>");
    append_title(page, self);
    g_string_append(page, "</h1>\n");
    append_summary(page, self);
    append_configurations(page, self);
    append_machine_code(page, self->container);
    append_map(page, self);
    g_string_append(page, "</body></html>\n");
    return g_string_free(page, FALSE);
}
