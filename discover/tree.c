#include "discover/tree.h"
#include "core/path.h"
#include "core/text_order.h"
#include "discover/tree_private.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_QUARK(tree - error - quark, tree_error)

Tree *tree_new(Diagnostics *diagnostics)
{
    Tree *self = g_new0(Tree, 1);
    self->arena = arena_new();
    self->diagnostics = diagnostics;
    self->root_fd = -1;
    self->files = g_ptr_array_new();
    self->gaps = g_ptr_array_new();
    self->folders =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    return self;
}

void tree_free(Tree *self)
{
    if (self == NULL) {
        return;
    }
    if (self->root_fd >= 0) {
        close(self->root_fd);
    }
    g_clear_pointer(&self->texts, g_hash_table_unref);
    g_hash_table_unref(self->folders);
    g_ptr_array_unref(self->files);
    g_ptr_array_unref(self->gaps);
    g_free(self->root);
    arena_free(self->arena);
    g_free(self);
}

GPtrArray *tree_add_folder(Tree *self, const char *path)
{
    GPtrArray *names = g_hash_table_lookup(self->folders, path);
    if (names == NULL) {
        names = g_ptr_array_new();
        g_hash_table_insert(self->folders, (gpointer)path, names);
    }
    return names;
}

Tree *tree_open(const char *root, Diagnostics *diagnostics, GError **error)
{
    return tree_open_with(root, &(TreeOptions){0}, diagnostics, error);
}

Tree *tree_open_with(const char *root, const TreeOptions *options, Diagnostics *diagnostics,
                     GError **error)
{
    g_autofree char *real = realpath(root, NULL);
    int fd = real == NULL ? -1 : open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) {
        int reason = errno;
        if (reason == ENOTDIR) {
            g_set_error(error, TREE_ERROR, TREE_ERROR_NOT_A_FOLDER,
                        "%s: not a folder; give the folder that holds the project's sources (an "
                        "archive is to be unpacked first)",
                        root);
        } else {
            g_set_error(error, TREE_ERROR, TREE_ERROR_UNREADABLE,
                        "%s: cannot be opened: %s; check the path and its permissions", root,
                        g_strerror(reason));
        }
        return NULL;
    }
    Tree *self = tree_new(diagnostics);
    self->root = g_strdup(real);
    self->root_fd = fd;
    self->options = *options;
    self->options.files_max = options->files_max > 0 ? options->files_max : TREE_FILES_MAX;
    tree_walk(self);
    return self;
}

const GPtrArray *tree_gaps(const Tree *self)
{
    return self->gaps;
}

gboolean tree_is_cut(const Tree *self)
{
    return self->full;
}

guint tree_files_max(const Tree *self)
{
    return self->options.files_max;
}

gint tree_file_compare(gconstpointer a, gconstpointer b)
{
    return strcmp((*(const TreeFile *const *)a)->path, (*(const TreeFile *const *)b)->path);
}

/* Enters the folders above a file, and the file as a name in its folder. */
static void enter_parents(Tree *self, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *folder = slash == NULL ? "" : arena_strndup(self->arena, path, slash - path);
    gboolean known = g_hash_table_contains(self->folders, folder);
    GPtrArray *names = tree_add_folder(self, folder);
    g_ptr_array_add(names, (gpointer)(slash == NULL ? path : slash + 1));
    if (!known && folder[0] != '\0') {
        enter_parents(self, folder);
    }
}

Tree *tree_of_texts(Diagnostics *diagnostics, const char *path, ...)
{
    Tree *self = tree_new(diagnostics);
    self->root = g_strdup("");
    self->texts =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_bytes_unref);
    tree_add_folder(self, "");
    va_list arguments;
    va_start(arguments, path);
    for (; path != NULL; path = va_arg(arguments, const char *)) {
        const char *text = va_arg(arguments, const char *);
        TreeFile *file = arena_new0(self->arena, TreeFile);
        file->path = arena_strdup(self->arena, path);
        file->kind = tree_kind_of(path);
        file->size = strlen(text);
        g_hash_table_insert(self->texts, (gpointer)file->path, g_bytes_new(text, file->size));
        g_ptr_array_add(self->files, file);
        enter_parents(self, file->path);
    }
    va_end(arguments);
    g_ptr_array_sort(self->files, tree_file_compare);
    GHashTableIter iter;
    gpointer names;
    g_hash_table_iter_init(&iter, self->folders);
    while (g_hash_table_iter_next(&iter, NULL, &names)) {
        g_ptr_array_sort(names, text_order);
    }
    return self;
}

const char *tree_root(const Tree *self)
{
    return self->root;
}

const GPtrArray *tree_files(const Tree *self)
{
    return self->files;
}

