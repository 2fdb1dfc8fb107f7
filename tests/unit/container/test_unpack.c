/* Images become root file systems: layers one on the other, and nothing beside the folder. */
#include "container/build/workspace.h"
#include "container/image/layout.h"
#include "container/image/unpack.h"
#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>

typedef struct {
    const char *path;
    char type;        /* d: folder, f: file, l: link, h: hard link, p: pipe */
    const char *text; /* contents, or what a link points at */
} Entry;

#define ENTRIES_MAX 8
#define LAYERS_MAX 3

static void add_entry(struct archive *archive, const Entry *entry)
{
    struct archive_entry *made = archive_entry_new();
    archive_entry_set_pathname(made, entry->path);
    archive_entry_set_perm(made, entry->type == 'd' ? 0500 : 04755);
    archive_entry_set_filetype(made, entry->type == 'd'   ? AE_IFDIR
                                     : entry->type == 'l' ? AE_IFLNK
                                     : entry->type == 'p' ? AE_IFIFO
                                                          : AE_IFREG);
    if (entry->type == 'l') {
        archive_entry_set_symlink(made, entry->text);
    } else if (entry->type == 'h') {
        archive_entry_set_hardlink(made, entry->text);
    }
    gsize length = entry->type == 'f' ? strlen(entry->text) : 0;
    archive_entry_set_size(made, (la_int64_t)length);
    g_assert_cmpint(archive_write_header(archive, made), ==, ARCHIVE_OK);
    if (length > 0) {
        g_assert_cmpint(archive_write_data(archive, entry->text, length), ==, (int)length);
    }
    archive_entry_free(made);
}

static Blob *add_layer(const char *layout, const Entry *entries)
{
    gsize size = 1024 * 1024;
    gsize used = 0;
    g_autofree char *bytes = g_malloc(size);
    struct archive *archive = archive_write_new();
    archive_write_set_format_ustar(archive);
    g_assert_cmpint(archive_write_open_memory(archive, bytes, size, &used), ==, ARCHIVE_OK);
    for (guint i = 0; i < ENTRIES_MAX && entries[i].path != NULL; i++) {
        add_entry(archive, &entries[i]);
    }
    g_assert_cmpint(archive_write_close(archive), ==, ARCHIVE_OK);
    archive_write_free(archive);
    g_autofree char *hex =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, used);
    g_autofree char *path = g_build_filename(layout, "blobs", "sha256", hex, NULL);
    g_assert_true(g_file_set_contents(path, bytes, (gssize)used, NULL));
    Blob *blob = g_new0(Blob, 1);
    blob->digest = g_strconcat("sha256:", hex, NULL);
    blob->diff = g_strdup(blob->digest);
    blob->size = used;
    blob->media_type = g_strdup("application/vnd.oci.image.layer.v1.tar");
    return blob;
}

