#include "container/image/manifest.h"
#include <sys/utsname.h>

#define CREATED "org.opencontainers.image.created"

char *manifest_time(gint64 timestamp)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(timestamp);
    return g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

/* Go's names, which OCI uses. */
static const char *architecture(const char *machine)
{
    static const char *const names[][2] = {{"x86_64", "amd64"}, {"aarch64", "arm64"}};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_str_equal(names[i][0], machine)) {
            return names[i][1];
        }
    }
    return machine;
}

static json_t *config_json(const ManifestRequest *request)
{
    struct utsname host;
    uname(&host);
    json_t *diffs = json_array();
    for (guint i = 0; i < request->layers->len; i++) {
        const Blob *blob = request->layers->pdata[i];
        json_array_append_new(diffs, json_string(blob->diff));
    }
    return json_pack("{s:s, s:s, s:O, s:{s:O}, s:{s:s, s:o}}", "architecture",
                     architecture(request->machine != NULL ? request->machine : host.machine), "os",
                     "linux", "created", json_object_get(request->annotations, CREATED), "config",
                     "Labels", request->annotations, "rootfs", "type", "layers", "diff_ids", diffs);
}

char *manifest_write(const ManifestRequest *request, GError **error)
{
    json_t *config = config_json(request);
    g_autoptr(Blob) config_blob = layout_write_json(request->layout, config, LAYOUT_CONFIG, error);
    json_decref(config);
    if (config_blob == NULL) {
        return NULL;
    }
    json_t *layers = json_array();
    for (guint i = 0; i < request->layers->len; i++) {
        json_array_append_new(layers, blob_descriptor(request->layers->pdata[i]));
    }
    json_t *manifest = json_pack("{s:i, s:s, s:o, s:o, s:O}", "schemaVersion", 2, "mediaType",
                                 LAYOUT_MANIFEST, "config", blob_descriptor(config_blob), "layers",
                                 layers, "annotations", request->annotations);
    g_autoptr(Blob) blob = layout_write_json(request->layout, manifest, LAYOUT_MANIFEST, error);
    json_decref(manifest);
    return blob != NULL && layout_tag(request->layout, request->tag, blob, error)
               ? g_strdup(blob->digest)
               : NULL;
}

char *manifest_annotation(const char *layout, const char *tag, const char *name, GError **error)
{
    json_t *manifest = layout_manifest(layout, tag, NULL, error);
    const json_t *annotations = json_object_get(manifest, "annotations");
    const char *value = json_string_value(json_object_get(annotations, name));
    char *copy = manifest == NULL ? NULL : g_strdup(value != NULL ? value : "");
    json_decref(manifest);
    return copy;
}
