/* Files that the project makes while it is configured, and asks for or reads again: a list of
 * settings that it includes, a header whose lines it looks for, a mark that something was done.
 *
 * Nothing is written. Where a file is there, and where it was removed, is a condition each,
 * whatever it holds. What it holds is kept like a variable's value, each text under its condition,
 * but only for files that are read again: most are for the compiler, and keeping what all of them
 * hold would cost more than the rest of the reading. Which ones these are is known only when one is
 * read; reading then begins again, as it does for options that name what lies outside (outside.c).
 */
#include "discover/cmake/evaluator.h"
#include "discover/cmake/pure.h"
#include <fnmatch.h>
#include <string.h>

/* Each costs one more reading of what comes before: commands that are run again for all of them.
 * Large projects write and read such files at their end, where this would double their time. */
#define FOLLOWED_FILES_MAX 16u
#define FOLLOWED_STEPS_MAX 50000u

/* A file or folder. */
typedef struct {
    Guard made; /* where it was made, and not removed since */
    Guard gone; /* where it was removed, and not made since */
    gboolean folder;
} MadeFile;

/* The absolute path without ".." and doubled slashes; NULL when it is not known. */
static char *known_path(Evaluator *self, const char *name, const char *base_variable)
{
    if (text_has_hole(name)) {
        return NULL;
    }
    g_autofree char *absolute = evaluator_absolute(self, name, base_variable);
    return text_has_hole(absolute) ? NULL : g_canonicalize_filename(absolute, "/");
}

/* What would be in the file is its cache entry: it holds in all scopes. No project can write the
 * name, nor sees it. */
static Variable *contents(Evaluator *self, const char *path)
{
    g_autofree char *name = g_strdup_printf("FILE\1%s", path);
    return variables_get(self->variables, name);
}

static Guard simplified(Evaluator *self, Guard guard)
{
    return symbols_simplify(self->symbols, guard, SYMBOLS_VALUE_NODES);
}

static MadeFile *made_file(Evaluator *self, const char *path)
{
    MadeFile *file = g_hash_table_lookup(self->written, path);
    if (file == NULL) {
        file = arena_new0(self->arena, MadeFile);
        *file = (MadeFile){GUARD_FALSE, GUARD_FALSE, FALSE};
        g_hash_table_insert(self->written, (gpointer)arena_intern(self->arena, path), file);
    }
    return file;
}

/* Whether it is there wherever the path holds. */
static gboolean is_made(Evaluator *self, const MadeFile *file)
{
    return !guard_meets(self->guards, self->path, guard_not(self->guards, file->made));
}

static void make(Evaluator *self, const char *path, gboolean folder)
{
    MadeFile *file = made_file(self, path);
    file->folder = folder;
    if (!is_made(self, file)) {
        file->made = simplified(self, guard_or(self->guards, file->made, self->path));
        file->gone = simplified(self, guard_minus(self->guards, file->gone, self->path));
    }
}

/* With the folders that it lies in: what was made there is there. */
static void make_with_folders(Evaluator *self, const char *path, gboolean folder)
{
    make(self, path, folder);
    g_autofree char *outer = g_path_get_dirname(path);
    while (strlen(outer) > 1 && strcmp(outer, self->binary_root) != 0 &&
           strcmp(outer, self->source_root) != 0) {
        const MadeFile *known = g_hash_table_lookup(self->written, outer);
        if (known != NULL && is_made(self, known)) {
            return;
        }
        make(self, outer, TRUE);
        char *next = g_path_get_dirname(outer);
        g_free(outer);
        outer = next;
    }
}

gboolean evaluator_writes(Evaluator *self, const char *name, const char *base_variable)
{
    g_autofree char *path = known_path(self, name, base_variable);
    if (path == NULL) {
        return FALSE;
    }
    make_with_folders(self, path, FALSE);
    return g_hash_table_contains(self->followed, path);
}

void evaluator_makes_folder(Evaluator *self, const char *name)
{
    g_autofree char *path = known_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    if (path != NULL) {
        make_with_folders(self, path, TRUE);
    }
}

static void remove_one(Evaluator *self, const char *path)
{
    MadeFile *file = made_file(self, path);
    file->made = simplified(self, guard_minus(self->guards, file->made, self->path));
    file->gone = simplified(self, guard_or(self->guards, file->gone, self->path));
    if (g_hash_table_contains(self->followed, path)) {
        g_autoptr(Value) nothing = value_of_text(NULL);
        evaluator_set_cache(self, contents(self, path), nothing);
    }
}