/* The path of the unpacked image; NULL when it was refused. */
static char *unpack(const char *folder, Entry layers[LAYERS_MAX][ENTRIES_MAX])
{
    g_autofree char *layout = g_build_filename(folder, "image", NULL);
    g_autofree char *roots = g_build_filename(folder, "roots", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(layout_open(layout, &error));
    json_t *descriptors = json_array();
    json_t *diffs = json_array();
    for (guint i = 0; i < LAYERS_MAX && layers[i][0].path != NULL; i++) {
        g_autoptr(Blob) blob = add_layer(layout, layers[i]);
        json_array_append_new(descriptors, blob_descriptor(blob));
        json_array_append_new(diffs, json_string(blob->diff));
    }
    json_t *config = json_pack("{s:{s:s, s:o}}", "rootfs", "type", "layers", "diff_ids", diffs);
    g_autoptr(Blob) config_blob = layout_write_json(layout, config, LAYOUT_CONFIG, &error);
    json_t *manifest = json_pack("{s:i, s:o, s:o}", "schemaVersion", 2, "config",
                                 blob_descriptor(config_blob), "layers", descriptors);
    g_autoptr(Blob) manifest_blob = layout_write_json(layout, manifest, LAYOUT_MANIFEST, &error);
    g_assert_true(layout_tag(layout, "t", manifest_blob, &error));
    json_decref(config);
    json_decref(manifest);
    g_autofree char *digest = NULL;
    char *root = image_unpack(layout, "t", roots, &digest, &error);
    g_test_message("%s", error == NULL ? root : error->message);
    g_assert_true((root == NULL) == (error != NULL));
    return root;
}

static char *contents(const char *root, const char *path)
{
    g_autofree char *full = g_build_filename(root, path, NULL);
    char *text = NULL;
    g_file_get_contents(full, &text, NULL, NULL);
    return text;
}

static void assert_contents(const char *root, const char *path, const char *expected)
{
    g_autofree char *text = contents(root, path);
    g_assert_cmpstr(text, ==, expected);
}

static void test_layers(void)
{
    Entry layers[LAYERS_MAX][ENTRIES_MAX] = {
        {{"./", 'd', NULL},
         {"./a", 'd', NULL},
         {"./a/kept", 'f', "kept"},
         {"./a/gone", 'f', "gone"},
         {"b/one", 'f', "one"},
         {"b/two", 'f', "two"},
         {"pipe", 'p', NULL}},
        {{"a/.wh.gone", 'f', ""},
         {"b/.wh..wh..opq", 'f', ""},
         {"b/three", 'f', "three"},
         {"link", 'l', "a/kept"},
         {"away", 'l', "/etc"},
         {"same", 'h', "a/kept"}},
        {{"away", 'd', NULL}, {"away/file", 'f', "inside"}, {"link", 'f', "file"}}};
    g_autofree char *folder = g_dir_make_tmp("xaas-unpack-XXXXXX", NULL);
    g_autofree char *root = unpack(folder, layers);
    g_assert_nonnull(root);
    assert_contents(root, "a/kept", "kept");
    assert_contents(root, "a/gone", NULL);
    assert_contents(root, "b/one", NULL);
    assert_contents(root, "b/three", "three");
    assert_contents(root, "same", "kept");
    assert_contents(root, "away/file", "inside");
    assert_contents(root, "link", "file");
    g_autofree char *pipe = g_build_filename(root, "pipe", NULL);
    g_assert_false(g_file_test(pipe, G_FILE_TEST_EXISTS));
    g_autofree char *kept = g_build_filename(root, "a/kept", NULL);
    GStatBuf status;
    g_assert_cmpint(g_stat(kept, &status), ==, 0);
    g_assert_cmpint(status.st_mode & 07777, ==, 0755);
    /* It is not unpacked again. */
    g_assert_cmpint(g_unlink(kept), ==, 0);
    g_autofree char *again = unpack(folder, layers);
    g_assert_cmpstr(again, ==, root);
    assert_contents(root, "a/kept", NULL);
    folder_remove(folder);
    g_assert_false(g_file_test(folder, G_FILE_TEST_EXISTS));
}

/* A layer takes away what is below it, in whatever order its members stand. */
static void test_order(void)
{
    Entry layers[LAYERS_MAX][ENTRIES_MAX] = {{{"a/one", 'f', "old"},
                                              {"a/two", 'f', "old"},
                                              {"b/one", 'f', "old"},
                                              {"b/two", 'f', "old"}},
                                             {{"a/one", 'f', "new"},
                                              {"a/.wh..wh..opq", 'f', ""},
                                              {"b/two", 'f', "new"},
                                              {"b/.wh.two", 'f', ""},
                                              {"b/.wh.one", 'f', ""}}};
    g_autofree char *folder = g_dir_make_tmp("xaas-unpack-XXXXXX", NULL);
    g_autofree char *root = unpack(folder, layers);
    g_assert_nonnull(root);
    assert_contents(root, "a/one", "new");
    assert_contents(root, "a/two", NULL);
    assert_contents(root, "b/one", NULL);
    assert_contents(root, "b/two", "new");
    folder_remove(folder);
}

/* A folder in the place of a link or a file below says that nothing below is in it. */
static void test_replaced(void)
{
    Entry layers[LAYERS_MAX][ENTRIES_MAX] = {
        {{"a/kept", 'f', "kept"}, {"link", 'l', "a"}, {"file", 'f', "old"}},
        {{"link", 'd', NULL},
         {"link/.wh..wh..opq", 'f', ""},
         {"link/.wh.kept", 'f', ""},
         {"link/new", 'f', "new"},
         {"file", 'd', NULL},
         {"file/.wh..wh..opq", 'f', ""},
         {"file/new", 'f', "new"}}};
    g_autofree char *folder = g_dir_make_tmp("xaas-unpack-XXXXXX", NULL);
    g_autofree char *root = unpack(folder, layers);
    g_assert_nonnull(root);
    assert_contents(root, "a/kept", "kept");
    assert_contents(root, "link/kept", NULL);
    assert_contents(root, "link/new", "new");
    assert_contents(root, "file/new", "new");
    folder_remove(folder);
}

/* What would land elsewhere is refused, and nothing is left. */
static void test_hostile(void)
{
    Entry hostile[][LAYERS_MAX][ENTRIES_MAX] = {
        {{{"../out", 'f', "x"}}},
        {{{"a/../../out", 'f', "x"}}},
        {{{"/out", 'f', "x"}}},
        {{{"a", 'l', ".."}, {"a/out", 'f', "x"}}},
        {{{"a", 'l', "/tmp"}}, {{"a/out", 'f', "x"}}},
        {{{"a", 'l', ".."}}, {{"a/.wh.image", 'f', ""}}},
        {{{"a", 'd', NULL}, {"a/../../.wh.image", 'f', ""}}},
        {{{"a/.wh.b/../../../.wh.image", 'f', ""}}},
        {{{".wh.a/b", 'f', "x"}}},
        {{{"a", 'h', "../image/index.json"}}},
        {{{"a", 'h', "/etc/passwd"}}},
        {{{"l", 'l', ".."}, {"a", 'h', "l/image/index.json"}}},
        {{{"a", 'h', "nothing"}}},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(hostile); i++) {
        g_autofree char *folder = g_dir_make_tmp("xaas-unpack-XXXXXX", NULL);
        g_autofree char *root = unpack(folder, hostile[i]);
        g_assert_null(root);
        g_autofree char *index = g_build_filename(folder, "image", "index.json", NULL);
        g_autofree char *outside = g_build_filename(folder, "roots", "out", NULL);
        g_assert_true(g_file_test(index, G_FILE_TEST_EXISTS));
        g_assert_false(g_file_test(outside, G_FILE_TEST_EXISTS));
        g_autofree char *roots = g_build_filename(folder, "roots", NULL);
        g_autoptr(GDir) left = g_dir_open(roots, 0, NULL);
        g_assert_null(g_dir_read_name(left));
        folder_remove(folder);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/unpack/layers", test_layers);
    g_test_add_func("/container/unpack/order", test_order);
    g_test_add_func("/container/unpack/replaced", test_replaced);
    g_test_add_func("/container/unpack/hostile", test_hostile);
    return g_test_run();
}
