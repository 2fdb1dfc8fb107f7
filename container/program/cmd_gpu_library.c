/* xaas-container gpu-library INTERFACE LIBRARY: what a driver's library says; started by
 * xaas-container system, not by people. */
#include "container/program/subcommands.h"
#include "container/system/gpu_library.h"
#include <stddef.h>

typedef struct {
    CommonOptions common;
} LibraryOptions;

static const OptionRow rows[] = {COMMON_ROWS};
static const char *const description[] = {
    "Started by xaas-container system, which waits for a driver's library no longer than it "
    "likes.",
    NULL};

static const CommandLine line = {
    .program = "xaas-container gpu-library",
    .purpose = "ask a driver's library",
    .summary = "Shows what a driver's library says of its devices.",
    .arguments = "INTERFACE LIBRARY",
    .argument_takes = TAKES_TEXT,
    .rows = rows,
    .statuses = COMMON_STATUSES(NULL),
    .description = description,
};

static ExitStatus describe(const void *options G_GNUC_UNUSED, char *const *arguments,
                           const Console *console, GError **error)
{
    g_autofree char *text = gpu_library_describe(arguments[0], arguments[1], error);
    if (text != NULL) {
        fputs(text, console->out.stream);
    }
    return text != NULL ? EXIT_STATUS_DONE : EXIT_STATUS_ENVIRONMENT;
}

const Subcommand cmd_gpu_library = {.name = "gpu-library",
                                    .line = &line,
                                    .options_size = sizeof(LibraryOptions),
                                    .positional = 2,
                                    .act = describe};
