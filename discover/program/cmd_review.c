/* xaas-discover review: decide on the points of a specification, or check that it was done. */
#include "core/data_folder.h"
#include "core/file.h"
#include "discover/program/analysis.h"
#include "discover/program/people.h"
#include "discover/program/review_terminal.h"
#include "discover/program/subcommands.h"
#include "discover/review/check.h"
#include "discover/review/serve/server.h"
#include "discover/specify.h"
#include <signal.h>
#include <stddef.h>

typedef struct {
    SubcommandOptions common;
    char *source;
    char *serve; /* where; "" for anywhere on this machine */
    int jobs;
    gboolean check;
} ReviewOptions;

#define FIELD(member) offsetof(ReviewOptions, member)

static const OptionRow rows[] = {
    {"source", 's', TAKES_FOLDER, "DIR", "the project's folder", NULL, FIELD(source), NULL},
    {"check", 0, TAKES_NOTHING, NULL, "decide nothing; list what is open and exit with status 1",
     "With --source the project is analysed again, and what the file says of it is compared with "
     "what it says now: points that are new or gone, values and conditions that changed, evidence "
     "that moved.",
     FIELD(check), NULL},
    {"serve", 0, TAKES_OPTIONAL, "ADDRESS:PORT", "decide in a browser, which writes into the file",
     "Prints the address of the page, which holds a random token, and answers until it is "
     "interrupted. Each write makes sure that nobody else has changed the file. Without an address "
     "it is 127.0.0.1:0; port 0 is any that is free. At an address that other machines reach, "
     "whoever learns the page's address may decide; the connection is not encrypted.",
     FIELD(serve), NULL},
    {"jobs", 'j', TAKES_NUMBER, "N", "scan sources with N threads; default, or 0: one a processor",
     NULL, FIELD(jobs), NULL},
    SUBCOMMAND_ROWS,
};

static const char *const description[] = {
    "Shows one point after the other that waits for a decision, with its evidence, and asks what "
    "is to become of it. Each decision is in the file before the next point is shown, so a review "
    "can be left at any time and taken up again later. Only the lines of the decision change. An "
    "option that was rejected can be made a point; xaas-discover --update then works out what it "
    "offers.",
    NULL};

static const ManualEntry examples[] = {
    {"xaas-discover review gromacs.xaas.yaml --source gromacs",
     "Decide on what is still open, with pieces of source."},
    {"xaas-discover review gromacs.xaas.yaml --source gromacs --serve", "Decide in a browser."},
    {"xaas-discover review --check gromacs.xaas.yaml --source gromacs",
     "Fail in continuous integration while there is something to decide."},
    {.subject = NULL}};

static const CommandLine line = {
    .program = "xaas-discover review",
    .purpose = "decide on the points of a specification",
    .summary = "Decides on the points of a specification, or checks that somebody has.",
    .arguments = "SPECIFICATION",
    .argument_takes = TAKES_FILE,
    .rows = rows,
    .statuses = SUBCOMMAND_STATUSES("--check found something"),
    .description = description,
    .environment = subcommand_reads_data,
    .examples = examples,
};

static void show_findings(const GPtrArray *findings, const char *path, const Terminal *out)
{
    g_autofree char *file = terminal_text(path);
    for (guint i = 0; i < findings->len; i++) {
        const ReviewFinding *finding = findings->pdata[i];
        g_autofree char *option = terminal_text(finding->option);
        g_autofree char *words = terminal_text(finding->words);
        fputs(file, out->stream);
        if (finding->line > 0) {
            fprintf(out->stream, ":%u", finding->line);
        }
        fprintf(out->stream, ": %s: %s: %s\n", finding_kind_text(finding->kind), option, words);
    }
    if (findings->len == 0) {
        fprintf(out->stream, "%s: everything is decided\n", file);
    } else {
        fprintf(out->stream, "%s: %u %s\n", file, findings->len,
                count_noun(findings->len, "finding", "findings"));
    }
}

/* Analyses the project as a run with --update would. */
static Specification *analyse(const ReviewOptions *options, const Specification *present,
                              const Console *console, Analysis **analysis, GError **error)
{
    *analysis = subcommand_analyse(options->source, options->jobs, console, error);
    if (*analysis == NULL) {
        return NULL;
    }
    subcommand_doubt_source(present, (*analysis)->tree, console);
    people_keep_points(present, *analysis);
    return specify((*analysis)->facts, (*analysis)->decisions, (*analysis)->sources,
                   (*analysis)->arena);
}

