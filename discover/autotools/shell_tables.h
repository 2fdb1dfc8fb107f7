/* Options whose names a shell script puts together from a table of its own: "-" and each of
 * NAMES[0]=zlib, NAMES[1]=fftw, compared with an argument. */
#pragma once

#include "discover/autotools/shell_lines.h"

/* Options of one script that tables give. */
#define SHELL_TABLES_MAX 500u

typedef struct {
    char *name;     /* "-zlib" */
    guint line;     /* from 0: of the table's row */
    gboolean value; /* it is given with a value */
} ShellTableOption;

typedef struct {
    GPtrArray
        *options; /* ShellTableOption *: those that the help tells of, by name or by "-<lib>" */
    GPtrArray *untold;    /* char *: "-" of a table whose options no help tells of */
    GArray *untold_lines; /* guint, from 0 */
} ShellTables;

/* What only says where something is that another form of the same table asks for is left out, and
 * so is the form that begins in "no". The caller frees it. */
ShellTables *shell_tables_new(const ShellLines *lines);
void shell_tables_free(ShellTables *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellTables, shell_tables_free)
