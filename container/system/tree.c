#include "container/system/tree.h"
#include "core/text_order.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LINKS_MAX 40u

G_DEFINE_QUARK(xaas - tree - error, tree_error)

Tree *tree_new(const char *root, GError **error)
{
    g_autofree char *path = g_canonicalize_filename(root != NULL ? root : "/", NULL);
    if (!g_file_test(path, G_FILE_TEST_IS_DIR)) {
        g_set_error(error, TREE_ERROR, TREE_ERROR_ROOT,
                    "%s is no folder; name one that holds a machine's /proc and /sys", path);
        return NULL;
    }
    Tree *self = g_new0(Tree, 1);
    self->root = g_str_equal(path, "/") ? g_strdup("") : g_steal_pointer(&path);
    return self;
}

void tree_free(Tree *self)
{
    if (self != NULL) {
        g_free(self->root);
        g_free(self);
    }
}

gboolean tree_is_recorded(const Tree *self)
{
    return *self->root != '\0';
}

/* Where a path that tree_resolve returned is for the programs of this machine. The caller frees it.
 */
static char *host_path(const Tree *self, const char *resolved)
{
    return g_strconcat(self->root, resolved, NULL);
}

static TreeKind kind_of_failure(void)
{
    return errno == EACCES || errno == EPERM ? TREE_UNREADABLE : TREE_MISSING;
}

static TreeKind kind_of(const struct stat *status)
{
    return S_ISDIR(status->st_mode) ? TREE_FOLDER : TREE_FILE;
}

/* Puts a link's components before those that are still to be walked. */
static void follow(const char *target, GQueue *rest)
{
    g_auto(GStrv) parts = g_strsplit(target, "/", -1);
    for (guint i = g_strv_length(parts); i > 0; i--) {
        g_queue_push_head(rest, g_strdup(parts[i - 1]));
    }
}

static void enqueue(GQueue *rest, const char *path)
{
    g_auto(GStrv) parts = g_strsplit(path, "/", -1);
    for (char **part = parts; *part != NULL; part++) {
        g_queue_push_tail(rest, g_strdup(*part));
    }
}

static void leave_last(GString *at)
{
    const char *slash = strrchr(at->str, '/');
    g_string_truncate(at, slash == NULL ? 0 : (gsize)(slash - at->str));
}

typedef struct {
    const Tree *tree;
    GString *at;  /* what is resolved so far; "" is the root */
    GQueue *rest; /* char * */
    guint links;
} Walk;

/* One component further; anything but a folder ends the way. */
static TreeKind step(Walk *self, const char *part)
{
    if (*part == '\0' || g_str_equal(part, ".")) {
        return TREE_FOLDER;
    }
    if (g_str_equal(part, "..")) {
        leave_last(self->at);
        return TREE_FOLDER;
    }
    gsize before = self->at->len;
    g_string_append_printf(self->at, "/%s", part);
    g_autofree char *host = host_path(self->tree, self->at->str);
    struct stat status;
    if (lstat(host, &status) != 0) {
        return kind_of_failure();
    }
    if (!S_ISLNK(status.st_mode)) {
        return kind_of(&status);
    }
    g_autofree char *target = g_file_read_link(host, NULL);
    if (target == NULL || ++self->links > LINKS_MAX) {
        return TREE_MISSING;
    }
    g_string_truncate(self->at, *target == '/' ? 0 : before);
    follow(target, self->rest);
    return TREE_FOLDER;
}

char *tree_resolve(const Tree *self, const char *path, TreeKind *kind)
{
    g_autoptr(GString) at = g_string_new(NULL);
    GQueue rest = G_QUEUE_INIT;
    enqueue(&rest, path);
    Walk walk = {.tree = self, .at = at, .rest = &rest};
    TreeKind found = TREE_FOLDER;
    while (found != TREE_MISSING && found != TREE_UNREADABLE && !g_queue_is_empty(&rest)) {
        g_autofree char *part = g_queue_pop_head(&rest);
        found = found == TREE_FOLDER ? step(&walk, part) : TREE_MISSING;
    }
    g_queue_clear_full(&rest, g_free);
    if (kind != NULL) {
        *kind = found;
    }
    if (found == TREE_MISSING || found == TREE_UNREADABLE) {
        return NULL;
    }
    return g_strdup(at->len == 0 ? "/" : at->str);
}

TreeKind tree_kind(const Tree *self, const char *path)
{
    TreeKind kind;
    g_free(tree_resolve(self, path, &kind));
    return kind;
}

