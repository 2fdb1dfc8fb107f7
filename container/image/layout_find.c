/* The image that a reference names, in layouts of this program and of others. */
#include "container/image/layout_parts.h"
#include <string.h>
#include <sys/utsname.h>

/* Of names of images in a message. */
#define NAMES_SHOWN_BYTES 400u
/* Lists of architectures in lists: others write one in another. */
#define INDEX_DEPTH_MAX 4u
/* What containerd and Docker call an image in full: "docker.io/library/app:1.0". */
#define FULL_NAME "io.containerd.image.name"

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
    return layout_load(path, error);
}

/* ---- names ----------------------------------------------------------------------------------- */

static gboolean ends_with_tag(const char *name, const char *tag)
{
    gsize length = name == NULL ? 0 : strlen(name);
    gsize ending = strlen(tag);
    return length > ending && g_str_has_suffix(name, tag) && name[length - ending - 1] == ':';
}

/* How well a reference fits what a descriptor is called. Some programs keep an image under its name
 * in full, some under none. */
typedef enum { FITS_NOT, FITS_AS_ONE_OF_MANY, FITS_EXACTLY } Fit;

static Fit fit(const json_t *descriptor, const char *tag)
{
    const char *name = layout_tag_of(descriptor);
    const char *full =
        json_string_value(json_object_get(json_object_get(descriptor, "annotations"), FULL_NAME));
    if (g_strcmp0(name, tag) == 0 || g_strcmp0(full, tag) == 0) {
        return FITS_EXACTLY;
    }
    return *tag == '\0' || ends_with_tag(name, tag) || ends_with_tag(full, tag)
               ? FITS_AS_ONE_OF_MANY
               : FITS_NOT;
}

static char *names_of(const json_t *index)
{
    GString *names = g_string_new(NULL);
    gsize number;
    const json_t *item;
    json_array_foreach(json_object_get(index, "manifests"), number, item)
    {
        const char *name = layout_tag_of(item);
        if (name != NULL && names->len < NAMES_SHOWN_BYTES) {
            g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", name);
        }
    }
    return g_string_free(names, FALSE);
}

static void no_such_tag(const char *layout, const char *tag, guint count, const json_t *index,
                        GError **error)
{
    g_autofree char *names = names_of(index);
    gboolean lone = json_array_size(json_object_get(index, "manifests")) == 1;
    const char *more = *names != '\0' ? "; it has: "
                       : lone         ? "; oci:FOLDER names its only one"
                                      : "";
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING, "%s has %s%s%s%s%s", layout,
                count == 0 ? "no image" : "several images", *tag == '\0' ? "" : " with the tag ",
                tag, more, names);
}

/* What the tag names in index.json; "" names the only image. A new reference; NULL without an error
 * when there is none and `may_miss`. */
static json_t *tagged(const char *layout, const char *tag, gboolean may_miss, GError **error)
{
    json_t *index = load_list(layout, error);
    json_t *found = NULL;
    Fit best = FITS_NOT;
    guint count = 0;
    gsize number;
    json_t *item;
    json_array_foreach(json_object_get(index, "manifests"), number, item)
    {
        Fit how = fit(item, tag);
        if (how > best) {
            best = how;
            count = 0;
            found = item;
        }
        count += how != FITS_NOT && how == best ? 1 : 0;
    }
    if (best == FITS_AS_ONE_OF_MANY && (count > 1 || may_miss)) {
        found = NULL;
    }
    if (index != NULL && found == NULL && !may_miss) {
        no_such_tag(layout, tag, count, index, error);
    }
    json_incref(found);
    json_decref(index);
    return found;
}

/* ---- architectures --------------------------------------------------------------------------- */

static const char *architecture_of(const json_t *descriptor)
{
    return json_string_value(
        json_object_get(json_object_get(descriptor, "platform"), "architecture"));
}

static gboolean is_index(const json_t *document)
{
    return json_is_array(json_object_get(document, "manifests"));
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
static json_t *with_platform(const char *layout, const json_t *descriptor, const json_t *manifest,
                             GError **error)
{
    json_t *config = layout_json(layout, json_object_get(manifest, "config"), error);
    json_t *plain = config == NULL ? NULL : json_deep_copy(descriptor);
    if (plain != NULL) {
        json_object_del(plain, "annotations");
        json_object_set_new(plain, "platform",
                            json_pack("{s:O, s:s}", "architecture",
                                      json_object_get(config, "architecture"), "os", "linux"));
    }
    json_decref(config);
    return plain;
}

/* Whether a lone manifest, which says in its configuration what it is for, is for that. */
static gboolean check_architecture(const char *layout, const json_t *descriptor,
                                   const json_t *manifest, const char *wanted, GError **error)
{
    json_t *plain = with_platform(layout, descriptor, manifest, error);
    if (plain == NULL) {
        return FALSE;
    }
    json_t *list = json_pack("{s:[o]}", "manifests", plain);
    json_t *found = for_architecture(list, wanted, error);
    json_decref(list);
    json_decref(found);
    return found != NULL;
}

/* The manifest that a descriptor leads to; `*descriptor` becomes its own. */
static json_t *manifest_behind(const char *layout, json_t **descriptor, const char *wanted,
                               GError **error)
{
    json_t *document = layout_json(layout, *descriptor, error);
    if (document != NULL && !is_index(document) && wanted != NULL &&
        !check_architecture(layout, *descriptor, document, wanted, error)) {
        g_clear_pointer(&document, json_decref);
    }
    for (guint depth = 0; document != NULL && is_index(document); depth++) {
        json_t *next = for_architecture(document, wanted, error);
        json_decref(document);
        json_decref(*descriptor);
        *descriptor = next;
        document = next == NULL ? NULL : layout_json(layout, next, error);
        if (document != NULL && depth + 1 == INDEX_DEPTH_MAX) {
            g_clear_pointer(&document, json_decref);
            g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                        "%s has lists of architectures within each other, more than %u deep",
                        layout, INDEX_DEPTH_MAX);
        }
    }
    return document;
}

json_t *layout_manifest(const char *layout, const char *tag, char **digest, GError **error)
{
    const char *mark = strchr(tag, LAYOUT_ARCHITECTURE_MARK);
    g_autofree char *name = mark == NULL ? g_strdup(tag) : g_strndup(tag, (gsize)(mark - tag));
    json_t *descriptor = tagged(layout, name, FALSE, error);
    json_t *manifest = descriptor == NULL ? NULL
                                          : manifest_behind(layout, &descriptor,
                                                            mark == NULL ? NULL : mark + 1, error);
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
    json_t *descriptor = tagged(layout, tag, TRUE, &failure);
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return NULL;
    }
    if (descriptor == NULL) {
        return json_array();
    }
    json_t *document = layout_json(layout, descriptor, error);
    json_t *list = NULL;
    if (document != NULL && is_index(document)) {
        list = json_incref(json_object_get(document, "manifests"));
    } else if (document != NULL) {
        json_t *plain = with_platform(layout, descriptor, document, error);
        list = plain == NULL ? NULL : json_pack("[o]", plain);
    }
    json_decref(document);
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
    return blob != NULL && layout_tag_descriptor(layout, tag, blob_descriptor(blob), error);
}
