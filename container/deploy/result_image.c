#include "container/deploy/result_image.h"
#include "container/image/manifest.h"
#include <glib/gstdio.h>
#include <string.h>

static gboolean add_entry(const char *host, const char *path, Layer *layer, GError **error)
{
    GStatBuf status;
    if (g_lstat(host, &status) != 0) {
        return TRUE;
    }
    if (S_ISLNK(status.st_mode)) {
        g_autofree char *target = g_file_read_link(host, error);
        return target != NULL && layer_add_link(layer, path, target, error);
    }
    guint mode = (status.st_mode & S_IXUSR) != 0 ? 0755 : 0644;
    return !S_ISREG(status.st_mode) || layer_add_file(layer, path, host, mode, error);
}

static gboolean add_tree(const char *folder, const char *path, guint depth, Layer *layer,
                         GError **error)
{
    g_autoptr(GDir) open = depth > LIBRARY_NEEDS_DEPTH_MAX ? NULL : g_dir_open(folder, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *host = g_build_filename(folder, name, NULL);
        g_autofree char *inside = g_build_filename(path, name, NULL);
        gboolean is_folder =
            g_file_test(host, G_FILE_TEST_IS_DIR) && !g_file_test(host, G_FILE_TEST_IS_SYMLINK);
        if (!(is_folder ? add_tree(host, inside, depth + 1, layer, error)
                        : add_entry(host, inside, layer, error))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Links of the root file system are followed: a library stands where it is looked for. */
static gboolean add_libraries(const ResultImageRequest *request, Layer *layer, GError **error)
{
    for (guint i = 0; i < request->needs->libraries->len; i++) {
        const char *path = request->needs->libraries->pdata[i];
        g_autofree char *host =
            request->root != NULL ? g_build_filename(request->root, path, NULL) : g_strdup(path);
        if (!layer_has(layer, path + 1) && !layer_add_file(layer, path + 1, host, 0755, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean result_image_write(const ResultImageRequest *request, GError **error)
{
    g_autoptr(Layer) layer = layer_new();
    const char *inside = request->prefix + strspn(request->prefix, "/");
    if (!layout_open(request->layout, error) ||
        !add_tree(request->staged, inside, 0, layer, error) ||
        !add_libraries(request, layer, error)) {
        return FALSE;
    }
    g_autoptr(Blob) blob = layer_write(layer, request->layout, request->timestamp, error);
    if (blob == NULL) {
        return FALSE;
    }
    g_autoptr(GPtrArray) layers = g_ptr_array_new();
    g_ptr_array_add(layers, blob);
    g_autofree char *path = g_strdup_printf("PATH=%s/bin:/usr/bin:/bin", request->prefix);
    json_t *config = json_pack("{s:{s:[s]}}", "config", "Env", path);
    json_t *labels = json_copy((json_t *)request->labels);
    g_autofree char *created = manifest_time(request->timestamp);
    json_object_set_new(labels, "org.opencontainers.image.created", json_string(created));
    g_autofree char *digest = manifest_write(&(ManifestRequest){.layout = request->layout,
                                                                .tag = request->tag,
                                                                .machine = request->triple,
                                                                .layers = layers,
                                                                .annotations = labels,
                                                                .config = config},
                                             error);
    json_decref(labels);
    json_decref(config);
    return digest != NULL;
}
