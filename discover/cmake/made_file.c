/* Which files and folders the project makes while it is configured, and which it removes: a list of
 * settings that it includes, a header whose lines it looks for, a mark that something was done.
 *
 * Nothing is written. Where a file is there, and where it was removed, is a condition each,
 * whatever it holds; what it holds is for written_file.c. */
#include "discover/cmake/made_file.h"
#include "core/path.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/written_file.h"
#include <fnmatch.h>
#include <string.h>

/* Of a file further down its folders are not noted, and of more files nothing is: a library that
 * writes a source for each of its functions and types has some twenty thousand. */
#define MADE_DEPTH_MAX 256u
#define MADE_FILES_MAX 40000u
/* Made files that are looked through for the price of a command. */
#define SCANNED_IN_A_STEP 4u

/* A file or folder. */
typedef struct {
    Guard made; /* where it was made, and not removed since */
    Guard gone; /* where it was removed, and not made since */
    /* Where all that the tree has in it was removed, and nothing of that was put there since. */
    Guard emptied;
    gboolean folder;
} MadeFile;

char *made_file_path(Evaluator *self, const char *name, const char *base_variable)
{
    if (text_has_hole(name)) {
        return NULL;
    }
    g_autofree char *absolute = evaluator_absolute(self, name, base_variable);
    return text_has_hole(absolute) ? NULL : g_canonicalize_filename(absolute, "/");
}

static Guard simplified(Evaluator *self, Guard guard)
{
    return symbols_simplify(self->symbols, guard, SYMBOLS_VALUE_NODES);
}

