#include "discover/review/coverage.h"
#include "discover/specify.h"
#include <string.h>

typedef struct {
    guint file;
    guint first, last;
} Range;

/* What one source file contributes. */
typedef struct {
    const char *path;
    guint lines;
    guint hung;             /* lines of all points together: how much there is to see */
    CoverageFolder *folder; /* once folders are chosen; NULL: its lines are not shown */
} FileShare;

static int compare_ranges(gconstpointer left, gconstpointer right)
{
    const Range *a = left;
    const Range *b = right;
    if (a->file != b->file) {
        return a->file < b->file ? -1 : 1;
    }
    return a->first < b->first ? -1 : a->first > b->first;
}

typedef struct {
    const SourceIndex *sources;
    const GPtrArray **whole; /* by point: const char *, files that are only compiled with it */
    FileShare *shares;
    guint file_count;
} Counter;

static int compare_share(gconstpointer path, gconstpointer share)
{
    return strcmp(path, ((const FileShare *)share)->path);
}

static void add_whole_files(const Counter *self, const GPtrArray *paths, GArray *ranges)
{
    for (guint i = 0; paths != NULL && i < paths->len; i++) {
        const FileShare *share = bsearch(paths->pdata[i], self->shares, self->file_count,
                                         sizeof *self->shares, compare_share);
        if (share != NULL) {
            const Range range = {(guint)(share - self->shares), 1, share->lines};
            g_array_append_val(ranges, range);
        }
    }
}

/* Adds the lines that hang on one point to the files, or to their folders once these are chosen;
 * each line once. Two passes, for a table of all files and points would be large. */
static void add_point(const Counter *self, const Point *point, guint index)
{
    const SourceIndex *sources = self->sources;
    g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(Range));
    add_whole_files(self, self->whole[index], ranges);
    for (guint i = 0; i < point->macros->len; i++) {
        const GArray *regions = source_index_regions(sources, point->macros->pdata[i]);
        for (guint k = 0; regions != NULL && k < regions->len; k++) {
            const MacroRegion *region = &g_array_index(regions, MacroRegion, k);
            const Range range = {region->file, region->first, region->last};
            if (range.last >= range.first) {
                g_array_append_val(ranges, range);
            }
        }
    }
    g_array_sort(ranges, compare_ranges);
    guint covered = 0; /* the last line of the present file that is counted already */
    for (guint i = 0; i < ranges->len; i++) {
        const Range *range = &g_array_index(ranges, Range, i);
        if (i == 0 || range->file != g_array_index(ranges, Range, i - 1).file) {
            covered = 0;
        }
        guint first = MAX(range->first, covered + 1);
        if (range->last >= first) {
            guint lines = range->last - first + 1;
            FileShare *share = &self->shares[range->file];
            if (share->folder != NULL) {
                share->folder->points[index] += lines;
            } else {
                share->hung += lines;
            }
            covered = range->last;
        }
    }
}

/* A folder while it may still be opened: the files in it, a slice of the sorted list. */
typedef struct {
    char *path;
    guint begin, end;
    guint hung;
    gboolean whole; /* not to be opened (again) */
} Slice;

static void slice_clear(gpointer data)
{
    g_free(((Slice *)data)->path);
}

static guint hung_lines(const FileShare *shares, guint begin, guint end)
{
    guint sum = 0;
    for (guint i = begin; i < end; i++) {
        sum += shares[i].hung;
    }
    return sum;
}

/* Replaces a folder by the folders in it; the files directly in it stay together under its name.
 */
static void open_slice(GArray *slices, guint index, const FileShare *shares)
{
    const Slice folder = g_array_index(slices, Slice, index);
    gsize prefix = strlen(folder.path);
    g_autoptr(GArray) inner = g_array_new(FALSE, FALSE, sizeof(Slice));
    for (guint i = folder.begin; i < folder.end;) {
        const char *slash = strchr(shares[i].path + prefix, '/');
        gsize length = slash == NULL ? prefix : (gsize)(slash - shares[i].path) + 1;
        guint end = i + 1;
        while (end < folder.end && strncmp(shares[end].path, shares[i].path, length) == 0 &&
               (slash != NULL || strchr(shares[end].path + prefix, '/') == NULL)) {
            end++;
        }
        const Slice part = {.path = g_strndup(shares[i].path, length),
                            .begin = i,
                            .end = end,
                            .hung = hung_lines(shares, i, end),
                            .whole = slash == NULL};
        g_array_append_val(inner, part);
        i = end;
    }
    g_array_remove_index(slices, index);
    g_array_insert_vals(slices, index, inner->data, inner->len);
}

