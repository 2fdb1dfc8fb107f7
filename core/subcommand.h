/* Programs with subcommands: each cmd_NAME.c holds one, a command line as a table and a function
 * that runs it and returns the exit status. */
#pragma once

#include "core/command_line.h"
#include "core/terminal.h"

/* One argument or more. */
#define SUBCOMMAND_MANY G_MAXUINT

/* Who the program talks to. */
typedef struct {
    const char *program; /* argv[0] */
    Terminal out;
    Terminal err;
} Console;

/* What a program ends with once all that it printed is written. Where standard output could not
 * be, as with a full disk, that is said, and stands for what would have been there to read. */
ExitStatus program_finish(const char *program, const Terminal *out, const Terminal *err,
                          ExitStatus status);

typedef struct {
    const char *name;
    const CommandLine *line;
    gsize
        options_size; /* of the struct that the rows of `line` fill; begins as SubcommandOptions */
    guint positional; /* how many arguments are no options, or SUBCOMMAND_MANY */
    /* Does what the parsed command line says; `arguments` are those that are no options, as many as
     * `positional` asks for, NULL-terminated. The exit status; where an error is set, the error
     * alone decides (subcommand_fail). */
    ExitStatus (*act)(const void *options, char *const *arguments, const Console *console,
                      GError **error);
    /* Which of the program's own errors mean bad input; NULL: none. */
    gboolean (*is_bad_input)(const GError *error);
} Subcommand;

/* What every subcommand's struct of options begins with. */
typedef struct {
    gboolean help;
} SubcommandOptions;

/* The row for the above, and the end of a table. */
#define SUBCOMMAND_ROWS                                                                            \
    {"help", 'h', TAKES_NOTHING, NULL, "show this text", NULL, offsetof(SubcommandOptions, help),  \
     NULL},                                                                                        \
    {                                                                                              \
        .name = NULL                                                                               \
    }

/* A row for the environment of what reads data files, and an environment of nothing else. */
#define SUBCOMMAND_READS_DATA                                                                      \
    {"XAAS_DATA_DIR", "A folder with the data files to use instead of the installed ones."}
extern const ManualEntry subcommand_reads_data[];

/* NULL when no subcommand has that name. `list` ends with NULL. */
const Subcommand *subcommand_find(const Subcommand *const *list, const char *name);
/* "; did you mean PROGRAM NAME?" for a name that no subcommand has; "" when none is near. The
 * caller frees it. */
char *subcommand_question(const Subcommand *const *list, const char *name);
/* Parses, acts, and prints the error if there is one; the help in place of all that when it is
 * asked for. `arguments` begins with the name and is NULL-terminated. */
ExitStatus subcommand_run(const Subcommand *self, char *const *arguments, const Console *console);
/* Prints an error and returns the exit status that stands for it: its code for a PROGRAM_ERROR, bad
 * input for what could not be read as a specification or is not there, else the environment. */
ExitStatus subcommand_fail(const Subcommand *self, const Console *console, const GError *error);
