#include "evaluate/score.h"
#include <math.h>
#include <string.h>

Score *score_new(Metric metric, guint part_count, const char *const *part_names)
{
    Score *self = g_new0(Score, 1);
    self->metric = metric;
    self->complete = TRUE;
    self->form = "";
    self->part_count = part_count;
    self->part_names = part_names;
    self->parts = g_new0(Counts, part_count);
    self->findings = g_ptr_array_new_with_free_func(g_free);
    self->chunk = g_string_chunk_new(4096);
    return self;
}

void score_free(Score *self)
{
    if (self == NULL) {
        return;
    }
    g_free(self->path);
    g_free(self->project);
    g_free(self->failure);
    g_free(self->parts);
    g_free(self->confusion);
    g_free(self->steps);
    g_ptr_array_unref(self->findings);
    g_string_chunk_free(self->chunk);
    g_free(self);
}

const char *score_text(Score *self, const char *text)
{
    return text == NULL ? "" : g_string_chunk_insert(self->chunk, text);
}

const char *score_place(Score *self, const Span *span)
{
    if (span == NULL || span->path == NULL) {
        return "";
    }
    g_autofree char *text = span_text(span);
    return score_text(self, text);
}

void score_add_finding(Score *self, const Finding *finding)
{
    g_ptr_array_add(self->findings, g_memdup2(finding, sizeof *finding));
}

static int compare_findings(gconstpointer left, gconstpointer right)
{
    const Finding *a = *(const Finding *const *)left;
    const Finding *b = *(const Finding *const *)right;
    int order = (int)a->kind - (int)b->kind;
    order = order == 0 ? (a->part > b->part) - (a->part < b->part) : order;
    order = order == 0 ? strcmp(a->what, b->what) : order;
    order = order == 0 ? strcmp(a->name, b->name) : order;
    return order == 0 ? strcmp(a->reason, b->reason) : order;
}

void score_finish(Score *self)
{
    g_ptr_array_sort(self->findings, compare_findings);
}

static double ratio(guint above, guint below)
{
    return below == 0 ? 0 : (double)above / (double)below;
}

void counts_add(Counts *sum, const Counts *counts)
{
    sum->right += counts->right;
    sum->wrong += counts->wrong;
    sum->missed += counts->missed;
}

double counts_precision(const Counts *counts)
{
    return ratio(counts->right, counts->right + counts->wrong);
}

double counts_recall(const Counts *counts)
{
    return ratio(counts->right, counts->right + counts->missed);
}

double counts_f1(const Counts *counts)
{
    double precision = counts_precision(counts);
    double recall = counts_recall(counts);
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
}

double share_value(const Share *share)
{
    return share->of == 0 ? NAN : (double)share->good / (double)share->of;
}

double score_precision(const Score *self)
{
    return self->complete && !self->barren ? counts_precision(&self->total) : NAN;
}

double score_recall(const Score *self)
{
    return self->barren ? NAN : counts_recall(&self->total);
}

double score_f1(const Score *self)
{
    return self->complete && !self->barren ? counts_f1(&self->total) : NAN;
}

double score_macro_f1(const Score *self)
{
    double sum = 0;
    guint count = 0;
    for (guint i = 0; i < self->part_count; i++) {
        const Counts *part = &self->parts[i];
        if (part->right + part->wrong + part->missed > 0) {
            sum += counts_f1(part);
            count++;
        }
    }
    return !self->complete || self->barren ? NAN : count == 0 ? 0 : sum / count;
}

double score_headline(const Score *self)
{
    return self->complete ? score_f1(self) : score_recall(self);
}

static const struct {
    const char *text;
    const char *word;
} kinds[] = {
#define X(id, text, word) [FINDING_##id] = {text, word},
    FINDING_KINDS(X)
#undef X
};

const char *finding_kind_text(FindingKind kind)
{
    return kinds[kind].text;
}

const char *finding_kind_word(FindingKind kind)
{
    return kinds[kind].word;
}

static const struct {
    const char *text;
    const char *explanation;
} causes[] = {
#define X(id, text, explanation) [CAUSE_##id] = {text, explanation},
    FINDING_CAUSES(X)
#undef X
};

const char *finding_cause_text(FindingCause cause)
{
    return causes[cause].text;
}

const char *finding_cause_explanation(FindingCause cause)
{
    return causes[cause].explanation;
}
