#include "container/image/manifest.h"
#include "container/image/pack_parts.h"
#include "core/file.h"

/* ---- base ------------------------------------------------------------------------------------ */

typedef struct {
    const PackRequest *request;
    GPtrArray *layers; /* Blob * */
    json_t *config;    /* of the base; NULL: none */
    GError **error;
} Packing;

static gboolean copy_blob(const char *from_layout, const char *to_layout, const json_t *descriptor,
                          GError **error)
{
    g_autofree char *from = layout_blob_path(from_layout, descriptor, error);
    g_autofree char *to = from == NULL ? NULL : layout_blob_path(to_layout, descriptor, error);
    if (to == NULL || g_str_equal(from, to) || g_file_test(to, G_FILE_TEST_EXISTS)) {
        return to != NULL;
    }
    g_autoptr(GMappedFile) bytes = g_mapped_file_new(from, FALSE, error);
    return bytes != NULL && file_write(to, g_mapped_file_get_contents(bytes),
                                       g_mapped_file_get_length(bytes), error);
}

static gboolean add_base(Packing *self)
{
    const char *layout = self->request->base_layout;
    if (layout == NULL) {
        return TRUE;
    }
    json_t *manifest = layout_manifest(layout, self->request->base_tag, NULL, self->error);
    self->config = manifest == NULL
                       ? NULL
                       : layout_json(layout, json_object_get(manifest, "config"), self->error);
    const json_t *diffs = json_object_get(json_object_get(self->config, "rootfs"), "diff_ids");
    const json_t *layers = json_object_get(manifest, "layers");
    gboolean added = self->config != NULL;
    if (added && json_array_size(diffs) != json_array_size(layers)) {
        g_set_error(self->error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "the base %s:%s does not have as many layers as diff_ids", layout,
                    self->request->base_tag);
        added = FALSE;
    }
    gsize index;
    const json_t *descriptor;
    json_array_foreach(layers, index, descriptor)
    {
        added = added && copy_blob(layout, self->request->layout, descriptor, self->error);
        if (added) {
            Blob *blob = g_new0(Blob, 1);
            blob->digest = g_strdup(json_string_value(json_object_get(descriptor, "digest")));
            blob->diff = g_strdup(json_string_value(json_array_get(diffs, index)));
            const char *type = json_string_value(json_object_get(descriptor, "mediaType"));
            blob->media_type = layout_layer_type(type != NULL ? type : LAYOUT_LAYER);
            blob->size = (guint64)json_integer_value(json_object_get(descriptor, "size"));
            g_ptr_array_add(self->layers, blob);
        }
    }
    json_decref(manifest);
    return added;
}

/* ---- manifest -------------------------------------------------------------------------------- */

static char *write_manifest(const Packing *self)
{
    const PackRequest *request = self->request;
    json_t *labels = pack_annotations(request);
    g_autofree char *triple = pack_machine(request->build);
    char *digest = manifest_write(&(ManifestRequest){.layout = request->layout,
                                                     .tag = request->tag,
                                                     .machine = triple,
                                                     .layers = self->layers,
                                                     .annotations = labels,
                                                     .config = self->config,
                                                     .add_architecture = request->add_architecture},
                                  self->error);
    json_decref(labels);
    return digest;
}

/* `name` is of the configuration that the layer is for; NULL: for none. */
static gboolean add_layer(Packing *self, const char *holds, const char *name, Blob *blob)
{
    if (blob != NULL) {
        blob->holds = g_strconcat(holds, name, NULL);
        g_ptr_array_add(self->layers, blob);
    }
    return blob != NULL;
}

char *pack_image(const PackRequest *request, GError **error)
{
    g_autoptr(GPtrArray) layers = g_ptr_array_new_with_free_func((GDestroyNotify)blob_free);
    Packing self = {.request = request, .layers = layers, .error = error};
    const ToolLayer tool = {request->layout, request->build_request->program, request->knowledge,
                            request->build_request->sandbox->timestamp};
    gboolean packed =
        layout_open(request->layout, error) && add_base(&self) &&
        add_layer(&self, PACK_HOLDS_CONTAINER, NULL, pack_container_layer(request, error)) &&
        add_layer(&self, PACK_HOLDS_STORE, NULL, pack_store_layer(request, error)) &&
        add_layer(&self, PACK_HOLDS_TOOL, NULL, pack_tool_layer(&tool, error));
    g_autoptr(GHashTable) sources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(Layer) tests = request->tests ? layer_new() : NULL;
    for (guint i = 0; packed && i < request->build->configurations->len; i++) {
        const BuiltConfiguration *built = request->build->configurations->pdata[i];
        packed = add_layer(&self, PACK_HOLDS_CONFIGURATION, built->configuration->name,
                           pack_configuration_layer(request, built, sources, tests, error));
    }
    packed = packed && add_layer(&self, PACK_HOLDS_SOURCES, NULL,
                                 pack_sources_layer(request, sources, error));
    packed =
        packed && (tests == NULL || add_layer(&self, PACK_HOLDS_TESTS, NULL,
                                              pack_tests_layer(request, tests, sources, error)));
    packed = packed && add_layer(&self, PACK_HOLDS_SBOM, NULL, pack_sbom_layer(request, error));
    char *digest = packed ? write_manifest(&self) : NULL;
    json_decref(self.config);
    return digest;
}
