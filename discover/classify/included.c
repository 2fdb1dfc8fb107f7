#include "discover/classify/included.h"
#include "core/path.h"

#include <string.h>

void included_mark_guarded(const SourceIndex *sources, const GArray *hits, gboolean *guarded)
{
    g_autoptr(GPtrArray) macros = source_index_macros(sources);
    for (guint m = 0; m < macros->len; m++) {
        const GArray *regions = source_index_regions(sources, macros->pdata[m]);
        for (guint r = 0; regions != NULL && r < regions->len; r++) {
            const MacroRegion *region = &g_array_index(regions, MacroRegion, r);
            for (guint i = source_hits_first(hits, region->file, region->first); i < hits->len;
                 i++) {
                const SourceHit *hit = &g_array_index(hits, SourceHit, i);
                if (hit->file != region->file || hit->line > region->last) {
                    break;
                }
                guarded[i] = TRUE;
            }
        }
    }
}

typedef struct {
    const SourceIndex *sources;
    GHashTable *built;   /* path -> folder of the build system */
    GHashTable *by_path; /* path -> number of the file + 1 */
    GHashTable *by_name; /* last component -> GArray of numbers */
    GHashTable *only;    /* "a/b.h" -> number of the only file that ends so + 1; 0: none, several */
    guint files_left;
} Included;

static const char *path_of(const Included *self, guint file)
{
    return ((const TreeFile *)g_ptr_array_index(source_index_files(self->sources), file))->path;
}

static void index_files(Included *self)
{
    const GPtrArray *files = source_index_files(self->sources);
    for (guint i = 0; i < files->len; i++) {
        const char *path = path_of(self, i);
        const char *name = path_base(path);
        GArray *same = g_hash_table_lookup(self->by_name, name);
        if (same == NULL) {
            same = g_array_new(FALSE, FALSE, sizeof(guint));
            g_hash_table_insert(self->by_name, (gpointer)name, same);
        }
        g_array_append_val(same, i);
        g_hash_table_insert(self->by_path, (gpointer)path, GUINT_TO_POINTER(i + 1));
    }
}

/* Whether `path` is "include/a/b.h" for the name "a/b.h". */
static gboolean ends_with_name(const char *path, const char *name)
{
    gsize length = strlen(path);
    gsize tail = strlen(name);
    return length > tail && path[length - tail - 1] == '/' &&
           strcmp(path + length - tail, name) == 0;
}

/* The number of the only file whose path ends with the name, + 1; 0 for none, or several. */
static guint only_file(Included *self, const char *name)
{
    gpointer known;
    if (g_hash_table_lookup_extended(self->only, name, NULL, &known)) {
        return GPOINTER_TO_UINT(known);
    }
    guint number = 0;
    const GArray *same = g_hash_table_lookup(self->by_name, path_base(name));
    for (guint i = 0; same != NULL && i < same->len; i++) {
        guint file = g_array_index(same, guint, i);
        if (ends_with_name(path_of(self, file), name)) {
            if (number > 0) {
                number = 0;
                break;
            }
            number = file + 1;
        }
    }
    g_hash_table_insert(self->only, g_strdup(name), GUINT_TO_POINTER(number));
    return number;
}

/* The file of the project that an #include means; FALSE for none, or several. */
static gboolean find_included(Included *self, guint from, const char *name, guint *found)
{
    g_autofree char *folder = g_path_get_dirname(path_of(self, from));
    g_autofree char *joined = g_build_path("/", strcmp(folder, ".") == 0 ? "" : folder, name, NULL);
    g_autofree char *beside = tree_normalize(joined);
    guint number =
        beside != NULL ? GPOINTER_TO_UINT(g_hash_table_lookup(self->by_path, beside)) : 0;
    number = number > 0 ? number : only_file(self, name);
    *found = number - 1;
    return number > 0;
}

/* Adds what the files include; gives the new ones. */
static GArray *add_level(Included *self, const GArray *level)
{
    g_autoptr(GArray) hits = g_array_new(FALSE, FALSE, sizeof(SourceHit));
    g_autoptr(GStringChunk) names = g_string_chunk_new(4096);
    for (guint i = 0; i < level->len && self->files_left > 0; i++, self->files_left--) {
        guint file = g_array_index(level, guint, i);
        g_autoptr(GArray) includes = source_index_includes(self->sources, file);
        for (guint k = 0; k < includes->len; k++) {
            const SourceInclude *include = &g_array_index(includes, SourceInclude, k);
            SourceHit hit = {file, include->line, NULL,
                             g_string_chunk_insert_const(names, include->name)};
            g_array_append_val(hits, hit);
        }
    }
    g_autofree gboolean *guarded = g_new0(gboolean, hits->len + 1);
    included_mark_guarded(self->sources, hits, guarded);
    GArray *next = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < hits->len; i++) {
        const SourceHit *hit = &g_array_index(hits, SourceHit, i);
        guint found;
        if (guarded[i] || !find_included(self, hit->file, hit->text, &found) ||
            g_hash_table_contains(self->built, path_of(self, found))) {
            continue;
        }
        const char *folder = g_hash_table_lookup(self->built, path_of(self, hit->file));
        g_hash_table_insert(self->built, (gpointer)path_of(self, found), (gpointer)folder);
        g_array_append_val(next, found);
    }
    return next;
}

static gint compare_numbers(gconstpointer a, gconstpointer b)
{
    guint left = *(const guint *)a;
    guint right = *(const guint *)b;
    return (left > right) - (left < right);
}

void included_add(const SourceIndex *sources, GHashTable *built)
{
    Included self = {
        sources,
        built,
        g_hash_table_new(g_str_hash, g_str_equal),
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_array_unref),
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        INCLUDED_FILES_MAX};
    index_files(&self);
    GArray *level = g_array_new(FALSE, FALSE, sizeof(guint));
    const GPtrArray *files = source_index_files(sources);
    for (guint i = 0; i < files->len; i++) {
        if (g_hash_table_contains(built, path_of(&self, i))) {
            g_array_append_val(level, i);
        }
    }
    for (guint depth = 0; level->len > 0 && depth < INCLUDED_DEPTH_MAX; depth++) {
        GArray *next = add_level(&self, level);
        g_array_sort(next, compare_numbers); /* hits have to be in the order of files */
        g_array_unref(level);
        level = next;
    }
    g_array_unref(level);
    g_hash_table_unref(self.by_path);
    g_hash_table_unref(self.by_name);
    g_hash_table_unref(self.only);
}