/* Only regular files: a pipe would never end, a device could do anything. */
static int open_file(const Tree *self, const char *path)
{
    TreeKind kind;
    g_autofree char *resolved = tree_resolve(self, path, &kind);
    if (resolved == NULL || kind != TREE_FILE) {
        return -1;
    }
    g_autofree char *host = host_path(self, resolved);
    int descriptor = open(host, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    struct stat status;
    if (descriptor >= 0 && (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode))) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

/* Files in /proc and /sys have no size before they are read. */
char *tree_read(const Tree *self, const char *path, gsize *length)
{
    int descriptor = open_file(self, path);
    if (descriptor < 0) {
        return NULL;
    }
    g_autoptr(GString) bytes = g_string_new(NULL);
    char buffer[65536];
    gssize got = 0;
    while (bytes->len < TREE_FILE_BYTES_MAX &&
           (got = read(descriptor, buffer, sizeof buffer)) > 0) {
        g_string_append_len(bytes, buffer, got);
    }
    gboolean failed = bytes->len == 0 && got < 0;
    close(descriptor);
    if (failed) {
        return NULL;
    }
    g_string_truncate(bytes, MIN(bytes->len, TREE_FILE_BYTES_MAX));
    if (length != NULL) {
        *length = bytes->len;
    }
    return g_string_free(g_steal_pointer(&bytes), FALSE);
}

char *tree_read_line(const Tree *self, const char *path)
{
    char *text = tree_read(self, path, NULL);
    return text == NULL ? NULL : g_strstrip(text);
}

GMappedFile *tree_map(const Tree *self, const char *path)
{
    int descriptor = open_file(self, path);
    if (descriptor < 0) {
        return NULL;
    }
    GMappedFile *mapped = g_mapped_file_new_from_fd(descriptor, FALSE, NULL);
    close(descriptor);
    return mapped;
}

/* `incomplete` is set when there may be more names than those. */
static GPtrArray *list_resolved(const Tree *self, const char *resolved, gboolean *incomplete)
{
    g_autofree char *host = host_path(self, resolved);
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(host, 0, &error);
    if (folder == NULL) {
        gboolean is_there = !g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT) &&
                            !g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
        *incomplete = *incomplete || is_there;
        return NULL;
    }
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *name;
    while (names->len < TREE_FOLDER_NAMES_MAX && (name = g_dir_read_name(folder)) != NULL) {
        g_ptr_array_add(names, g_strdup(name));
    }
    *incomplete = *incomplete || names->len == TREE_FOLDER_NAMES_MAX;
    g_ptr_array_sort(names, text_order);
    return names;
}

GPtrArray *tree_list(const Tree *self, const char *path, gboolean *cut)
{
    gboolean incomplete = FALSE;
    g_autofree char *resolved = tree_resolve(self, path, NULL);
    GPtrArray *names = resolved == NULL ? NULL : list_resolved(self, resolved, &incomplete);
    if (cut != NULL) {
        *cut = names != NULL && incomplete;
    }
    return names;
}

typedef struct {
    const Tree *tree;
    char **parts;
    GPtrArray *matches;
    gboolean unreadable;
} Glob;

static void glob_below(Glob *self, const char *folder, guint depth);

static void glob_name(Glob *self, const char *folder, const char *name, guint depth)
{
    g_autofree char *path = g_strconcat(folder, "/", name, NULL);
    TreeKind kind = tree_kind(self->tree, path);
    gboolean full = kind != TREE_MISSING && self->matches->len >= TREE_MATCHES_MAX;
    self->unreadable = self->unreadable || kind == TREE_UNREADABLE || full;
    if (kind == TREE_MISSING || kind == TREE_UNREADABLE || full) {
        return;
    }
    if (self->parts[depth + 1] == NULL) {
        g_ptr_array_add(self->matches, g_steal_pointer(&path));
    } else if (kind == TREE_FOLDER) {
        glob_below(self, path, depth + 1);
    }
}

static void glob_below(Glob *self, const char *folder, guint depth)
{
    const char *part = self->parts[depth];
    if (strpbrk(part, "*?") == NULL) {
        glob_name(self, folder, part, depth);
        return;
    }
    g_autofree char *resolved = tree_resolve(self->tree, *folder == '\0' ? "/" : folder, NULL);
    g_autoptr(GPtrArray) names =
        resolved == NULL ? NULL : list_resolved(self->tree, resolved, &self->unreadable);
    for (guint i = 0; names != NULL && i < names->len; i++) {
        const char *name = names->pdata[i];
        if (g_pattern_match_simple(part, name) && (*name != '.' || *part == '.')) {
            glob_name(self, folder, name, depth);
        }
    }
}

GPtrArray *tree_glob(const Tree *self, const char *pattern, gboolean *unreadable)
{
    g_auto(GStrv) parts = g_strsplit(pattern + strspn(pattern, "/"), "/", -1);
    Glob glob = {.tree = self, .parts = parts, .matches = g_ptr_array_new_with_free_func(g_free)};
    if (parts[0] != NULL) {
        glob_below(&glob, "", 0);
    }
    g_ptr_array_sort(glob.matches, text_order);
    if (unreadable != NULL) {
        *unreadable = *unreadable || glob.unreadable;
    }
    return glob.matches;
}
