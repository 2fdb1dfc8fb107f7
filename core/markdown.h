/* Texts that somebody else wrote, in a Markdown document (CommonMark with GitHub's tables): each
 * stays a text of one line, so that it can neither break a table nor become markup. What is not
 * UTF-8 becomes U+FFFD; control characters, line ends and marks that change the writing direction
 * become blanks. NULL is an empty text. */
#pragma once

#include <glib.h>

/* Within a line, or in a cell of a table. */
void markdown_append_text(GString *out, const char *text);
/* At the beginning of a line, where a dash or a number would begin a list. */
void markdown_append_line(GString *out, const char *text);
/* Between back quotes; more of them around it when it has some itself. */
void markdown_append_code(GString *out, const char *text);
/* The same in a cell of a table, where '|' ends the cell even inside code. */
void markdown_append_cell_code(GString *out, const char *text);
