/* What documents hold beside what they tell people who build the project now, and how their lists
 * and tables are written. Between documented*.c only. */
#pragma once

#include <glib.h>

/* So many bytes of what a row says are taken. */
#define DOCUMENTED_ROW_BYTES_MAX 600u

/* Whether Markdown is read from the file. */
gboolean documented_is_markdown(const char *path);
/* Puts blanks in place of "<!-- ... -->", which nobody sees who reads the page; lines stay lines.
 * What is never closed is text. */
void documented_hide_comments(char *text, gsize length);
/* What a row of a list or table says of the name that it begins with, which lies between `begin`
 * and `end`:
 *     * `NAME` (default OFF): what it is for, also
 *       on lines below                                a list
 *     | `-DNAME=value` | OFF | what it is for |       a table: its last column
 * NULL where the name stands anywhere else, and where nothing is said of it. The caller frees it.
 * `text` ends with a zero byte. */
char *documented_row_text(const char *text, gsize begin, gsize end);
