#include "discover/sources/condition_reader.h"
#include "discover/sources/source_index_private.h"
#include <string.h>

#define JOBS_MAX 64u
#define FILES_A_JOB_MIN 16u      /* fewer are not worth a thread */
#define CONDITIONS_A_TURN 32     /* taken by a thread at a time */
#define PROGRESS_EVERY_FILES 64u /* of those that the first thread scans */

/* A condition, once for the whole tree. */
typedef struct {
    const char *text;
    const MacroUse *uses;
    MacroEntry **entries; /* one a use */
    guint use_count;
} Meaning;

typedef struct {
    const Tree *tree;
    const GPtrArray *files;
    const SourceScanOptions *options;
    guint *order; /* numbers of files, large ones first: the last to finish are small */
    FileScan *results;
    gint next; /* atomic: place in `order`, later in `meanings` */
    GPtrArray *meanings;
} Job;

typedef struct {
    Job *job;
    ScanWorker *worker;
    Arena *arena; /* for what the conditions mean */
    gboolean tells_progress;
} JobThread;

static void tell_progress(const Job *job, guint done)
{
    if (job->options->progress != NULL) {
        job->options->progress(done, job->files->len, job->options->progress_data);
    }
}

static gpointer scan_files(gpointer data)
{
    JobThread *self = data;
    Job *job = self->job;
    for (guint mine = 0;; mine++) {
        guint place = g_atomic_int_add(&job->next, 1);
        if (place >= job->files->len) {
            return NULL;
        }
        if (self->tells_progress && mine % PROGRESS_EVERY_FILES == 0) {
            tell_progress(job, place);
        }
        guint number = job->order[place];
        scan_worker_file(self->worker, job->tree, g_ptr_array_index(job->files, number),
                         &job->results[number]);
    }
}

static gpointer read_conditions(gpointer data)
{
    JobThread *self = data;
    Job *job = self->job;
    g_autoptr(ConditionReader) reader = condition_reader_new();
    g_autoptr(GArray) uses = g_array_new(FALSE, FALSE, sizeof(MacroUse));
    for (;;) {
        guint first = g_atomic_int_add(&job->next, CONDITIONS_A_TURN);
        if (first >= job->meanings->len) {
            return NULL;
        }
        guint behind = MIN(first + CONDITIONS_A_TURN, job->meanings->len);
        for (guint i = first; i < behind; i++) {
            Meaning *meaning = g_ptr_array_index(job->meanings, i);
            g_array_set_size(uses, 0);
            condition_reader_read(reader, meaning->text, self->arena, uses);
            gsize size = uses->len * sizeof(MacroUse);
            MacroUse *copy = arena_alloc(self->arena, size);
            if (size > 0) {
                memcpy(copy, uses->data, size);
            }
            meaning->uses = copy;
            meaning->use_count = uses->len;
        }
    }
}

/* Runs `work` once in each thread, the calling one included, until all have returned. */
static void run_threads(GArray *threads, gpointer (*work)(gpointer))
{
    g_autoptr(GPtrArray) started = g_ptr_array_new();
    JobThread *own = &g_array_index(threads, JobThread, 0);
    own->job->next = 0;
    for (guint i = 1; i < threads->len; i++) {
        g_ptr_array_add(started,
                        g_thread_new("xaas-sources", work, &g_array_index(threads, JobThread, i)));
    }
    work(own);
    for (guint i = 0; i < started->len; i++) {
        g_thread_join(g_ptr_array_index(started, i));
    }
}

static gint larger_first(gconstpointer a, gconstpointer b, gpointer data)
{
    const GPtrArray *files = data;
    guint x = *(const guint *)a;
    guint y = *(const guint *)b;
    guint64 size_x = ((const TreeFile *)g_ptr_array_index(files, x))->size;
    guint64 size_y = ((const TreeFile *)g_ptr_array_index(files, y))->size;
    if (size_x != size_y) {
        return size_x > size_y ? -1 : 1;
    }
    return (x > y) - (x < y);
}

static guint *order_by_size(const GPtrArray *files)
{
    guint *order = g_new(guint, files->len + 1);
    for (guint i = 0; i < files->len; i++) {
        order[i] = i;
    }
    g_qsort_with_data(order, files->len, sizeof *order, larger_first, (gpointer)files);
    return order;
}

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

static void macro_entry_clear(gpointer entry)
{
    g_array_unref(((MacroEntry *)entry)->regions);
}

/* Gives each distinct condition of the workers one meaning, without what it means as yet. */
static GPtrArray *gather_conditions(SourceIndex *self)
{
    GPtrArray *meanings = g_ptr_array_new();
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->workers->len; i++) {
        GHashTableIter iter;
        gpointer text;
        gpointer condition;
        g_hash_table_iter_init(&iter, scan_worker_conditions(g_ptr_array_index(self->workers, i)));
        while (g_hash_table_iter_next(&iter, &text, &condition)) {
            Meaning *meaning = g_hash_table_lookup(known, text);
            if (meaning == NULL) {
                meaning = arena_new0(self->arena, Meaning);
                meaning->text = text;
                g_hash_table_insert(known, text, meaning);
                g_ptr_array_add(meanings, meaning);
            }
            ((ConditionText *)condition)->meaning = meaning;
        }
    }
    return meanings;
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

