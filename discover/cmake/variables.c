#include "discover/cmake/pure.h"
#include "discover/cmake/variables_internal.h"

/* The depth of what no scope holds: cache entries. */
#define CACHE_DEPTH G_MAXUINT

/* What a layer changed. `old` is what was there before, NULL for nothing; `old_layer` and
 * `old_change` are what the cell said then. */
typedef struct {
    Variable *variable;
    guint depth;
    Value *old;
    guint old_layer, old_change;
    gboolean grown; /* by all writes */
} Change;

typedef struct {
    Guard base;
    Guard within; /* says the same where the base of the layer around holds */
    guint number;
    guint depth;     /* of scopes when it was opened: deeper ones are gone before it is closed */
    GArray *changes; /* Change */
} Layer;

Variables *variables_new(Arena *arena)
{
    Variables *self = g_new0(Variables, 1);
    self->arena = arena;
    self->by_name = g_hash_table_new(g_direct_hash, g_direct_equal);
    self->unknown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->trail = g_ptr_array_new();
    self->marks = g_array_new(FALSE, FALSE, sizeof(guint));
    self->layers = g_array_new(FALSE, FALSE, sizeof(Layer));
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
            value_unref(g_array_index(variable->bindings, Binding, i).cell.value);
        }
        g_array_unref(variable->bindings);
        value_unref(variable->cache.value);
    }
    g_hash_table_unref(self->by_name);
    g_hash_table_unref(self->unknown);
    g_ptr_array_unref(self->trail);
    g_array_unref(self->marks);
    g_array_unref(self->layers);
    g_free(self);
}

static Variable *get_quietly(Variables *self, const char *name)
{
    Variable *variable = g_hash_table_lookup(self->by_name, name);
    if (variable == NULL) {
        variable = arena_new0(self->arena, Variable);
        variable->name = name;
        variable->unknown = text_has_hole(name);
        variable->passing = g_str_has_prefix(name, "CMAKE_MATCH_");
        variable->bindings = g_array_sized_new(FALSE, FALSE, sizeof(Binding), 2);
        g_hash_table_insert(self->by_name, (gpointer)name, variable);
    }
    return variable;
}

Variable *variables_get_interned(Variables *self, const char *name)
{
    Variable *variable = get_quietly(self, name);
    variables_look_at(self, variable);
    return variable;
}

Variable *variables_get(Variables *self, const char *name)
{
    return variables_get_interned(self, arena_intern(self->arena, name));
}

Variable *variables_find(Variables *self, const char *name)
{
    const char *interned = arena_intern(self->arena, name);
    Variable *variable = g_hash_table_lookup(self->by_name, interned);
    if (variable != NULL) {
        variables_look_at(self, variable);
    } else {
        variables_look_at_nothing(self, interned);
    }
    return variable;
}

void variables_enter(Variables *self)
{
    g_array_append_val(self->marks, self->trail->len);
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
            value_unref(last->cell.value);
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
    return last != NULL ? last->cell.value : NULL;
}

Value *variables_outer_value(const Variables *self, const Variable *variable, guint levels)
{
    guint depth = variables_depth(self);
    for (guint i = variable->bindings->len; i > 0; i--) {
        const Binding *binding = &g_array_index(variable->bindings, Binding, i - 1);
        if (binding->depth + levels <= depth) {
            return binding->cell.value;
        }
    }
    return NULL;
}

/* Layers ----------------------------------------------------------------------------------------
 */

static Layer *layer_at(const Variables *self, guint from_top)
{
    return self->layers->len > from_top
               ? &g_array_index(self->layers, Layer, self->layers->len - 1 - from_top)
               : NULL;
}

static gboolean layer_keeps(const Layer *layer, guint depth)
{
    return layer != NULL && (depth == CACHE_DEPTH || depth <= layer->depth);
}

