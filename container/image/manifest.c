#include "container/image/manifest.h"
#include <sys/utsname.h>

#define CREATED "org.opencontainers.image.created"

char *manifest_time(gint64 timestamp)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(timestamp);
    return g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

/* A configuration that is given keeps what it says about the machine; its history would not fit the
 * layers. */
static json_t *config_json(const ManifestRequest *request, const char *architecture)
{
    json_t *config = request->config != NULL ? json_deep_copy(request->config) : json_object();
    if (json_object_get(config, "architecture") == NULL) {
        json_object_set_new(config, "architecture", json_string(architecture));
        json_object_set_new(config, "os", json_string("linux"));
    }
    json_object_set(config, "created", json_object_get(request->annotations, CREATED));
    json_t *settings = json_object_get(config, "config");
    if (settings == NULL) {
        settings = json_object();
        json_object_set_new(config, "config", settings);
    }
    json_object_set(settings, "Labels", (json_t *)request->annotations);
    json_t *diffs = json_array();
    for (guint i = 0; i < request->layers->len; i++) {
        const Blob *blob = request->layers->pdata[i];
        json_array_append_new(diffs, json_string(blob->diff));
    }
    json_object_set_new(config, "rootfs",
                        json_pack("{s:s, s:o}", "type", "layers", "diff_ids", diffs));
    json_object_del(config, "history");
    return config;
}

char *manifest_write(const ManifestRequest *request, GError **error)
{
    struct utsname host;
    uname(&host);
    const char *architecture =
        layout_architecture(request->machine != NULL ? request->machine : host.machine);
    json_t *config = config_json(request, architecture);
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
    gboolean tagged =
        blob != NULL &&
        (request->add_architecture
             ? layout_tag_architecture(request->layout, request->tag, blob, architecture, error)
             : layout_tag(request->layout, request->tag, blob, error));
    return tagged ? g_strdup(blob->digest) : NULL;
}

char *manifest_annotation(const char *layout, const char *tag, const char *name, GError **error)
{
    json_t *manifest = layout_manifest(layout, tag, NULL, error);
    json_t *config =
        manifest == NULL ? NULL : layout_json(layout, json_object_get(manifest, "config"), error);
    const char *value = layout_says(manifest, config, name);
    char *copy = config == NULL ? NULL : g_strdup(value != NULL ? value : "");
    json_decref(config);
    json_decref(manifest);
    return copy;
}
