/* Layers: reproducible, and no way out of the root. */
#include "container/build/process.h"
#include "container/image/layout.h"
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

typedef struct {
    char *folder;
} Fixture;

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    self->folder = g_dir_make_tmp("xaas-layers-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_true(layout_open(self->folder, &error));
    g_assert_no_error(error);
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    const char *const remove[] = {"rm", "-rf", self->folder, NULL};
    g_auto(ProcessResult) result = {0};
    process_run(&(ProcessRequest){.command = remove}, &result, NULL);
    g_free(self->folder);
}

#include "tests/unit/fixture_tests.h"

static void test_paths(Fixture *self, gconstpointer data)
{
    (void)data, (void)self;
    static const char *const bad[] = {"",     "/a",    "../a",           "a/../b", "./a",
                                      "a//b", ".wh.a", "a/.wh..wh..opq", "a/.."};
    g_autoptr(Layer) layer = layer_new();
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(layer_add_bytes(layer, bad[i], "x", 1, 0644, &error));
        g_assert_error(error, LAYOUT_ERROR, LAYOUT_ERROR_PATH);
    }
    g_assert_true(layer_add_bytes(layer, "a/b", "x", 1, 0644, NULL));
    g_assert_false(layer_add_bytes(layer, "a/b", "x", 1, 0644, NULL));
}

static Blob *sample(const Fixture *self, gboolean backwards)
{
    static const char *const names[] = {"b/two", "a", "b/one", "c/with a very long name"};
    g_autoptr(Layer) layer = layer_new();
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *name = names[backwards ? G_N_ELEMENTS(names) - 1 - i : i];
        g_assert_true(layer_add_bytes(layer, name, name, strlen(name), 0644, NULL));
    }
    g_autoptr(GError) error = NULL;
    Blob *blob = layer_write(layer, self->folder, 7, &error);
    g_assert_no_error(error);
    return blob;
}

static gboolean want_all(const char *path, gpointer data)
{
    (void)path, (void)data;
    return TRUE;
}

static gboolean note(const Member *member, gpointer data, GError **error)
{
    (void)error;
    GString *seen = data;
    g_string_append_printf(seen, "%s%s=%s;", member->path, member->is_folder ? "/" : "",
                           member->bytes == NULL ? "" : member->bytes);
    return TRUE;
}

static void test_round_trip(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(Blob) first = sample(self, FALSE);
    g_autoptr(Blob) second = sample(self, TRUE);
    g_assert_cmpstr(first->digest, ==, second->digest);
    g_assert_cmpstr(first->diff, !=, first->digest);
    json_t *descriptor = blob_descriptor(first);
    g_autoptr(GString) seen = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    const LayerReader reader = {want_all, note, seen, TRUE};
    g_assert_true(layer_read(self->folder, descriptor, first->diff, &reader, &error));
    g_assert_no_error(error);
    g_assert_cmpstr(seen->str, ==,
                    "a=a;b/=;b/one=b/one;b/two=b/two;c/=;"
                    "c/with a very long name=c/with a very long name;");
    /* A compressed layer's own digest is no diff_id. */
    g_assert_false(layer_read(self->folder, descriptor, first->digest, &reader, &error));
    g_assert_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED);
    json_decref(descriptor);
}

/* Puts bytes into the layout as a layer of that media type; a new reference. */
static json_t *put_blob(const Fixture *self, const char *type, const char *bytes, gsize length)
{
    g_autofree char *hex =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, length);
    g_autofree char *blob = g_build_filename(self->folder, "blobs/sha256", hex, NULL);
    g_assert_true(g_file_set_contents(blob, bytes, (gssize)length, NULL));
    g_autofree char *digest = g_strconcat("sha256:", hex, NULL);
    return json_pack("{s:s, s:s, s:I}", "mediaType", type, "digest", digest, "size",
                     (json_int_t)length);
}

#define ARCHIVE_MAX 65536u

/* Appends an archive with one file; closes and frees `archive`, which has its format. */
static void add_archive(GString *to, struct archive *archive, const char *bytes, gsize length)
{
    g_autofree char *buffer = g_malloc(ARCHIVE_MAX);
    size_t used = 0;
    archive_write_set_bytes_in_last_block(archive, 1);
    archive_write_open_memory(archive, buffer, ARCHIVE_MAX, &used);
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, "a");
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)length);
    archive_write_header(archive, entry);
    g_assert_cmpint(archive_write_data(archive, bytes, length), ==, (la_ssize_t)length);
    archive_entry_free(entry);
    g_assert_cmpint(archive_write_close(archive), ==, ARCHIVE_OK);
    archive_write_free(archive);
    g_string_append_len(to, buffer, (gssize)used);
}

