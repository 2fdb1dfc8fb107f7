#include "core/text_order.h"
#include "discover/tree_private.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC(DIR, closedir)

/* What version control systems keep beside the sources. */
static const char *const version_control[] = {".git", ".hg", ".svn",   ".bzr",
                                              "CVS",  "RCS", "_darcs", ".jj"};

/* What marks a folder as the output of a build, made by another run of the build tool. */
#define BUILD_TREE_MARK "CMakeCache.txt"

/* How many are found between two calls of who watches: reading them takes some milliseconds, and on
 * a slow disk a second. */
#define FILES_PER_PROGRESS 256u

typedef struct Frame Frame;

/* A folder that is being read, with those around it. */
struct Frame {
    const Frame *outer;
    const char *path; /* relative to the root; "" for the root */
    const char *real; /* absolute and free of links */
    gboolean linked;
    guint depth;
};

typedef struct {
    char *name;
    guchar type; /* DT_REG, DT_DIR or DT_LNK */
} Entry;

static void entry_clear(gpointer entry)
{
    g_free(((Entry *)entry)->name);
}

/* Puts a folder where its files belong in the bytewise order of whole paths, in which "a/x" comes
 * after "a.c": as if its name ended in '/'. Files found by descending in this order are sorted. */
static gint entry_compare(gconstpointer left, gconstpointer right)
{
    const Entry *a = left;
    const Entry *b = right;
    const guchar *x = (const guchar *)a->name;
    const guchar *y = (const guchar *)b->name;
    while (*x != '\0' && *x == *y) {
        x++;
        y++;
    }
    int at_x = *x != '\0' ? *x : (a->type == DT_DIR ? '/' : '\0');
    int at_y = *y != '\0' ? *y : (b->type == DT_DIR ? '/' : '\0');
    return at_x - at_y;
}

static gboolean is_version_control(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(version_control); i++) {
        if (strcmp(name, version_control[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static char *join(Arena *arena, const char *folder, const char *name)
{
    gsize length = strlen(folder);
    gsize name_length = strlen(name);
    char *path = arena_alloc(arena, length + name_length + 2); /* zeroed */
    memcpy(path, folder, length);
    if (length > 0) {
        path[length++] = '/';
    }
    memcpy(path + length, name, name_length);
    return path;
}

/* Whether `path` is `folder` or lies below it; both absolute and free of links. */
static gboolean is_within(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    if (length == 1) {
        return TRUE; /* the root of the file system */
    }
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* `path` and `reason` must live as long as the tree. */
static void note_for_ledger(Tree *self, const char *path, const char *reason)
{
    TreeGap *gap = arena_new0(self->arena, TreeGap);
    gap->path = path;
    gap->reason = reason;
    g_ptr_array_add(self->gaps, gap);
}

/* Of a link that leads out of the project. Behind a folder there may be a whole part of it, with
 * options of its own; a file that no build reads is missed by nobody. */
static void leave_out(Tree *self, const char *path, const char *real)
{
    struct stat status;
    gboolean is_missed =
        stat(real, &status) == 0 &&
        (S_ISDIR(status.st_mode) || (S_ISREG(status.st_mode) && tree_kind_of(path) != TREE_OTHER));
    diagnostics_add(self->diagnostics, is_missed ? DIAGNOSTIC_WARNING : DIAGNOSTIC_NOTE,
                    (Span){path, 0, 0}, "copy the target into the project if it belongs to it",
                    "symbolic link leads out of the project and was not followed");
    if (is_missed) {
        note_for_ledger(self, path, "link out of the project");
    }
}

/* Where a link leads: NULL, and a diagnostic, when it is not to be followed. */
static char *follow_link(Tree *self, const Frame *frame, const char *path)
{
    g_autofree char *absolute = g_strconcat(self->root, "/", path, NULL);
    g_autofree char *real = realpath(absolute, NULL);
    Span at = {path, 0, 0};
    if (real == NULL) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_NOTE, at, NULL,
                        "symbolic link cannot be followed: %s", g_strerror(errno));
        return NULL;
    }
    if (!is_within(real, self->root)) {
        leave_out(self, path, real);
        return NULL;
    }
    for (const Frame *outer = frame; outer != NULL; outer = outer->outer) {
        if (is_within(outer->real, real)) {
            diagnostics_add(self->diagnostics, DIAGNOSTIC_NOTE, at, NULL,
                            "symbolic link leads back to a folder around it and was not followed");
            return NULL;
        }
    }
    return g_steal_pointer(&real);
}

static gboolean has_room(Tree *self, const char *path)
{
    const TreeOptions *options = &self->options;
    guint found = self->files->len + g_hash_table_size(self->folders);
    if (options->progress != NULL && found % FILES_PER_PROGRESS == 0) {
        options->progress(found, options->data);
    }
    if (found < options->files_max) {
        return TRUE;
    }
    if (!self->full) {
        diagnostics_add(
            self->diagnostics, DIAGNOSTIC_ERROR, (Span){path, 0, 0}, "analyse a part of the tree",
            "more than %u files and folders: from here on they were left out", options->files_max);
        note_for_ledger(self, path, "limit: files and folders");
        self->full = TRUE;
    }
    return FALSE;
}

static gboolean read_folder(Tree *self, const Frame *frame, int fd);

/* TRUE when the folder is now part of the tree. */
static gboolean enter_folder(Tree *self, const Frame *outer, int outer_fd, const char *path,
                             const char *name, const char *real)
{
    if (outer->depth + 1 > TREE_DEPTH_MAX) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, (Span){path, 0, 0}, NULL,
                        "more than %u folders deep: what is inside was left out", TREE_DEPTH_MAX);
        note_for_ledger(self, path, "limit: folders within folders");
        return FALSE;
    }
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    int fd = real != NULL ? open(real, flags) : openat(outer_fd, name, flags | O_NOFOLLOW);
    if (fd < 0) {
        diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, (Span){path, 0, 0},
                        "make it readable and run again",
                        "folder cannot be read: %s; what is inside is unknown", g_strerror(errno));
        note_for_ledger(self, path, "folder cannot be read");
        return FALSE;
    }
    g_autofree char *below = real != NULL ? NULL : g_strconcat(outer->real, "/", name, NULL);
    Frame frame = {.outer = outer,
                   .path = path,
                   .real = real != NULL ? real : below,
                   .linked = outer->linked || real != NULL,
                   .depth = outer->depth + 1};
    return read_folder(self, &frame, fd);
}

