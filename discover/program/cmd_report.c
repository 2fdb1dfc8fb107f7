/* xaas-discover report: a specification as one page to read and decide in. */
#include "core/data_folder.h"
#include "core/file.h"
#include "discover/program/subcommands.h"
#include "discover/review/report.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    SubcommandOptions common;
    char *source;
    char *output;
    int jobs;
} ReportOptions;

#define FIELD(member) offsetof(ReportOptions, member)

static const OptionRow rows[] = {
    {"source", 's', TAKES_FOLDER, "DIR", "the project's folder, for pieces of source and the map",
     "Without it the page shows what the specification itself says.", FIELD(source), NULL},
    {"output", 'o', TAKES_FILE, "FILE", "write the page to FILE; default: NAME.html", NULL,
     FIELD(output), NULL},
    {"jobs", 'j', TAKES_NUMBER, "N", "scan sources with N threads; default, or 0: one a processor",
     NULL, FIELD(jobs), NULL},
    SUBCOMMAND_ROWS,
};

static const char *const description[] = {
    "Writes a page that needs nothing but a browser: every specialization point with its values, "
    "conditions, evidence and reach, the options that were refused, and what could not be "
    "followed. Decisions are made in the page, which then offers the changed specification for "
    "download; \"xaas-discover review --serve\" writes it directly.",
    NULL};

static const ManualEntry examples[] = {
    {"xaas-discover report gromacs.xaas.yaml --source gromacs -o report.html",
     "Write report.html."},
    {.subject = NULL}};

static const CommandLine line = {
    .program = "xaas-discover report",
    .purpose = "show a specification as a page",
    .summary = "Writes a specification as one HTML page, to read and to decide in.",
    .arguments = "SPECIFICATION",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = SUBCOMMAND_STATUSES(NULL),
    .description = description,
    .environment = subcommand_reads_data,
    .examples = examples,
};

/* "a/gromacs.xaas.yaml" -> "gromacs.html", in the current folder. */
static char *page_name(const char *path)
{
    g_autofree char *name = g_path_get_basename(path);
    const char *suffix = specification_format_suffix(FORMAT_YAML);
    if (g_str_has_suffix(name, suffix)) {
        name[strlen(name) - strlen(suffix)] = '\0';
    }
    return g_strconcat(name, ".html", NULL);
}

static gboolean write_page(const ReportOptions *options, const char *path, const Console *console,
                           GError **error)
{
    g_autofree char *assets = data_folder_find(console->program, "review", error);
    g_autoptr(ReviewFile) file = assets == NULL ? NULL : review_file_load(path, error);
    if (file == NULL) {
        return FALSE;
    }
    g_autoptr(Analysis) project = NULL;
    if (options->source != NULL) {
        project = subcommand_analyse(options->source, options->jobs, console, error);
        if (project == NULL) {
            return FALSE;
        }
        subcommand_doubt_source(file->specification, project->tree, console);
    }
    g_autofree char *name = g_path_get_basename(path);
    const ReportInput input = {.file = file,
                               .name = name,
                               .tree = project == NULL ? NULL : project->tree,
                               .sources = project == NULL ? NULL : project->sources,
                               .decisions = project == NULL ? NULL : project->decisions};
    g_autofree char *page = report_page(&input, assets, error);
    g_autofree char *output = options->output != NULL ? g_strdup(options->output) : page_name(path);
    if (page == NULL || !file_write(output, page, strlen(page), error)) {
        return FALSE;
    }
    if (strcmp(output, FILE_STANDARD_OUTPUT) != 0) {
        g_autofree char *safe = terminal_text(output);
        guint points = file->specification->points->len;
        fprintf(console->out.stream, "Wrote %s: %u %s\n", safe, points,
                count_noun(points, "point", "points"));
    }
    return TRUE;
}

static ExitStatus act(const void *options, char *const *arguments, const Console *console,
                      GError **error)
{
    const ReportOptions *given = options;
    if (subcommand_spares(arguments[0], given->output, error)) {
        write_page(given, arguments[0], console, error);
    }
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_report = {.name = "report",
                               .line = &line,
                               .options_size = sizeof(ReportOptions),
                               .positional = 1,
                               .act = act};
