#include "container/image/layout_parts.h"
#include "core/file.h"
#include "core/json.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - layout - error, layout_error)

static const char marker[] = "{\"imageLayoutVersion\":\"1.0.0\"}";

gboolean layout_check(const char *layout, GError **error)
{
    g_autofree char *path = g_build_filename(layout, "oci-layout", NULL);
    g_autoptr(GDir) folder = g_dir_open(layout, 0, NULL);
    if (folder != NULL && g_dir_read_name(folder) != NULL &&
        !g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE,
                    "%s holds something else than an image; name an empty folder", layout);
        return FALSE;
    }
    if (g_file_test(layout, G_FILE_TEST_EXISTS) && folder == NULL) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE,
                    "%s is no folder that can be read; name another one", layout);
        return FALSE;
    }
    char *spot = g_canonicalize_filename(layout, NULL);
    while (!g_file_test(spot, G_FILE_TEST_EXISTS)) {
        char *above = g_path_get_dirname(spot);
        g_free(spot);
        spot = above;
    }
    gboolean writable = g_access(spot, W_OK) == 0;
    if (!writable) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE,
                    "%s cannot be written to: %s; name another folder for the image", spot,
                    g_strerror(errno));
    }
    g_free(spot);
    return writable;
}

gboolean layout_open(const char *layout, GError **error)
{
    g_autofree char *path = g_build_filename(layout, "oci-layout", NULL);
    g_autofree char *blobs = g_build_filename(layout, "blobs", "sha256", NULL);
    if (!layout_check(layout, error)) {
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
    json_t *descriptor = json_pack("{s:s, s:s, s:I}", "mediaType", blob->media_type, "digest",
                                   blob->digest, "size", (json_int_t)blob->size);
    if (blob->holds != NULL) {
        json_object_set_new(descriptor, "annotations",
                            json_pack("{s:s}", LAYOUT_HOLDS, blob->holds));
    }
    return descriptor;
}

const char *layer_holds(const json_t *manifest, gsize index)
{
    const char *wanted = NULL;
    gboolean is_said = FALSE;
    gsize at;
    const json_t *layer;
    json_array_foreach(json_object_get(manifest, "layers"), at, layer)
    {
        const char *holds =
            json_string_value(json_object_get(json_object_get(layer, "annotations"), LAYOUT_HOLDS));
        is_said = is_said || holds != NULL;
        wanted = at == index ? holds : wanted;
    }
    return wanted == NULL && is_said ? "" : wanted;
}

json_t *layout_load(const char *path, GError **error)
{
    gsize length = 0;
    g_autofree char *text = file_read(path, LAYOUT_JSON_BYTES_MAX, &length, error);
    json_error_t mistake;
    json_t *root = text == NULL ? NULL : json_loadb(text, length, JSON_REJECT_DUPLICATES, &mistake);
    if (text != NULL && !json_is_object(root)) {
        json_decref(root);
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "%s is no JSON object; copy the image again", path);
        return NULL;
    }
    return root;
}

const char *layout_tag_of(const json_t *descriptor)
{
    return json_string_value(
        json_object_get(json_object_get(descriptor, "annotations"), LAYOUT_TAG));
}

gboolean layout_tag_descriptor(const char *layout, const char *tag, json_t *descriptor,
                               GError **error)
{
    if (strchr(tag, LAYOUT_ARCHITECTURE_MARK) != NULL) {
        json_decref(descriptor);
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_PATH,
                    "the tag %s cannot be written: \"%c\" stands before an architecture", tag,
                    LAYOUT_ARCHITECTURE_MARK);
        return FALSE;
    }
    g_autofree char *path = g_build_filename(layout, "index.json", NULL);
    json_t *index =
        g_file_test(path, G_FILE_TEST_EXISTS) ? layout_load(path, error) : json_object();
    if (index == NULL) {
        json_decref(descriptor);
        return FALSE;
    }
    json_object_set_new(index, "schemaVersion", json_integer(2));
    json_object_set_new(index, "mediaType", json_string(LAYOUT_INDEX));
    json_t *kept = json_array();
    gsize number;
    json_t *item;
    json_array_foreach(json_object_get(index, "manifests"), number, item)
    {
        if (g_strcmp0(layout_tag_of(item), tag) != 0) {
            json_array_append(kept, item);
        }
    }
    json_object_set_new(descriptor, "annotations",
                        json_pack("{s:s, s:s}", LAYOUT_TAG, tag, "io.containerd.image.name", tag));
    json_array_append_new(kept, descriptor);
    json_object_set_new(index, "manifests", kept);
    g_autofree char *text = json_document_text(index);
    json_decref(index);
    return file_write(path, text, strlen(text), error);
}

gboolean layout_tag(const char *layout, const char *tag, const Blob *manifest, GError **error)
{
    return layout_tag_descriptor(layout, tag, blob_descriptor(manifest), error);
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
    return layout_load(path, error);
}

const char *layout_says(const json_t *manifest, const json_t *config, const char *name)
{
    const char *annotation =
        json_string_value(json_object_get(json_object_get(manifest, "annotations"), name));
    const json_t *labels = json_object_get(json_object_get(config, "config"), "Labels");
    return annotation != NULL ? annotation : json_string_value(json_object_get(labels, name));
}

char *layout_layer_type(const char *type)
{
    static const char docker[] = "application/vnd.docker.image.rootfs.diff.tar";
    static const char oci[] = "application/vnd.oci.image.layer.v1.tar";
    const char *packed = g_str_has_prefix(type, docker) ? type + strlen(docker) : NULL;
    return packed == NULL ? g_strdup(type)
                          : g_strconcat(oci, *packed == '.' ? "+" : "",
                                        *packed == '.' ? packed + 1 : packed, NULL);
}

/* What machines and triples begin with, first as `uname -m` says it, and OCI's name of it. */
static const char *const architectures[][2] = {{"x86_64", "amd64"},
                                               {"aarch64", "arm64"},
                                               {"ppc64le", "ppc64le"},
                                               {"powerpc64le", "ppc64le"},
                                               {"riscv64", "riscv64"}};

const char *layout_architecture(const char *machine)
{
    for (gsize i = 0; i < G_N_ELEMENTS(architectures); i++) {
        if (g_str_has_prefix(machine, architectures[i][0])) {
            return architectures[i][1];
        }
    }
    return "unknown";
}

const char *layout_machine(const char *architecture)
{
    for (gsize i = 0; i < G_N_ELEMENTS(architectures); i++) {
        if (g_strcmp0(architecture, architectures[i][1]) == 0) {
            return architectures[i][0];
        }
    }
    return NULL;
}
