/* Which conditions are still needed while a project is read; the others are freed from time to
 * time. */
#include "discover/cmake/call.h"
#include "discover/cmake/record.h"
#include "discover/cmake/written_file.h"

void evaluator_keep(Evaluator *self, Kept *kept)
{
    kept_add(&self->kept, kept);
}

void evaluator_drop(Evaluator *self, const Kept *kept)
{
    kept_drop(&self->kept, kept);
}

static void mark_frames(Evaluator *self)
{
    for (const Frame *frame = self->frame; frame != NULL; frame = frame->parent) {
        guard_mark(self->guards, frame->entered);
        evaluator_mark_given(self, frame->substitutions);
        evaluator_mark_given(self, frame->given);
    }
}

/* A table of names that exist under conditions: name -> Guard *. */
static void mark_names(Evaluator *self, GHashTable *table)
{
    GHashTableIter iter;
    gpointer guard;
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, NULL, &guard)) {
        guard_mark(self->guards, *(Guard *)guard);
    }
}

static void mark_tables(Evaluator *self)
{
    mark_names(self, self->targets);
    mark_names(self, self->tests);
    mark_names(self, self->included);
    mark_names(self, self->project_folders);
    evaluator_mark_unread(self);
    GHashTableIter iter;
    gpointer element;
    g_hash_table_iter_init(&iter, self->functions);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        const GPtrArray *functions = element;
        for (guint i = 0; i < functions->len; i++) {
            const Function *function = functions->pdata[i];
            guard_mark(self->guards, function->when);
            evaluator_mark_given(self, function->given);
        }
    }
}

static void mark_deferred(Evaluator *self)
{
    for (guint i = 0; i < self->deferred->len; i++) {
        guard_mark(self->guards, ((const Deferred *)self->deferred->pdata[i])->when);
    }
}

static void mark_kept(gpointer data)
{
    Evaluator *self = data;
    variables_mark(self->variables, self->guards);
    mark_tables(self);
    recorder_mark(self->recorder);
    evaluator_mark_noted(self);
    mark_deferred(self);
    evaluator_mark_written(self);
    const Guard own[] = {self->path, self->stopped, self->broken, self->continued, self->failed};
    for (guint i = 0; i < G_N_ELEMENTS(own); i++) {
        guard_mark(self->guards, own[i]);
    }
    kept_mark(self->kept, self->guards);
    mark_frames(self);
    symbols_mark(self->symbols);
}

void evaluator_collect(Evaluator *self)
{
    if (kept_is_time(self->guards, self->options->collect_after)) {
        guards_collect(self->guards, mark_kept, self);
        evaluator_forget_calls(self);
    }
}
