/* Variables of the environment that a configure script written by hand asks for: "if [ -n "$HDF5"
 * ]" or "X=${X:-1}" where the script itself has given the variable nothing before, and no argument
 * gives it anything either; nor does a file that the script reads in (shell_sourced.h). */
#pragma once

#include "discover/autotools/declared_option.h"
#include "discover/autotools/shell_lines.h"
#include "discover/autotools/shell_script.h"

/* Variables of one script. */
#define SHELL_ENVIRONMENT_MAX 1024u
/* Longer lines are not looked at. */
#define SHELL_ENVIRONMENT_LINE_BYTES_MAX 4096u

/* Adds them; gives their number. `lines` are the script's. One that is only asked whether it is
 * there, or for words that say yes, is a switch; what is defined below that question is what it
 * turns on.
 */
guint shell_environment_read(const ShellScript *script, const ShellLines *lines,
                             DeclaredOptions *options);
