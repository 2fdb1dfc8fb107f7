/* xaas-discover: finds the specialization points of a project. See options.c for what it can be
 * told. */
#include "discover/program/commands.h"
#include "discover/program/subcommands.h"

static ExitStatus refuse(const Terminal *err, const GError *error)
{
    g_autofree char *message = terminal_text(error->message);
    fprintf(err->stream, "xaas-discover: %s\n", message);
    if (error->code == EXIT_STATUS_USAGE) {
        fputs("Try 'xaas-discover --help'.\n", err->stream);
    }
    return error->domain == PROGRAM_ERROR ? (ExitStatus)error->code : EXIT_STATUS_ENVIRONMENT;
}

static ExitStatus discover(const DiscoverOptions *options, const char *program, const Terminal *out,
                           const Terminal *err)
{
    g_autoptr(GError) error = NULL;
    ExitStatus status = EXIT_STATUS_DONE;
    if (options->explain == NULL && !cmd_discover_may_write(options, err, &status)) {
        return status;
    }
    Progress progress = progress_on(err, !options->quiet);
    g_autoptr(Analysis) analysis = analysis_run(options, program, &progress, &error);
    progress_end(&progress);
    if (analysis == NULL) {
        return refuse(err, error);
    }
    return options->explain != NULL ? cmd_explain(options, analysis, out, err)
                                    : cmd_discover(options, analysis, out, err);
}

static void print_subcommands(const Terminal *out)
{
    fputs("\nWith a specification:\n", out->stream);
    for (const Subcommand *const *each = discover_subcommands; *each != NULL; each++) {
        fprintf(out->stream, "  xaas-discover %-8s%s\n", (*each)->name, (*each)->line->purpose);
    }
}

/* A first word that is no folder, but looks like a subcommand. */
static gboolean is_misspelt(const char *word, GError **error)
{
    g_autofree char *question = subcommand_question(discover_subcommands, word);
    if (*word == '-' || *question == '\0' || strchr(word, '/') != NULL ||
        g_file_test(word, G_FILE_TEST_EXISTS)) {
        return FALSE;
    }
    g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE, "%s is neither a folder nor a command%s",
                word, question);
    return TRUE;
}

int main(int argc, char **argv)
{
    terminal_take_locale();
    Terminal out = terminal_of(stdout);
    Terminal err = terminal_of(stderr);
    ExitStatus status = EXIT_STATUS_DONE;
    const Subcommand *subcommand = argc > 1 ? subcommand_find(discover_subcommands, argv[1]) : NULL;
    if (subcommand != NULL) {
        const Console console = {argv[0], out, err};
        status = subcommand_run(subcommand, argv + 1, &console);
        return (int)program_finish("xaas-discover", &out, &err, status);
    }
    g_autoptr(GError) error = NULL;
    if (argc > 1 && is_misspelt(argv[1], &error)) {
        return (int)refuse(&err, error);
    }
    g_autoptr(DiscoverOptions) options = discover_options_parse(argv, &error);
    if (options == NULL) {
        return (int)refuse(&err, error);
    }
    if (options->help) {
        g_autofree char *help = discover_options_help();
        fputs(help, stdout);
        print_subcommands(&out);
    } else if (options->version) {
        puts("xaas-discover " XAAS_VERSION);
    } else {
        status = discover(options, argc > 0 ? argv[0] : NULL, &out, &err);
    }
    return (int)program_finish("xaas-discover", &out, &err, status);
}
