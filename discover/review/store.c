#include "discover/review/store.h"
#include "core/file.h"

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

gboolean review_store_write(ReviewStore *self, const ReviewChanges *changes, GError **error)
{
    g_autofree char *text = review_file_edit(self->file, changes, error);
    return text != NULL && file_replace(self->path, self->digest, text, error) &&
           review_store_refresh(self, error);
}
