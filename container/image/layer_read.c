/* Layers are read here, with distrust. */
#include "container/image/layout.h"
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define MEMBER_BYTES_MAX (G_GUINT64_CONSTANT(1) << 34)
#define MEMBERS_MAX 10000000u
#define CHUNK 65536u

typedef struct archive ArchiveReader;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ArchiveReader, archive_read_free)

static const char *path_fault(const char *path, gboolean may_take_away)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    if (*path == '\0' || *path == '/') {
        return "is not relative";
    }
    for (char **part = parts; *part != NULL; part++) {
        if (**part == '\0' || g_str_equal(*part, ".") || g_str_equal(*part, "..")) {
            return "has an empty part, \".\" or \"..\"";
        }
    }
    for (char **part = parts; *part != NULL; part++) {
        if (g_str_has_prefix(*part, ".wh.") && !(may_take_away && part[1] == NULL)) {
            return "has a part that begins with \".wh.\", which layers reserve";
        }
    }
    return NULL;
}

const char *layer_path_fault(const char *path)
{
    return path_fault(path, FALSE);
}

const char *layer_member_fault(const char *path)
{
    return path_fault(path, TRUE);
}

gboolean layer_refuse_member(const char *path, const char *why, GError **error)
{
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED, "the layer's member %s %s", path, why);
    return FALSE;
}

/* What a person's tools could be harmed by, and what a layer of ours never has. */
static gboolean check_entry(struct archive_entry *entry, const char *path, gboolean strict,
                            GError **error)
{
    const char *fault = strict ? layer_path_fault(path) : layer_member_fault(path);
    if (fault != NULL) {
        return layer_refuse_member(path, fault, error);
    }
    mode_t type = archive_entry_filetype(entry);
    if (!strict) {
        return TRUE;
    }
    if (type != AE_IFREG && type != AE_IFDIR) {
        return layer_refuse_member(path, "is neither a file nor a folder", error);
    }
    if (archive_entry_uid(entry) != 0 || archive_entry_gid(entry) != 0) {
        return layer_refuse_member(path, "does not belong to user and group 0", error);
    }
    if (type == AE_IFDIR && (archive_entry_perm(entry) & 0700) != 0700) {
        return layer_refuse_member(path, "is a folder that its owner cannot use", error);
    }
    return archive_entry_xattr_count(entry) == 0 ||
           layer_refuse_member(path, "has extended attributes", error);
}

static char *read_bytes(struct archive *archive, guint64 size, const char *path, GError **error)
{
    if (size > MEMBER_BYTES_MAX) {
        layer_refuse_member(path, "is too large", error);
        return NULL;
    }
    /* The size is what the archive says, and may be all that there is of the member. */
    g_autofree char *bytes = g_try_malloc(size + 1);
    if (bytes == NULL) {
        layer_refuse_member(path, "is larger than this machine's memory", error);
        return NULL;
    }
    for (guint64 done = 0; done < size;) {
        la_ssize_t got = archive_read_data(archive, bytes + done, size - done);
        if (got <= 0) {
            layer_refuse_member(path, "ends early", error);
            return NULL;
        }
        done += (guint64)got;
    }
    bytes[size] = '\0';
    return g_steal_pointer(&bytes);
}

static gboolean read_entry(struct archive *archive, struct archive_entry *entry, GHashTable *seen,
                           const LayerReader *reader, GError **error)
{
    const char *raw = archive_entry_pathname(entry);
    g_autofree char *path = g_strdup(raw == NULL ? "" : raw);
    if (g_str_has_prefix(path, "./")) {
        memmove(path, path + 2, strlen(path) - 1);
    }
    gsize length = strlen(path);
    while (length > 0 && path[length - 1] == '/') {
        path[--length] = '\0';
    }
    if (length == 0 && !reader->strict) {
        return TRUE;
    }
    if (!check_entry(entry, path, reader->strict, error)) {
        return FALSE;
    }
    if (!g_hash_table_add(seen, g_strdup(path))) {
        return layer_refuse_member(path, "stands there twice", error);
    }
    if (g_hash_table_size(seen) > MEMBERS_MAX) {
        return layer_refuse_member(path, "is one too many", error);
    }
    g_autofree char *bytes = NULL;
    guint64 size = (guint64)archive_entry_size(entry);
    gboolean file = archive_entry_filetype(entry) == AE_IFREG;
    gboolean link = archive_entry_hardlink(entry) != NULL;
    if ((file || link) && reader->wants != NULL && reader->wants(path, reader->data)) {
        if (link) {
            return layer_refuse_member(path, "is a hard link, whose bytes stand elsewhere", error);
        }
        bytes = read_bytes(archive, size, path, error);
        if (bytes == NULL) {
            return FALSE;
        }
    }
    const Member member = {.path = path,
                           .is_folder = archive_entry_filetype(entry) == AE_IFDIR,
                           .bytes = bytes,
                           .length = bytes == NULL ? 0 : size,
                           .mode = (guint)archive_entry_perm(entry)};
    return reader->visit == NULL || reader->visit(&member, reader->data, error);
}

/* What is in a blob, as the archive's reader takes it: hashed on the way. */
typedef struct {
    ArchiveReader *blob; /* uncompresses it */
    GChecksum *checksum;
} Contents;

