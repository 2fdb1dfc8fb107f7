/* xaas-container unit WORK KEY: one edge of the compile graph; started by Ninja, not by people. */
#include "container/program/subcommands.h"
#include "container/stages/compile.h"
#include <stddef.h>

typedef struct {
    CommonOptions common;
} UnitOptions;

static const OptionRow rows[] = {COMMON_ROWS};
static const char *const description[] = {"Started by the compile graph of xaas-container build.",
                                          NULL};

static const CommandLine line = {
    .program = "xaas-container unit",
    .purpose = "compile one class of units",
    .summary = "Does one job of a work folder; xaas-container build starts it.",
    .arguments = "WORK KEY",
    .argument_takes = TAKES_FOLDER,
    .rows = rows,
    .statuses = COMMON_STATUSES("the unit failed"),
    .description = description,
};

/* A job that fails is a finding of the build, whatever the reason. */
static ExitStatus compile(const void *options G_GNUC_UNUSED, char *const *arguments,
                          const Console *console G_GNUC_UNUSED, GError **error)
{
    g_autoptr(GError) local = NULL;
    if (!compile_job_run(arguments[0], arguments[1], &local)) {
        g_set_error_literal(error, PROGRAM_ERROR, EXIT_STATUS_FINDINGS, local->message);
    }
    return EXIT_STATUS_DONE;
}

const Subcommand cmd_unit = {.name = "unit",
                             .line = &line,
                             .options_size = sizeof(UnitOptions),
                             .positional = 2,
                             .act = compile};
