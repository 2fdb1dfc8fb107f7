#include "container/image/layout.h"
#include "core/file.h"
#include "core/json.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - layout - error, layout_error)

static const char marker[] = "{\"imageLayoutVersion\":\"1.0.0\"}";

/* What people put where the layout goes stays: only an empty folder or a layout is taken. */
gboolean layout_open(const char *layout, GError **error)
{
    g_autofree char *path = g_build_filename(layout, "oci-layout", NULL);
    g_autofree char *blobs = g_build_filename(layout, "blobs", "sha256", NULL);
    g_autoptr(GDir) folder = g_dir_open(layout, 0, NULL);
    if (folder != NULL && g_dir_read_name(folder) != NULL &&
        !g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE,
                    "%s holds something else than an image; name an empty folder", layout);
        return FALSE;
    }
    if (g_mkdir_with_parents(blobs, 0777) != 0) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE, "%s cannot be made: %s", blobs,
                    g_strerror(errno));
        return FALSE;
    }
    return g_file_test(path, G_FILE_TEST_EXISTS) || file_write(path, marker, strlen(marker), error);
}

Blob *layout_write_json(const char *layout, const json_t *document, const char *media_type,
                        GError **error)
{
    g_autofree char *text = json_dumps(document, JSON_COMPACT | JSON_SORT_KEYS);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_autofree char *path = g_build_filename(layout, "blobs", "sha256", digest, NULL);
    if (!file_write(path, text, strlen(text), error)) {
        return NULL;
    }
    Blob *blob = g_new0(Blob, 1);
    blob->digest = g_strconcat("sha256:", digest, NULL);
    blob->size = strlen(text);
    blob->media_type = g_strdup(media_type);
    return blob;
}

json_t *blob_descriptor(const Blob *blob)
{
    return json_pack("{s:s, s:s, s:I}", "mediaType", blob->media_type, "digest", blob->digest,
                     "size", (json_int_t)blob->size);
}

static json_t *load(const char *path, GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(path, LAYOUT_JSON_BYTES_MAX, &length, error);
    json_error_t mistake;
    json_t *root = text == NULL ? NULL : json_loadb(text, length, JSON_REJECT_DUPLICATES, &mistake);
    if (text != NULL && !json_is_object(root)) {
        json_decref(root);
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED, "%s is no JSON object", path);
        return NULL;
    }
    return root;
}

static const char *tag_of(const json_t *descriptor)
{
    return json_string_value(
        json_object_get(json_object_get(descriptor, "annotations"), LAYOUT_TAG));
}

gboolean layout_tag(const char *layout, const char *tag, const Blob *manifest, GError **error)
{
    g_autofree char *path = g_build_filename(layout, "index.json", NULL);
    json_t *index = g_file_test(path, G_FILE_TEST_EXISTS) ? load(path, error) : json_object();
    if (index == NULL) {
        return FALSE;
    }
    json_object_set_new(index, "schemaVersion", json_integer(2));
    json_object_set_new(index, "mediaType", json_string("application/vnd.oci.image.index.v1+json"));
    json_t *kept = json_array();
    gsize number;
    json_t *item;
    json_array_foreach(json_object_get(index, "manifests"), number, item)
    {
        if (g_strcmp0(tag_of(item), tag) != 0) {
            json_array_append(kept, item);
        }
    }
    json_t *descriptor = blob_descriptor(manifest);
    json_object_set_new(descriptor, "annotations",
                        json_pack("{s:s, s:s}", LAYOUT_TAG, tag, "io.containerd.image.name", tag));
    json_array_append_new(kept, descriptor);
    json_object_set_new(index, "manifests", kept);
    g_autofree char *text = json_document_text(index);
    json_decref(index);
    return file_write(path, text, strlen(text), error);
}

char *layout_blob_path(const char *layout, const json_t *descriptor, GError **error)
{
    const char *digest = json_string_value(json_object_get(descriptor, "digest"));
    const char *hex =
        digest != NULL && g_str_has_prefix(digest, "sha256:") ? digest + strlen("sha256:") : NULL;
    if (hex == NULL || strlen(hex) != 64 || strspn(hex, "0123456789abcdef") != 64) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "\"%s\" is no digest that this version reads (sha256)",
                    digest == NULL ? "" : digest);
        return NULL;
    }
    return g_build_filename(layout, "blobs", "sha256", hex, NULL);
}

json_t *layout_json(const char *layout, const json_t *descriptor, GError **error)
{
    g_autofree char *path = layout_blob_path(layout, descriptor, error);
    gsize length = 0;
    g_autofree char *text =
        path == NULL ? NULL : file_read(path, LAYOUT_JSON_BYTES_MAX, &length, error);
    if (text == NULL) {
        return NULL;
    }
    g_autofree char *found =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
    if (!g_str_has_suffix(path, found) ||
        (guint64)json_integer_value(json_object_get(descriptor, "size")) != length) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "%s has the digest sha256:%s and %" G_GSIZE_FORMAT
                    " bytes, which is not what refers to it",
                    path, found, length);
        return NULL;
    }
    return load(path, error);
}

json_t *layout_manifest(const char *layout, const char *tag, char **digest, GError **error)
{
    g_autofree char *path = g_build_filename(layout, "index.json", NULL);
    json_t *index = load(path, error);
    if (index == NULL) {
        return NULL;
    }
    json_t *manifest = NULL;
    gboolean found = FALSE;
    gsize number;
    json_t *item;
    json_array_foreach(json_object_get(index, "manifests"), number, item)
    {
        if (!found && g_strcmp0(tag_of(item), tag) == 0) {
            found = TRUE;
            manifest = layout_json(layout, item, error);
            if (digest != NULL) {
                *digest = g_strdup(json_string_value(json_object_get(item, "digest")));
            }
        }
    }
    json_decref(index);
    if (!found) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING, "%s has no image with the tag %s",
                    layout, tag);
    }
    return manifest;
}

const char *layout_architecture(const char *machine)
{
    static const char *const names[][2] = {{"x86_64", "amd64"},
                                           {"aarch64", "arm64"},
                                           {"powerpc64le", "ppc64le"},
                                           {"ppc64le", "ppc64le"},
                                           {"riscv64", "riscv64"}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_has_prefix(machine, names[i][0])) {
            return names[i][1];
        }
    }
    return "unknown";
}
