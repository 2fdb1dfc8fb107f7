/* SARIF 2.1.0 (OASIS), which code review tools show beside the lines: one result for each point
 * that waits for a decision, at the place that defines it. */
#include "core/json.h"
#include "discover/review/exports/writer.h"

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

/* One rule a category: viewers group by it. */
static json_t *rules(void)
{
    json_t *list = json_array();
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        g_autofree char *text =
            g_strdup_printf("A build option that looks like a specialization point: %s.",
                            category_title((Category)i));
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:{s:s}, s:{s:s}}", "id", category_text((Category)i),
                            "name", category_text((Category)i), "shortDescription", "text", text,
                            "defaultConfiguration", "level", "note"));
    }
    return list;
}

static json_t *location(Span at)
{
    g_autofree char *uri = g_uri_escape_string(at.path, "/", FALSE);
    json_t *physical =
        json_pack("{s:{s:s, s:s}}", "artifactLocation", "uri", uri, "uriBaseId", "PROJECTROOT");
    if (at.line > 0) {
        json_object_set_new(physical, "region", json_pack("{s:i}", "startLine", (int)at.line));
    }
    return json_pack("{s:o}", "physicalLocation", physical);
}

static json_t *result(const Point *point)
{
    g_autofree char *text =
        g_strdup_printf("%s (%s) waits for a decision: %s, %.0f %% sure.", point->option,
                        point->name == NULL ? point->option : point->name,
                        category_title(point->category), 100 * point->confidence);
    json_t *locations = json_array();
    if (point->evidence->len > 0) {
        const Evidence *definition = point->evidence->pdata[0];
        if (definition->at.path != NULL) {
            json_array_append_new(locations, location(definition->at));
        }
    }
    /* Tools follow a result from run to run by its fingerprint; lines move, the option stays. */
    return json_pack("{s:s, s:s, s:{s:o}, s:o, s:{s:o}}", "ruleId", category_text(point->category),
                     "level", "note", "message", "text", json_of_text(text), "locations", locations,
                     "partialFingerprints", "point/v1", json_of_text(point->id));
}

char *export_sarif(const ExportInput *input, GError **error)
{
    (void)error;
    const GPtrArray *points = input->request->specification->points;
    json_t *results = json_array();
    for (guint i = 0; i < points->len; i++) {
        const Point *point = points->pdata[i];
        if (point->review == REVIEW_PENDING && point->status != STATUS_GONE) {
            json_array_append_new(results, result(point));
        }
    }
    json_t *driver = json_pack("{s:s, s:s, s:o}", "name", "xaas-discover", "version",
                               input->request->tool_version, "rules", rules());
    json_t *run =
        json_pack("{s:{s:o}, s:{s:{s:{s:s}}}, s:s, s:o}", "tool", "driver", driver,
                  "originalUriBaseIds", "PROJECTROOT", "description", "text",
                  "The project's top folder.", "columnKind", "utf16CodeUnits", "results", results);
    json_t *root =
        json_pack("{s:s, s:s, s:[o]}", "$schema", SCHEMA, "version", "2.1.0", "runs", run);
    char *text = json_document_text(root);
    json_decref(root);
    return text;
}
