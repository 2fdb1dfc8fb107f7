/* Whether what was compiled is still there: a build may write a source, compile it, and write it
 * anew for the next program. */
#include "container/build/recorded.h"
#include "container/record/file_id.h"
#include "container/record/record.h"
#include "core/file.h"
#include "core/path.h"
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
    const char *build = self->recorded->build;
    return path_lies_in(path, build) ? g_build_filename(self->folder, path + strlen(build), NULL)
                                     : g_strdup(path);
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

static gboolean is_as_then(const Checking *self, const RecordedFile *file)
{
    if (g_str_equal(now(self, self->ids, file->path, file_id), file->id)) {
        return TRUE;
    }
    g_autofree char *then = digest_then(self, file);
    return then != NULL && g_str_equal(now(self, self->digests, file->path, file_digest), then);
}

/* The first that is not; NULL: all are. */
static const char *changed(const Checking *self, const Made *made)
{
    const RecordedCall *call = ((const MadeBy *)made->calls->pdata[0])->call;
    for (guint i = 0; i < call->read->len; i++) {
        const RecordedFile *file = call->read->pdata[i];
        if (g_str_equal(file->path, made->source) && !is_as_then(self, file)) {
            return file->path;
        }
    }
    for (guint i = 0; i < call->included->len; i++) {
        const RecordedFile *file = call->included->pdata[i];
        if (!is_as_then(self, file)) {
            return file->path;
        }
    }
    return NULL;
}

gboolean recorded_sources_are_there(const Recorded *self, const char *folder, GError **error)
{
    g_autoptr(GHashTable) ids = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    g_autoptr(GHashTable) digests = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
    const Checking checking = {self, folder, ids, digests};
    for (guint i = 0; i < self->made->len; i++) {
        const Made *made = self->made->pdata[i];
        const char *file =
            made->kind == MADE_OBJECT && made->kept ? changed(&checking, made) : NULL;
        if (file != NULL) {
            g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_UNKNOWN,
                        "%s was written anew, or removed, after %s had been compiled with it, so "
                        "that what was compiled is not there any more; build what needs one and "
                        "the other in two configurations",
                        file, made->source);
            return FALSE;
        }
    }
    return TRUE;
}
