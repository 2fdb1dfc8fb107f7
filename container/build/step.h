/* A build tool's command line as argument vectors, so that no shell has to read it. */
#pragma once

#include "container/build/configure.h"

/* First words of a command: that it may fail, as in makefiles, and, each with the file behind it,
 * where its streams lead. */
#define STEP_MAY_FAIL "-"
#define STEP_WRITES ">"
#define STEP_APPENDS ">>"
#define STEP_READS "<"

/* "cd DIR && A && B && :" becomes DIR and the vectors of A and B, a new array of arrays of words;
 * `directory` (replaced) stays where the line names none. Of "A && B || true" only B may fail: no
 * project means the link that its build tool has put before. "A; B" is an A that may fail, and B.
 * NULL and an error when it takes a shell: for a pipe, a variable, a pattern of names; or when a
 * stream leads elsewhere than to the project and its build tree. Where messages go does not matter.
 * The result is a new reference, and `directory` the caller's to free. */
json_t *step_commands(const CMakeDriver *driver, const char *text, char **directory,
                      GError **error);

/* What such a vector says before its program, which stands at `first`. Texts are the vector's. */
typedef struct {
    gboolean may_fail;
    const char *reads;  /* NULL: nothing */
    const char *writes; /* NULL: what it says is not kept */
    gboolean appends;
    gsize first;
} StepCommand;

StepCommand step_command(const json_t *command);

/* How the words of a line name members of a set of names, char *. */
#define STEP_NAMES_PROGRAM 1u /* as a program that it starts */
#define STEP_NAMES_OTHER 2u   /* anywhere else, be it a part of a word */

/* Which of these it does; 0: it names none. A program is also what "cmake -E env" and the like
 * start, and what stands behind "|" or ";", or in a line for another shell. */
guint step_names(const CMakeDriver *driver, GHashTable *set, const char *line);

#define STEP_ERROR step_error_quark()
GQuark step_error_quark(void);
typedef enum { STEP_ERROR_SHELL, STEP_ERROR_LACKS, STEP_ERROR_OUTSIDE } StepError;