gboolean tree_files_find(const GPtrArray *files, const char *path, guint *index)
{
    guint low = 0;
    guint high = files->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        const TreeFile *file = g_ptr_array_index(files, middle);
        int order = strcmp(path, file->path);
        if (order == 0) {
            *index = middle;
            return TRUE;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return FALSE;
}

const TreeFile *tree_find(const Tree *self, const char *path)
{
    guint index = 0;
    return tree_files_find(self->files, path, &index) ? self->files->pdata[index] : NULL;
}

gboolean tree_is_folder(const Tree *self, const char *path)
{
    return g_hash_table_contains(self->folders, path);
}

const GPtrArray *tree_children(const Tree *self, const char *folder)
{
    return g_hash_table_lookup(self->folders, folder);
}

gboolean tree_is_licence(const char *name)
{
    static const char *const beginnings[] = {"LICENSE", "LICENCE", "COPYING", "COPYRIGHT"};
    for (guint i = 0; i < G_N_ELEMENTS(beginnings); i++) {
        if (g_ascii_strncasecmp(name, beginnings[i], strlen(beginnings[i])) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean tree_has_licence(const Tree *self, const char *folder)
{
    const GPtrArray *children = tree_children(self, folder);
    for (guint i = 0; children != NULL && i < children->len; i++) {
        if (tree_is_licence(children->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Who tells it says which file, as diagnostics do. */
static gboolean refuse_size(GError **error)
{
    g_set_error(error, TREE_ERROR, TREE_ERROR_TOO_LARGE,
                "larger than %u bytes, so it was not read; nothing in it is known",
                TREE_FILE_BYTES_MAX);
    return FALSE;
}

static gboolean refuse_unreadable(int reason, GError **error)
{
    g_set_error(error, TREE_ERROR, TREE_ERROR_UNREADABLE,
                "cannot be read: %s; check its permissions", g_strerror(reason));
    return FALSE;
}

/* Fills `buffer` from an open file up to its end, whatever size it was said to have. */
static gboolean read_all(int fd, GByteArray *buffer, GError **error)
{
    struct stat status;
    if (fstat(fd, &status) != 0) {
        return refuse_unreadable(errno, error);
    }
    if (!S_ISREG(status.st_mode)) {
        return refuse_unreadable(EINVAL, error);
    }
    gsize length = 0;
    /* One more than expected, so that a single read sees the end: a regular file gives less than
     * was asked for only there. */
    gsize room = MIN((guint64)status.st_size, TREE_FILE_BYTES_MAX) + 1;
    for (;;) {
        g_byte_array_set_size(buffer, room + TREE_PADDING);
        gssize got = read(fd, buffer->data + length, room - length);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return refuse_unreadable(errno, error);
        }
        length += got;
        if (length > TREE_FILE_BYTES_MAX) {
            return refuse_size(error);
        }
        if (length < room) {
            break;
        }
        room = MIN(room * 2, TREE_FILE_BYTES_MAX + 1);
    }
    memset(buffer->data + length, 0, TREE_PADDING);
    buffer->len = length;
    return TRUE;
}

guint64 tree_file_size(const Tree *self, const TreeFile *file)
{
    struct stat status;
    if (self->texts != NULL || file->kind != TREE_OTHER) {
        return file->size;
    }
    return fstatat(self->root_fd, file->path, &status, 0) == 0 ? (guint64)status.st_size : 0;
}

/* O_NONBLOCK: should a pipe stand there by now, opening it must not wait for a writer. */
static int open_file(const Tree *self, const TreeFile *file)
{
    return openat(self->root_fd, file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

gboolean tree_begins_with(const Tree *self, const TreeFile *file, const char *text)
{
    gsize length = strlen(text);
    if (self->texts != NULL) {
        gsize size = 0;
        const void *data = g_bytes_get_data(g_hash_table_lookup(self->texts, file->path), &size);
        return size >= length && memcmp(data, text, length) == 0;
    }
    char begin[TREE_PADDING];
    int fd = length <= sizeof begin ? open_file(self, file) : -1;
    if (fd < 0) {
        return FALSE;
    }
    gssize got = read(fd, begin, length);
    close(fd);
    return got == (gssize)length && memcmp(begin, text, length) == 0;
}

gboolean tree_read_into(const Tree *self, const TreeFile *file, GByteArray *buffer, GError **error)
{
    if (file->size > TREE_FILE_BYTES_MAX) {
        return refuse_size(error);
    }
    if (self->texts == NULL) {
        int fd = open_file(self, file);
        if (fd < 0) {
            return refuse_unreadable(errno, error);
        }
        gboolean done = read_all(fd, buffer, error);
        close(fd);
        return done;
    }
    gsize size = 0;
    const void *data = g_bytes_get_data(g_hash_table_lookup(self->texts, file->path), &size);
    g_byte_array_set_size(buffer, size + TREE_PADDING);
    if (size > 0) {
        memcpy(buffer->data, data, size);
    }
    memset(buffer->data + size, 0, TREE_PADDING);
    buffer->len = size;
    return TRUE;
}

/* Reads a file named by the caller, which may be anything. */
static GByteArray *read_path(const Tree *self, const char *path, GError **error)
{
    const TreeFile *file = tree_find(self, path);
    if (file == NULL) {
        g_set_error(error, TREE_ERROR, TREE_ERROR_NOT_IN_TREE,
                    "no such file in the project; only files inside its folder are read");
        return NULL;
    }
    g_autoptr(GByteArray) buffer = g_byte_array_new();
    if (!tree_read_into(self, file, buffer, error)) {
        return NULL;
    }
    return g_steal_pointer(&buffer);
}

GBytes *tree_read(const Tree *self, const char *path, GError **error)
{
    GByteArray *buffer = read_path(self, path, error);
    return buffer == NULL ? NULL : g_byte_array_free_to_bytes(buffer);
}

/* Most files are, and eight bytes at a time tell. */
static gboolean is_ascii(const char *text, gsize length)
{
    guint64 bits = 0;
    gsize at = 0;
    for (; at + sizeof bits <= length; at += sizeof bits) {
        guint64 bytes;
        memcpy(&bytes, text + at, sizeof bytes);
        bits |= bytes;
    }
    for (; at < length; at++) {
        bits |= (guchar)text[at];
    }
    return (bits & G_GUINT64_CONSTANT(0x8080808080808080)) == 0 &&
           memchr(text, '\0', length) == NULL;
}

/* Replaces what is not text, keeping offsets. The number of replaced bytes; `first` is the offset
 * of the first one. */
static gsize sanitize(char *text, gsize length, gsize *first)
{
    gsize replaced = 0;
    gsize offset = 0;
    const char *end = NULL;
    while (!g_utf8_validate_len(text + offset, length - offset, &end)) {
        offset = end - text;
        if (replaced++ == 0) {
            *first = offset;
        }
        text[offset++] = '?';
    }
    return replaced;
}

/* Whether what no build tool reads has bytes that texts have not: a picture, or data of a program.
 * Such files are looked into because any name may be a script's. */
static gboolean is_binary(const TreeFile *file, const char *text, gsize length)
{
    for (gsize i = 0; file->kind == TREE_OTHER && i < length; i++) {
        if (text[i] == '\0' ||
            (g_ascii_iscntrl(text[i]) && strchr("\a\t\n\v\f\r\033\177", text[i]) == NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

char *tree_read_text(const Tree *self, const char *path, gsize *length, GError **error)
{
    GByteArray *buffer = read_path(self, path, error);
    if (buffer == NULL) {
        return NULL;
    }
    gsize size = buffer->len;
    char *text = (char *)g_byte_array_free(buffer, FALSE); /* the padding ends it */
    gsize first = 0;
    gboolean plain = is_ascii(text, size);
    const TreeFile *file = plain ? NULL : tree_find(self, path);
    gboolean binary = file != NULL && is_binary(file, text, size);
    gsize replaced = plain ? 0 : sanitize(text, size, &first);
    if (replaced > 0 && !binary) {
        guint line = 1;
        for (gsize i = 0; i < first; i++) {
            line += text[i] == '\n';
        }
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, (Span){file->path, line, 0},
                        "store the file as UTF-8",
                        "%" G_GSIZE_FORMAT " %s not UTF-8 text and %s read as '?'", replaced,
                        replaced == 1 ? "byte is" : "bytes are", replaced == 1 ? "is" : "are");
    }
    if (length != NULL) {
        *length = size;
    }
    return text;
}

gboolean tree_lies_in(const char *path, GHashTable *names)
{
    g_autofree char *lower = g_ascii_strdown(path, -1);
    g_auto(GStrv) parts = g_strsplit(lower, "/", -1);
    for (char **part = parts; names != NULL && part[0] != NULL && part[1] != NULL; part++) {
        if (g_hash_table_contains(names, *part)) {
            return TRUE;
        }
    }
    return FALSE;
}

char *tree_normalize(const char *path)
{
    if (path[0] == '/') {
        return NULL;
    }
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (char **part = parts; *part != NULL; part++) {
        if (**part == '\0' || strcmp(*part, ".") == 0) {
            continue;
        }
        if (strcmp(*part, "..") != 0) {
            g_ptr_array_add(kept, *part);
        } else if (kept->len > 0) {
            g_ptr_array_set_size(kept, (gint)kept->len - 1);
        } else {
            return NULL;
        }
    }
    g_ptr_array_add(kept, NULL);
    return g_strjoinv("/", (char **)kept->pdata);
}

char *tree_normalize_in(const char *folder, const char *path)
{
    g_autofree char *joined = path_join(folder, path);
    return tree_normalize(joined);
}
