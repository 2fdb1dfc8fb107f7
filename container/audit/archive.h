/* The members of a static library, one behind the other (System V ABI, "Archive File"). */
#pragma once

#include <glib.h>

/* A file's bytes, and how far they have been read. */
typedef struct {
    const char *bytes;
    gsize length;
    gsize at; /* begin with 0 */
} Archive;

typedef struct {
    const char *bytes; /* the archive's; at an even place, and not aligned further */
    gsize length;
} ArchiveMember;

/* Whether the bytes begin as an archive does that holds its members itself. */
gboolean archive_is(const char *bytes, gsize length);
/* The next member, lists of symbols and of names among them. FALSE at the end, and where the next
 * one is malformed, which leaves `at` before the end. */
gboolean archive_next(Archive *self, ArchiveMember *member);
