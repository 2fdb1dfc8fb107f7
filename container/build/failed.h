/* What the build tool says of commands that failed, in what it said of a whole run. */
#pragma once

#include <glib.h>

typedef struct {
    char *command; /* a command line */
    char *said;    /* by the command */
    int status;    /* how it ended; -1: some versions do not tell */
} FailedCommand;

void failed_command_clear(FailedCommand *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FailedCommand, failed_command_clear)

/* The command that failed to make an output. FALSE when none is said to have. */
gboolean failed_command_find(FailedCommand *self, const char *said, const char *output);
/* Whether any is said to have failed. */
gboolean failed_command_any(const char *said);
/* Removes what commands that failed have left in the build tree, which may be half of it: all that
 * they make, and of `outputs` (char *) what has blanks in its name. */
void failed_outputs_remove(const char *said, const char *build, const GPtrArray *outputs);
