/* xaas-evaluate: scores specialization points against labelled projects. See options.c for what it
 * can be told. */
#include "core/subcommand.h"
#include "evaluate/program/commands.h"

static ExitStatus refuse(const Terminal *err, const GError *error)
{
    g_autofree char *message = terminal_text(error->message);
    fprintf(err->stream, "xaas-evaluate: %s\nTry 'xaas-evaluate --help'.\n", message);
    return EXIT_STATUS_USAGE;
}

int main(int argc, char **argv)
{
    (void)argc;
    terminal_take_locale();
    Terminal out = terminal_of(stdout);
    Terminal err = terminal_of(stderr);
    g_autoptr(GError) error = NULL;
    g_autoptr(EvaluateOptions) options = evaluate_options_parse(argv, &error);
    if (options == NULL) {
        return (int)refuse(&err, error);
    }
    ExitStatus status = EXIT_STATUS_DONE;
    if (options->help) {
        g_autofree char *help = command_line_help(&evaluate_command_line);
        fputs(help, stdout);
    } else if (options->version) {
        puts("xaas-evaluate " XAAS_VERSION);
    } else if (options->check_labels) {
        status = cmd_check_labels(options, &out, &err);
    } else {
        status = cmd_evaluate(options, &out, &err);
    }
    return (int)program_finish("xaas-evaluate", &out, &err, status);
}
