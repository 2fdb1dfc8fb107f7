/* Which conditions are still needed while a configure.ac is read. */
#include "discover/autotools/configure.h"

static void mark_variables(const Configure *self)
{
    GHashTableIter iter;
    gpointer element;
    g_hash_table_iter_init(&iter, self->variables);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        value_mark(((const ShellVariable *)element)->value, self->guards);
    }
    g_hash_table_iter_init(&iter, self->conditionals);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        guard_mark(self->guards, *(const Guard *)element);
    }
}

static void mark_options(const Configure *self)
{
    for (guint i = 0; i < self->option_list->len; i++) {
        const OptionState *state = self->option_list->pdata[i];
        value_mark(state->outer, self->guards);
        for (guint k = 0; state->touched != NULL && k < state->touched->len; k++) {
            value_mark(((const Touched *)state->touched->pdata[k])->value, self->guards);
        }
    }
}

static void mark_kept(gpointer data)
{
    Configure *self = data;
    mark_variables(self);
    mark_options(self);
    recorder_mark(self->recorder);
    guard_mark(self->guards, self->path);
    kept_mark(self->kept, self->guards);
    symbols_mark(self->symbols);
}

void configure_collect(Configure *self)
{
    if (kept_is_time(self->guards, self->collect_after)) {
        guards_collect(self->guards, mark_kept, self);
    }
}
