#include "container/image/layout.h"
#include "core/file.h"
#include "core/json.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

G_DEFINE_QUARK(xaas - layout - error, layout_error)

/* Of names of tags in a message. */
#define TAGS_SHOWN_BYTES 400u

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

static json_t *load(const char *path, GError **error)
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

/* The list of images. An archive, as some programs write it, is told by its being a file. */
static json_t *load_list(const char *layout, GError **error)
{
    g_autofree char *path = g_build_filename(layout, "index.json", NULL);
    if (g_file_test(layout, G_FILE_TEST_IS_REGULAR)) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING,
                    "%s is a file, and an image is a folder; unpack it (mkdir image && tar -xf %s "
                    "-C image) where it is an archive of one, and name that",
                    layout, layout);
        return NULL;
    }
    return load(path, error);
}

static const char *tag_of(const json_t *descriptor)
{
    return json_string_value(
        json_object_get(json_object_get(descriptor, "annotations"), LAYOUT_TAG));
}

static gboolean tag_descriptor(const char *layout, const char *tag, json_t *descriptor,
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
    json_t *index = g_file_test(path, G_FILE_TEST_EXISTS) ? load(path, error) : json_object();
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
        if (g_strcmp0(tag_of(item), tag) != 0) {
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
    return tag_descriptor(layout, tag, blob_descriptor(manifest), error);
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

/* ---- tags and architectures ------------------------------------------------------------------ */

static const char *architecture_of(const json_t *descriptor)
{
    return json_string_value(
        json_object_get(json_object_get(descriptor, "platform"), "architecture"));
}

/* What the tag names in index.json; a new reference, NULL without an error when there is none. */
static json_t *tagged(const char *layout, const char *tag, GError **error)
{
    json_t *index = load_list(layout, error);
    json_t *found = NULL;
    gsize number;
    json_t *item;
    json_array_foreach(json_object_get(index, "manifests"), number, item)
    {
        if (found == NULL && g_strcmp0(tag_of(item), tag) == 0) {
            found = json_incref(item);
        }
    }
    json_decref(index);
    return found;
}

static gboolean is_index(const json_t *descriptor)
{
    return g_strcmp0(json_string_value(json_object_get(descriptor, "mediaType")), LAYOUT_INDEX) ==
           0;
}

/* The descriptor in an index for an architecture; NULL and an error that names those there are. */
static json_t *for_architecture(const json_t *index, const char *wanted, GError **error)
{
    struct utsname host;
    uname(&host);
    const char *architecture = wanted != NULL ? wanted : layout_architecture(host.machine);
    const json_t *list = json_object_get(index, "manifests");
    g_autoptr(GString) names = g_string_new(NULL);
    gsize number;
    json_t *item;
    json_array_foreach(list, number, item)
    {
        const char *name = architecture_of(item);
        if (g_strcmp0(name, architecture) == 0 || (wanted == NULL && json_array_size(list) == 1)) {
            return json_incref(item);
        }
        g_string_append_printf(names, "%s%s", number > 0 ? ", " : "", name == NULL ? "?" : name);
    }
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING,
                "the image is not there for %s, but for %s; write TAG%cARCHITECTURE", architecture,
                names->str, LAYOUT_ARCHITECTURE_MARK);
    return NULL;
}

/* A descriptor with its platform, which a lone manifest has in its configuration. */
static json_t *with_platform(const char *layout, json_t *descriptor, GError **error)
{
    json_t *manifest = layout_json(layout, descriptor, error);
    json_t *config =
        manifest == NULL ? NULL : layout_json(layout, json_object_get(manifest, "config"), error);
    json_t *plain = config == NULL ? NULL : json_deep_copy(descriptor);
    if (plain != NULL) {
        json_object_del(plain, "annotations");
        json_object_set_new(plain, "platform",
                            json_pack("{s:O, s:s}", "architecture",
                                      json_object_get(config, "architecture"), "os", "linux"));
    }
    json_decref(manifest);
    json_decref(config);
    return plain;
}

/* NULL and an error that names the tags that there are. */
static json_t *no_such_tag(const char *layout, const char *tag, GError **error)
{
    json_t *index = load_list(layout, error);
    if (index == NULL) {
        return NULL;
    }
    g_autoptr(GString) names = g_string_new(NULL);
    gsize number;
    json_t *item;
    json_array_foreach(json_object_get(index, "manifests"), number, item)
    {
        const char *name = tag_of(item);
        if (name != NULL && names->len < TAGS_SHOWN_BYTES) {
            g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "; it has: ", name);
        }
    }
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING, "%s has no image with the tag %s%s",
                layout, tag, names->str);
    json_decref(index);
    return NULL;
}

