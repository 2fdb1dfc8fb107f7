/* Options of a script that keeps the words it takes in a list and looks each argument up there:
 * OPTIONS="--debug --arch", OPTIONS+=" --with-$PKG" in a loop over names, then
 * [[ $OPTIONS =~ ${VAR%%=*} ]]. */
#pragma once

#include "discover/autotools/shell_lines.h"

/* Words of the lists of one script. */
#define SHELL_LISTS_MAX 500u

typedef struct {
    char *name;  /* "--with-zlib" */
    char *stem;  /* "zlib": the name of a loop that it is put together from; NULL when it is none */
    guint line;  /* from 0: of the list's line */
    guint shown; /* number of the line that the help tells of it; 0: none */
    gboolean value; /* the help shows that a value belongs to it */
} ShellListOption;

typedef struct {
    GPtrArray *options;   /* ShellListOption * */
    GPtrArray *untold;    /* char *: words that hold what is not known */
    GArray *untold_lines; /* guint, from 0 */
} ShellLists;

/* The caller frees it. */
ShellLists *shell_lists_new(const ShellLines *lines);
void shell_lists_free(ShellLists *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellLists, shell_lists_free)
