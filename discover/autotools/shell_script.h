/* A script of the shell and the files that it reads in, as one text: help that one of them prints
 * tells of what another takes, and functions of one are called in another. */
#pragma once

#include "core/span.h"
#include <glib.h>

typedef struct {
    GString *text;
    GPtrArray *paths; /* const char *: of each file */
    GArray *ends;     /* guint: how many lines there are up to the end of each */
} ShellScript;

/* Of no file yet; the caller frees it. */
ShellScript *shell_script_new(void);
void shell_script_free(ShellScript *self);
/* Adds a file, whose path has to live as long. The first is the script itself. */
void shell_script_add(ShellScript *self, const char *path, const char *text);
/* Where the line of that number stands. */
Span shell_script_at(const ShellScript *self, guint number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellScript, shell_script_free)