static gboolean lies_in(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

void evaluator_removes(Evaluator *self, const char *name, gboolean with_folders)
{
    g_autofree char *path = known_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    if (path == NULL) {
        return;
    }
    const MadeFile *known = g_hash_table_lookup(self->written, path);
    if (known != NULL && known->folder && !with_folders) {
        return;
    }
    remove_one(self, path);
    if (!with_folders) {
        return;
    }
    g_autoptr(GList) paths = g_hash_table_get_keys(self->written);
    for (const GList *at = paths; at != NULL; at = at->next) {
        if (lies_in(at->data, path)) {
            remove_one(self, at->data);
        }
    }
}

gboolean evaluator_made(Evaluator *self, const char *name, gboolean folder, Guard *made,
                        Guard *gone)
{
    g_autofree char *path = known_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    const MadeFile *file = path != NULL ? g_hash_table_lookup(self->written, path) : NULL;
    if (file == NULL || (folder && !file->folder)) {
        return FALSE;
    }
    *made = file->made;
    *gone = file->gone;
    return TRUE;
}

/* Whether the pattern of a file(GLOB) fits. In `recurse` its last part fits in all folders below.
 */
static gboolean fits(const char *path, const char *pattern, gboolean recurse)
{
    if (!recurse) {
        return fnmatch(pattern, path, FNM_PATHNAME) == 0;
    }
    g_autofree char *folder = g_path_get_dirname(pattern);
    g_autofree char *base = g_path_get_basename(pattern);
    g_autofree char *name = g_path_get_basename(path);
    return lies_in(path, folder) && fnmatch(base, name, 0) == 0;
}

void evaluator_written_like(Evaluator *self, const char *pattern, gboolean recurse,
                            GPtrArray *found)
{
    g_autofree char *path = known_path(self, pattern, "CMAKE_CURRENT_SOURCE_DIR");
    g_autoptr(GList) paths = g_hash_table_get_keys(self->written);
    paths = g_list_sort(paths, (GCompareFunc)strcmp);
    for (const GList *at = paths; path != NULL && at != NULL; at = at->next) {
        const MadeFile *file = g_hash_table_lookup(self->written, at->data);
        if (!fits(at->data, path, recurse) || (recurse && file->folder)) {
            continue;
        }
        Guard here = guard_and(self->guards, self->path, file->made);
        if (!guard_is_false(here)) {
            self->path = here;
            g_ptr_array_add(found, g_strdup(at->data));
        }
    }
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
    }
}

void evaluator_write(Evaluator *self, const char *name, const char *base_variable, const char *text,
                     gboolean append)
{
    g_autofree char *path = known_path(self, name, base_variable);
    Variable *variable = contents(self, path);
    if (append && variable->cache.value != NULL) {
        Value *longer =
            evaluator_appended(self, variable->cache.value, variable->name, text, APPEND_TEXT);
        variables_set_cache(self->variables, variable, longer, WRITE_GROWS);
        return;
    }
    g_autoptr(Value) value = value_of_text(text);
    evaluator_set_cache(self, variable, value);
}

/* Whether reading begins again, to know what is in the file. */
static gboolean follow(Evaluator *self, const char *path)
{
    guint64 steps = self->steps;
    GHashTableIter iter;
    gpointer earlier;
    g_hash_table_iter_init(&iter, self->followed);
    while (g_hash_table_iter_next(&iter, NULL, &earlier)) {
        steps += GPOINTER_TO_UINT(earlier);
    }
    if (g_hash_table_size(self->followed) >= FOLLOWED_FILES_MAX || steps > FOLLOWED_STEPS_MAX) {
        return FALSE;
    }
    g_hash_table_insert(self->followed, (gpointer)arena_intern(self->arena, path),
                        GUINT_TO_POINTER((guint)self->steps));
    self->again = self->exhausted = TRUE;
    return TRUE;
}

const char *evaluator_written(Evaluator *self, const char *name)
{
    g_autofree char *path = known_path(self, name, "CMAKE_CURRENT_SOURCE_DIR");
    const MadeFile *file = path != NULL ? g_hash_table_lookup(self->written, path) : NULL;
    if (file == NULL || file->folder) {
        return NULL;
    }
    if (!g_hash_table_contains(self->followed, path)) {
        if (!follow(self, path)) {
            evaluator_ledger(self, "limit: files that are written and read", path, NULL);
        }
        return NULL;
    }
    const char *text = evaluator_read(self, contents(self, path));
    return text != NULL ? evaluator_settle(self, text) : NULL;
}
