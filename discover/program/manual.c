/* Prints a manual page or a shell's completion when it is built: xaas-discover-manual FORM
 * [SUBCOMMAND]. */
#include "core/manual.h"
#include "discover/program/options.h"
#include "discover/program/subcommands.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    ManualForm form;
    const Subcommand *subcommand =
        argc == 3 ? subcommand_find(discover_subcommands, argv[2]) : NULL;
    if (argc < 2 || argc > 3 || (argc == 3 && subcommand == NULL) ||
        !manual_form_parse(argv[1], &form)) {
        fputs("usage: xaas-discover-manual man|bash|zsh|fish [SUBCOMMAND]\n", stderr);
        return EXIT_STATUS_USAGE;
    }
    g_autoptr(GPtrArray) commands = g_ptr_array_new();
    for (const Subcommand *const *each = discover_subcommands; *each != NULL; each++) {
        g_ptr_array_add(commands, (gpointer)(*each)->line);
    }
    g_ptr_array_add(commands, NULL);
    CommandLine whole = discover_command_line;
    whole.commands = (const CommandLine *const *)commands->pdata;
    const CommandLine *line = subcommand == NULL ? &whole : subcommand->line;
    g_autofree char *text = manual_text(line, form, XAAS_VERSION);
    fputs(text, stdout);
    return fflush(stdout) == 0 ? EXIT_STATUS_DONE : EXIT_STATUS_ENVIRONMENT;
}
