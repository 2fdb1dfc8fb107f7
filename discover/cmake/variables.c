#include "discover/cmake/variables.h"

struct Variables {
    Arena *arena;
    GHashTable *by_name; /* interned name (by pointer) -> Variable * */
    GPtrArray *trail;    /* Variable * bound in a scope, in order */
    GArray *marks;       /* guint: the trail's length when each scope was entered */
};

Variables *variables_new(Arena *arena)
{
    Variables *self = g_new0(Variables, 1);
    self->arena = arena;
    self->by_name = g_hash_table_new(g_direct_hash, g_direct_equal);
    self->trail = g_ptr_array_new();
    self->marks = g_array_new(FALSE, FALSE, sizeof(guint));
    return self;
}

void variables_free(Variables *self)
{
    if (self == NULL) {
        return;
    }
    GHashTableIter iter;
    gpointer element;
    g_hash_table_iter_init(&iter, self->by_name);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        Variable *variable = element;
        for (guint i = 0; i < variable->bindings->len; i++) {
            value_unref(g_array_index(variable->bindings, Binding, i).value);
        }
        g_array_unref(variable->bindings);
        value_unref(variable->cache);
    }
    g_hash_table_unref(self->by_name);
    g_ptr_array_unref(self->trail);
    g_array_unref(self->marks);
    g_free(self);
}

Variable *variables_get_interned(Variables *self, const char *name)
{
    Variable *variable = g_hash_table_lookup(self->by_name, name);
    if (variable == NULL) {
        variable = arena_new0(self->arena, Variable);
        variable->name = name;
        variable->bindings = g_array_sized_new(FALSE, FALSE, sizeof(Binding), 2);
        g_hash_table_insert(self->by_name, (gpointer)name, variable);
    }
    return variable;
}

Variable *variables_get(Variables *self, const char *name)
{
    return variables_get_interned(self, arena_intern(self->arena, name));
}

Variable *variables_find(Variables *self, const char *name)
{
    return g_hash_table_lookup(self->by_name, arena_intern(self->arena, name));
}

void variables_enter(Variables *self)
{
    g_array_append_val(self->marks, self->trail->len);
}

static Binding *last_binding(const Variable *variable)
{
    return variable->bindings->len == 0
               ? NULL
               : &g_array_index(variable->bindings, Binding, variable->bindings->len - 1);
}

void variables_leave(Variables *self)
{
    guint mark = g_array_index(self->marks, guint, self->marks->len - 1);
    guint depth = variables_depth(self);
    g_array_set_size(self->marks, self->marks->len - 1);
    for (guint i = mark; i < self->trail->len; i++) {
        Variable *variable = self->trail->pdata[i];
        Binding *last = last_binding(variable);
        if (last != NULL && last->depth == depth) {
            value_unref(last->value);
            g_array_set_size(variable->bindings, variable->bindings->len - 1);
        }
    }
    g_ptr_array_set_size(self->trail, (int)mark);
}

guint variables_depth(const Variables *self)
{
    return self->marks->len;
}

Value *variable_value(const Variable *variable)
{
    const Binding *last = last_binding(variable);
    return last != NULL ? last->value : NULL;
}

Value *variables_parent_value(const Variables *self, const Variable *variable)
{
    guint depth = variables_depth(self);
    for (guint i = variable->bindings->len; i > 0; i--) {
        const Binding *binding = &g_array_index(variable->bindings, Binding, i - 1);
        if (binding->depth < depth) {
            return binding->value;
        }
    }
    return NULL;
}

void variables_set(Variables *self, Variable *variable, Value *value)
{
    guint depth = variables_depth(self);
    Binding *last = last_binding(variable);
    if (last != NULL && last->depth == depth) {
        value_unref(last->value);
        last->value = value;
        return;
    }
    Binding binding = {depth, value};
    g_array_append_val(variable->bindings, binding);
    if (depth > 0) {
        g_ptr_array_add(self->trail, variable);
    }
}

void variables_set_parent(Variables *self, Variable *variable, Value *value)
{
    guint depth = variables_depth(self);
    if (depth == 0) {
        variables_set(self, variable, value);
        return;
    }
    Binding *last = last_binding(variable);
    if (last == NULL || last->depth < depth) {
        /* Keep what this scope sees. */
        variables_set(self, variable, last != NULL ? value_ref(last->value) : value_of_text(NULL));
    }
    guint own = variable->bindings->len - 1;
    if (own > 0) {
        Binding *outer = &g_array_index(variable->bindings, Binding, own - 1);
        if (outer->depth == depth - 1) {
            value_unref(outer->value);
            outer->value = value;
            return;
        }
    }
    Binding binding = {depth - 1, value};
    g_array_insert_val(variable->bindings, own, binding);
    /* The outer scope must undo it when it is left: its part of the trail ends where ours begins. */
    if (depth >= 2) {
        guint mark = g_array_index(self->marks, guint, depth - 1);
        g_ptr_array_insert(self->trail, (int)mark, variable);
        g_array_index(self->marks, guint, depth - 1) = mark + 1;
    }
}

GPtrArray *variables_all(Variables *self)
{
    GPtrArray *all = g_ptr_array_new();
    GHashTableIter iter;
    gpointer element;
    g_hash_table_iter_init(&iter, self->by_name);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        g_ptr_array_add(all, element);
    }
    return all;
}
