/* What a line of a shell script is for, as far as that can be told from the line alone. */
#pragma once

#include <glib.h>

gboolean shell_line_is_comment(const char *line);
/* Whether it only says something to whoever calls the script: what it prints goes into no file and
 * no other program. */
gboolean shell_line_only_prints(const char *line);