static guint slices_worth_showing(const GArray *slices)
{
    guint count = 0;
    for (guint i = 0; i < slices->len; i++) {
        count += g_array_index(slices, Slice, i).hung > 0;
    }
    return count;
}

/* Opens the folder with the most to see while the list is short enough. */
static GArray *divide(const FileShare *shares, guint count)
{
    GArray *slices = g_array_new(FALSE, FALSE, sizeof(Slice));
    g_array_set_clear_func(slices, slice_clear);
    const Slice root = {.path = g_strdup(""), .end = count, .hung = hung_lines(shares, 0, count)};
    g_array_append_val(slices, root);
    while (slices_worth_showing(slices) < COVERAGE_FOLDERS_MAX) {
        Slice *largest = NULL;
        guint index = 0;
        for (guint i = 0; i < slices->len; i++) {
            Slice *slice = &g_array_index(slices, Slice, i);
            if (!slice->whole && slice->hung > 0 &&
                (largest == NULL || slice->hung > largest->hung)) {
                largest = slice;
                index = i;
            }
        }
        if (largest == NULL) {
            break;
        }
        open_slice(slices, index, shares);
    }
    return slices;
}

static void folder_free(gpointer data)
{
    CoverageFolder *self = data;
    g_free(self->path);
    g_free(self->points);
    g_free(self);
}

static int compare_folders(gconstpointer left, gconstpointer right)
{
    const CoverageFolder *a = *(const CoverageFolder *const *)left;
    const CoverageFolder *b = *(const CoverageFolder *const *)right;
    return strcmp(a->path, b->path);
}

/* The slice's lines go to the folder of its path: a folder whose files lie on both sides of its
 * subfolders in the list is one again. */
static void add_slice(Coverage *self, GHashTable *by_path, const Slice *slice, FileShare *shares)
{
    CoverageFolder *folder = g_hash_table_lookup(by_path, slice->path);
    if (folder == NULL) {
        folder = g_new0(CoverageFolder, 1);
        folder->path = g_strdup(slice->path);
        folder->points = g_new0(guint, self->point_count + 1);
        g_hash_table_insert(by_path, folder->path, folder);
        g_ptr_array_add(self->folders, folder);
    }
    for (guint i = slice->begin; i < slice->end; i++) {
        folder->lines += shares[i].lines;
        shares[i].folder = folder;
    }
}

/* The files of each point that are only compiled with it, by index of the point. The caller frees
 * it. */
static const GPtrArray **files_of_points(const Specification *specification,
                                         const GPtrArray *decisions)
{
    const GPtrArray **files = g_new0(const GPtrArray *, specification->points->len + 1);
    for (guint i = 0; decisions != NULL && i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        const Point *point = specify_point_of(specification, decision->option);
        guint index = 0;
        if (point != NULL && g_ptr_array_find(specification->points, point, &index)) {
            files[index] = decision->sources;
        }
    }
    return files;
}

Coverage *coverage_count(const Specification *specification, const SourceIndex *sources,
                         const GPtrArray *decisions)
{
    Coverage *self = g_new0(Coverage, 1);
    const GPtrArray *files = source_index_files(sources);
    guint points = specification->points->len;
    self->folders = g_ptr_array_new_with_free_func(folder_free);
    self->point_count = points;
    self->files = files->len;
    g_autofree FileShare *shares = g_new0(FileShare, files->len + 1);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        shares[i] = (FileShare){.path = file->path, .lines = source_index_lines(sources, i)};
        self->lines += shares[i].lines;
    }
    g_autofree const GPtrArray **whole = files_of_points(specification, decisions);
    const Counter counter = {sources, whole, shares, files->len};
    for (guint i = 0; i < points; i++) {
        add_point(&counter, specification->points->pdata[i], i);
    }
    g_autoptr(GArray) slices = divide(shares, files->len);
    g_autoptr(GHashTable) by_path = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < slices->len; i++) {
        const Slice *slice = &g_array_index(slices, Slice, i);
        if (slice->hung > 0) {
            add_slice(self, by_path, slice, shares);
        }
    }
    for (guint i = 0; i < points; i++) {
        add_point(&counter, specification->points->pdata[i], i);
    }
    g_ptr_array_sort(self->folders, compare_folders);
    return self;
}

void coverage_free(Coverage *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->folders);
        g_free(self);
    }
}
