/* Layers are written here. */
#include "container/build/workspace.h"
#include "container/image/layout.h"
#include "core/text_order.h"
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define COMPRESSION_LEVEL 6
#define CHUNK 65536u

typedef struct archive_entry ArchiveEntry;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ArchiveEntry, archive_entry_free)

typedef struct {
    char *bytes; /* NULL: a folder, or a file on the host */
    gsize length;
    char *host_path; /* NULL: no file on the host */
    char *link;      /* what a symbolic link points at; NULL: it is none */
    guint mode;
} Content;

struct Layer {
    GHashTable *members; /* path -> Content */
};

static void content_free(gpointer data)
{
    Content *content = data;
    g_free(content->bytes);
    g_free(content->host_path);
    g_free(content->link);
    g_free(content);
}

void blob_free(Blob *self)
{
    if (self != NULL) {
        g_free(self->digest);
        g_free(self->diff);
        g_free(self->media_type);
        g_free(self->holds);
        g_free(self);
    }
}

Layer *layer_new(void)
{
    Layer *self = g_new0(Layer, 1);
    self->members = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, content_free);
    return self;
}

void layer_free(Layer *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->members);
        g_free(self);
    }
}

static Content *folder_new(void)
{
    Content *self = g_new0(Content, 1);
    self->mode = 0755;
    return self;
}

static gboolean is_folder(const Content *content)
{
    return content->bytes == NULL && content->host_path == NULL && content->link == NULL;
}

static gboolean add(Layer *self, const char *path, Content *content, GError **error)
{
    const char *fault = layer_path_fault(path);
    const Content *there = g_hash_table_lookup(self->members, path);
    gboolean both_folders = there != NULL && is_folder(there) && is_folder(content);
    fault = fault == NULL && there != NULL && !both_folders ? "is there already" : fault;
    if (fault != NULL) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_PATH, "the path %s %s", path, fault);
        content_free(content);
        return FALSE;
    }
    g_hash_table_insert(self->members, g_strdup(path), content);
    g_autofree char *parent = g_path_get_dirname(path);
    while (!g_str_equal(parent, ".")) {
        if (!g_hash_table_contains(self->members, parent)) {
            g_hash_table_insert(self->members, g_strdup(parent), folder_new());
        }
        char *next = g_path_get_dirname(parent);
        g_free(parent);
        parent = next;
    }
    return TRUE;
}

gboolean layer_add_bytes(Layer *self, const char *path, const char *bytes, gsize length, guint mode,
                         GError **error)
{
    Content *content = g_new0(Content, 1);
    content->bytes = g_malloc(length + 1);
    memcpy(content->bytes, bytes, length);
    content->bytes[length] = '\0';
    content->length = length;
    content->mode = mode;
    return add(self, path, content, error);
}

gboolean layer_add_file(Layer *self, const char *path, const char *host_path, guint mode,
                        GError **error)
{
    Content *content = g_new0(Content, 1);
    content->host_path = g_strdup(host_path);
    content->mode = mode;
    return add(self, path, content, error);
}

gboolean layer_add_link(Layer *self, const char *path, const char *target, GError **error)
{
    Content *content = g_new0(Content, 1);
    content->link = g_strdup(target);
    content->mode = 0777;
    return add(self, path, content, error);
}

gboolean layer_add_folder(Layer *self, const char *path, GError **error)
{
    return add(self, path, folder_new(), error);
}

gboolean layer_has(const Layer *self, const char *path)
{
    return g_hash_table_contains(self->members, path);
}

/* The tar's bytes are hashed on their way to the compressor, the compressor's on theirs to the
 * disk: one pass gives both digests. */
typedef struct {
    GConverter *compressor;
    GChecksum *plain;
    GChecksum *packed;
    guint64 size;
    int descriptor;
    int error_number;
} Sink;

static gboolean put(Sink *self, const void *bytes, gsize length)
{
    g_checksum_update(self->packed, bytes, (gssize)length);
    self->size += length;
    const char *at = bytes;
    while (length > 0) {
        gssize written = write(self->descriptor, at, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            self->error_number = written < 0 ? errno : EIO;
            return FALSE;
        }
        at += written;
        length -= (gsize)written;
    }
    return TRUE;
}

static gboolean compress(Sink *self, const void *bytes, gsize length, GConverterFlags flags)
{
    char buffer[CHUNK];
    const char *at = bytes;
    for (;;) {
        gsize taken = 0, made = 0;
        GConverterResult result = g_converter_convert(self->compressor, at, length, buffer,
                                                      sizeof buffer, flags, &taken, &made, NULL);
        if (result == G_CONVERTER_ERROR) {
            return FALSE;
        }
        if (made > 0 && !put(self, buffer, made)) {
            return FALSE;
        }
        at += taken;
        length -= taken;
        if (result == G_CONVERTER_FINISHED || (flags == G_CONVERTER_NO_FLAGS && length == 0)) {
            return TRUE;
        }
    }
}

static la_ssize_t take(struct archive *archive, void *data, const void *bytes, size_t length)
{
    Sink *self = data;
    g_checksum_update(self->plain, bytes, (gssize)length);
    if (length > 0 && !compress(self, bytes, length, G_CONVERTER_NO_FLAGS)) {
        archive_set_error(archive, self->error_number != 0 ? self->error_number : EIO, "%s",
                          g_strerror(self->error_number != 0 ? self->error_number : EIO));
        return -1;
    }
    return (la_ssize_t)length;
}

