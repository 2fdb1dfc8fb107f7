#include "discover/review/store.h"
#include "core/file.h"
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - review - error, review_error)

/* Both NULL and an error when the file is no specification. */
static ReviewFile *read_file(const char *path, char **digest, GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(path, YAML_BYTES_MAX, &length, error);
    ReviewFile *file = text == NULL ? NULL : review_file_parse(text, length, path, error);
    if (file != NULL) {
        *digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    }
    return file;
}

ReviewStore *review_store_open(const char *path, GError **error)
{
    char *digest = NULL;
    ReviewFile *file = read_file(path, &digest, error);
    if (file == NULL) {
        return NULL;
    }
    ReviewStore *self = g_new0(ReviewStore, 1);
    *self = (ReviewStore){g_strdup(path), digest, file};
    return self;
}

void review_store_free(ReviewStore *self)
{
    if (self != NULL) {
        g_free(self->path);
        g_free(self->digest);
        review_file_free(self->file);
        g_free(self);
    }
}

gboolean review_store_refresh(ReviewStore *self, GError **error)
{
    char *digest = NULL;
    ReviewFile *file = read_file(self->path, &digest, error);
    if (file == NULL) {
        return FALSE;
    }
    g_free(self->digest);
    review_file_free(self->file);
    self->digest = digest;
    self->file = file;
    return TRUE;
}

/* The lock is on the file that the name leads to now. Whoever waited for one that was replaced
 * meanwhile sees by the digest that it was. -1 and an error when somebody else has it. */
static int lock(const char *path, GError **error)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
        return descriptor;
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    g_set_error(error, REVIEW_ERROR, REVIEW_ERROR_BUSY,
                "%s cannot be locked: somebody else is writing it, or it is gone; try again", path);
    return -1;
}

static gboolean is_unchanged(const ReviewStore *self, GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(self->path, YAML_BYTES_MAX, &length, error);
    if (text == NULL) {
        return FALSE;
    }
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    if (!g_str_equal(digest, self->digest)) {
        g_set_error(error, REVIEW_ERROR, REVIEW_ERROR_CHANGED,
                    "%s was changed by somebody else meanwhile; nothing was written; open it again",
                    self->path);
        return FALSE;
    }
    return TRUE;
}

gboolean review_store_write(ReviewStore *self, const ReviewChanges *changes, GError **error)
{
    g_autofree char *text = review_file_edit(self->file, changes, error);
    int descriptor = text == NULL ? -1 : lock(self->path, error);
    if (descriptor < 0) {
        return FALSE;
    }
    gboolean written =
        is_unchanged(self, error) && file_write(self->path, text, strlen(text), error);
    close(descriptor);
    return written && review_store_refresh(self, error);
}
