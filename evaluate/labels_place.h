/* Whether a line of a project's build files is where an option is declared, as far as the text of
 * the line tells. */
#pragma once

#include <glib.h>

/* How many lines a command may have before its option is named. */
#define LABELS_COMMAND_LINES 12u

/* Whether what begins in the given line (from 1, at most the number of `lines`) names the option,
 * comments of CMake and M4 left out. In a loop or wrapper that puts names together the parts have
 * to fit, and AC_ARG_WITH declares no --enable-x. `path` tells the language. */
gboolean labels_place_names(const char *path, char **lines, guint line, const char *option);
