/* SARIF 2.1.0 (OASIS), which code review tools show beside the lines: one result for each point
 * that waits for a decision, at the place that defines it. */
#include "core/json.h"
#include "discover/review/exports/writer.h"

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

/* One rule a category: viewers group by it. The code scanning of GitHub takes no rule without all
 * three texts. A name that only repeats the identifier is none (section 3.49.7). */
static json_t *rules(void)
{
    json_t *list = json_array();
    for (guint i = 0; i < CATEGORY_COUNT; i++) {
        g_autofree char *text =
            g_strdup_printf("A build option that looks like a specialization point: %s.",
                            category_title((Category)i));
        json_t *rule = json_pack("{s:s, s:{s:s}}", "id", category_text((Category)i),
                                 "shortDescription", "text", text);
        json_object_set_new(
            rule, "fullDescription",
            json_pack("{s:s}", "text",
                      "The option chooses hardware or a performance library, as far as the build "
                      "description and the sources tell. Nobody has decided on it yet."));
        json_object_set_new(rule, "help",
                            json_pack("{s:s}", "text",
                                      "Decide with \"xaas-discover review\", or write \"review: "
                                      "accepted\" or \"review: rejected\" in the specification."));
        json_object_set_new(rule, "defaultConfiguration", json_pack("{s:s}", "level", "note"));
        json_array_append_new(list, rule);
    }
    return list;
}

/* What a whole file says stands at its first line: code scanning shows nothing without a line. */
static json_t *location(Span at)
{
    g_autofree char *uri = g_uri_escape_string(at.path, "/", FALSE);
    return json_pack("{s:{s:{s:s, s:s}, s:{s:I}}}", "physicalLocation", "artifactLocation", "uri",
                     uri, "uriBaseId", "PROJECTROOT", "region", "startLine",
                     (json_int_t)MAX(at.line, 1));
}

/* Where a point is defined. Who takes results refuses those without a place: one that has none is
 * at the beginning of the build description. */
static Span place_of(const Specification *specification, const Point *point)
{
    const Evidence *definition = point->evidence->len > 0 ? point->evidence->pdata[0] : NULL;
    if (definition != NULL && definition->at.path != NULL) {
        return definition->at;
    }
    const SpecificationBuild *first =
        specification->builds->len > 0 ? specification->builds->pdata[0] : NULL;
    return (Span){.path = first == NULL || *first->file == '\0' ? "." : first->file, .line = 1};
}

static json_t *result(const Specification *specification, const Point *point)
{
    gboolean is_named = point->name != NULL && !g_str_equal(point->name, point->option);
    g_autofree char *text =
        g_strdup_printf("%s%s%s%s waits for a decision: %s, %.0f %% sure.", point->option,
                        is_named ? " (" : "", is_named ? point->name : "", is_named ? ")" : "",
                        category_title(point->category), 100 * point->confidence);
    /* Tools follow a result from run to run by its fingerprint; lines move, the option stays. */
    return json_pack("{s:s, s:s, s:{s:o}, s:[o], s:{s:o}}", "ruleId",
                     category_text(point->category), "level", "note", "message", "text",
                     json_of_text(text), "locations", location(place_of(specification, point)),
                     "partialFingerprints", "point/v1", json_of_text(point->id));
}

char *export_sarif(const ExportInput *input, GError **error)
{
    (void)error;
    const Specification *specification = input->request->specification;
    const GPtrArray *points = specification->points;
    json_t *results = json_array();
    for (guint i = 0; i < points->len; i++) {
        const Point *point = points->pdata[i];
        if (point->review == REVIEW_PENDING && point->status != STATUS_GONE) {
            json_array_append_new(results, result(specification, point));
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
