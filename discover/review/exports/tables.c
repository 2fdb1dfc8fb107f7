/* Forms that are read by spreadsheets and workflows. */
#include "core/csv.h"
#include "core/json.h"
#include "discover/review/exports/writer.h"
#include <string.h>

/* ---- GitHub workflow matrix: "include" of a job's strategy.matrix --------------------------- */

char *export_matrix(const ExportInput *input, GError **error)
{
    (void)error;
    json_t *include = json_array();
    for (guint i = 0; i < input->configurations->len; i++) {
        const ExportConfiguration *configuration = input->configurations->pdata[i];
        json_t *settings = json_object();
        g_autoptr(GString) arguments = g_string_new(NULL);
        for (guint k = 0; k < configuration->settings->len; k++) {
            const ExportSetting *setting = configuration->settings->pdata[k];
            const char *argument = export_argument(input, setting);
            g_autofree char *quoted = argument != NULL ? shell_word(argument) : NULL;
            if (quoted != NULL) {
                g_string_append_printf(arguments, "%s%s", arguments->len == 0 ? "" : " ", quoted);
            }
            json_object_set_new(settings, setting->point->option, json_of_text(setting->value));
        }
        json_array_append_new(include,
                              json_pack("{s:s, s:o, s:o}", "name", configuration->name, "arguments",
                                        json_of_text(arguments->str), "settings", settings));
    }
    json_t *root = json_pack("{s:o}", "include", include);
    char *text = json_document_text(root);
    json_decref(root);
    return text;
}

/* ---- CSV ---------------------------------------------------------------------------------------
 */

static void add_point(GString *out, const Point *point)
{
    g_autoptr(GString) values = g_string_new(NULL);
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (value->rejected == NULL) {
            g_string_append_printf(values, "%s%s", values->len == 0 ? "" : " ", value->value);
        }
    }
    g_autofree char *condition = condition_text(point->condition);
    g_autofree char *lines =
        point->reach == NULL ? NULL : g_strdup_printf("%u", point->reach->lines);
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *at = NULL;
    if (point->evidence->len > 0) {
        at = span_text(&((const Evidence *)point->evidence->pdata[0])->at);
    }
    const char *const cells[] = {point->id,
                                 category_text(point->category),
                                 point->option,
                                 point->folder,
                                 point->name,
                                 point_kind_text(point->kind),
                                 point->default_value,
                                 values->str,
                                 point->flag,
                                 condition,
                                 lines,
                                 g_ascii_formatd(number, sizeof number, "%.2f", point->confidence),
                                 point->decided_by,
                                 review_text(point->review),
                                 at};
    for (gsize i = 0; i < G_N_ELEMENTS(cells); i++) {
        g_autofree char *shown = comment_text(cells[i]);
        csv_add(out, shown);
    }
    g_string_append_c(out, '\n');
}

char *export_csv(const ExportInput *input, GError **error)
{
    (void)error;
    GString *out = g_string_new("id,category,option,folder,name,kind,default,values,flag,condition,"
                                "lines,confidence,decided_by,review,at\n");
    const GPtrArray *points = input->request->specification->points;
    for (guint i = 0; i < points->len; i++) {
        const Point *point = points->pdata[i];
        if (!input->request->accepted_only || point->review == REVIEW_ACCEPTED) {
            add_point(out, point);
        }
    }
    return g_string_free(out, FALSE);
}
