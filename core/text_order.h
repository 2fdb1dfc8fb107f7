/* The order of texts in everything that is written: bytewise, whatever the locale. */
#pragma once

#include <glib.h>

/* For g_ptr_array_sort(), qsort() and bsearch(): what the two point to are texts (const char *),
 * of which NULL comes first. */
int text_order(gconstpointer a, gconstpointer b);