/* To be called before a cell is written: the innermost layer notes what was there, once. */
static void note_change(Variables *self, Variable *variable, guint depth, Cell *cell,
                        Value *visible, Write write)
{
    Layer *layer = layer_at(self, 0);
    if (!layer_keeps(layer, depth)) {
        return;
    }
    gboolean grows = write == WRITE_GROWS;
    if (cell->layer == layer->number) {
        Change *known = &g_array_index(layer->changes, Change, cell->change);
        known->grown = known->grown && grows;
        return;
    }
    const Change change = {variable, depth, value_ref(visible), cell->layer, cell->change, grows};
    cell->layer = layer->number;
    cell->change = layer->changes->len;
    g_array_append_val(layer->changes, change);
}

static void note_written(Variables *self, Variable *variable)
{
    if (variable->unknown && !variable->written) {
        variables_note_unknown(self, variable->name);
    }
    variable->written = TRUE;
}

static void cell_write(Variables *self, Variable *variable, guint depth, Cell *cell, Value *value,
                       Write write)
{
    note_written(self, variable);
    variables_note_written(self, depth == CACHE_DEPTH ? 0 : depth);
    note_change(self, variable, depth, cell, cell->value, write);
    value_unref(cell->value);
    cell->value = value;
}

static Cell *cell_of(Variable *variable, guint depth)
{
    if (depth == CACHE_DEPTH) {
        return &variable->cache;
    }
    for (guint i = variable->bindings->len; i > 0; i--) {
        Binding *binding = &g_array_index(variable->bindings, Binding, i - 1);
        if (binding->depth <= depth) {
            return binding->depth == depth ? &binding->cell : NULL;
        }
    }
    return NULL;
}

void variables_open_layer(Variables *self, Guard base, Guard within)
{
    const Layer layer = {base, within, ++self->layer_number, variables_depth(self),
                         g_array_new(FALSE, FALSE, sizeof(Change))};
    g_array_append_val(self->layers, layer);
}

Guard variables_base(const Variables *self)
{
    const Layer *layer = layer_at(self, 0);
    return layer != NULL ? layer->base : GUARD_TRUE;
}

/* What the layer around is told of a change: the cell was as `change` says before. */
static void hand_out(Layer *outer, const Change *change, Cell *cell)
{
    cell->layer = change->old_layer;
    cell->change = change->old_change;
    if (!layer_keeps(outer, change->depth)) {
        return;
    }
    if (change->old_layer == outer->number) {
        Change *known = &g_array_index(outer->changes, Change, change->old_change);
        known->grown = known->grown && change->grown;
        return;
    }
    Change copy = *change;
    if (copy.old != NULL) {
        value_ref(copy.old);
    }
    cell->layer = outer->number;
    cell->change = outer->changes->len;
    g_array_append_val(outer->changes, copy);
}

static Value *join(Symbols *symbols, Guards *guards, const Change *change, Guard within, Value *new)
{
    if (change->variable->passing) {
        const Symbol *symbol =
            symbols_get(symbols, CONDITION_SUBJECT_UNKNOWN, change->variable->name);
        return value_of_text(symbol_hole(symbols, symbol));
    }
    Value *joined = change->grown ? value_grow(symbols, guards, change->old, within, new) : NULL;
    return joined != NULL ? joined : value_update(symbols, guards, change->old, within, new);
}

void variables_close_layer(Variables *self, Symbols *symbols, Guards *guards)
{
    Layer layer = *layer_at(self, 0);
    g_array_set_size(self->layers, self->layers->len - 1);
    Layer *outer = layer_at(self, 0);
    for (guint i = 0; i < layer.changes->len; i++) {
        const Change *change = &g_array_index(layer.changes, Change, i);
        Cell *cell = cell_of(change->variable, change->depth);
        if (cell != NULL) {
            hand_out(outer, change, cell);
            Value *new = cell->value;
            cell->value = new == change->old ? value_ref(new)
                                             : join(symbols, guards, change, layer.within, new);
            value_unref(new);
        }
        value_unref(change->old);
    }
    g_array_unref(layer.changes);
}

/* Writing ---------------------------------------------------------------------------------------
 */

