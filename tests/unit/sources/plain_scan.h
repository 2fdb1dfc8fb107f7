/* The directive scan written the slow and obvious way, to compare the fast one with: the phases of
 * translation one after the other, on one byte at a time. */
#pragma once

#include <glib.h>

/* For each macro that a condition mentions, the lines that hang on it: const char * -> GArray of
 * guint, ascending. No include guards, no limits. Conditions are expected to be made of
 * identifiers, numbers and operators. */
GHashTable *plain_scan(const char *text);
