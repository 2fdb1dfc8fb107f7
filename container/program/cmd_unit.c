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
static const ManualEntry nothing[] = {{.subject = NULL}};

static const CommandLine line = {
    .program = "xaas-container unit",
    .purpose = "compile one class of units",
    .summary = "Does one job of a work folder; xaas-container build starts it.",
    .arguments = "WORK KEY",
    .argument_takes = TAKES_FOLDER,
    .rows = rows,
    .statuses = COMMON_STATUSES,
    .description = description,
    .environment = nothing,
    .examples = nothing,
};

static ExitStatus run(char *const *arguments, const Console *console)
{
    UnitOptions options = {0};
    g_auto(GStrv) rest = NULL;
    ExitStatus status = EXIT_STATUS_DONE;
    g_autoptr(GError) error = NULL;
    if (subcommand_parse(&cmd_unit, &options, arguments, 2, &rest, console, &status) &&
        !compile_job_run(rest[0], rest[1], &error)) {
        subcommand_fail(&cmd_unit, console, error);
        status = EXIT_STATUS_FINDINGS;
    }
    return status;
}

const Subcommand cmd_unit = {
    .name = "unit", .line = &line, .run = run, .is_bad_input = container_error_is_bad_input};
