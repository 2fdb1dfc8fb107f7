/* What documents hold beside what they tell people who build the project. Between documented*.c
 * only. */
#pragma once

#include <glib.h>

/* Whether Markdown is read from the file. */
gboolean documented_is_markdown(const char *path);
/* Puts blanks in place of "<!-- ... -->", which nobody sees who reads the page; lines stay lines.
 * What is never closed is text. */
void documented_hide_comments(char *text, gsize length);