/* FALSE when a limit was reached. */
static gboolean add_region(Merge *merge, GArray *regions, const MacroRegion *region,
                           const TreeFile *file)
{
    Span at = {file->path, region->at, 0};
    if (merge->file_region_count == SOURCE_FILE_REGIONS_MAX) {
        diagnostics_add(merge->diagnostics, DIAGNOSTIC_WARNING, at, NULL,
                        "more than %u conditional regions; those from here on are not counted",
                        SOURCE_FILE_REGIONS_MAX);
        return FALSE;
    }
    if (merge->region_count == SOURCE_REGIONS_MAX) {
        diagnostics_add(merge->diagnostics, DIAGNOSTIC_WARNING, at, NULL,
                        "more than %u conditional regions in the project; those from here on are "
                        "not counted",
                        SOURCE_REGIONS_MAX);
        return FALSE;
    }
    merge->file_region_count++;
    merge->region_count++;
    g_array_append_vals(regions, region, 1);
    return TRUE;
}

static gboolean merge_group(Merge *merge, guint number, const TreeFile *file,
                            const ConditionalArm *arms, guint arm_count)
{
    merge->group++;
    g_array_set_size(merge->macros, 0);
    for (guint arm = 0; arm < arm_count; arm++) {
        const Meaning *meaning = arms[arm].condition == NULL ? NULL : arms[arm].condition->meaning;
        for (guint i = 0; meaning != NULL && i < meaning->use_count; i++) {
            mention(merge, &meaning->uses[i], meaning->entries[i], arm);
        }
        if (arms[arm].first > arms[arm].last) {
            continue;
        }
        for (guint i = 0; i < merge->macros->len; i++) {
            const GroupMacro *macro = &g_array_index(merge->macros, GroupMacro, i);
            MacroRegion region = {.file = number,
                                  .first = arms[arm].first,
                                  .last = arms[arm].last,
                                  .at = arms[arm].at,
                                  .negated = macro->negated != (macro->arm != arm)};
            if (!add_region(merge, macro->entry->regions, &region, file)) {
                return FALSE;
            }
        }
    }
    return TRUE;
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

/* From front to back, so that nothing depends on which thread met what first. */
static void merge_files(SourceIndex *self, const FileScan *results, const SourceMatcher *matcher,
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
        for (guint i = 0; i < scan->group_count; i++) {
            const ConditionalGroup *group = &scan->groups[i];
            if (!merge_group(&merge, number, file, scan->arms + group->first_arm,
                             group->arm_count)) {
                break;
            }
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

static void bind_macros(SourceIndex *self, const GPtrArray *meanings)
{
    for (guint i = 0; i < meanings->len; i++) {
        Meaning *meaning = g_ptr_array_index(meanings, i);
        meaning->entries = arena_alloc(self->arena, meaning->use_count * sizeof(MacroEntry *));
        for (guint use = 0; use < meaning->use_count; use++) {
            meaning->entries[use] = macro_entry(self, meaning->uses[use].macro);
        }
    }
}

static guint thread_count(const SourceScanOptions *options, guint file_count)
{
    guint jobs = options->jobs > 0 ? options->jobs : g_get_num_processors();
    return CLAMP(jobs, 1, MIN(JOBS_MAX, file_count / FILES_A_JOB_MIN + 1));
}

static SourceIndex *source_index_new(const Tree *tree)
{
    SourceIndex *self = g_new0(SourceIndex, 1);
    self->arena = arena_new();
    self->files = g_ptr_array_new();
    self->macros = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, macro_entry_clear);
    self->hits = g_array_new(FALSE, FALSE, sizeof(SourceHit));
    self->workers = g_ptr_array_new_with_free_func((GDestroyNotify)scan_worker_free);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        TreeFile *file = g_ptr_array_index(files, i);
        ScanForm form;
        if (!file->linked && scan_form_of(file, &form)) {
            g_ptr_array_add(self->files, file);
        }
    }
    self->lines = g_new0(guint, self->files->len + 1);
    return self;
}

SourceIndex *source_index_scan(const Tree *tree, const SourceScanOptions *options,
                               Diagnostics *diagnostics)
{
    SourceIndex *self = source_index_new(tree);
    g_autoptr(SourceMatcher) matcher = source_matcher_new(options->patterns);
    g_autofree guint *order = order_by_size(self->files);
    g_autofree FileScan *results = g_new0(FileScan, self->files->len + 1);
    Job job = {
        .tree = tree, .files = self->files, .options = options, .order = order, .results = results};
    g_autoptr(GArray) threads = g_array_new(FALSE, FALSE, sizeof(JobThread));
    for (guint i = 0; i < thread_count(options, self->files->len); i++) {
        JobThread thread = {&job, scan_worker_new(matcher), arena_new(), i == 0};
        g_ptr_array_add(self->workers, thread.worker);
        g_array_append_val(threads, thread);
    }
    run_threads(threads, scan_files);
    g_autoptr(GPtrArray) meanings = gather_conditions(self);
    job.meanings = meanings;
    run_threads(threads, read_conditions);
    bind_macros(self, meanings);
    merge_files(self, results, matcher, diagnostics);
    for (guint i = 0; i < threads->len; i++) {
        arena_free(g_array_index(threads, JobThread, i).arena);
    }
    tell_progress(&job, self->files->len);
    return self;
}