static ExitStatus check(const ReviewOptions *options, const char *path, const Console *console,
                        GError **error)
{
    g_autoptr(ReviewFile) file = review_file_load(path, error);
    g_autoptr(Analysis) analysis = NULL;
    const Specification *fresh = NULL;
    if (file != NULL && options->source != NULL) {
        fresh = analyse(options, file->specification, console, &analysis, error);
    }
    if (file == NULL || (options->source != NULL && fresh == NULL)) {
        return EXIT_STATUS_INPUT;
    }
    const GPtrArray *findings = review_check(file, fresh, file->arena);
    show_findings(findings, path, &console->out);
    return findings->len > 0 ? EXIT_STATUS_FINDINGS : EXIT_STATUS_DONE;
}

static gboolean review(const ReviewOptions *options, const char *path, const Console *console,
                       GError **error)
{
    g_autoptr(ReviewStore) store = review_store_open(path, error);
    g_autoptr(ProjectTree) project =
        store == NULL ? NULL : project_tree_open(options->source, error);
    if (project == NULL) {
        return FALSE;
    }
    subcommand_doubt_source(store->file->specification, project->tree, console);
    const ReviewTerminal terminal = {
        .store = store, .tree = project->tree, .input = stdin, .out = &console->out};
    return review_terminal_run(&terminal, error);
}

static void print_address(const ReviewServer *server, const Console *console)
{
    fprintf(console->out.stream, "%s\n", review_server_url(server));
    fflush(console->out.stream);
    if (review_server_is_public(server)) {
        fputs("xaas-discover review: other machines can reach this address; the connection is not "
              "encrypted\n",
              console->err.stream);
    }
    fputs("Open this address in a browser. Ctrl-C ends it.\n", console->err.stream);
}

/* Answers until a signal ends it. The signals are blocked in all threads, and waited for here. */
static gboolean serve_until_signal(const ServerOptions *options, const Console *console,
                                   GError **error)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    g_autoptr(GError) local = NULL;
    g_autoptr(ReviewServer) server = review_server_start(options, &local);
    if (server == NULL) {
        gboolean usage = g_error_matches(local, SERVER_ERROR, SERVER_ERROR_ADDRESS);
        g_set_error_literal(error, PROGRAM_ERROR,
                            usage ? EXIT_STATUS_USAGE : EXIT_STATUS_ENVIRONMENT, local->message);
        return FALSE;
    }
    print_address(server, console);
    int received = 0;
    sigwait(&signals, &received);
    return TRUE;
}

static gboolean serve(const ReviewOptions *options, const char *path, const Console *console,
                      GError **error)
{
    g_autofree char *assets = data_folder_find(console->program, "review", error);
    g_autoptr(ReviewStore) store = assets == NULL ? NULL : review_store_open(path, error);
    g_autoptr(Analysis) project = NULL;
    if (store != NULL && options->source != NULL) {
        project = subcommand_analyse(options->source, options->jobs, console, error);
    }
    if (store == NULL || (options->source != NULL && project == NULL)) {
        return FALSE;
    }
    if (project != NULL) {
        subcommand_doubt_source(store->file->specification, project->tree, console);
    }
    const ServerOptions server = {.store = store,
                                  .tree = project == NULL ? NULL : project->tree,
                                  .sources = project == NULL ? NULL : project->sources,
                                  .decisions = project == NULL ? NULL : project->decisions,
                                  .assets = assets,
                                  .listen = *options->serve != '\0' ? options->serve : NULL};
    return serve_until_signal(&server, console, error);
}

static ExitStatus dispatch(const void *given, char *const *arguments, const Console *console,
                           GError **error)
{
    const ReviewOptions *options = given;
    if (options->check && options->serve != NULL) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                            "--check and --serve exclude each other");
        return EXIT_STATUS_USAGE;
    }
    if (options->check) {
        return check(options, arguments[0], console, error);
    }
    (options->serve != NULL ? serve : review)(options, arguments[0], console, error);
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_review = {.name = "review",
                               .line = &line,
                               .options_size = sizeof(ReviewOptions),
                               .positional = 1,
                               .act = dispatch};
