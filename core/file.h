/* Files that a person named: outputs that are written whole or not at all, inputs with a bound.
 *
 * An output goes to a file beside its destination, is flushed to the disk and then renamed over it,
 * so a full disk, a signal or a power cut leaves the old file whole. A symbolic link is followed:
 * what it points at is replaced. A destination that is no regular file (a pipe, /dev/null) is
 * written directly. */
#pragma once

#include <glib.h>

/* The name that stands for standard output. */
#define FILE_STANDARD_OUTPUT "-"

/* Writes everything, or nothing and an error that names the file and what to do. The permissions of
 * an existing file are kept; a new one gets what the umask allows. */
gboolean file_write(const char *path, const char *contents, gsize length, GError **error);

/* SHA-256 of a file's bytes; NULL and an error as file_read() gives them. The caller frees it. */
char *file_checksum(const char *path, gsize limit, GError **error);
/* Replaces a file that a person, an editor and other runs may be writing, too: under a lock, and
 * only while it is still what it was when the caller read it, which `digest` tells. Else nothing is
 * written, and the error is FILE_ERROR_CHANGED, or FILE_ERROR_BUSY while somebody else has the lock
 * or when the file is gone. */
gboolean file_replace(const char *path, const char *digest, const char *text, GError **error);

/* Whether there is a place for file_write() to put the file: for asking before work that takes long
 * or costs something. FALSE and the error that file_write() would give where the folder is missing
 * or may not be written to, or the path is a folder's. TRUE is no promise: disks fill. */
gboolean file_may_write(const char *path, GError **error);

/* Whether two names of outputs (or of an input and an output) are those of one file, or both that
 * of standard output; NULL is none, and /dev/null keeps nothing. */
gboolean file_is_same(const char *left, const char *right);

/* The whole of a regular file, NUL-terminated; NULL and an error when it can't be read or is larger
 * than `limit` bytes. `length` may be NULL. The caller frees it with g_free. */
char *file_read(const char *path, gsize limit, gsize *length, GError **error);

/* Whether the file's first bytes are these; no more of it is read. FALSE when it can't be read. */
gboolean file_begins_with(const char *path, const char *bytes, gsize length);

#define FILE_ERROR file_error_quark()
GQuark file_error_quark(void);
typedef enum {
    FILE_ERROR_WRITE,
    FILE_ERROR_READ,
    FILE_ERROR_TOO_LARGE,
    FILE_ERROR_CHANGED, /* the file is not what it was */
    FILE_ERROR_BUSY,    /* somebody else is writing it */
} FileError;
