/* Options of an arm that takes all of a kind, "--enable-?*)" or "*)", and looks up in lists which
 * there are: is_in $option $SELECT || die, case " $SELECT " in *" $option "*). What the script
 * itself switches on before it looks at its arguments, "enable threads", is their default. */
#pragma once

#include "discover/autotools/shell_lines.h"
#include "discover/autotools/shell_named.h"

/* Options of one script. */
#define SHELL_LOOKUPS_MAX 1000u

typedef enum { SHELL_SWITCHED_NEVER, SHELL_SWITCHED_ALWAYS, SHELL_SWITCHED_AT_TIMES } ShellSwitched;

typedef struct {
    ShellNamed *named;
    GHashTable *arms;   /* numbers of the lines with the patterns whose options are in `named` */
    GHashTable *names;  /* char *: the names in `named` */
    GHashTable *always; /* char *: names that the script switches on at first; NULL: it is not known
                           how it does that */
    GHashTable *times;  /* char *: names that it switches on under conditions */
} ShellLookups;

/* The caller frees it. */
ShellLookups *shell_lookups_new(const ShellLines *lines);
void shell_lookups_free(ShellLookups *self);
/* Whether the script switches on what "--enable-x" is about, without being asked. */
ShellSwitched shell_lookups_switched(const ShellLookups *self, const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellLookups, shell_lookups_free)
