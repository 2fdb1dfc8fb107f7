#include "container/program/source_command.h"
#include "container/image/manifest.h"
#include "container/program/fatal.h"
#include "container/source/source_deploy.h"
#include "core/data_folder.h"
#include "core/json.h"
#include <string.h>

static void print_json(json_t *document, const Console *console)
{
    json_dumpf(document, console->out.stream, JSON_INDENT(2));
    fputs("\n", console->out.stream);
    json_decref(document);
}

static void show_packed(const SourcePackResult *result, const SourceBuildOptions *options,
                        const Console *console)
{
    fprintf(console->out.stream, "%s is %s: %u files\n", options->output, result->digest,
            result->files);
    for (guint i = 0; i < result->left_out->len; i++) {
        g_autofree char *safe = terminal_text(result->left_out->pdata[i]);
        fprintf(console->out.stream, "left out: %s\n", safe);
    }
}

ExitStatus source_command_build(const SourceBuildOptions *options, const Console *console,
                                GError **error)
{
    g_autofree char *layout = NULL;
    g_autofree char *tag = NULL;
    if (options->output == NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "no image was named; give -o oci:DIR:TAG");
        return EXIT_STATUS_USAGE;
    }
    if (!image_reference_parse(options->output, &layout, &tag, error)) {
        return EXIT_STATUS_USAGE;
    }
    gint64 timestamp = 0;
    g_autofree char *knowledge = data_folder_find(console->program, "container", error);
    if (knowledge == NULL || !setup_timestamp(&timestamp, error)) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    g_autofree char *program = program_own_path(console->program);
    const SourcePackRequest request = {.specification = options->specification,
                                       .source = options->source != NULL ? options->source : ".",
                                       .layout = layout,
                                       .tag = tag,
                                       .program = program,
                                       .knowledge = knowledge,
                                       .timestamp = timestamp};
    g_auto(SourcePackResult) result = {0};
    if (!source_pack(&request, &result, error)) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    if (options->json) {
        print_json(json_pack("{s:s, s:i, s:o}", "digest", result.digest, "files", (int)result.files,
                             "left_out", json_of_texts(result.left_out)),
                   console);
    } else if (!options->quiet) {
        show_packed(&result, options, console);
    }
    return EXIT_STATUS_DONE;
}

gboolean source_command_is_source(const char *layout, const char *tag, gboolean *is_source,
                                  GError **error)
{
    g_autofree char *schema = manifest_annotation(layout, tag, "io.xaas.schema", error);
    *is_source = g_strcmp0(schema, SOURCE_SCHEMA) == 0;
    return schema != NULL;
}

static void show_progress(const char *what, guint done, guint total, gpointer data)
{
    (void)done;
    (void)total;
    fprintf(((const Console *)data)->err.stream, "%s\n", what);
}

static void show_deployed(const SourceDeployResult *result, const SourceDeployOptions *options,
                          const System *system, const Console *console)
{
    const char *cpu = system_target_cpu(system);
    fprintf(console->out.stream, "built from source and installed to %s for %s\n", options->prefix,
            cpu != NULL ? cpu : "an unknown processor");
    for (guint i = 0; i < result->settings->len; i++) {
        const Setting *setting = result->settings->pdata[i];
        g_autofree char *option = terminal_text(setting->option);
        g_autofree char *value = terminal_text(setting->value);
        fprintf(console->out.stream, "    %s=%s\n", option, value);
    }
}

ExitStatus source_command_deploy(const SourceDeployOptions *options, const Console *console,
                                 GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    Selector selector = {.arena = arena};
    g_autofree char *knowledge = data_folder_find(console->program, "container", error);
    if (knowledge == NULL || !selector_open(&selector, &options->selector, console, error)) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    const SourceDeployRequest request = {.layout = options->layout,
                                         .tag = options->tag,
                                         .scratch = options->scratch,
                                         .prefix = options->prefix,
                                         .knowledge = knowledge,
                                         .root = options->root,
                                         .keep = options->keep,
                                         .set = options->set,
                                         .arguments = options->arguments,
                                         .make_arguments = options->make_arguments,
                                         .selector = &selector,
                                         .isolation = options->isolation,
                                         .jobs = options->jobs,
                                         .watch = fatal_watch,
                                         .progress = options->quiet ? NULL : show_progress,
                                         .data = (gpointer)console};
    g_auto(SourceDeployResult) result = {0};
    gboolean deployed = source_deploy(&request, &result, error);
    if (result.offered != NULL) {
        selector_warn(&selector, result.offered, console);
    }
    if (!deployed) {
        return EXIT_STATUS_ENVIRONMENT;
    }
    if (options->json) {
        print_json(source_deploy_json(&request, &result), console);
    } else if (!options->quiet) {
        show_deployed(&result, options, selector.system, console);
    }
    return EXIT_STATUS_DONE;
}
