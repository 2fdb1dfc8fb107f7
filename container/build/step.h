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

#define STEP_ERROR step_error_quark()
GQuark step_error_quark(void);
typedef enum { STEP_ERROR_SHELL, STEP_ERROR_LACKS } StepError;
