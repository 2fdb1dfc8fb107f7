#include "container/record/file_id.h"
#include <sys/stat.h>

char *file_id(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
        return NULL;
    }
    return g_strdup_printf(
        "%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ":%" G_GINT64_FORMAT ".%09ld:%" G_GINT64_FORMAT,
        (guint64)status.st_dev, (guint64)status.st_ino, (gint64)status.st_mtim.tv_sec,
        status.st_mtim.tv_nsec, (gint64)status.st_size);
}

char *file_digest(const char *path)
{
    g_autoptr(GMappedFile) file = g_mapped_file_new(path, FALSE, NULL);
    if (file == NULL) {
        return NULL;
    }
    g_autoptr(GBytes) bytes = g_mapped_file_get_bytes(file);
    return g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, bytes);
}

char *file_key(const char *path, const char *id)
{
    g_autofree char *both = g_strconcat(path, "|", id, NULL);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, both, -1);
}
