/* "#   -DUSE_X=1" in a CMake file, or message("force it with -DUSE_X=1"): what it says to people,
 * not what it gives to another build, nor "# add_definitions(-DUSE_X=1)", a command that is not
 * used. */
#pragma once

#include <glib.h>

/* Whether the word at `begin` stands in such a comment. `text` ends with a zero byte. */
gboolean documented_in_comment(const char *text, gsize begin);
/* Whether it stands in a call of message(). */
gboolean documented_in_message(const char *text, gsize begin);
