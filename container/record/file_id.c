#include "container/record/file_id.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK_BYTES 65536u

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

/* Not mapped: a file that another process cuts off meanwhile would end this one by a signal. Opened
 * so that what is no file but a pipe is not waited for. */
char *file_digest(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;
    gboolean good = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree guchar *bytes = good ? g_malloc(CHUNK_BYTES) : NULL;
    for (gssize count = 1; good && count != 0;) {
        count = read(file, bytes, CHUNK_BYTES);
        good = count >= 0 || errno == EINTR;
        g_checksum_update(checksum, bytes, MAX(count, 0));
    }
    if (file >= 0) {
        close(file);
    }
    return good ? g_strdup(g_checksum_get_string(checksum)) : NULL;
}

char *file_key(const char *path, const char *id)
{
    g_autofree char *both = g_strconcat(path, "|", id, NULL);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, both, -1);
}

char *file_bytes_key(const char *digest)
{
    return g_strconcat("bytes-", digest, NULL);
}

gboolean file_is_code(const char *path)
{
    static const char *const beginnings[] = {"\177ELF", "!<arch>\n", "!<thin>\n", "BC\xC0\xDE",
                                             "\xDE\xC0\x17\x0B"};
    char start[9] = {0};
    struct stat status;
    /* Who opens a pipe takes its place from the tool that it is for. */
    gboolean is_file = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    int file = is_file ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    ssize_t length = file < 0 ? 0 : read(file, start, sizeof start - 1);
    if (file >= 0) {
        close(file);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(beginnings); i++) {
        gsize size = strlen(beginnings[i]);
        if (length >= (ssize_t)size && memcmp(start, beginnings[i], size) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}
