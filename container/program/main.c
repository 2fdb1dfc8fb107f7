/* xaas-container: from a specification to an IR container. One cmd_NAME.c a subcommand. */
#include "container/program/subcommands.h"
#include <locale.h>
#include <string.h>

static void print_help(FILE *stream)
{
    fputs("usage: xaas-container COMMAND [OPTION...] ARGUMENTS\n\n", stream);
    for (const Subcommand *const *each = container_subcommands; *each != NULL; each++) {
        fprintf(stream, "  %-10s%s\n", (*each)->name, (*each)->line->purpose);
    }
    fputs("\nxaas-container COMMAND --help tells more. --version shows the version.\n", stream);
}

static ExitStatus run(char *const *arguments, const Console *console)
{
    const char *name = arguments[0] != NULL ? arguments[1] : NULL;
    if (name == NULL) {
        print_help(console->err.stream);
        return EXIT_STATUS_USAGE;
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help(console->out.stream);
        return EXIT_STATUS_DONE;
    }
    if (strcmp(name, "--version") == 0) {
        fputs("xaas-container " XAAS_VERSION "\n", console->out.stream);
        return EXIT_STATUS_DONE;
    }
    const Subcommand *subcommand = subcommand_find(container_subcommands, name);
    if (subcommand != NULL) {
        return subcommand->run(arguments + 1, console);
    }
#ifdef XAAS_CONTAINER_BUILD
    if (strcmp(name, cmd_unit.name) == 0) {
        return cmd_unit.run(arguments + 1, console);
    }
#endif
    g_autofree char *safe = terminal_text(name);
    fprintf(console->err.stream, "xaas-container: %s is no command\nTry 'xaas-container --help'.\n",
            safe);
    return EXIT_STATUS_USAGE;
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    const Console console = {argc > 0 ? argv[0] : "", terminal_of(stdout), terminal_of(stderr)};
    ExitStatus status = run(argv, &console);
    if (fflush(stdout) != 0 && status == EXIT_STATUS_DONE) {
        fputs("xaas-container: cannot write to standard output\n", stderr);
        status = EXIT_STATUS_ENVIRONMENT;
    }
    return (int)status;
}
