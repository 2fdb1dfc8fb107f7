#include "core/text_order.h"
#include "discover/sources/source_index_private.h"
#include <string.h>

void source_index_free(SourceIndex *self)
{
    if (self == NULL) {
        return;
    }
    g_ptr_array_unref(self->files);
    g_free(self->lines);
    g_hash_table_unref(self->macros);
    g_array_unref(self->hits);
    g_ptr_array_unref(self->workers);
    arena_free(self->arena);
    g_free(self);
}

const GPtrArray *source_index_files(const SourceIndex *self)
{
    return self->files;
}

guint source_index_lines(const SourceIndex *self, guint file)
{
    return self->lines[file];
}

const GArray *source_index_regions(const SourceIndex *self, const char *macro)
{
    const MacroEntry *entry = g_hash_table_lookup(self->macros, macro);
    return entry == NULL ? NULL : entry->regions;
}

const GArray *source_index_hits(const SourceIndex *self)
{
    return self->hits;
}

guint source_hits_first(const GArray *hits, guint file, guint line)
{
    guint low = 0;
    guint high = hits->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        const SourceHit *hit = &g_array_index(hits, SourceHit, middle);
        if (hit->file < file || (hit->file == file && hit->line < line)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

GPtrArray *source_index_macros(const SourceIndex *self)
{
    GPtrArray *names = g_ptr_array_sized_new(g_hash_table_size(self->macros));
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, self->macros);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_ptr_array_add(names, name);
    }
    g_ptr_array_sort(names, text_order);
    return names;
}

guint source_index_define_count(const SourceIndex *self, const char *macro)
{
    guint count = 0;
    for (guint i = 0; i < self->workers->len; i++) {
        GHashTable *defines = scan_worker_defines(g_ptr_array_index(self->workers, i));
        count += GPOINTER_TO_UINT(g_hash_table_lookup(defines, macro));
    }
    return count;
}

gboolean source_index_defines(const SourceIndex *self, const char *macro)
{
    return source_index_define_count(self, macro) > 0;
}

static gint region_compare(gconstpointer left, gconstpointer right)
{
    const MacroRegion *a = left;
    const MacroRegion *b = right;
    if (a->file != b->file) {
        return a->file < b->file ? -1 : 1;
    }
    if (a->first != b->first) {
        return a->first < b->first ? -1 : 1;
    }
    return (a->at > b->at) - (a->at < b->at);
}

/* Counts the lines of regions that are sorted by file and first line, and may overlap. */
static Reach count_reach(const GArray *regions)
{
    Reach reach = {0};
    guint covered = 0; /* lines of the file up to this one have been counted */
    for (guint i = 0; i < regions->len; i++) {
        const MacroRegion *region = &g_array_index(regions, MacroRegion, i);
        const MacroRegion *before = i > 0 ? region - 1 : NULL;
        gboolean new_file = before == NULL || before->file != region->file;
        if (new_file) {
            reach.files++;
            covered = 0;
        }
        /* Line 0 stands for a whole file, which is no #if. One that several macros share counts
         * once. */
        if (region->at > 0 && (new_file || before->at != region->at)) {
            reach.regions++;
        }
        guint first = MAX(region->first, covered + 1);
        if (region->last >= first) {
            reach.lines += region->last - first + 1;
            covered = region->last;
        }
    }
    return reach;
}

Reach source_index_reach(const SourceIndex *self, const GPtrArray *macros, const GPtrArray *paths)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(MacroRegion));
    for (guint i = 0; macros != NULL && i < macros->len; i++) {
        const GArray *regions = source_index_regions(self, g_ptr_array_index(macros, i));
        if (regions != NULL) {
            g_array_append_vals(all, regions->data, regions->len);
        }
    }
    for (guint i = 0; paths != NULL && i < paths->len; i++) {
        MacroRegion whole = {.first = 1};
        if (tree_files_find(self->files, g_ptr_array_index(paths, i), &whole.file)) {
            whole.last = self->lines[whole.file];
            g_array_append_val(all, whole);
        }
    }
    g_array_sort(all, region_compare);
    return count_reach(all);
}
