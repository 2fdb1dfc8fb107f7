/* ground_replies PROJECT OUT REPLY...: checks recorded replies of the SC'25 study against the facts
 * of PROJECT, and writes each to OUT/MODEL/NN.json, where REPLY is .../MODEL/NN.json. docs/llm.md
 * has what comes of it. XAAS_DATA_DIR names the data files (share/xaas of the build folder). A
 * reply that makes no claim is written as an empty object. */
#include "core/json.h"
#include "discover/llm/whole_file.h"
#include "discover/program/analysis.h"
#include <stdio.h>
#include <string.h>

/* The study kept a reply that it could not parse beside a note of that. */
static char *reply_text(const char *path, GError **error)
{
    char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error)) {
        return NULL;
    }
    json_t *document = json_loads(text, 0, NULL);
    const char *raw = json_string_value(json_object_get(document, "raw_response"));
    if (raw != NULL) {
        g_free(text);
        text = g_strdup(raw);
    }
    json_decref(document);
    return text;
}

static gboolean ground_one(const WholeFileSettings *settings, const GPtrArray *decisions,
                           const char *folder, const char *path, GError **error)
{
    g_autofree char *text = reply_text(path, error);
    if (text == NULL) {
        return FALSE;
    }
    g_auto(GroundClaims) claims = {0};
    ground_claims_init(&claims);
    GroundCounts counts = {0};
    json_t *grounded = whole_file_ground(settings, decisions, text, &claims, &counts);
    g_autofree char *written = grounded == NULL ? g_strdup("{}\n") : json_document_text(grounded);
    json_decref(grounded);
    g_autofree char *run = g_path_get_basename(path);
    g_autofree char *parent = g_path_get_dirname(path);
    g_autofree char *model = g_path_get_basename(parent);
    g_autofree char *out = g_build_filename(folder, model, NULL);
    g_autofree char *file = g_build_filename(out, run, NULL);
    printf("%s/%s: %u claims, %u as they were, %u corrected, %u dropped\n", model, run,
           counts.claims, counts.kept, counts.corrected, counts.dropped);
    g_mkdir_with_parents(out, 0777);
    return g_file_set_contents(file, written, -1, error);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: ground_replies PROJECT OUT REPLY...\n", stderr);
        return 2;
    }
    g_autoptr(GError) error = NULL;
    char *const command[] = {argv[0], argv[1], NULL};
    g_autoptr(DiscoverOptions) options = discover_options_parse(command, &error);
    Progress silent = {.terminal = NULL};
    g_autoptr(Analysis) analysis =
        options == NULL ? NULL : analysis_run(options, argv[0], &silent, &error);
    if (analysis == NULL) {
        fprintf(stderr, "ground_replies: %s\n", error->message);
        return 3;
    }
    ConsultSettings consult_settings = {.batch.facts = analysis->facts,
                                        .knowledge = analysis->knowledge};
    WholeFileSettings settings = {
        .consult = &consult_settings, .tree = analysis->tree, .arena = analysis->arena};
    for (int i = 3; i < argc; i++) {
        if (!ground_one(&settings, analysis->decisions, argv[2], argv[i], &error)) {
            fprintf(stderr, "ground_replies: %s\n", error->message);
            return 4;
        }
    }
    return 0;
}
