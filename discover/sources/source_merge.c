#include "discover/sources/source_index_private.h"

static MacroEntry *macro_entry(SourceIndex *self, const char *name)
{
    MacroEntry *entry = g_hash_table_lookup(self->macros, name);
    if (entry == NULL) {
        entry = arena_new0(self->arena, MacroEntry);
        entry->name = arena_strdup(self->arena, name);
        entry->regions = g_array_new(FALSE, FALSE, sizeof(MacroRegion));
        g_hash_table_insert(self->macros, (gpointer)entry->name, entry);
    }
    return entry;
}

/* A macro of the group that is being merged. */
typedef struct {
    MacroEntry *entry;
    guint arm; /* that mentioned it last */
    gboolean negated;
} GroupMacro;

typedef struct {
    SourceIndex *index;
    Diagnostics *diagnostics;
    guint64 group;      /* counts them */
    GArray *macros;     /* GroupMacro, of the current group */
    guint region_count; /* in all */
    guint file_region_count;
    gboolean file_full; /* a limit was reached in the current file, and a diagnostic says so */
} Merge;

static void mention(Merge *merge, const MacroUse *use, MacroEntry *entry, guint arm)
{
    if (entry->group != merge->group) {
        entry->group = merge->group;
        entry->slot = merge->macros->len;
        GroupMacro macro = {entry, arm, use->negated};
        g_array_append_val(merge->macros, macro);
        return;
    }
    GroupMacro *macro = &g_array_index(merge->macros, GroupMacro, entry->slot);
    macro->negated = macro->arm == arm ? macro->negated && use->negated : use->negated;
    macro->arm = arm;
}

/* Makes the macros of a condition known. Not before a group needs it: the names of include guards
 * are to stay out. */
static void bind_macros(SourceIndex *self, Meaning *meaning)
{
    meaning->entries = arena_alloc(self->arena, meaning->use_count * sizeof(MacroEntry *));
    for (guint i = 0; i < meaning->use_count; i++) {
        meaning->entries[i] = macro_entry(self, meaning->uses[i].macro);
    }
}

static void add_region(Merge *merge, GArray *regions, const MacroRegion *region,
                       const TreeFile *file)
{
    gboolean file_full = merge->file_region_count == SOURCE_FILE_REGIONS_MAX;
    if (file_full || merge->region_count == SOURCE_REGIONS_MAX) {
        diagnostics_add(merge->diagnostics, DIAGNOSTIC_WARNING, (Span){file->path, region->at, 0},
                        NULL,
                        "more than %u regions of conditional text in %s; "
                        "those of this file from here on are not counted",
                        file_full ? SOURCE_FILE_REGIONS_MAX : SOURCE_REGIONS_MAX,
                        file_full ? "one file" : "the project");
        merge->file_full = TRUE;
        return;
    }
    merge->file_region_count++;
    merge->region_count++;
    g_array_append_vals(regions, region, 1);
}

static void merge_group(Merge *merge, guint number, const TreeFile *file,
                        const ConditionalArm *arms, guint arm_count)
{
    merge->group++;
    g_array_set_size(merge->macros, 0);
    for (guint arm = 0; arm < arm_count; arm++) {
        Meaning *meaning = arms[arm].condition == NULL ? NULL : arms[arm].condition->meaning;
        if (meaning != NULL && meaning->entries == NULL) {
            bind_macros(merge->index, meaning);
        }
        for (guint i = 0; meaning != NULL && i < meaning->use_count; i++) {
            mention(merge, &meaning->uses[i], meaning->entries[i], arm);
        }
        if (arms[arm].first > arms[arm].last) {
            continue;
        }
        for (guint i = 0; i < merge->macros->len && !merge->file_full; i++) {
            const GroupMacro *macro = &g_array_index(merge->macros, GroupMacro, i);
            MacroRegion region = {.file = number,
                                  .first = arms[arm].first,
                                  .last = arms[arm].last,
                                  .at = arms[arm].at,
                                  .negated = macro->negated != (macro->arm != arm)};
            add_region(merge, macro->entry->regions, &region, file);
        }
    }
}

static void report_notes(Merge *merge, const TreeFile *file, const FileScan *scan)
{
    static const char *const texts[] = {
#define X(id, text) [FILE_NOTE_##id] = text,
        FILE_NOTES(X)
#undef X
    };
    if (scan->error != NULL) {
        diagnostics_add(merge->diagnostics, DIAGNOSTIC_WARNING, (Span){file->path, 0, 0}, NULL,
                        "%s", scan->error);
    }
    for (guint i = 0; i < FILE_NOTE_COUNT; i++) {
        if (scan->note_lines[i] > 0) {
            diagnostics_add(merge->diagnostics, DIAGNOSTIC_NOTE,
                            (Span){file->path, scan->note_lines[i], 0}, NULL, "%s", texts[i]);
        }
    }
}

static gint region_compare(gconstpointer left, gconstpointer right)
{
    const MacroRegion *a = left;
    const MacroRegion *b = right;
    if (a->file != b->file) {
        return a->file < b->file ? -1 : 1;
    }
    return (a->at > b->at) - (a->at < b->at);
}

void source_index_merge(SourceIndex *self, const FileScan *results, const SourceMatcher *matcher,
                        Diagnostics *diagnostics)
{
    g_autoptr(GArray) macros = g_array_new(FALSE, FALSE, sizeof(GroupMacro));
    Merge merge = {.index = self, .diagnostics = diagnostics, .macros = macros};
    for (guint number = 0; number < self->files->len; number++) {
        const FileScan *scan = &results[number];
        const TreeFile *file = g_ptr_array_index(self->files, number);
        self->lines[number] = scan->lines;
        report_notes(&merge, file, scan);
        merge.file_region_count = 0;
        merge.file_full = FALSE;
        for (guint i = 0; i < scan->group_count; i++) {
            const ConditionalGroup *group = &scan->groups[i];
            merge_group(&merge, number, file, scan->arms + group->first_arm, group->arm_count);
        }
        for (guint i = 0; i < scan->hit_count; i++) {
            const FileHit *hit = &scan->hits[i];
            const char *name = source_matcher_technology(matcher, hit->technology);
            SourceHit found = {number, hit->line, arena_intern(self->arena, name), hit->text};
            g_array_append_val(self->hits, found);
        }
    }
    GHashTableIter iter;
    gpointer entry;
    g_hash_table_iter_init(&iter, self->macros);
    while (g_hash_table_iter_next(&iter, NULL, &entry)) {
        /* Groups come by their #endif: inner ones before the outer. */
        g_array_sort(((MacroEntry *)entry)->regions, region_compare);
    }
}
