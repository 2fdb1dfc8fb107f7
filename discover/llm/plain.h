/* Text from a project or a server on one line. */
#pragma once

#include <glib.h>

/* Blanks, line ends and control characters become single blanks, what is not UTF-8 U+FFFD, and what
 * is longer than `bytes` ends in "...". To be freed. */
char *plain_line(const char *text, gsize bytes);
