/* What a file is, whatever it is called. */
#pragma once

#include <glib.h>

/* What tells a regular file from all others, and from what it was before it was written again:
 * device, inode, time and size. NULL when there is none. The caller frees it. */
char *file_id(const char *path);
/* The SHA-256 of its bytes, in hexadecimal; NULL when it cannot be read, or is no regular file. The
 * caller frees it. */
char *file_digest(const char *path);
/* The name of a file that says what the one at this path was by that id. The caller frees it. */
char *file_key(const char *path, const char *id);
/* The name of a link to a file with those bytes, while it is not written over. The caller frees
 * it. */
char *file_bytes_key(const char *digest);
/* Whether it begins as what compilers, linkers and archivers make. */
gboolean file_is_code(const char *path);
