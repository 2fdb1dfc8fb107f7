/* xaas-container lower FOLDER NAME: one module with options for LLVM itself; started by
 * xaas-container deploy, not by people. */
#include "container/deploy/apart.h"
#include "container/program/subcommands.h"
#include <stddef.h>

typedef struct {
    CommonOptions common;
} LowerOptions;

static const OptionRow rows[] = {COMMON_ROWS};
static const char *const description[] = {
    "Started by xaas-container deploy for modules whose commands gave options to LLVM itself.",
    NULL};

static const CommandLine line = {
    .program = "xaas-container lower",
    .purpose = "make code of one module",
    .summary = "Does one job of a deployment's folder; xaas-container deploy starts it.",
    .arguments = "FOLDER NAME",
    .argument_takes = TAKES_FOLDER,
    .rows = rows,
    .statuses = COMMON_STATUSES(NULL),
    .description = description,
};

static ExitStatus lower(const void *options G_GNUC_UNUSED, char *const *arguments,
                        const Console *console G_GNUC_UNUSED, GError **error)
{
    return apart_answer(arguments[0], arguments[1], error) ? EXIT_STATUS_DONE : EXIT_STATUS_INPUT;
}

const Subcommand cmd_lower = {.name = "lower",
                              .line = &line,
                              .options_size = sizeof(LowerOptions),
                              .positional = 2,
                              .act = lower,
                              .is_bad_input = container_error_is_bad_input};