static void enter_file(Tree *self, const Frame *frame, const char *path, guint64 size,
                       gboolean linked)
{
    TreeFile *file = arena_new0(self->arena, TreeFile);
    file->path = path;
    file->kind = tree_kind_of(path);
    file->size = size;
    file->linked = frame->linked || linked;
    g_ptr_array_add(self->files, file);
}

/* The names in a folder that concern us, in the order in which they are to be visited; NULL when it
 * cannot be read, or is the output of a build. */
static GArray *list_entries(Tree *self, const Frame *frame, DIR *folder)
{
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    g_array_set_clear_func(entries, entry_clear);
    const struct dirent *item = NULL;
    while ((item = readdir(folder)) != NULL) {
        const char *name = item->d_name;
        guchar type = item->d_type;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || is_version_control(name)) {
            continue;
        }
        if (frame->depth > 0 && strcmp(name, BUILD_TREE_MARK) == 0) {
            diagnostics_add(self->diagnostics, DIAGNOSTIC_NOTE, (Span){frame->path, 0, 0}, NULL,
                            "is a build tree (it holds %s) and was left out", BUILD_TREE_MARK);
            return NULL;
        }
        if (type == DT_UNKNOWN) { /* some file systems do not say */
            struct stat status;
            if (fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0) {
                type = IFTODT(status.st_mode);
            }
        }
        if (type != DT_REG && type != DT_DIR && type != DT_LNK) {
            continue;
        }
        if (!g_utf8_validate(name, -1, NULL)) {
            g_autofree char *shown = g_utf8_make_valid(name, -1);
            diagnostics_add(self->diagnostics, DIAGNOSTIC_WARNING, (Span){frame->path, 0, 0},
                            "rename it", "the name \"%s\" is not UTF-8; it was left out", shown);
            continue;
        }
        Entry entry = {g_strdup(name), type};
        g_array_append_val(entries, entry);
    }
    return g_steal_pointer(&entries);
}

/* Visits one name. TRUE when it is now part of the tree. */
static gboolean enter(Tree *self, const Frame *frame, int fd, const Entry *entry, const char *path)
{
    struct stat status;
    if (entry->type == DT_DIR) {
        return enter_folder(self, frame, fd, path, entry->name, NULL);
    }
    if (entry->type == DT_LNK) {
        g_autofree char *real = follow_link(self, frame, path);
        if (real == NULL || stat(real, &status) != 0) {
            return FALSE;
        }
        if (S_ISDIR(status.st_mode)) {
            self->unsorted = TRUE; /* its name was sorted as that of a file */
            return enter_folder(self, frame, fd, path, entry->name, real);
        }
        if (S_ISREG(status.st_mode)) {
            enter_file(self, frame, path, status.st_size, TRUE);
            return TRUE;
        }
        return FALSE;
    }
    /* Asking for sizes is half of the time of a walk, and of data files nobody wants to know. */
    status.st_size = 0;
    if (tree_kind_of(path) != TREE_OTHER &&
        fstatat(fd, entry->name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return FALSE; /* gone since it was listed */
    }
    enter_file(self, frame, path, status.st_size, FALSE);
    return TRUE;
}

/* Takes over `fd`. FALSE when the folder is not to be part of the tree. */
static gboolean read_folder(Tree *self, const Frame *frame, int fd)
{
    g_autoptr(DIR) folder = fdopendir(fd);
    if (folder == NULL) {
        close(fd);
        return FALSE;
    }
    g_autoptr(GArray) entries = list_entries(self, frame, folder);
    if (entries == NULL) {
        return FALSE;
    }
    GPtrArray *names = tree_add_folder(self, frame->path);
    g_array_sort(entries, entry_compare);
    for (guint i = 0; i < entries->len; i++) {
        const Entry *entry = &g_array_index(entries, Entry, i);
        if (!has_room(self, frame->path)) {
            break;
        }
        const char *path = join(self->arena, frame->path, entry->name);
        if (enter(self, frame, fd, entry, path)) {
            /* The last component of the path serves as the name. */
            g_ptr_array_add(names, (gpointer)(path + strlen(path) - strlen(entry->name)));
        }
    }
    g_ptr_array_sort(names, text_order);
    return TRUE;
}

void tree_walk(Tree *self)
{
    Frame root = {.path = "", .real = self->root};
    int fd = dup(self->root_fd);
    if (fd >= 0) {
        read_folder(self, &root, fd);
    }
    if (self->unsorted) {
        g_ptr_array_sort(self->files, tree_file_compare);
    }
}
