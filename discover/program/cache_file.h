/* Values for cache variables as people give them: -D NAME[:TYPE]=VALUE and files like
 * CMakeCache.txt.
 *
 * Format: cmake(1) and the comment at the head of every CMakeCache.txt. A line is KEY:TYPE=VALUE;
 * lines that begin with '#' or "//" are comments; a key may stand in double quotes; a value that
 * begins or ends with blanks stands in single quotes. */
#pragma once

#include <glib.h>

#define CACHE_FILE_BYTES_MAX (64u * 1024u * 1024u)

/* Name -> value of arguments that have been checked to hold a '='. NULL for NULL. The caller unrefs
 * it. */
GHashTable *cache_of_definitions(char *const *definitions);
/* Name -> value of the file's lines, later ones winning. NULL and an error with file and line when
 * a line is none of the above. The caller unrefs it. */
GHashTable *cache_file_read(const char *path, GError **error);
