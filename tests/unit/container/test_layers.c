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

/* A link to another member has no bytes of its own: whoever wants them is told so. */
static void test_hard_link(Fixture *self, gconstpointer data)
{
    (void)data;
    char buffer[8192];
    gsize length = 0;
    struct archive *archive = archive_write_new();
    archive_write_set_format_ustar(archive);
    archive_write_set_bytes_per_block(archive, 512);
    archive_write_open_memory(archive, buffer, sizeof buffer, &length);
    for (guint turn = 0; turn < 2; turn++) {
        struct archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, turn == 0 ? "a" : "b");
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_size(entry, turn == 0 ? 1 : 0);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_hardlink(entry, turn == 0 ? NULL : "a");
        archive_write_header(archive, entry);
        archive_write_data(archive, "x", turn == 0 ? 1 : 0);
        archive_entry_free(entry);
    }
    archive_write_free(archive);
    json_t *descriptor = put_blob(self, "application/vnd.oci.image.layer.v1.tar", buffer, length);
    const char *digest = json_string_value(json_object_get(descriptor, "digest"));
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) seen = g_string_new(NULL);
    const LayerReader nobody = {NULL, NULL, NULL, FALSE};
    const LayerReader all = {want_all, note, seen, FALSE};
    g_assert_true(layer_read(self->folder, descriptor, digest, &nobody, &error));
    g_assert_no_error(error);
    g_assert_false(layer_read(self->folder, descriptor, digest, &all, &error));
    g_assert_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED);
    json_decref(descriptor);
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

/* What an image is called in a layout's index; NULL: nothing. */
static void write_index(const Fixture *self, const char *const *names, json_t *const *descriptors,
                        gsize count)
{
    json_t *list = json_array();
    for (gsize i = 0; i < count; i++) {
        json_t *item = json_deep_copy(descriptors[i]);
        if (names[i] != NULL) {
            json_object_set_new(item, "annotations",
                                json_pack("{s:s}", "org.opencontainers.image.ref.name", names[i]));
        }
        json_array_append_new(list, item);
    }
    json_t *index = json_pack("{s:i, s:o}", "schemaVersion", 2, "manifests", list);
    g_autofree char *path = g_build_filename(self->folder, "index.json", NULL);
    g_assert_cmpint(json_dump_file(index, path, 0), ==, 0);
    json_decref(index);
}

static json_t *put_json(Fixture *self, json_t *document, const char *type)
{
    g_autoptr(Blob) blob = layout_write_json(self->folder, document, type, NULL);
    json_decref(document);
    return blob_descriptor(blob);
}

/* The number in the manifest that a tag names; 0: none. */
static int found(const Fixture *self, const char *tag)
{
    g_autoptr(GError) error = NULL;
    json_t *manifest = layout_manifest(self->folder, tag, NULL, &error);
    g_assert_true(manifest != NULL || g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MISSING) ||
                  g_error_matches(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED));
    int number = (int)json_integer_value(json_object_get(manifest, "a"));
    json_decref(manifest);
    return number;
}

/* Other programs keep an image under its name in full, or under none. */
static void test_names(Fixture *self, gconstpointer data)
{
    (void)data;
    json_t *images[] = {put_json(self, json_pack("{s:i}", "a", 1), LAYOUT_MANIFEST),
                        put_json(self, json_pack("{s:i}", "a", 2), LAYOUT_MANIFEST),
                        put_json(self, json_pack("{s:i}", "a", 3), LAYOUT_MANIFEST)};
    write_index(self, (const char *const[]){NULL}, images, 1);
    g_assert_cmpint(found(self, ""), ==, 1);
    g_assert_cmpint(found(self, "1.0"), ==, 0);
    static const char *const names[] = {"localhost/app:1.0", "localhost/other:2.0", "2.0"};
    write_index(self, names, images, G_N_ELEMENTS(images));
    g_assert_cmpint(found(self, "1.0"), ==, 1);
    g_assert_cmpint(found(self, "localhost/app:1.0"), ==, 1);
    g_assert_cmpint(found(self, "2.0"), ==, 3);
    g_assert_cmpint(found(self, "0"), ==, 0);
    g_assert_cmpint(found(self, ""), ==, 0);
    static const char *const alike[] = {"a:1", "b:1", "c:2"};
    write_index(self, alike, images, G_N_ELEMENTS(images));
    g_assert_cmpint(found(self, "1"), ==, 0);
    g_assert_cmpint(found(self, "b:1"), ==, 2);
    for (gsize i = 0; i < G_N_ELEMENTS(images); i++) {
        json_decref(images[i]);
    }
}

/* The same for this architecture in a list, which takes over what it is given. */
static json_t *listed(Fixture *self, json_t *descriptor, const char *type)
{
    json_t *unknown = json_deep_copy(descriptor);
    json_object_set_new(unknown, "platform", json_pack("{s:s}", "architecture", "unknown"));
    json_object_set_new(descriptor, "platform",
                        json_pack("{s:s}", "architecture", layout_architecture("x86_64")));
    return put_json(
        self, json_pack("{s:i, s:[o, o]}", "schemaVersion", 2, "manifests", unknown, descriptor),
        type);
}

/* Lists of architectures may stand in lists, in Docker's form as well as OCI's, but not for ever.
 */
static void test_lists(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char docker[] = "application/vnd.docker.distribution.manifest.list.v2+json";
    static const char *const name = "t";
    json_t *image = put_json(self, json_pack("{s:i}", "a", 7), LAYOUT_MANIFEST);
    for (guint depth = 1; depth <= 5; depth++) {
        image = listed(self, image, depth % 2 == 0 ? LAYOUT_INDEX : docker);
        write_index(self, &name, &image, 1);
        g_assert_cmpint(found(self, "t@amd64"), ==, depth <= 3 ? 7 : 0);
        g_assert_cmpint(found(self, "t@arm64"), ==, 0);
    }
    json_decref(image);
}

/* What is left of an image's words in Docker's form. */
static void test_says(Fixture *self, gconstpointer data)
{
    (void)self;
    (void)data;
    json_t *manifest = json_pack("{s:{s:s}}", "annotations", "a", "1");
    json_t *config = json_pack("{s:{s:{s:s, s:s}}}", "config", "Labels", "a", "2", "b", "3");
    g_assert_cmpstr(layout_says(manifest, config, "a"), ==, "1");
    g_assert_cmpstr(layout_says(manifest, config, "b"), ==, "3");
    g_assert_cmpstr(layout_says(manifest, config, "c"), ==, NULL);
    json_decref(manifest);
    json_decref(config);
    static const char *const types[][2] = {
        {"application/vnd.docker.image.rootfs.diff.tar.gzip", LAYOUT_LAYER},
        {"application/vnd.docker.image.rootfs.diff.tar", "application/vnd.oci.image.layer.v1.tar"},
        {LAYOUT_LAYER, LAYOUT_LAYER}};
    for (gsize i = 0; i < G_N_ELEMENTS(types); i++) {
        g_autofree char *type = layout_layer_type(types[i][0]);
        g_assert_cmpstr(type, ==, types[i][1]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const FixtureTest tests[] = {
        {"/container/layers/paths", test_paths},
        {"/container/layers/round_trip", test_round_trip},
        {"/container/layers/members", test_members},
        {"/container/layers/hostile", test_hostile},
        {"/container/layers/hard_link", test_hard_link},
        {"/container/layers/tags", test_tags},
        {"/container/layers/names", test_names},
        {"/container/layers/lists", test_lists},
        {"/container/layers/says", test_says},
    };
    add_fixture_tests(tests, G_N_ELEMENTS(tests));
    return g_test_run();
}
