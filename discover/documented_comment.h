/* "#   -DUSE_X=1" in a CMake file: what it says to people, not what it gives to another build, nor
 * "# add_definitions(-DUSE_X=1)", a command that is not used. */
#pragma once

#include <glib.h>

/* Whether the word at `begin` stands in such a comment. `text` ends with a zero byte. */
gboolean documented_in_comment(const char *text, gsize begin);
