/* What the build tool says of commands that failed, in what it said of a whole run. */
#pragma once

#include "container/build/workspace.h"

typedef struct {
    char *command; /* a command line */
    char *said;    /* by the command */
    int status;    /* how it ended; -1: some versions do not tell */
} FailedCommand;

void failed_command_clear(FailedCommand *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FailedCommand, failed_command_clear)

/* The command that failed to make an output. FALSE when none is said to have. */
gboolean failed_command_find(FailedCommand *self, const char *said, const char *output);
/* The first command that failed which is told at `at` or behind it: where to look for the next one,
 * NULL when there is none. */
const char *failed_command_next(FailedCommand *self, const char *said, const char *at);
/* Whether any is said to have failed. */
gboolean failed_command_any(const char *said);
/* Whether a build tool that ended so ended by itself, since commands failed: with
 * FAILURES_STATUS_ERROR, or as newer versions do, with the status that it says of one of them. */
gboolean failed_command_ends(const char *said, int status);

/* Whether a status says that a signal has ended a program; some above those are programs' own. */
gboolean failed_status_is_signal(int status);

/* Adds to a set of char * what is said not to have been made: outputs among all that the build tool
 * has, in its order. */
void failed_outputs_add(const char *said, const GPtrArray *targets, GHashTable *outputs);

typedef struct {
    GHashTable *asked; /* a set of char *: the outputs that were asked for */
    const GPtrArray
        *targets; /* char *: all outputs, in the order in which the build tool has them */
} FailedOutputs;

/* Removes what commands that failed have left in these folders, which may be half of it: all that a
 * command makes whose first output was asked for. Nothing else goes, whatever programs print.
 * FALSE when there is a line of another command, or a program's own that looks like one. */
gboolean failed_outputs_remove(const char *said, const OutputFolders *folders,
                               const FailedOutputs *known);
