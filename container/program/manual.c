/* Prints a manual page or a shell's completion when it is built: xaas-container-manual FORM
 * [SUBCOMMAND]. */
#include "core/manual.h"
#include "container/program/subcommands.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    ManualForm form;
    const Subcommand *subcommand =
        argc == 3 ? subcommand_find(container_subcommands, argv[2]) : NULL;
    if (argc < 2 || argc > 3 || (argc == 3 && subcommand == NULL) ||
        !manual_form_parse(argv[1], &form)) {
        fputs("usage: xaas-container-manual man|bash|zsh|fish [SUBCOMMAND]\n", stderr);
        return EXIT_STATUS_USAGE;
    }
    const CommandLine *line = subcommand == NULL ? &container_command_line : subcommand->line;
    g_autofree char *text = manual_text(line, form, XAAS_VERSION);
    fputs(text, stdout);
    return fflush(stdout) == 0 ? EXIT_STATUS_DONE : EXIT_STATUS_ENVIRONMENT;
}
