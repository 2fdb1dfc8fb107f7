/* Comma-separated values (RFC 4180) that a spreadsheet opens without running anything. */
#pragma once

#include <glib.h>

/* Appends one cell, with a comma before it unless it is the first of its line. What is not UTF-8
 * becomes U+FFFD, what a terminal would obey '?'; what holds a separator, a quote or a line end is
 * quoted. A text that a spreadsheet would take for a formula is led by an apostrophe, which makes
 * it text there. NULL is an empty cell. Lines end in '\n', which the caller appends. */
void csv_add(GString *csv, const char *text);
