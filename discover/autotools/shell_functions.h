/* The functions of a shell script: which lines they hold, and what kind they are of. */
#pragma once

#include <glib.h>

/* Functions of one script, and lines of one that are looked at for its kind. */
#define SHELL_FUNCTIONS_MAX 2000u
#define SHELL_FUNCTION_LINES_MAX 200u

typedef struct {
    char *name;
    guint first;       /* from 0: the line with its name */
    guint last;        /* that with the brace which closes it */
    gboolean may_end;  /* it ends the script, or calls what does */
    gboolean looks_up; /* it says whether its first argument is one of the others */
} ShellFunction;

typedef struct {
    GPtrArray *all;    /* ShellFunction *, as they stand in the script */
    GHashTable *named; /* name -> ShellFunction *, the first of that name */
    GArray *owners;    /* const ShellFunction * for each line; NULL: outside of all */
} ShellFunctions;

/* The caller frees it; `lines` is NULL-terminated. */
ShellFunctions *shell_functions_new(char **lines);
void shell_functions_free(ShellFunctions *self);
/* The function that a line stands in; one that ends on its own line holds none. */
const ShellFunction *shell_functions_around(const ShellFunctions *self, guint index);
/* Whether commands end the script, by themselves or by a function that they call. */
gboolean shell_functions_may_end(const ShellFunctions *self, const char *commands);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellFunctions, shell_functions_free)
