/* An image that somebody else made. An input that begins with '{' is a manifest, any other a layer,
 * in an image that is right otherwise: it is checked, and unpacked, and nothing lands beside the
 * folder. */
#include "container/build/workspace.h"
#include "container/image/layout.h"
#include "container/image/unpack.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 65536u

static Blob *write_blob(const char *layout, const guint8 *data, gsize size, const char *type)
{
    g_autofree char *hex = g_compute_checksum_for_data(G_CHECKSUM_SHA256, data, size);
    g_autofree char *path = g_build_filename(layout, "blobs", "sha256", hex, NULL);
    g_assert_true(g_file_set_contents(path, (const char *)data, (gssize)size, NULL));
    Blob *blob = g_new0(Blob, 1);
    blob->digest = g_strconcat("sha256:", hex, NULL);
    blob->size = size;
    blob->media_type = g_strdup(type);
    return blob;
}

static Blob *write_layer(const char *layout, const guint8 *data, gsize size)
{
    g_autoptr(Blob) layer =
        write_blob(layout, data, size, "application/vnd.oci.image.layer.v1.tar");
    json_t *config = json_pack("{s:{s:[s]}}", "rootfs", "diff_ids", layer->digest);
    g_autoptr(Blob) config_blob = layout_write_json(layout, config, LAYOUT_CONFIG, NULL);
    json_t *manifest = json_pack("{s:o, s:[o]}", "config", blob_descriptor(config_blob), "layers",
                                 blob_descriptor(layer));
    Blob *blob = layout_write_json(layout, manifest, LAYOUT_MANIFEST, NULL);
    json_decref(manifest);
    json_decref(config);
    return blob;
}

static guint count_names(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    guint count = 0;
    while (folder != NULL && g_dir_read_name(folder) != NULL) {
        count++;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size == 0 || size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autofree char *folder = g_dir_make_tmp("xaas-fuzz-XXXXXX", NULL);
    g_autofree char *layout = g_build_filename(folder, "image", NULL);
    g_autofree char *roots = g_build_filename(folder, "roots", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(layout_open(layout, &error));
    g_autoptr(Blob) manifest = data[0] == '{' ? write_blob(layout, data, size, LAYOUT_MANIFEST)
                                              : write_layer(layout, data, size);
    g_assert_true(layout_tag(layout, "t", manifest, &error));
    g_autofree char *digest = NULL;
    g_autofree char *root = image_unpack(layout, "t", roots, &digest, &error);
    g_assert_true((root == NULL) == (error != NULL));
    g_assert_cmpuint(count_names(folder), <=, 2);
    g_assert_cmpuint(count_names(roots), ==, root == NULL ? 0 : 1);
    g_assert_cmpuint(count_names(layout), ==, 3);
    folder_remove(folder);
    return 0;
}
