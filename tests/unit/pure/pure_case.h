/* Cases for the comparison with CMake: a command, its arguments and the variables it finds.
 *
 * Besides the real commands there are five questions that CMake answers through if() and foreach():
 *   version A B         out is -1, 0 or 1
 *   true TEXT           out is TRUE when if(TEXT) holds for a constant
 *   false TEXT          out is TRUE when if(VARIABLE) does not hold for a variable of that value
 *   split TEXT          out is "<element>" for each argument that the unquoted text becomes
 *   match REGEX TEXT    out is TRUE when it matches; the CMAKE_MATCH variables too */
#pragma once

#include <glib.h>

typedef struct {
    guint line;           /* in the file of cases; 0: a random one */
    GPtrArray *words;     /* the command and its arguments */
    GPtrArray *variables; /* names and values in turn */
} PureCase;

PureCase *pure_case_new(guint line, const char *command);
void pure_case_free(PureCase *self);
void pure_case_add(PureCase *self, const char *word);
void pure_case_set(PureCase *self, const char *name, const char *value);
/* How a person writes it, for messages. */
char *pure_case_text(const PureCase *self);

/* One case a line: a JSON array of the command and its arguments, first of which may be an object
 * with variables. Lines that begin with "#" and empty ones are skipped. Aborts on anything else. */
void pure_cases_read(const char *path, GPtrArray *cases);

/* Appends `count` random cases. Equal seeds give equal cases. */
void pure_cases_random(guint32 seed, guint count, GPtrArray *cases);

/* What is compared: whether it failed, and variables ("name=value", or "name" for one not defined).
 */
typedef struct {
    gboolean failed;
    gboolean unknown; /* given up: PURE_ERROR_UNSUPPORTED */
    char *message;
    GPtrArray *results; /* char * */
} PureOutcome;
PureOutcome *pure_outcome_new(void);
void pure_outcome_free(PureOutcome *self);

/* Our own answer, with relative paths in `source_dir`. */
PureOutcome *pure_case_run(const PureCase *self, const char *source_dir);
/* The names whose values are results, NULL at the end. */
char **pure_case_watched(const PureCase *self);
/* Appends CMake code that does the same and calls show(NUMBER NAMES...) with what is watched. */
void pure_case_write(const PureCase *self, guint number, GString *script);