static void add_tar(GString *to, const char *text)
{
    struct archive *archive = archive_write_new();
    archive_write_set_format_ustar(archive);
    add_archive(to, archive, text, strlen(text));
}

static void add_compressed(GString *to, int (*filter)(struct archive *), const char *bytes,
                           gsize length)
{
    struct archive *archive = archive_write_new();
    archive_write_set_format_raw(archive);
    g_assert_cmpint(filter(archive), ==, ARCHIVE_OK);
    add_archive(to, archive, bytes, length);
}

/* Uncompressed, as a layer of several members. */
static void test_members(Fixture *self, gconstpointer data)
{
    (void)data;
    static const struct {
        const char *type;
        int (*filter)(struct archive *);
    } kinds[] = {
        {"application/vnd.oci.image.layer.v1.tar+gzip", archive_write_add_filter_gzip},
        {"application/vnd.oci.image.layer.v1.tar+zstd", archive_write_add_filter_zstd},
    };
    g_autoptr(GString) tar = g_string_new(NULL);
    add_tar(tar, "hello");
    g_autofree char *hex =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)tar->str, tar->len);
    g_autofree char *diff = g_strconcat("sha256:", hex, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
        g_autoptr(GString) bytes = g_string_new(NULL);
        add_compressed(bytes, kinds[i].filter, tar->str, 300);
        add_compressed(bytes, kinds[i].filter, tar->str + 300, tar->len - 300);
        json_t *descriptor = put_blob(self, kinds[i].type, bytes->str, bytes->len);
        g_autoptr(GString) seen = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        const LayerReader reader = {want_all, note, seen, TRUE};
        gboolean read = layer_read(self->folder, descriptor, diff, &reader, &error);
        g_assert_no_error(error);
        g_assert_true(read);
        g_assert_cmpstr(seen->str, ==, "a=hello;");
        /* What is said of the contents is checked, whatever they are compressed by. */
        g_assert_false(layer_read(self->folder, descriptor, "sha256:0", &reader, &error));
        g_assert_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED);
        json_decref(descriptor);
    }
}

/* A layer that others wrote may hold anything. */
static void test_hostile(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const names[] = {"../outside", "/absolute", "a/../../b", "twice"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(self->folder, "hostile.tar", NULL);
        struct archive *archive = archive_write_new();
        archive_write_set_format_ustar(archive);
        archive_write_open_filename(archive, path);
        for (guint turn = 0; turn < 2; turn++) {
            struct archive_entry *entry = archive_entry_new();
            archive_entry_set_pathname(entry, names[i]);
            archive_entry_set_filetype(entry, AE_IFREG);
            archive_entry_set_size(entry, 0);
            archive_entry_set_perm(entry, 0644);
            archive_write_header(archive, entry);
            archive_entry_free(entry);
        }
        archive_write_free(archive);
        g_autofree char *bytes = NULL;
        gsize length = 0;
        g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
        json_t *descriptor =
            put_blob(self, "application/vnd.oci.image.layer.v1.tar", bytes, length);
        const char *digest = json_string_value(json_object_get(descriptor, "digest"));
        g_autoptr(GError) error = NULL;
        const LayerReader reader = {NULL, NULL, NULL, FALSE};
        g_assert_false(layer_read(self->folder, descriptor, digest, &reader, &error));
        g_assert_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED);
        json_decref(descriptor);
    }
}

static void test_tags(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    json_t *documents[] = {json_pack("{s:i}", "a", 1), json_pack("{s:i}", "a", 2)};
    g_autoptr(Blob) one = layout_write_json(self->folder, documents[0], LAYOUT_MANIFEST, &error);
    g_autoptr(Blob) two = layout_write_json(self->folder, documents[1], LAYOUT_MANIFEST, &error);
    g_assert_true(layout_tag(self->folder, "one", one, &error));
    g_assert_true(layout_tag(self->folder, "two", one, &error));
    g_assert_true(layout_tag(self->folder, "two", two, &error));
    g_assert_no_error(error);
    for (guint i = 0; i < 2; i++) {
        json_t *found = layout_manifest(self->folder, i == 0 ? "one" : "two", NULL, &error);
        g_assert_no_error(error);
        g_assert_true(json_equal(found, documents[i]));
        json_decref(found);
        json_decref(documents[i]);
    }
    g_assert_null(layout_manifest(self->folder, "three", NULL, &error));
    g_assert_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const FixtureTest tests[] = {
        {"/container/layers/paths", test_paths},
        {"/container/layers/round_trip", test_round_trip},
        {"/container/layers/members", test_members},
        {"/container/layers/hostile", test_hostile},
        {"/container/layers/tags", test_tags},
    };
    add_fixture_tests(tests, G_N_ELEMENTS(tests));
    return g_test_run();
}
