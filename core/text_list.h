/* Lists of texts: arrays whose elements are const char * or char *. */
#pragma once

#include <glib.h>

/* Whether the text stands in the list, byte for byte. */
gboolean text_list_has(const GPtrArray *list, const char *text);
