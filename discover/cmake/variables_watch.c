/* Watches: what is seen of variables that were there before, and whether any is changed. */
#include "discover/cmake/variables_internal.h"

/* A body that looks at more is one of those that everything happens in. */
#define SEEN_MAX 256u

static void clear_seen(gpointer data)
{
    const SeenVariable *seen = data;
    value_unref(seen->normal);
    value_unref(seen->cache);
}

static void add_seen(Watch *watch, const char *name, Variable *variable)
{
    if (watch->seen->len >= SEEN_MAX) {
        watch->lost = TRUE;
    }
    if (watch->lost) {
        return;
    }
    SeenVariable seen = {.name = name, .variable = variable};
    if (variable != NULL) {
        seen.normal = value_ref(variable_value(variable));
        seen.cache = value_ref(variable->cache.value);
        seen.option = variable->option;
        seen.untyped = variable->untyped;
        seen.asked = variable->asked;
        seen.only_unless = variable->only_unless;
        seen.volatile_ = variable->volatile_;
    }
    g_array_append_val(watch->seen, seen);
}

/* What was looked at since a watch began is known to it, and to those around it. So is what was
 * made since. */
void variables_look_at(Variables *self, Variable *variable)
{
    Binding *last = last_binding(variable);
    guint *looked_at = last != NULL ? &last->looked_at : &variable->looked_at;
    if (*looked_at == self->watch_number) {
        return;
    }
    for (Watch *watch = self->watch; watch != NULL && *looked_at < watch->number;
         watch = watch->outer) {
        add_seen(watch, variable->name, variable);
    }
    *looked_at = self->watch_number;
}

void variables_look_at_nothing(Variables *self, const char *name)
{
    for (Watch *watch = self->watch; watch != NULL; watch = watch->outer) {
        add_seen(watch, name, NULL);
    }
}

void variables_note_written(Variables *self, guint depth)
{
    for (Watch *watch = self->watch; watch != NULL && depth < watch->depth; watch = watch->outer) {
        watch->lost = TRUE;
    }
}

void variables_watch(Variables *self, Watch *watch)
{
    *watch = (Watch){.seen = g_array_new(FALSE, FALSE, sizeof(SeenVariable)),
                     .depth = variables_depth(self),
                     .number = ++self->watch_number,
                     .outer = self->watch};
    g_array_set_clear_func(watch->seen, clear_seen);
    self->watch = watch;
}

void variables_unwatch(Variables *self)
{
    self->watch = self->watch->outer;
}

void variables_lose_watches(Variables *self)
{
    for (Watch *watch = self->watch; watch != NULL; watch = watch->outer) {
        watch->lost = TRUE;
    }
}

static gboolean is_as_seen(Variables *self, const SeenVariable *seen)
{
    Variable *variable = seen->variable;
    if (variable == NULL) {
        return g_hash_table_lookup(self->by_name, seen->name) == NULL;
    }
    return value_same(variable_value(variable), seen->normal) &&
           value_same(variable->cache.value, seen->cache) && variable->option == seen->option &&
           variable->untyped == seen->untyped && variable->asked == seen->asked &&
           variable->only_unless == seen->only_unless && variable->volatile_ == seen->volatile_;
}

gboolean variables_are_as_seen(Variables *self, const GArray *seen)
{
    for (guint i = 0; i < seen->len; i++) {
        if (!is_as_seen(self, &g_array_index(seen, SeenVariable, i))) {
            return FALSE;
        }
    }
    for (guint i = 0; i < seen->len; i++) {
        const SeenVariable *one = &g_array_index(seen, SeenVariable, i);
        if (one->variable != NULL) {
            variables_look_at(self, one->variable);
        } else {
            variables_look_at_nothing(self, one->name);
        }
    }
    return TRUE;
}

gpointer variables_option_of(const Variables *self, const char *name)
{
    const Variable *variable = g_hash_table_lookup(self->by_name, name);
    return variable != NULL ? variable->option : NULL;
}
