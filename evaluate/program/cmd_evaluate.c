#include "evaluate/program/commands.h"

ExitStatus cmd_evaluate(const EvaluateOptions *options, const Terminal *out, const Terminal *err)
{
    (void)options;
    (void)out;
    fputs("xaas-evaluate: only --check-labels is there yet\n", err->stream);
    return EXIT_STATUS_ENVIRONMENT;
}
