/* What a configure script that somebody wrote by hand prints about its options: the lines of its
 * help. */
#pragma once

#include "core/arena.h"
#include "discover/autotools/shell_lines.h"

/* The number of the first line that prints the option, in whatever way it is given; 0: none does.
 */
guint shell_help_line(const ShellLines *lines, const char *name);
/* The words behind the option's form on the line of that number, and the lines below that go on; ""
 * where there are none. The caller frees it. */
char *shell_help_text(const ShellLines *lines, guint line);
/* What that line shows as the option's argument, in the arena; NULL: nothing, or `line` is 0. */
const char *shell_help_argument(const ShellLines *lines, guint line, const char *name,
                                Arena *arena);
/* "--mt=pthread" and "--mt=mpi", each in a line of its own: the words (char *) that are shown
 * behind the option. The caller unrefs them. */
GPtrArray *shell_help_values(const ShellLines *lines, const char *name);
/* "[no] Use CUDA": the default of a switch that is given with a word; NULL when the help of an
 * option that takes a value, which may be NULL, begins otherwise. */
const char *shell_help_default_in_front(const char *help);
