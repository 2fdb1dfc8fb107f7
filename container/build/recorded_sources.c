/* Whether what was compiled is still there: a build may write a source, compile it, and write it
 * anew for the next program. */
#include "container/build/driver_parts.h"
#include "container/build/recorded.h"
#include "container/record/file_id.h"
#include "core/file.h"
#include "core/path.h"
#include <stdlib.h>
#include <string.h>

#define DIGEST_BYTES_MAX 1024u

typedef struct {
    const Recorded *recorded;
    const char *folder;  /* the build tree on the host */
    GHashTable *ids;     /* path -> char *, what it is now */
    GHashTable *digests; /* the same of bytes */
} Checking;

static char *host_path(const Checking *self, const char *path)
{
    return g_build_filename(self->folder, path + strlen(self->recorded->build), NULL);
}

static gboolean has_bytes(const char *path, const char *digest)
{
    g_autofree char *there = file_digest(path);
    return g_strcmp0(there, digest) == 0;
}

/* Asked once of each path; "" where there is no such file. */
static const char *now(const Checking *self, GHashTable *known, const char *path,
                       char *(*ask)(const char *))
{
    char *told = g_hash_table_lookup(known, path);
    if (told == NULL) {
        g_autofree char *host = host_path(self, path);
        told = ask(host);
        told = told != NULL ? told : g_strdup("");
        g_hash_table_insert(known, (gpointer)path, told);
    }
    return told;
}

/* The digest that the file had when it was included; NULL: nobody knows. */
static char *digest_then(const Checking *self, const RecordedFile *file)
{
    g_autofree char *key = file_key(file->path, file->id);
    g_autofree char *path = g_build_filename(self->folder, RECORDED_SEEN, key, NULL);
    return file->digest != NULL ? g_strdup(file->digest)
                                : file_read(path, DIGEST_BYTES_MAX, NULL, NULL);
}

/* Whether a place on the host is in the build tree, wherever the project's links lead: of the
 * folders on the way to it the last one that is there tells. */
static gboolean stays_within(const char *folder, const char *path)
{
    char *within = realpath(folder, NULL);
    char *there = NULL;
    g_autofree char *parent = g_path_get_dirname(path);
    while (there == NULL && (there = realpath(parent, NULL)) == NULL && strlen(parent) > 1) {
        char *above = g_path_get_dirname(parent);
        g_free(parent);
        parent = above;
    }
    gboolean stays = within != NULL && there != NULL && path_lies_in(there, within);
    free(within);
    free(there);
    return stays;
}

/* Puts bytes where they are looked for, as far as they were kept, which `put` tells. FALSE and an
 * error where they cannot be written. */
static gboolean put_back(const char *folder, const char *to, const char *digest, gboolean *put,
                         GError **error)
{
    g_autofree char *key = file_bytes_key(digest);
    g_autofree char *from = g_build_filename(folder, RECORDED_SEEN, key, NULL);
    g_autofree char *text = NULL;
    gsize length = 0;
    g_autofree char *parent = g_path_get_dirname(to);
    *put = has_bytes(from, digest) && stays_within(folder, to) &&
           g_file_get_contents(from, &text, &length, NULL);
    return !*put || (configure_make_folder(parent, error) && file_write(to, text, length, error));
}

/* What the build has removed, with the folder that it built in or as what lies between, is put back
 * for who makes it again. */
static gboolean is_back(const Checking *self, const RecordedFile *file, const char *then)
{
    g_autofree char *to = host_path(self, file->path);
    gboolean put = FALSE;
    if (g_file_test(to, G_FILE_TEST_EXISTS) || g_file_test(to, G_FILE_TEST_IS_SYMLINK) ||
        !put_back(self->folder, to, then, &put, NULL) || !put) {
        return FALSE;
    }
    g_hash_table_remove(self->ids, file->path);
    g_hash_table_remove(self->digests, file->path);
    return TRUE;
}

/* What lies elsewhere stays nowhere. */
static gboolean is_as_then(const Checking *self, const RecordedFile *file)
{
    if (!path_lies_in(file->path, self->recorded->build)) {
        return FALSE;
    }
    if (g_str_equal(now(self, self->ids, file->path, file_id), file->id)) {
        return TRUE;
    }
    g_autofree char *then = digest_then(self, file);
    if (then != NULL && is_back(self, file, then)) {
        return TRUE;
    }
    return then != NULL && g_str_equal(now(self, self->digests, file->path, file_digest), then);
}

/* The first of the files that a call took, or wrote by itself, that is not; NULL: all are. What was
 * made is made anew, and what no word names was not taken. */
static const char *changed_of(const Checking *self, const MadeBy *by)
{
    for (guint i = 0; i < by->call->read->len; i++) {
        const RecordedFile *file = by->call->read->pdata[i];
        if (file->word > 0 && !g_hash_table_contains(by->files, file) &&
            !recorded_writes(by->call, file->path) && !is_as_then(self, file)) {
            return file->path;
        }
    }
    for (guint i = 0; i < by->call->included->len; i++) {
        const RecordedFile *file = by->call->included->pdata[i];
        if (!recorded_writes(by->call, file->path) && !is_as_then(self, file)) {
            return file->path;
        }
    }
    return NULL;
}

gboolean recorded_restore(const Recorded *self, const char *folder, GError **error)
{
    for (guint i = 0; i < self->made->len; i++) {
        const Made *made = self->made->pdata[i];
        g_autofree char *to =
            made->kept && made->digest != NULL ? g_build_filename(folder, made->name, NULL) : NULL;
        gboolean put = FALSE;
        if (to != NULL && made->kind == MADE_OBJECT && !has_bytes(to, made->digest) &&
            !put_back(folder, to, made->digest, &put, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static const char *changed(const Checking *self, const Made *made)
{
    const char *file = NULL;
    for (guint i = 0; i < made->count && file == NULL; i++) {
        file = changed_of(self, made->calls->pdata[i]);
    }
    return file;
}

gboolean recorded_sources_are_there(const Recorded *self, const char *folder, GError **error)
{
    g_autoptr(GHashTable) ids = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autoptr(GHashTable) digests = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    const Checking checking = {self, folder, ids, digests};
    for (guint i = 0; i < self->made->len; i++) {
        const Made *made = self->made->pdata[i];
        const char *file = made->kept ? changed(&checking, made) : NULL;
        gboolean is_of_source =
            made->kind == MADE_OBJECT && (made->path == NULL || g_strcmp0(file, made->source) != 0);
        const char *of = is_of_source ? made->source : made->path;
        if (file != NULL && !path_lies_in(file, self->build)) {
            g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                        "%s, which %s was made of, lies outside of the build tree, where it does "
                        "not stay; have the build take it from its own folders",
                        file, of);
            return FALSE;
        }
        if (file != NULL && *now(&checking, ids, file, file_id) == '\0') {
            g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                        "%s was removed after %s had been made of it, so that it cannot be made "
                        "again; have the build keep it (in GNU make .SECONDARY: does, which "
                        "--make-argument --eval=.SECONDARY: adds)",
                        file, of);
            return FALSE;
        }
        if (file != NULL) {
            g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                        "%s was written anew after %s had been made of it, so that what it was "
                        "made of is not there any more; build what needs one and the other in two "
                        "configurations",
                        file, of);
            return FALSE;
        }
    }
    return TRUE;
}
