/* Prints the manual page or a shell's completion when it is built: xaas-evaluate-manual FORM. */
#include "core/manual.h"
#include "evaluate/program/options.h"
#include <stdio.h>

int main(int argc, char **argv)
{
    ManualForm form;
    if (argc != 2 || !manual_form_parse(argv[1], &form)) {
        fputs("usage: xaas-evaluate-manual man|bash|zsh|fish\n", stderr);
        return EXIT_STATUS_USAGE;
    }
    g_autofree char *text = manual_text(&evaluate_command_line, form, XAAS_VERSION);
    fputs(text, stdout);
    return fflush(stdout) == 0 ? EXIT_STATUS_DONE : EXIT_STATUS_ENVIRONMENT;
}
