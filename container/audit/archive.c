#include "container/audit/archive.h"
#include <ar.h>
#include <string.h>

gboolean archive_is(const char *bytes, gsize length)
{
    return length >= SARMAG && memcmp(bytes, ARMAG, SARMAG) == 0;
}

gboolean archive_next(Archive *self, ArchiveMember *member)
{
    gsize at = MAX(self->at, (gsize)SARMAG);
    struct ar_hdr header;
    if (at >= self->length) {
        self->at = self->length;
        return FALSE;
    }
    if (self->length - at < sizeof header) {
        return FALSE;
    }
    memcpy(&header, self->bytes + at, sizeof header);
    at += sizeof header;
    char digits[sizeof header.ar_size + 1] = "";
    memcpy(digits, header.ar_size, sizeof header.ar_size);
    guint64 size = g_ascii_strtoull(digits, NULL, 10);
    if (memcmp(header.ar_fmag, ARFMAG, sizeof header.ar_fmag) != 0 || !g_ascii_isdigit(digits[0]) ||
        size > self->length - at) {
        return FALSE;
    }
    *member = (ArchiveMember){self->bytes + at, (gsize)size};
    self->at = MIN(at + (gsize)size + (gsize)size % 2, self->length);
    return TRUE;
}
