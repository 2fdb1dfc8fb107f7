/* Which conditions are still needed while a project is read; the others are freed from time to
 * time. */
#include "discover/cmake/evaluator.h"

/* That many new nodes are worth a collection. */
#define COLLECT_AFTER_NODES (200u * 1000u)

static void mark_value(Evaluator *self, const Value *value)
{
    for (guint i = 0; value != NULL && i < value->count; i++) {
        guard_mark(self->guards, value->alternatives[i].when);
    }
    if (value != NULL) {
        guard_mark(self->guards, value->unset);
    }
}

static void mark_variables(Evaluator *self)
{
    g_autoptr(GPtrArray) all = variables_all(self->variables);
    for (guint i = 0; i < all->len; i++) {
        const Variable *variable = all->pdata[i];
        mark_value(self, variable->cache.value);
        for (guint k = 0; k < variable->bindings->len; k++) {
            mark_value(self, g_array_index(variable->bindings, Binding, k).cell.value);
        }
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
            guard_mark(self->guards, ((const Function *)functions->pdata[i])->when);
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
    mark_variables(self);
    mark_tables(self);
    mark_records(self);
    mark_deferred(self);
    const Guard own[] = {self->path, self->stopped, self->broken, self->continued, self->failed};
    for (guint i = 0; i < G_N_ELEMENTS(own); i++) {
        guard_mark(self->guards, own[i]);
    }
    for (const Frame *frame = self->frame; frame != NULL; frame = frame->parent) {
        guard_mark(self->guards, frame->returned);
        guard_mark(self->guards, frame->entered);
    }
    symbols_mark(self->symbols);
}

void evaluator_collect(Evaluator *self)
{
    if (guards_made(self->guards) >= COLLECT_AFTER_NODES) {
        guards_collect(self->guards, mark_kept, self);
    }
}