void variables_set(Variables *self, Variable *variable, Value *value, Write write)
{
    guint depth = variables_depth(self);
    Binding *last = last_binding(variable);
    if (last != NULL && last->depth == depth) {
        cell_write(self, variable, depth, &last->cell, value, write);
        return;
    }
    note_written(self, variable);
    /* Before, the scope saw what an outer one holds. */
    variables_note_written(self, depth);
    Binding binding = {depth, {value, 0, 0}, self->watch_number};
    note_change(self, variable, depth, &binding.cell, last != NULL ? last->cell.value : NULL,
                write);
    g_array_append_val(variable->bindings, binding);
    if (depth > 0) {
        g_ptr_array_add(self->trail, variable);
    }
}

void variables_bind(Variables *self, const char *name, Value *value)
{
    variables_set(self, get_quietly(self, name), value, WRITE_REPLACES);
}

/* The index of the binding in the scope of that depth; where there is none, one is put in that says
 * what the scope sees. */
static guint own_binding(Variables *self, Variable *variable, guint depth)
{
    guint at = variable->bindings->len;
    while (at > 0 && g_array_index(variable->bindings, Binding, at - 1).depth > depth) {
        at--;
    }
    Value *seen = NULL;
    if (at > 0) {
        const Binding *known = &g_array_index(variable->bindings, Binding, at - 1);
        if (known->depth == depth) {
            return at - 1;
        }
        seen = known->cell.value;
    }
    Binding binding = {
        depth, {seen != NULL ? value_ref(seen) : value_of_text(NULL), 0, 0}, self->watch_number};
    note_change(self, variable, depth, &binding.cell, seen, WRITE_GROWS); /* by nothing */
    g_array_insert_val(variable->bindings, at, binding);
    /* The scope must undo it when it is left: its part of the trail ends where the next begins. */
    if (depth == variables_depth(self)) {
        g_ptr_array_add(self->trail, variable);
    } else if (depth > 0) {
        guint mark = g_array_index(self->marks, guint, depth);
        g_ptr_array_insert(self->trail, (int)mark, variable);
        for (guint i = depth; i < self->marks->len; i++) {
            g_array_index(self->marks, guint, i)++;
        }
    }
    return at;
}

void variables_set_outer(Variables *self, Variable *variable, Value *value, guint levels,
                         Write write)
{
    guint depth = variables_depth(self);
    if (depth < levels) {
        value_unref(value); /* CMake warns, and does nothing */
        return;
    }
    for (guint i = 0; i < levels; i++) {
        own_binding(self, variable, depth - i); /* keeps what it sees */
    }
    guint at = own_binding(self, variable, depth - levels);
    cell_write(self, variable, depth - levels, &g_array_index(variable->bindings, Binding, at).cell,
               value, write);
}

void variables_set_cache(Variables *self, Variable *variable, Value *value, Write write)
{
    cell_write(self, variable, CACHE_DEPTH, &variable->cache, value, write);
}

void variables_mark(const Variables *self, Guards *guards)
{
    GHashTableIter iter;
    gpointer element;
    g_hash_table_iter_init(&iter, self->by_name);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        const Variable *variable = element;
        value_mark(variable->cache.value, guards);
        for (guint i = 0; i < variable->bindings->len; i++) {
            value_mark(g_array_index(variable->bindings, Binding, i).cell.value, guards);
        }
    }
    for (guint i = 0; i < self->layers->len; i++) {
        const Layer *layer = &g_array_index(self->layers, Layer, i);
        guard_mark(guards, layer->base);
        guard_mark(guards, layer->within);
        for (guint k = 0; k < layer->changes->len; k++) {
            value_mark(g_array_index(layer->changes, Change, k).old, guards);
        }
    }
}

GPtrArray *variables_all(Variables *self)
{
    variables_lose_watches(self);
    GPtrArray *all = g_ptr_array_new();
    GHashTableIter iter;
    gpointer element;
    g_hash_table_iter_init(&iter, self->by_name);
    while (g_hash_table_iter_next(&iter, NULL, &element)) {
        g_ptr_array_add(all, element);
    }
    return all;
}
