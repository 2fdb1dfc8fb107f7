/* Options of a script that keeps the words it takes in a list and looks each argument up there:
 * OPTIONS="--debug --arch", OPTIONS+=" --with-$PKG" in a loop over names, then
 * [[ $OPTIONS =~ ${VAR%%=*} ]]. */
#pragma once

#include "discover/autotools/shell_lines.h"
#include "discover/autotools/shell_named.h"

/* Words of the lists of one script. */
#define SHELL_LISTS_MAX 500u

/* With the line of the help that tells of each, a value where the help shows one; untold are words
 * that hold what is not known. The caller frees it. */
ShellNamed *shell_lists_read(const ShellLines *lines);
