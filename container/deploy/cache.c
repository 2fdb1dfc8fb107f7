#define _GNU_SOURCE
#include "container/deploy/cache.h"
#include "container/ir/canonical.h"
#include "container/lower/raise.h"
#include "core/file.h"
#include "core/json.h"
#include <dlfcn.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <llvm-c/Core.h>
#include <string.h>

#define OBJECT_BYTES_MAX ((gsize)1024 * 1024 * 1024)
#define RECORD_BYTES_MAX (16u * 1024u * 1024u)

struct ObjectCache {
    char *folder;
    char *build; /* which LLVM makes the code */
};

/* Builds of one version differ by patches: the library's size and time tell them apart. */
static char *llvm_build(void)
{
    g_autofree char *version = module_llvm_version();
    Dl_info info = {0};
    GStatBuf status = {0};
    if (dladdr((const void *)(guintptr)LLVMGetVersion, &info) != 0 && info.dli_fname != NULL) {
        g_stat(info.dli_fname, &status);
    }
    return g_strdup_printf("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, version,
                           (gint64)status.st_size, (gint64)status.st_mtime);
}

ObjectCache *object_cache_open(const char *folder, GError **error)
{
    g_autoptr(ObjectCache) self = g_new0(ObjectCache, 1);
    self->folder = folder != NULL
                       ? g_strdup(folder)
                       : g_build_filename(g_get_user_cache_dir(), "xaas", "objects", NULL);
    self->build = llvm_build();
    if (g_mkdir_with_parents(self->folder, 0700) != 0) {
        g_set_error(error, FILE_ERROR, FILE_ERROR_WRITE,
                    "the folder %s cannot be made: %s; name another one with --cache", self->folder,
                    g_strerror(errno));
        return NULL;
    }
    return g_steal_pointer(&self);
}

void object_cache_close(ObjectCache *self)
{
    if (self != NULL) {
        g_free(self->folder);
        g_free(self->build);
        g_free(self);
    }
}

char *object_cache_links(const ObjectCache *self)
{
    g_autofree char *path = g_build_filename(self->folder, "links", NULL);
    return g_mkdir_with_parents(path, 0700) == 0 ? g_canonicalize_filename(path, NULL) : NULL;
}

char *object_cache_key(const ObjectCache *self, const char *module, const LowerRequest *request,
                       const char *relocated)
{
    g_autofree char *pipeline = pipeline_text(request->pipeline);
    g_autofree char *raised =
        request->recorded == NULL ? g_strdup("") : raise_key(request->recorded);
    g_autofree char *text = g_strdup_printf(
        "xaas-object/6\n%s\n%s\n%s\n%s\n%s\n%d %s%s%s%s%s%s%s", self->build, module,
        request->attributes, raised, pipeline, (int)request->form,
        request->form == LOWER_CODE ? "" : whole_program_text(request->whole_program),
        relocated == NULL ? "" : "\n", relocated == NULL ? "" : relocated,
        request->usual == NULL ? "" : "\nusual/2 ", request->usual == NULL ? "" : request->usual,
        request->usual == NULL ? "" : "\n",
        request->usual == NULL ? "" : callees_digest(request->callees));
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

json_t *object_names(const Lowered *object)
{
    json_t *names = json_pack("{s:o}", "own_targets", json_of_texts(object->own_targets));
    if (object->exposed != NULL) {
        json_object_set_new(names, "exposed", json_of_texts(object->exposed));
    }
    return names;
}

static GPtrArray *texts_of(const json_t *list)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    gsize index;
    const json_t *text;
    json_array_foreach(list, index, text)
    {
        g_ptr_array_add(texts, g_strdup(json_string_value(text)));
    }
    return texts;
}

void object_take_names(Lowered *object, const json_t *names)
{
    const json_t *exposed = json_object_get(names, "exposed");
    object->own_targets = texts_of(json_object_get(names, "own_targets"));
    object->exposed = exposed == NULL ? NULL : texts_of(exposed);
}

static char *path_of(const ObjectCache *self, const char *key, const char *ending)
{
    g_autofree char *folder = g_strndup(key, 2);
    g_autofree char *name = g_strconcat(key + 2, ending, NULL);
    return g_build_filename(self->folder, folder, name, NULL);
}

gboolean object_cache_get(const ObjectCache *self, const char *key, Lowered *result)
{
    *result = (Lowered){0};
    g_autofree char *record_path = path_of(self, key, ".json");
    g_autofree char *object_path = path_of(self, key, ".o");
    g_autofree char *text = file_read(record_path, RECORD_BYTES_MAX, NULL, NULL);
    g_autofree char *bytes =
        text == NULL ? NULL : file_read(object_path, OBJECT_BYTES_MAX, &result->length, NULL);
    if (bytes == NULL) {
        return FALSE;
    }
    g_autofree char *digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, result->length);
    json_t *record = json_loads(text, 0, NULL);
    gboolean whole = g_strcmp0(json_string_value(json_object_get(record, "digest")), digest) == 0;
    if (whole) {
        object_take_names(result, record);
        result->bytes = g_steal_pointer(&bytes);
    }
    json_decref(record);
    return whole;
}

void object_cache_put(const ObjectCache *self, const char *key, const Lowered *object)
{
    g_autofree char *record_path = path_of(self, key, ".json");
    g_autofree char *object_path = path_of(self, key, ".o");
    g_autofree char *folder = g_path_get_dirname(object_path);
    g_autofree char *digest = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, (const guchar *)object->bytes, object->length);
    json_t *record = object_names(object);
    json_object_set_new(record, "digest", json_string(digest));
    g_autofree char *text = json_document_text(record);
    json_decref(record);
    /* The record comes last: without it the object counts for nothing. */
    if (g_mkdir_with_parents(folder, 0700) == 0 &&
        g_file_set_contents_full(object_path, object->bytes, (gssize)object->length,
                                 G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL)) {
        g_file_set_contents_full(record_path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
    }
}
