/* Text of a project on its way into HTML or SVG. */
#pragma once

#include <glib.h>

/* Text for an element's content or a quoted attribute: what is not UTF-8 becomes U+FFFD, control
 * characters become blanks (they have no place in HTML, escaped or not), and '&', '<', '>' and both
 * quotes are written as entities. The caller frees it with g_free. */
char *html_text(const char *text);
/* Appends the same to a page. */
void html_append_text(GString *page, const char *text);
