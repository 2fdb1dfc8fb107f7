#include "discover/review/report.h"
#include "core/file.h"
#include "core/html.h"
#include <string.h>

#define ASSET_BYTES_MAX (1024u * 1024u)

/* What the template's marks stand for. */
typedef struct {
    const char *mark;
    const char *text;
} Part;

static char *read_asset(const char *folder, const char *name, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    return file_read(path, ASSET_BYTES_MAX, NULL, error);
}

/* One script out of its files: later ones use what earlier ones declare. */
static char *read_scripts(const char *folder, GError **error)
{
    static const char *const names[] = {"page.js",      "source.js",   "points.js",   "list.js",
                                        "graph.js",     "pictures.js", "sections.js", "rejected.js",
                                        "decisions.js", "start.js"};
    GString *script = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *text = read_asset(folder, names[i], error);
        if (text == NULL) {
            g_string_free(script, TRUE);
            return NULL;
        }
        g_string_append(script, text);
    }
    return g_string_free(script, FALSE);
}

/* "sha256-..." as a policy names an inline script or style. */
static char *policy_digest(const char *text)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, (const guchar *)text, -1);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_checksum_get_digest(checksum, digest, &length);
    g_autofree char *base64 = g_base64_encode(digest, length);
    return g_strdup_printf("'sha256-%s'", base64);
}

/* JSON that may stand inside a script element: in it, '<' occurs in texts only, and nothing but a
 * '<' can end the element or begin a comment. */
static char *embedded_json(json_t *data)
{
    char *text = json_dumps(data, JSON_COMPACT);
    GString *out = g_string_new(text);
    free(text);
    g_string_replace(out, "<", "\\u003c", 0);
    return g_string_free(out, FALSE);
}

/* Replaces each mark once, in the template only: what a part holds is not looked at. */
static char *fill(const char *template, const Part *parts, gsize count)
{
    GString *out = g_string_new(NULL);
    const char *at = template;
    while (*at != '\0') {
        const Part *found = NULL;
        for (gsize i = 0; i < count && found == NULL; i++) {
            found = g_str_has_prefix(at, parts[i].mark) ? &parts[i] : NULL;
        }
        if (found != NULL) {
            g_string_append(out, found->text);
            at += strlen(found->mark);
        } else {
            g_string_append_c(out, *at++);
        }
    }
    return g_string_free(out, FALSE);
}

static char *escaped_title(const ReportInput *input)
{
    const SpecificationProject *project = input->file->specification->project;
    g_autofree char *title =
        g_strdup_printf("%s%s%s", project->name, project->version == NULL ? "" : " ",
                        project->version == NULL ? "" : project->version);
    return html_text(title);
}

char *report_page(const ReportInput *input, const char *assets, GError **error)
{
    g_autofree char *template = read_asset(assets, "report.html", error);
    g_autofree char *style = template == NULL ? NULL : read_asset(assets, "report.css", error);
    g_autofree char *script = style == NULL ? NULL : read_scripts(assets, error);
    if (script == NULL) {
        return NULL;
    }
    json_t *data = report_data(input);
    g_autofree char *json = embedded_json(data);
    json_decref(data);
    g_autofree char *title = escaped_title(input);
    g_autofree char *style_digest = policy_digest(style);
    g_autofree char *script_digest = policy_digest(script);
    const Part parts[] = {
        {"@TITLE@", title},
        {"@STYLE@", style},
        {"@SCRIPT@", script},
        {"@DATA@", json},
        {"@STYLE_DIGEST@", style_digest},
        {"@SCRIPT_DIGEST@", script_digest},
        {"@CONNECT@", input->token == NULL ? "'none'" : "'self'"},
    };
    return fill(template, parts, G_N_ELEMENTS(parts));
}
