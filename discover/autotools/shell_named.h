/* Options of a script whose names stand in data of its own: in a table (shell_tables.h) or in a
 * list (shell_lists.h). */
#pragma once

#include <glib.h>

typedef struct {
    char *name;     /* "-zlib", "--with-zlib" */
    guint line;     /* from 0: where it stands */
    guint shown;    /* number of the line that the help tells of it; 0: none, or as of any option */
    gboolean value; /* it is given with a value */
} ShellNamedOption;

typedef struct {
    GPtrArray *options; /* ShellNamedOption * */
    GPtrArray *untold;  /* the same: what stands for options of which no names are known */
} ShellNamed;

/* Empty; the caller frees it. */
ShellNamed *shell_named_new(void);
void shell_named_free(ShellNamed *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellNamed, shell_named_free)

/* Takes the option's name. */
void shell_named_add(ShellNamed *self, ShellNamedOption option);
/* `text` is copied, `line` counts from 0. */
void shell_named_add_untold(ShellNamed *self, const char *text, guint line);