static gboolean fail_write(const char *what, const char *why, GError **error)
{
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE,
                "%s cannot be written: %s; free some space or name another folder, and build again",
                what, why);
    return FALSE;
}

static gboolean write_file(struct archive *archive, const char *host_path, guint64 size,
                           GError **error)
{
    int descriptor = g_open(host_path, O_RDONLY | O_CLOEXEC, 0);
    char buffer[CHUNK];
    guint64 done = 0;
    for (gssize got; descriptor >= 0 && (got = read(descriptor, buffer, sizeof buffer)) > 0;) {
        if (archive_write_data(archive, buffer, (gsize)got) != got) {
            close(descriptor);
            return fail_write("a layer", archive_error_string(archive), error);
        }
        done += (guint64)got;
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    return done == size || fail_write(host_path, "it changed while it was read", error);
}

static gboolean write_member(struct archive *archive, const char *path, const Content *content,
                             gint64 timestamp, GError **error)
{
    guint64 size = content->length;
    GStatBuf status;
    if (content->host_path != NULL) {
        if (g_stat(content->host_path, &status) != 0) {
            return fail_write(content->host_path, g_strerror(errno), error);
        }
        size = (guint64)status.st_size;
    }
    gboolean folder = is_folder(content);
    g_autoptr(ArchiveEntry) entry = archive_entry_new();
    g_autofree char *name = folder ? g_strconcat(path, "/", NULL) : g_strdup(path);
    archive_entry_set_pathname(entry, name);
    archive_entry_set_filetype(entry, content->link != NULL ? AE_IFLNK
                                      : folder              ? AE_IFDIR
                                                            : AE_IFREG);
    if (content->link != NULL) {
        archive_entry_set_symlink(entry, content->link);
    }
    archive_entry_set_perm(entry, (mode_t)content->mode);
    archive_entry_set_size(entry, (la_int64_t)size);
    archive_entry_set_mtime(entry, timestamp, 0);
    archive_entry_set_uid(entry, 0);
    archive_entry_set_gid(entry, 0);
    /* A warning says that a name is no UTF-8: it is written as it is. */
    if (archive_write_header(archive, entry) < ARCHIVE_WARN) {
        return fail_write(path, archive_error_string(archive), error);
    }
    if (content->host_path != NULL) {
        return write_file(archive, content->host_path, size, error);
    }
    return size == 0 || archive_write_data(archive, content->bytes, size) == (la_ssize_t)size ||
           fail_write(path, archive_error_string(archive), error);
}

static gboolean write_archive(const Layer *self, Sink *sink, gint64 timestamp, GError **error)
{
    g_autoptr(GPtrArray) paths = g_ptr_array_new();
    GHashTableIter iter;
    gpointer path;
    g_hash_table_iter_init(&iter, self->members);
    while (g_hash_table_iter_next(&iter, &path, NULL)) {
        g_ptr_array_add(paths, path);
    }
    g_ptr_array_sort(paths, text_order);
    struct archive *archive = archive_write_new();
    archive_write_set_format_pax_restricted(archive);
    archive_write_set_bytes_per_block(archive, 0);
    gboolean written = archive_write_open(archive, sink, NULL, take, NULL) == ARCHIVE_OK;
    for (guint i = 0; written && i < paths->len; i++) {
        written =
            write_member(archive, paths->pdata[i],
                         g_hash_table_lookup(self->members, paths->pdata[i]), timestamp, error);
    }
    if (written && archive_write_close(archive) != ARCHIVE_OK) {
        written = fail_write("a layer", archive_error_string(archive), error);
    }
    archive_write_free(archive);
    if (written && !compress(sink, "", 0, G_CONVERTER_INPUT_AT_END)) {
        written = fail_write("a layer", g_strerror(sink->error_number), error);
    }
    return written;
}

Blob *layer_write(const Layer *self, const char *layout, gint64 timestamp, GError **error)
{
    g_autofree char *part = g_build_filename(layout, "blobs", "sha256", ".part-XXXXXX", NULL);
    g_autoptr(GChecksum) plain = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GChecksum) packed = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GZlibCompressor) compressor =
        g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, COMPRESSION_LEVEL);
    Sink sink = {.compressor = G_CONVERTER(compressor), .plain = plain, .packed = packed};
    sink.descriptor = g_mkstemp_full(part, O_WRONLY | O_CLOEXEC, 0644);
    if (sink.descriptor < 0) {
        fail_write(part, g_strerror(errno), error);
        return NULL;
    }
    gboolean written = write_archive(self, &sink, timestamp, error);
    if (written && (fsync(sink.descriptor) != 0)) {
        written = fail_write(part, g_strerror(errno), error);
    }
    close(sink.descriptor);
    g_autofree char *path =
        g_build_filename(layout, "blobs", "sha256", g_checksum_get_string(packed), NULL);
    if (written && g_rename(part, path) != 0) {
        written = fail_write(path, g_strerror(errno), error);
    }
    if (!written) {
        g_unlink(part);
        return NULL;
    }
    Blob *blob = g_new0(Blob, 1);
    blob->digest = g_strconcat("sha256:", g_checksum_get_string(packed), NULL);
    blob->diff = g_strconcat("sha256:", g_checksum_get_string(plain), NULL);
    blob->size = sink.size;
    blob->media_type = g_strdup(LAYOUT_LAYER);
    return blob;
}