static la_ssize_t next_bytes(struct archive *archive, void *data, const void **bytes)
{
    Contents *self = data;
    size_t got = 0;
    la_int64_t offset = 0;
    int status = archive_read_data_block(self->blob, bytes, &got, &offset);
    if (status == ARCHIVE_EOF) {
        return 0;
    }
    if (status != ARCHIVE_OK) {
        archive_set_error(archive, EIO, "cannot be read: %s", archive_error_string(self->blob));
        return ARCHIVE_FATAL;
    }
    g_checksum_update(self->checksum, *bytes, (gssize)got);
    return (la_ssize_t)got;
}

/* Archives end before their file does, and the digest is the file's. */
static gboolean read_rest(Contents *self, struct archive *archive, const char *path, GError **error)
{
    la_ssize_t got;
    const void *bytes = NULL;
    do {
        got = next_bytes(archive, self, &bytes);
    } while (got > 0);
    return got == 0 || layer_refuse_member(path, archive_error_string(archive), error);
}

static gboolean read_archive(Contents *contents, const char *path, const LayerReader *reader,
                             GError **error)
{
    g_autoptr(ArchiveReader) archive = archive_read_new();
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    archive_read_support_format_tar(archive);
    if (archive_read_open(archive, contents, NULL, next_bytes, NULL) != ARCHIVE_OK) {
        return layer_refuse_member(path, archive_error_string(archive), error);
    }
    struct archive_entry *entry = NULL;
    int status;
    while ((status = archive_read_next_header(archive, &entry)) == ARCHIVE_OK) {
        if (!read_entry(archive, entry, seen, reader, error)) {
            return FALSE;
        }
    }
    return status == ARCHIVE_EOF ? read_rest(contents, archive, path, error)
                                 : layer_refuse_member(path, archive_error_string(archive), error);
}

static GInputStream *open_blob(const char *path, GError **error)
{
    g_autoptr(GFile) file = g_file_new_for_path(path);
    return G_INPUT_STREAM(g_file_read(file, NULL, error));
}

static gboolean check_digest(const char *path, const char *what, GChecksum *checksum,
                             const char *expected, GError **error)
{
    g_autofree char *found = g_strconcat("sha256:", g_checksum_get_string(checksum), NULL);
    if (g_strcmp0(found, expected) == 0) {
        return TRUE;
    }
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                "%s: %s is %s, but the image says %s; copy the image again", path, what, found,
                expected);
    return FALSE;
}

/* The digest of a blob as it lies there. */
static gboolean check_blob(const char *path, const json_t *descriptor, GError **error)
{
    g_autoptr(GInputStream) stream = open_blob(path, error);
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    char buffer[CHUNK];
    gssize got = stream == NULL ? -1 : 1;
    while (got > 0) {
        got = g_input_stream_read(stream, buffer, sizeof buffer, NULL, error);
        if (got > 0) {
            g_checksum_update(checksum, (const guchar *)buffer, got);
        }
    }
    if (got < 0) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    return check_digest(path, "the digest", checksum,
                        json_string_value(json_object_get(descriptor, "digest")), error);
}

/* Uncompresses a blob. Several gzip members or zstd frames, one behind the other, are one text, as
 * writers make them that work in parallel or let parts be found. */
static ArchiveReader *open_contents(const char *path, const char *type, GError **error)
{
    g_autoptr(ArchiveReader) blob = archive_read_new();
    struct archive_entry *entry = NULL;
    if (type != NULL && g_str_has_suffix(type, "gzip")) {
        archive_read_support_filter_gzip(blob);
    } else if (type != NULL && g_str_has_suffix(type, "zstd")) {
        archive_read_support_filter_zstd(blob);
    }
    archive_read_support_format_raw(blob);
    if (archive_read_open_filename(blob, path, CHUNK) != ARCHIVE_OK ||
        archive_read_next_header(blob, &entry) != ARCHIVE_OK) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "%s cannot be uncompressed: %s; copy the image again", path,
                    archive_error_string(blob));
        return NULL;
    }
    return g_steal_pointer(&blob);
}

static gboolean read_contents(const char *path, const json_t *descriptor, const char *diff,
                              const LayerReader *reader, GError **error)
{
    const char *type = json_string_value(json_object_get(descriptor, "mediaType"));
    g_autoptr(ArchiveReader) blob = open_contents(path, type, error);
    if (blob == NULL) {
        return FALSE;
    }
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    Contents contents = {.blob = blob, .checksum = checksum};
    return read_archive(&contents, path, reader, error) &&
           (diff == NULL ||
            check_digest(path, "the digest of the contents", checksum, diff, error));
}

gboolean layer_is_there(const char *layout, const json_t *descriptor, GError **error)
{
    g_autofree char *path = layout_blob_path(layout, descriptor, error);
    guint64 size = (guint64)json_integer_value(json_object_get(descriptor, "size"));
    GStatBuf status;
    if (path == NULL) {
        return FALSE;
    }
    if (g_stat(path, &status) != 0 || (guint64)status.st_size != size) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "%s is missing, or not of the %" G_GUINT64_FORMAT
                    " bytes that the image says; copy the image again",
                    path, size);
        return FALSE;
    }
    return TRUE;
}

gboolean layer_read(const char *layout, const json_t *descriptor, const char *diff,
                    const LayerReader *reader, GError **error)
{
    g_autofree char *path = layout_blob_path(layout, descriptor, error);
    return path != NULL && layer_is_there(layout, descriptor, error) &&
           check_blob(path, descriptor, error) &&
           read_contents(path, descriptor, diff, reader, error);
}