/* A lone manifest says in its configuration what it is for. */
static json_t *lone_for_architecture(const char *layout, json_t *descriptor, const char *wanted,
                                     GError **error)
{
    json_t *plain = with_platform(layout, descriptor, error);
    if (plain == NULL) {
        return NULL;
    }
    json_t *list = json_pack("{s:[o]}", "manifests", plain);
    json_t *found = for_architecture(list, wanted, error);
    json_decref(list);
    return found;
}

json_t *layout_manifest(const char *layout, const char *tag, char **digest, GError **error)
{
    const char *mark = strchr(tag, LAYOUT_ARCHITECTURE_MARK);
    g_autofree char *name = mark == NULL ? g_strdup(tag) : g_strndup(tag, (gsize)(mark - tag));
    g_autoptr(GError) failure = NULL;
    json_t *descriptor = tagged(layout, name, &failure);
    if (descriptor == NULL) {
        if (failure != NULL) {
            g_propagate_error(error, g_steal_pointer(&failure));
            return NULL;
        }
        return no_such_tag(layout, name, error);
    }
    if (is_index(descriptor)) {
        json_t *index = layout_json(layout, descriptor, error);
        json_decref(descriptor);
        descriptor =
            index == NULL ? NULL : for_architecture(index, mark == NULL ? NULL : mark + 1, error);
        json_decref(index);
    } else if (mark != NULL) {
        json_t *lone = lone_for_architecture(layout, descriptor, mark + 1, error);
        json_decref(descriptor);
        descriptor = lone;
    }
    json_t *manifest = descriptor == NULL ? NULL : layout_json(layout, descriptor, error);
    if (manifest != NULL && digest != NULL) {
        *digest = g_strdup(json_string_value(json_object_get(descriptor, "digest")));
    }
    json_decref(descriptor);
    return manifest;
}

/* What the tag names so far, as a list of descriptors with platforms; NULL and an error. */
static json_t *platforms_of(const char *layout, const char *tag, GError **error)
{
    g_autoptr(GError) failure = NULL;
    json_t *descriptor = tagged(layout, tag, &failure);
    json_t *list = NULL;
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
    } else if (descriptor == NULL) {
        list = json_array();
    } else if (is_index(descriptor)) {
        json_t *index = layout_json(layout, descriptor, error);
        list = json_incref(json_object_get(index, "manifests"));
        json_decref(index);
    } else {
        json_t *plain = with_platform(layout, descriptor, error);
        list = plain == NULL ? NULL : json_pack("[o]", plain);
    }
    json_decref(descriptor);
    return list;
}

gboolean layout_tag_architecture(const char *layout, const char *tag, const Blob *manifest,
                                 const char *architecture, GError **error)
{
    json_t *there = platforms_of(layout, tag, error);
    if (there == NULL) {
        return FALSE;
    }
    json_t *list = json_array();
    gsize number;
    json_t *item;
    json_array_foreach(there, number, item)
    {
        if (g_strcmp0(architecture_of(item), architecture) != 0) {
            json_array_append(list, item);
        }
    }
    json_decref(there);
    json_t *descriptor = blob_descriptor(manifest);
    json_object_set_new(descriptor, "platform",
                        json_pack("{s:s, s:s}", "architecture", architecture, "os", "linux"));
    json_array_append_new(list, descriptor);
    json_t *index = json_pack("{s:i, s:s, s:o}", "schemaVersion", 2, "mediaType", LAYOUT_INDEX,
                              "manifests", list);
    g_autoptr(Blob) blob = layout_write_json(layout, index, LAYOUT_INDEX, error);
    json_decref(index);
    return blob != NULL && tag_descriptor(layout, tag, blob_descriptor(blob), error);
}
