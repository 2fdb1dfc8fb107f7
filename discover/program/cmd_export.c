/* xaas-discover export: a specification in the forms that other tools take. */
#include "core/data_folder.h"
#include "core/file.h"
#include "discover/program/subcommands.h"
#include "discover/review/exports/export.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    SubcommandOptions common;
    char *form;
    char *output;
    char *base;
    char **settings;
    gboolean accepted;
} ExportOptions;

#define FIELD(member) offsetof(ExportOptions, member)

static const OptionRow rows[] = {
    {"to", 't', TAKES_CHOICE, "FORM",
     "cmake-presets, spack, easybuild, apptainer, containerfile, hpccm, sarif, github-matrix, csv",
     "cmake-presets: a hidden preset and one for each value of each point. spack: a skeleton of "
     "package.py with variants, dependencies and conflicts. easybuild: configopts. apptainer, "
     "containerfile, hpccm: what builds one configuration. sarif: what waits for a decision, for "
     "code review tools. github-matrix: the matrix of a workflow's job. csv: a table.",
     FIELD(form), export_names},
    {"output", 'o', TAKES_FILE, "FILE", "write to FILE; default: standard output", NULL,
     FIELD(output), NULL},
    {"set", 0, TAKES_TEXTS, "OPTION=VALUE", "give OPTION this value in what is written",
     "May be repeated. What the value needs is set with it. Without any, the configuration is the "
     "project's default.",
     FIELD(settings), NULL},
    {"base", 0, TAKES_TEXT, "IMAGE", "image that containers begin with",
     "Default: " EXPORT_BASE_IMAGE ". Packages are installed with apt-get.", FIELD(base), NULL},
    {"accepted", 0, TAKES_NOTHING, NULL, "leave out points that nobody has accepted yet",
     "Rejected ones are left out always.", FIELD(accepted), NULL},
    SUBCOMMAND_ROWS,
};

static const char *const description[] = {
    "Writes the points of a specification in the form that another tool takes, with every text "
    "quoted by the rules of that form.",
    NULL};

static const ManualEntry examples[] = {
    {"xaas-discover export app.xaas.yaml --to cmake-presets -o CMakeUserPresets.json",
     "Offer each value as a preset."},
    {"xaas-discover export app.xaas.yaml --to containerfile --set GPU=CUDA -o Containerfile",
     "Build one configuration in a container."},
    {.subject = NULL}};

static const CommandLine line = {
    .program = "xaas-discover export",
    .purpose = "write a specification in another tool's form",
    .summary = "Writes a specification in the form that another tool takes.",
    .arguments = "SPECIFICATION",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = SUBCOMMAND_STATUSES(NULL),
    .description = description,
    .environment = subcommand_reads_data,
    .examples = examples,
};

static gboolean write_export(const ExportOptions *options, const char *path, const Console *console,
                             GError **error)
{
    ExportForm form;
    if (!export_form_parse(options->form, &form)) {
        g_autofree char *names = g_strjoinv(", ", (char **)export_names);
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "what to write is not said; --to takes one of %s", names);
        return FALSE;
    }
    g_autofree char *folder = data_folder_find(console->program, "review", error);
    g_autoptr(Arena) arena = arena_new();
    const Specification *specification =
        folder == NULL ? NULL : specification_load(arena, path, error);
    if (specification == NULL) {
        return FALSE;
    }
    g_autofree char *packages = g_build_filename(folder, "packages.yaml", NULL);
    const ExportRequest request = {.specification = specification,
                                   .packages = packages,
                                   .settings = (const char *const *)options->settings,
                                   .base = options->base,
                                   .tool_version = XAAS_VERSION,
                                   .accepted_only = options->accepted};
    g_autoptr(GError) local = NULL;
    g_autofree char *text = export_text(&request, form, &local);
    if (text == NULL) {
        gboolean usage = g_error_matches(local, EXPORT_ERROR, EXPORT_ERROR_SETTING);
        g_set_error_literal(error, PROGRAM_ERROR, usage ? EXIT_STATUS_USAGE : EXIT_STATUS_INPUT,
                            local->message);
        return FALSE;
    }
    const char *output = options->output == NULL ? FILE_STANDARD_OUTPUT : options->output;
    return file_write(output, text, strlen(text), error);
}

static ExitStatus act(const void *options, char *const *arguments, const Console *console,
                      GError **error)
{
    const ExportOptions *given = options;
    if (subcommand_spares(arguments[0], given->output, error)) {
        write_export(given, arguments[0], console, error);
    }
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_export = {.name = "export",
                               .line = &line,
                               .options_size = sizeof(ExportOptions),
                               .positional = 1,
                               .act = act};
