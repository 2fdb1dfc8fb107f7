/* A build tool's command line as argument vectors, so that no shell has to read it. */
#pragma once

#include "container/build/configure.h"

/* The first word of a command that may fail, as in makefiles. */
#define STEP_MAY_FAIL "-"

/* "cd DIR && A && B && :" becomes DIR and the vectors of A and B, a new array of arrays of words;
 * `directory` (replaced) stays where the line names none. Of "A && B || true" only B may fail: no
 * project means the link that its build tool has put before. NULL and an error when it takes a
 * shell. */
json_t *step_commands(const CMakeDriver *driver, const char *text, char **directory,
                      GError **error);

/* How the words of a line name members of a set of names, char *. */
#define STEP_NAMES_PROGRAM 1u /* as a program that it starts */
#define STEP_NAMES_OTHER 2u   /* anywhere else, be it a part of a word */

/* Which of these it does; 0: it names none. */
guint step_names(GHashTable *set, const char *line);

#define STEP_ERROR step_error_quark()
GQuark step_error_quark(void);
typedef enum { STEP_ERROR_SHELL, STEP_ERROR_LACKS } StepError;
