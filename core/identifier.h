/* Names as languages, shells and build tools have them for variables and macros: letters, digits
 * and '_', in ASCII. A digit in front is the caller's to refuse, where it matters. */
#pragma once

#include <glib.h>

/* Whether the byte may be a part of one. */
static inline gboolean identifier_has_byte(char byte)
{
    return g_ascii_isalnum(byte) || byte == '_';
}

/* How many bytes of the text's beginning are parts of one; 0: it begins with none. */
gsize identifier_length(const char *text);
/* Where in the text the one begins that ends in front of `end`; `end` where none does. */
const char *identifier_begin(const char *text, const char *end);
