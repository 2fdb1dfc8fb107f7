#include "discover/sources/source_index_private.h"
#include <string.h>

#define JOBS_MAX 64u
#define FILES_A_JOB_MIN 16u      /* fewer are not worth a thread */
#define CONDITIONS_A_TURN 32     /* taken by a thread at a time */
#define PROGRESS_EVERY_FILES 64u /* of those that the first thread scans */

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
            if (meaning->by_words) {
                condition_read_words(meaning->text, self->arena, uses);
            } else {
                condition_reader_read(reader, meaning->text, self->arena, uses);
            }
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
            if (!((ConditionText *)condition)->used) {
                continue; /* half of all distinct ones, where headers have guards */
            }
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

static gint shorter_first(gconstpointer left, gconstpointer right)
{
    const char *a = (*(const Meaning *const *)left)->text;
    const char *b = (*(const Meaning *const *)right)->text;
    gsize length_a = strlen(a);
    gsize length_b = strlen(b);
    if (length_a != length_b) {
        return length_a < length_b ? -1 : 1;
    }
    return strcmp(a, b);
}

/* Real projects stay far below the limit: it takes megabytes of conditions that are all different.
 */
static void limit_parsing(GPtrArray *meanings, Diagnostics *diagnostics)
{
    gsize bytes = 0;
    for (guint i = 0; i < meanings->len; i++) {
        bytes += strlen(((const Meaning *)g_ptr_array_index(meanings, i))->text);
    }
    if (bytes <= SOURCE_PARSED_BYTES_MAX) {
        return;
    }
    diagnostics_add(diagnostics, DIAGNOSTIC_WARNING, SPAN_NONE, NULL,
                    "more than %u bytes of different #if conditions; the longest were not parsed, "
                    "only searched for macros",
                    SOURCE_PARSED_BYTES_MAX);
    /* So that the choice does not depend on the order in which threads met them. */
    g_ptr_array_sort(meanings, shorter_first);
    bytes = 0;
    for (guint i = 0; i < meanings->len; i++) {
        Meaning *meaning = g_ptr_array_index(meanings, i);
        bytes += strlen(meaning->text);
        meaning->by_words = bytes > SOURCE_PARSED_BYTES_MAX;
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
    self->tree = tree;
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
    limit_parsing(meanings, diagnostics);
    job.meanings = meanings;
    run_threads(threads, read_conditions);
    source_index_merge(self, results, matcher, diagnostics);
    for (guint i = 0; i < threads->len; i++) {
        arena_free(g_array_index(threads, JobThread, i).arena);
    }
    tell_progress(&job, self->files->len);
    return self;
}
