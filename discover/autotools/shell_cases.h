/* Which lines of a shell script stand right inside of a case over what the script was given: only
 * there "-mpi)" and "CC)" are options. Names that hold an argument, or a part of one, are followed
 * through loops and assignments; in functions $1 is the script's when they are called with it. */
#pragma once

#include "discover/autotools/shell_functions.h"

/* Names that hold arguments. */
#define SHELL_CASES_NAMES_MAX 64u

typedef struct {
    GArray *subjects; /* const char * for each line: the name that the case around it is over, "1"
                         or  "arg"; NULL: none, or not over an argument */
    GArray *
        long_names; /* gboolean for each line: the case around it is over what getopts hands over */
    GHashTable *names; /* char *: those that hold an argument or a part of one */
    GArray *others;    /* gboolean for each line: in a function whose $1 is not the script's */
    ShellFunctions *functions;
} ShellCases;

/* The caller frees it; `lines` is NULL-terminated. */
ShellCases *shell_cases_new(char **lines);
void shell_cases_free(ShellCases *self);

/* The name that the case right around the line is over; NULL when it is over no argument. */
const char *shell_cases_subject(const ShellCases *self, guint index);
/* Whether the case right around the line is over what getopts hands over: long options without
 * their dashes, "enable-threads)". */
gboolean shell_cases_long_names(const ShellCases *self, guint index);
/* Whether commands use a name that holds an argument other than the subject of their case: what
 * stands behind the "=". */
gboolean shell_cases_use_value(const ShellCases *self, const char *commands, const char *subject);
/* Whether commands of the line use a name that holds an argument of the script; $1 of a function
 * that is called with other words is none. */
gboolean shell_cases_use_argument(const ShellCases *self, guint index, const char *commands);

/* Whether a line begins with that word, blanks in front aside. */
gboolean shell_begins_with_word(const char *line, const char *word);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellCases, shell_cases_free)
