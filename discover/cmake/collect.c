/* Which conditions are still needed while a project is read; the others are freed from time to
 * time. */
#include "discover/cmake/evaluator.h"

/* That many new nodes are worth a collection when they are half as many as what the last one kept;
 * fewer when there is not much room left. */
#define COLLECT_AFTER_NODES (200u * 1000u)

void evaluator_keep(Evaluator *self, Kept *kept)
{
    kept->outer = self->kept;
    self->kept = kept;
}

void evaluator_drop(Evaluator *self, const Kept *kept)
{
    self->kept = kept->outer;
}

static void mark_held(const Evaluator *self)
{
    for (const Kept *kept = self->kept; kept != NULL; kept = kept->outer) {
        for (guint i = 0; i < KEPT_GUARDS_MAX && kept->guards[i] != NULL; i++) {
            guard_mark(self->guards, *kept->guards[i]);
        }
        if (kept->mark != NULL) {
            kept->mark(self->guards, kept->data);
        }
    }
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
    mark_names(self, self->included);
    mark_names(self, self->project_folders);
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

static void mark_records(Evaluator *self)
{
    const GPtrArray *options = recorder_options(self->recorder);
    for (guint i = 0; i < options->len; i++) {
        const OptionRecord *option = options->pdata[i];
        for (guint d = 0; d < option->definitions->len; d++) {
            const DefinitionRecord *definition = option->definitions->pdata[d];
            guard_mark(self->guards, definition->exists);
            for (guint k = 0; k < definition->defaults->len; k++) {
                guard_mark(self->guards, g_array_index(definition->defaults, GuardedText, k).when);
            }
        }
    }
    recorder_mark_effects(self->recorder);
    const GPtrArray *constraints = recorder_constraints(self->recorder);
    for (guint i = 0; i < constraints->len; i++) {
        guard_mark(self->guards, ((const ConstraintRecord *)constraints->pdata[i])->when);
    }
}

static void mark_kept(gpointer data)
{
    Evaluator *self = data;
    variables_mark(self->variables, self->guards);
    mark_tables(self);
    mark_records(self);
    mark_deferred(self);
    evaluator_mark_written(self);
    const Guard own[] = {self->path, self->stopped, self->broken, self->continued, self->failed};
    for (guint i = 0; i < G_N_ELEMENTS(own); i++) {
        guard_mark(self->guards, own[i]);
    }
    mark_held(self);
    mark_frames(self);
    symbols_mark(self->symbols);
}

void evaluator_collect(Evaluator *self)
{
    gsize made = guards_made(self->guards);
    gsize all = guards_nodes(self->guards);
    gsize enough = all > GUARD_NODES_MAX / 4 * 3 ? all / 8 : all / 3;
    if (self->options->collect_after > 0) {
        enough = self->options->collect_after;
    } else {
        enough = MAX(enough, COLLECT_AFTER_NODES);
    }
    /* Where much is kept, so many new ones never come before the table is full. */
    gsize room = GUARD_NODES_MAX - MIN(all - MIN(made, all), GUARD_NODES_MAX);
    if (made >= enough || made >= room / 2) {
        guards_collect(self->guards, mark_kept, self);
    }
}
