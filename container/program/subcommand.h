/* What the subcommands of xaas-container share. Each cmd_NAME.c holds one: a table of options, and
 * a function that runs it and returns the exit status. */
#pragma once

#include "core/command_line.h"
#include "core/terminal.h"

typedef struct {
    const char *program; /* argv[0] */
    Terminal out;
    Terminal err;
} Console;

typedef struct {
    const char *name;
    const CommandLine *line;
    /* `arguments` begins with the name and is NULL-terminated. */
    ExitStatus (*run)(char *const *arguments, const Console *console);
    gboolean internal; /* started by the program itself: not in the list of --help */
} Subcommand;

extern const Subcommand cmd_plan;
extern const Subcommand cmd_build;
extern const Subcommand cmd_verify;
extern const Subcommand cmd_inspect;
extern const Subcommand cmd_unit;

/* What every subcommand's struct of options begins with. */
typedef struct {
    gboolean help;
    gboolean quiet;
    gboolean json;
} CommonOptions;

/* Rows for the above, for the end of a table whose struct begins with `CommonOptions common`. */
#define COMMON_ROWS                                                                                \
    {"json",                                                                                       \
     0,                                                                                            \
     TAKES_NOTHING,                                                                                \
     NULL,                                                                                         \
     "show the summary as JSON",                                                                   \
     NULL,                                                                                         \
     offsetof(CommonOptions, json),                                                                \
     NULL},                                                                                        \
        {"quiet",                                                                                  \
         'q',                                                                                      \
         TAKES_NOTHING,                                                                            \
         NULL,                                                                                     \
         "show errors only",                                                                       \
         NULL,                                                                                     \
         offsetof(CommonOptions, quiet),                                                           \
         NULL},                                                                                    \
        {"help", 'h', TAKES_NOTHING, NULL, "show this text", NULL, offsetof(CommonOptions, help),  \
         NULL},                                                                                    \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* The exit statuses of all subcommands. */
#define COMMON_STATUSES                                                                            \
    {                                                                                              \
        [EXIT_STATUS_DONE] = "done",                                                               \
        [EXIT_STATUS_FINDINGS] =                                                                   \
            "a configuration or a unit failed, or a check found a difference",                     \
        [EXIT_STATUS_USAGE] = "the command line makes no sense",                                   \
        [EXIT_STATUS_INPUT] = "a specification, matrix or image is malformed or impossible",       \
        [EXIT_STATUS_ENVIRONMENT] = "a program is missing, the disk is full, no isolation is "     \
                                    "possible"                                                     \
    }

/* Parses; on --help and on errors prints, sets `status` and returns FALSE. `positional` is the
 * number of arguments that are no options, `names` what they are called in messages. */
gboolean subcommand_parse(const Subcommand *self, void *options, char *const *arguments,
                          guint positional, GStrv *rest, const Console *console,
                          ExitStatus *status);
/* Prints an error and returns the exit status that stands for it. */
ExitStatus subcommand_fail(const Subcommand *self, const Console *console, const GError *error);
/* "oci:DIR:TAG" in two; FALSE and an error when it is not that. The caller frees both. */
gboolean image_reference_parse(const char *text, char **folder, char **tag, GError **error);
