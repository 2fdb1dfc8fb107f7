#include "discover/review/check.h"
#include "discover/review/difference.h"
#include "discover/specify.h"
#include <string.h>

static const char *const kind_words[] = {
#define X(id, text) [FINDING_##id] = text,
    FINDING_KINDS(X)
#undef X
};

const char *finding_kind_text(FindingKind kind)
{
    return kind_words[kind];
}

typedef struct {
    const ReviewFile *file;
    Arena *arena;
    GPtrArray *findings;
} Checker;

static void add(Checker *self, FindingKind kind, guint line, const char *option, const char *words)
{
    ReviewFinding *finding = arena_new0(self->arena, ReviewFinding);
    *finding = (ReviewFinding){kind, line, option, words};
    g_ptr_array_add(self->findings, finding);
}

static void check_decision(Checker *self, guint index)
{
    const Point *point = self->file->specification->points->pdata[index];
    guint line = review_file_lines(self->file, index).review;
    if (point->review == REVIEW_PENDING) {
        add(self, FINDING_PENDING, line, point->option,
            arena_printf(self->arena, "waits for a decision; %s, %.0f %% sure",
                         category_title(point->category), 100 * point->confidence));
    }
    if (point->status == STATUS_GONE) {
        add(self, FINDING_GONE, line, point->option, "marked as gone; delete the point");
    }
}

static gboolean has_evidence(const Point *point, const Evidence *wanted)
{
    for (guint i = 0; i < point->evidence->len; i++) {
        const Evidence *candidate = point->evidence->pdata[i];
        if (span_compare(&candidate->at, &wanted->at) == 0 &&
            g_strcmp0(candidate->text, wanted->text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Several pieces may say the same: the second of them that is no longer where it was is the second
 * of those that are somewhere else now. */
static const Evidence *find_moved(const Point *before, const Point *after, guint index)
{
    const char *text = ((const Evidence *)before->evidence->pdata[index])->text;
    guint rank = 0;
    for (guint i = 0; i < index; i++) {
        const Evidence *earlier = before->evidence->pdata[i];
        rank += g_strcmp0(earlier->text, text) == 0 && !has_evidence(after, earlier);
    }
    for (guint i = 0; i < after->evidence->len; i++) {
        const Evidence *candidate = after->evidence->pdata[i];
        if (g_strcmp0(candidate->text, text) == 0 && !has_evidence(before, candidate) &&
            rank-- == 0) {
            return candidate;
        }
    }
    return NULL;
}

/* One line added to a file moves all that is below: a point has one finding, with the first place.
 */
static void add_moved(Checker *self, guint line, const Point *point, const Span places[2],
                      guint count)
{
    g_autofree char *was = span_text(&places[0]);
    g_autofree char *is = span_text(&places[1]);
    const char *others = count == 1 ? "" : arena_printf(self->arena, ", and %u more", count - 1);
    add(self, FINDING_MOVED, line, point->option,
        arena_printf(self->arena, "the evidence at %s is at %s now%s", was, is, others));
}

static void check_evidence(Checker *self, guint index, const Point *after)
{
    const Point *before = self->file->specification->points->pdata[index];
    const json_t *points = json_object_get(yaml_root(self->file->document), "points");
    const json_t *list = json_object_get(json_array_get(points, index), "evidence");
    Span places[2] = {SPAN_NONE, SPAN_NONE};
    guint moved_count = 0;
    guint moved_line = 0;
    for (guint i = 0; i < before->evidence->len; i++) {
        const Evidence *evidence = before->evidence->pdata[i];
        if (has_evidence(after, evidence)) {
            continue;
        }
        guint line = yaml_item_place(self->file->document, list, i).line;
        const Evidence *moved = find_moved(before, after, i);
        if (moved != NULL && moved_count++ == 0) {
            places[0] = evidence->at;
            places[1] = moved->at;
            moved_line = line;
        } else if (moved == NULL && (i == 0 || after->evidence->len < SPECIFY_EVIDENCE_MAX)) {
            /* Beyond the first, a full list may just have lost its place to other evidence. */
            g_autofree char *was = span_text(&evidence->at);
            add(self, FINDING_STALE, line, before->option,
                arena_printf(self->arena, "%s no longer says: %s", was,
                             evidence->text == NULL ? "" : evidence->text));
        }
    }
    if (moved_count > 0) {
        add_moved(self, moved_line, before, places, moved_count);
    }
}

static void check_against(Checker *self, const Specification *fresh)
{
    const Specification *specification = self->file->specification;
    const GPtrArray *differences =
        specification_differences(specification, fresh, DIFFERENCE_FACTS, self->arena);
    for (guint i = 0; i < differences->len; i++) {
        const Difference *difference = differences->pdata[i];
        guint index = 0;
        gboolean listed = difference->before != NULL &&
                          g_ptr_array_find(specification->points, difference->before, &index);
        guint line = listed ? review_file_lines(self->file, index).review : 0;
        for (guint k = 0; k < difference->words->len; k++) {
            const char *words = difference->words->pdata[k];
            switch (difference->kind) {
            case DIFFERENCE_NEW:
                if (k == 0) {
                    add(self, FINDING_NEW, 0, difference->subject, words);
                }
                break;
            case DIFFERENCE_GONE:
                add(self, FINDING_GONE, line, difference->subject, words);
                break;
            case DIFFERENCE_CHANGED:
                add(self, FINDING_CHANGED, line, difference->subject, words);
                break;
            case DIFFERENCE_PROJECT:
            case DIFFERENCE_REFUSED:
            case DIFFERENCE_ALLOWED:
            case DIFFERENCE_COUNT:
                break;
            }
        }
    }
}

static int compare_findings(gconstpointer left, gconstpointer right)
{
    const ReviewFinding *a = *(const ReviewFinding *const *)left;
    const ReviewFinding *b = *(const ReviewFinding *const *)right;
    if (a->line != b->line) {
        return a->line == 0 || (b->line != 0 && a->line > b->line) ? 1 : -1;
    }
    int order = (int)a->kind - (int)b->kind;
    order = order == 0 ? strcmp(a->option, b->option) : order;
    return order == 0 ? strcmp(a->words, b->words) : order;
}

GPtrArray *review_check(const ReviewFile *file, const Specification *fresh, Arena *arena)
{
    Checker self = {file, arena, arena_array(arena)};
    const GPtrArray *points = file->specification->points;
    for (guint i = 0; i < points->len; i++) {
        check_decision(&self, i);
        const Point *after =
            fresh == NULL ? NULL
                          : specification_counterpart(fresh, points->pdata[i], file->specification);
        if (after != NULL) {
            check_evidence(&self, i, after);
        }
    }
    if (fresh != NULL) {
        check_against(&self, fresh);
    }
    g_ptr_array_sort(self.findings, compare_findings);
    return self.findings;
}
