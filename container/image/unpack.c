#include "container/image/unpack.h"
#include "container/build/workspace.h"
#include "container/image/layout.h"
#include "core/path.h"
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHUNK 65536u
#define WHITEOUT ".wh."
#define WHITEOUT_ALL ".wh..wh..opq"

typedef struct archive ArchiveReader;
typedef struct archive ArchiveWriter;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ArchiveReader, archive_read_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ArchiveWriter, archive_write_free)

static gboolean fail_write(const char *path, const char *why, GError **error)
{
    g_set_error(
        error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE,
        "%s cannot be unpacked: %s; free some space or name another folder, and build again", path,
        why);
    return FALSE;
}

static void remove_contents(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *below = g_build_filename(path, name, NULL);
        folder_remove(below);
    }
}

/* Whether all folders that a path goes through are folders: what lies behind a link is not ours. */
static gboolean stays_inside(const char *root, const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    g_autoptr(GString) at = g_string_new(root);
    for (char **part = parts; *part != NULL && part[1] != NULL; part++) {
        g_string_append_printf(at, "/%s", *part);
        GStatBuf status;
        if (g_lstat(at->str, &status) == 0 && !S_ISDIR(status.st_mode)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* ".wh.NAME" takes away what lower layers have under NAME, ".wh..wh..opq" all of its folder. */
static void take_away(const char *root, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_path_get_basename(path);
    g_autofree char *inside = g_build_filename(root, folder, NULL);
    if (g_str_equal(name, WHITEOUT_ALL)) {
        remove_contents(inside);
        return;
    }
    const char *target = name + strlen(WHITEOUT);
    if (*target != '\0' && !g_str_equal(target, ".") && !g_str_equal(target, "..")) {
        g_autofree char *gone = g_build_filename(inside, target, NULL);
        folder_remove(gone);
    }
}

/* "./a/b/" and "a/b" are the same member; the root itself is "". */
static char *cleaned(const char *raw)
{
    char *path = g_strdup(raw == NULL ? "" : raw);
    while (g_str_has_prefix(path, "./")) {
        memmove(path, path + 2, strlen(path) - 1);
    }
    gsize length = strlen(path);
    while (length > 0 && path[length - 1] == '/') {
        path[--length] = '\0';
    }
    if (g_str_equal(path, ".")) {
        *path = '\0';
    }
    return path;
}

static gboolean copy_bytes(struct archive *from, struct archive *to, const char *path,
                           GError **error)
{
    char buffer[CHUNK];
    for (la_ssize_t got; (got = archive_read_data(from, buffer, sizeof buffer)) != 0;) {
        if (got < 0) {
            return layer_refuse_member(path, archive_error_string(from), error);
        }
        if (archive_write_data(to, buffer, (size_t)got) != got) {
            return fail_write(path, archive_error_string(to), error);
        }
    }
    return TRUE;
}

/* A folder that is there already is kept with what is in it; everything else gives way. */
static void make_room(const char *target, mode_t type)
{
    GStatBuf status;
    if (g_lstat(target, &status) == 0 && !(type == AE_IFDIR && S_ISDIR(status.st_mode))) {
        folder_remove(target);
    }
}

static gboolean set_link(const char *root, struct archive_entry *entry, const char *path,
                         GError **error)
{
    const char *raw = archive_entry_hardlink(entry);
    if (raw == NULL) {
        return TRUE;
    }
    g_autofree char *linked = cleaned(raw);
    if (layer_path_fault(linked) != NULL || !stays_inside(root, linked)) {
        return layer_refuse_member(path, "is a link to what is not in the image", error);
    }
    g_autofree char *target = g_build_filename(root, linked, NULL);
    archive_entry_set_hardlink(entry, target);
    return TRUE;
}

static gboolean is_whiteout(const char *path)
{
    return g_str_has_prefix(path_base(path), WHITEOUT);
}

static gboolean unpack_entry(const char *root, struct archive *from, struct archive *to,
                             struct archive_entry *entry, GError **error)
{
    g_autofree char *path = cleaned(archive_entry_pathname(entry));
    const char *fault = *path == '\0' ? NULL : layer_member_fault(path);
    if (fault != NULL) {
        return layer_refuse_member(path, fault, error);
    }
    if (!stays_inside(root, path)) {
        return layer_refuse_member(path, "goes through a link", error);
    }
    if (is_whiteout(path)) {
        return TRUE;
    }
    mode_t type = archive_entry_filetype(entry);
    gboolean link = archive_entry_hardlink(entry) != NULL;
    if (*path == '\0' || !(link || type == AE_IFREG || type == AE_IFDIR || type == AE_IFLNK)) {
        return TRUE;
    }
    g_autofree char *target = g_build_filename(root, path, NULL);
    make_room(target, type);
    if (!set_link(root, entry, path, error)) {
        return FALSE;
    }
    archive_entry_set_pathname(entry, target);
    mode_t mode = archive_entry_perm(entry) & 0777;
    archive_entry_set_perm(entry, type == AE_IFDIR ? mode | 0700 : mode | 0400);
    archive_entry_set_uid(entry, getuid());
    archive_entry_set_gid(entry, getgid());
    archive_entry_xattr_clear(entry);
    archive_entry_acl_clear(entry);
    if (archive_write_header(to, entry) != ARCHIVE_OK) {
        return fail_write(path, archive_error_string(to), error);
    }
    return copy_bytes(from, to, path, error) && (archive_write_finish_entry(to) == ARCHIVE_OK ||
                                                 fail_write(path, archive_error_string(to), error));
}

static gboolean unpack_layer(const char *root, const char *blob, GError **error)
{
    g_autoptr(ArchiveReader) from = archive_read_new();
    g_autoptr(ArchiveWriter) to = archive_write_disk_new();
    archive_read_support_filter_all(from);
    archive_read_support_format_tar(from);
    archive_write_disk_set_options(to, ARCHIVE_EXTRACT_PERM | ARCHIVE_EXTRACT_TIME |
                                           ARCHIVE_EXTRACT_SECURE_NODOTDOT);
    if (archive_read_open_filename(from, blob, CHUNK) != ARCHIVE_OK) {
        return layer_refuse_member(blob, archive_error_string(from), error);
    }
    struct archive_entry *entry = NULL;
    int status;
    while ((status = archive_read_next_header(from, &entry)) == ARCHIVE_OK) {
        if (!unpack_entry(root, from, to, entry, error)) {
            return FALSE;
        }
    }
    if (status != ARCHIVE_EOF) {
        return layer_refuse_member(blob, archive_error_string(from), error);
    }
    return archive_write_close(to) == ARCHIVE_OK ||
           fail_write(root, archive_error_string(to), error);
}

static gboolean keep_whiteout(const Member *member, gpointer data, GError **error)
{
    (void)error;
    if (is_whiteout(member->path)) {
        g_ptr_array_add(data, g_strdup(member->path));
    }
    return TRUE;
}

/* What a layer takes away are things of the layers below, wherever among its members it says so:
 * its own stay. Behind a link or a file of theirs there is nothing; where the layer does not put a
 * folder in its place, the mark is refused with its members. */
static void take_all_away(const char *root, const GPtrArray *whiteouts)
{
    for (guint i = 0; i < whiteouts->len; i++) {
        const char *path = whiteouts->pdata[i];
        if (stays_inside(root, path)) {
            take_away(root, path);
        }
    }
}

static gboolean unpack_layers(const char *layout, const json_t *manifest, const char *root,
                              GError **error)
{
    json_t *config = layout_json(layout, json_object_get(manifest, "config"), error);
    const json_t *diffs = json_object_get(json_object_get(config, "rootfs"), "diff_ids");
    const json_t *layers = json_object_get(manifest, "layers");
    gboolean done = config != NULL;
    if (done && json_array_size(layers) != json_array_size(diffs)) {
        done = layer_refuse_member(layout, "has not as many layers as diff_ids", error);
    }
    gsize number;
    const json_t *layer;
    json_array_foreach(layers, number, layer)
    {
        g_autoptr(GPtrArray) whiteouts = g_ptr_array_new_with_free_func(g_free);
        const LayerReader check = {.visit = keep_whiteout, .data = whiteouts};
        const char *diff = json_string_value(json_array_get(diffs, number));
        g_autofree char *blob = done ? layout_blob_path(layout, layer, error) : NULL;
        done = blob != NULL && layer_read(layout, layer, diff, &check, error);
        if (done) {
            take_all_away(root, whiteouts);
            done = unpack_layer(root, blob, error);
        }
    }
    json_decref(config);
    return done;
}

/* Links in the way to the folder itself are the user's own. */
static char *real_folder(const char *path, GError **error)
{
    char *real = g_mkdir_with_parents(path, 0777) == 0 ? realpath(path, NULL) : NULL;
    if (real == NULL) {
        fail_write(path, g_strerror(errno), error);
        return NULL;
    }
    char *kept = g_strdup(real);
    free(real);
    return kept;
}

char *image_unpack(const char *layout, const char *tag, const char *parent, char **digest,
                   GError **error)
{
    json_t *manifest = layout_manifest(layout, tag, digest, error);
    g_autofree char *folder = manifest == NULL ? NULL : real_folder(parent, error);
    if (folder == NULL) {
        json_decref(manifest);
        return NULL;
    }
    g_autofree char *root = g_build_filename(folder, *digest + strlen("sha256:"), NULL);
    if (!g_file_test(root, G_FILE_TEST_IS_DIR)) {
        g_autofree char *part = g_strconcat(root, ".part", NULL);
        folder_remove(part);
        gboolean done = (g_mkdir(part, 0755) == 0 || fail_write(part, g_strerror(errno), error)) &&
                        unpack_layers(layout, manifest, part, error) &&
                        (g_rename(part, root) == 0 || fail_write(root, g_strerror(errno), error));
        if (!done) {
            folder_remove(part);
            g_clear_pointer(&root, g_free);
        }
    }
    json_decref(manifest);
    return g_steal_pointer(&root);
}