/* The first of the sorted paths that does not come before the text. */
static guint first_path(const Evaluator *self, const char *text)
{
    guint begin = 0;
    guint end = self->written_paths->len;
    while (begin < end) {
        guint middle = begin + (end - begin) / 2;
        if (strcmp(self->written_paths->pdata[middle], text) < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* NULL when no more are noted. */
static MadeFile *made_file(Evaluator *self, const char *path)
{
    MadeFile *file = g_hash_table_lookup(self->written, path);
    if (file == NULL && self->written_paths->len >= MADE_FILES_MAX) {
        evaluator_ledger(self, "limit: files that are made", "file()", NULL);
        return NULL;
    }
    if (file == NULL) {
        file = arena_new0(self->arena, MadeFile);
        *file = (MadeFile){GUARD_FALSE, GUARD_FALSE, GUARD_FALSE, FALSE};
        gpointer key = (gpointer)arena_intern(self->arena, path);
        g_hash_table_insert(self->written, key, file);
        g_ptr_array_insert(self->written_paths, (int)first_path(self, path), key);
    }
    return file;
}

/* Looking through made files takes time as commands do. */
static void count_scanned(Evaluator *self, guint scanned)
{
    self->steps += scanned / SCANNED_IN_A_STEP;
    evaluator_step(self);
}

/* Whether it is there wherever the path holds. */
static gboolean is_made(Evaluator *self, const MadeFile *file)
{
    return !guard_meets(self->guards, self->path, guard_not(self->guards, file->made));
}

/* FALSE when no more are noted. */
static gboolean make(Evaluator *self, const char *path, gboolean folder)
{
    MadeFile *file = made_file(self, path);
    if (file == NULL) {
        return FALSE;
    }
    file->folder = folder;
    if (!is_made(self, file)) {
        file->made = simplified(self, guard_or(self->guards, file->made, self->path));
        file->gone = simplified(self, guard_minus(self->guards, file->gone, self->path));
    }
    return TRUE;
}

static guint depth_of(const char *path)
{
    guint depth = 0;
    for (const char *c = path; *c != '\0'; c++) {
        depth += *c == '/' ? 1 : 0;
    }
    return depth;
}

void made_file_add(Evaluator *self, const char *path, gboolean folder)
{
    if (!make(self, path, folder)) {
        return;
    }
    if (depth_of(path) > MADE_DEPTH_MAX) {
        evaluator_ledger(self, "limit: depth of folders that are made", "file()", NULL);
        return;
    }
    g_autofree char *outer = g_path_get_dirname(path);
    while (strlen(outer) > 1 && strcmp(outer, self->binary_root) != 0 &&
           strcmp(outer, self->source_root) != 0) {
        const MadeFile *known = g_hash_table_lookup(self->written, outer);
        if (known != NULL && is_made(self, known)) {
            return;
        }
        if (!make(self, outer, TRUE)) {
            return;
        }
        char *next = g_path_get_dirname(outer);
        g_free(outer);
        outer = next;
    }
}

void evaluator_makes_folder(Evaluator *self, const char *name)
{
    g_autofree char *path = made_file_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    if (path != NULL) {
        made_file_add(self, path, TRUE);
    }
}

/* The folder that a path of the tree lies in; NULL for the tree itself. To be freed. */
static char *folder_in_tree(const Evaluator *self, const char *path)
{
    return strlen(path) > strlen(self->source_root) ? g_path_get_dirname(path) : NULL;
}

void evaluator_fills_folder(Evaluator *self, const char *name)
{
    evaluator_makes_folder(self, name);
    g_autofree char *at = made_file_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    while (at != NULL && self->empties) {
        MadeFile *file = g_hash_table_lookup(self->written, at);
        if (file != NULL) {
            file->emptied = simplified(self, guard_minus(self->guards, file->emptied, self->path));
        }
        char *outer = folder_in_tree(self, at);
        g_free(at);
        at = outer;
    }
}

Guard evaluator_removed(Evaluator *self, const char *name)
{
    Guard removed = GUARD_FALSE;
    g_autofree char *path =
        self->empties ? made_file_path(self, name, "CMAKE_CURRENT_SOURCE_DIR") : NULL;
    if (path == NULL) {
        return removed;
    }
    const MadeFile *file = g_hash_table_lookup(self->written, path);
    Guard made = file != NULL ? file->made : GUARD_FALSE;
    removed = file != NULL ? file->gone : GUARD_FALSE;
    for (char *at = folder_in_tree(self, path); at != NULL;) {
        const MadeFile *folder = g_hash_table_lookup(self->written, at);
        if (folder != NULL) {
            removed = guard_or(self->guards, removed, folder->emptied);
        }
        char *outer = folder_in_tree(self, at);
        g_free(at);
        at = outer;
    }
    return guard_minus(self->guards, removed, made);
}

static void remove_one(Evaluator *self, const char *path)
{
    MadeFile *file = made_file(self, path);
    if (file == NULL) {
        return;
    }
    self->empties = TRUE;
    file->made = simplified(self, guard_minus(self->guards, file->made, self->path));
    file->gone = simplified(self, guard_or(self->guards, file->gone, self->path));
    written_file_forget(self, path);
}

void evaluator_removes(Evaluator *self, const char *name, gboolean with_folders)
{
    g_autofree char *path = made_file_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    if (path == NULL) {
        return;
    }
    MadeFile *known = g_hash_table_lookup(self->written, path);
    g_autofree char *in_tree = evaluator_tree_path(self, path);
    gboolean folder = (known != NULL && known->folder) ||
                      (in_tree != NULL && tree_is_folder(self->tree, in_tree));
    if (folder && !with_folders) {
        return;
    }
    remove_one(self, path);
    if (!with_folders) {
        return;
    }
    known = g_hash_table_lookup(self->written, path);
    if (known != NULL && in_tree != NULL) {
        known->emptied = simplified(self, guard_or(self->guards, known->emptied, self->path));
    }
    g_autofree char *inside = g_strconcat(path, "/", NULL);
    guint begin = first_path(self, inside);
    guint at = begin;
    for (; at < self->written_paths->len && path_lies_in(self->written_paths->pdata[at], path);
         at++) {
        remove_one(self, self->written_paths->pdata[at]);
    }
    count_scanned(self, at - begin);
}

gboolean evaluator_made(Evaluator *self, const char *name, gboolean folder, Guard *made,
                        Guard *gone)
{
    g_autofree char *path = made_file_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    const MadeFile *file = path != NULL ? g_hash_table_lookup(self->written, path) : NULL;
    if (file == NULL || (folder && !file->folder)) {
        return FALSE;
    }
    *made = file->made;
    *gone = file->gone;
    return TRUE;
}

/* Whether one of the folders that the path lies in fits the pattern. */
static gboolean lies_below(const char *path, const char *pattern)
{
    g_autofree char *folder = g_strdup(path);
    for (char *end = strrchr(folder, '/'); end != NULL; end = strrchr(folder, '/')) {
        *end = '\0';
        if (fnmatch(pattern, folder, FNM_PATHNAME) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the pattern of a file(GLOB) fits. In `recurse` its last part fits in all folders below.
 */
static gboolean fits(const char *path, const MadeFile *file, const char *pattern, GlobTraits traits)
{
    gboolean recurse = (traits & GLOB_RECURSE) != 0;
    if (file->folder && (traits & GLOB_FOLDERS) == 0) {
        return FALSE;
    }
    if (!recurse) {
        return fnmatch(pattern, path, FNM_PATHNAME) == 0;
    }
    g_autofree char *folder = g_path_get_dirname(pattern);
    g_autofree char *base = g_path_get_basename(pattern);
    g_autofree char *name = g_path_get_basename(path);
    return lies_below(path, folder) && (file->folder || fnmatch(base, name, 0) == 0);
}

void evaluator_written_like(Evaluator *self, const char *pattern, GlobTraits traits,
                            GPtrArray *found)
{
    gboolean recurse = (traits & GLOB_RECURSE) != 0;
    g_autofree char *path = made_file_path(self, pattern, "CMAKE_CURRENT_SOURCE_DIR");
    if (path == NULL) {
        return;
    }
    /* Only what begins as the pattern does, up to its first wildcard, is looked at. In `recurse`
     * that is its folder's. */
    g_autofree char *folder = g_path_get_dirname(path);
    gsize literal = MIN(strcspn(path, "*?[\\"), recurse ? strlen(folder) : G_MAXSIZE);
    g_autofree char *beginning = g_strndup(path, literal);
    guint begin = first_path(self, beginning);
    guint at = begin;
    for (; at < self->written_paths->len; at++) {
        const char *made = self->written_paths->pdata[at];
        if (!g_str_has_prefix(made, beginning)) {
            break;
        }
        const MadeFile *file = g_hash_table_lookup(self->written, made);
        if (!fits(made, file, path, traits)) {
            continue;
        }
        Guard here = guard_and(self->guards, self->path, file->made);
        if (!guard_is_false(here)) {
            self->path = here;
            g_ptr_array_add(found, g_strdup(made));
        }
    }
    count_scanned(self, at - begin);
}

void evaluator_mark_written(Evaluator *self)
{
    GHashTableIter iter;
    gpointer element;
    g_hash_table_iter_init(&iter, self->written);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        const MadeFile *file = element;
        guard_mark(self->guards, file->made);
        guard_mark(self->guards, file->gone);
        guard_mark(self->guards, file->emptied);
    }
}

gboolean made_file_is_file(const Evaluator *self, const char *path)
{
    const MadeFile *file = g_hash_table_lookup(self->written, path);
    return file != NULL && !file->folder;
}
