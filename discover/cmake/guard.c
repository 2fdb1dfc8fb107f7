#include "discover/cmake/guard_internal.h"
#include <string.h>

Guards *guards_new(void)
{
    Guards *self = g_new0(Guards, 1);
    self->nodes = g_array_new(FALSE, FALSE, sizeof(Node));
    const Node terminals[2] = {{TERMINAL_VARIABLE, 0, 0}, {TERMINAL_VARIABLE, 1, 1}};
    g_array_append_vals(self->nodes, terminals, 2);
    self->table_bits = FIRST_TABLE_BITS;
    self->table = g_new0(guint32, (gsize)1 << self->table_bits);
    self->cache = g_new0(CacheEntry, (gsize)1 << CACHE_BITS);
    self->lost_variable = G_MAXUINT;
    self->disjoint = g_new0(DisjointPair, (gsize)1 << DISJOINT_BITS);
    self->sizes = g_byte_array_new();
    self->expanded = g_array_new(FALSE, TRUE, sizeof(guint32));
    self->about = g_array_new(FALSE, TRUE, sizeof(guint32));
    self->questions = g_array_new(FALSE, TRUE, sizeof(guint32));
    self->given = g_byte_array_new();
    self->free_nodes = g_array_new(FALSE, FALSE, sizeof(guint32));
    self->marks = g_byte_array_new();
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        self->depends[i] = g_byte_array_new();
    }
    return self;
}

void guards_free(Guards *self)
{
    if (self == NULL) {
        return;
    }
    g_array_unref(self->nodes);
    g_byte_array_unref(self->sizes);
    g_array_unref(self->expanded);
    g_array_unref(self->about);
    g_array_unref(self->questions);
    g_byte_array_unref(self->given);
    g_array_unref(self->free_nodes);
    g_byte_array_unref(self->marks);
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        g_byte_array_unref(self->depends[i]);
    }
    g_free(self->table);
    g_free(self->cache);
    g_free(self->disjoint);
    g_free(self);
}

/* Enters all nodes in use into an empty table of the present size. */
static void table_fill(Guards *self)
{
    gsize size = (gsize)1 << self->table_bits;
    g_free(self->table);
    self->table = g_new0(guint32, size);
    for (guint32 i = 2; i < self->nodes->len; i++) {
        const Node *node = node_at(self, i);
        if (node->variable == FREE_VARIABLE) {
            continue;
        }
        guint32 place = hash3(node->variable, node->low, node->high) & (size - 1);
        while (self->table[place] != 0) {
            place = (place + 1) & (size - 1);
        }
        self->table[place] = i;
    }
}

static void table_grow(Guards *self)
{
    self->table_bits++;
    table_fill(self);
}

/* The node (variable, low, high), made when it does not exist yet. */
guint32 guards_node(Guards *self, guint32 variable, guint32 low, guint32 high)
{
    if (low == high) {
        return low;
    }
    gsize mask = ((gsize)1 << self->table_bits) - 1;
    guint32 place = hash3(variable, low, high) & mask;
    while (self->table[place] != 0) {
        const Node *node = node_at(self, self->table[place]);
        if (node->variable == variable && node->low == low && node->high == high) {
            return self->table[place];
        }
        place = (place + 1) & mask;
    }
    const Node node = {variable, low, high};
    guint32 index = self->nodes->len;
    self->made++;
    if (self->free_nodes->len > 0) {
        index = g_array_index(self->free_nodes, guint32, self->free_nodes->len - 1);
        g_array_set_size(self->free_nodes, self->free_nodes->len - 1);
        g_array_index(self->nodes, Node, index) = node;
    } else {
        g_array_append_val(self->nodes, node);
    }
    self->table[place] = index;
    if ((gsize)self->nodes->len * 2 > mask) {
        table_grow(self);
    }
    return index;
}

guint32 guards_if_then_else(Guards *self, guint32 test, guint32 then, guint32 otherwise)
{
    if (test == 1) {
        return then;
    }
    if (test == 0) {
        return otherwise;
    }
    if (then == otherwise) {
        return then;
    }
    if (then == 1 && otherwise == 0) {
        return test;
    }
    if (then == test) {
        then = 1;
    }
    if (otherwise == test) {
        otherwise = 0;
    }
    if (then == otherwise) {
        return then;
    }
    if (then == 1 && otherwise == 0) {
        return test;
    }
    CacheEntry *entry = &self->cache[hash3(test, then, otherwise) >> (32 - CACHE_BITS)];
    if (entry->test == test && entry->then == then && entry->otherwise == otherwise) {
        return entry->result;
    }
    if (self->exhausted || self->steps == 0 || guards_nodes(self) >= GUARD_NODES_MAX) {
        self->exhausted = TRUE;
        return 0;
    }
    self->steps--;
    const Node a = *node_at(self, test);
    const Node b = *node_at(self, then);
    const Node c = *node_at(self, otherwise);
    guint32 variable = MIN(a.variable, MIN(b.variable, c.variable));
    guint32 high = guards_if_then_else(self, a.variable == variable ? a.high : test,
                                       b.variable == variable ? b.high : then,
                                       c.variable == variable ? c.high : otherwise);
    guint32 low = guards_if_then_else(self, a.variable == variable ? a.low : test,
                                      b.variable == variable ? b.low : then,
                                      c.variable == variable ? c.low : otherwise);
    if (self->exhausted) {
        return 0;
    }
    guint32 result = guards_node(self, variable, low, high);
    /* node_make may have grown nothing that `entry` points into: the cache never moves. */
    *entry = (CacheEntry){test, then, otherwise, result};
    return result;
}

guint guards_new_variable(Guards *self)
{
    return self->variables++;
}

guint guards_variables(const Guards *self)
{
    return self->variables;
}

Guard guard_variable(Guards *self, guint variable)
{
    return (Guard){guards_node(self, variable, 0, 1)};
}

static Guard give_up(Guards *self)
{
    self->give_ups++;
    if (self->give_ups <= GUARD_GIVE_UPS_MAX) {
        return guard_variable(self, guards_new_variable(self));
    }
    if (self->lost_variable == G_MAXUINT) {
        self->lost_variable = guards_new_variable(self);
    }
    return guard_variable(self, self->lost_variable);
}

static Guard guard_operation(Guards *self, Guard test, Guard then, Guard otherwise)
{
    self->steps = GUARD_STEPS_MAX;
    self->exhausted = FALSE;
    guint32 result = guards_if_then_else(self, test.node, then.node, otherwise.node);
    return self->exhausted ? give_up(self) : (Guard){result};
}

Guard guard_not(Guards *self, Guard a)
{
    return guard_operation(self, a, GUARD_FALSE, GUARD_TRUE);
}

Guard guard_and(Guards *self, Guard a, Guard b)
{
    if (guard_is_true(a) || guard_same(a, b)) {
        return b;
    }
    if (guard_is_true(b)) {
        return a;
    }
    return guard_operation(self, a, b, GUARD_FALSE);
}

Guard guard_or(Guards *self, Guard a, Guard b)
{
    return guard_operation(self, a, GUARD_TRUE, b);
}

Guard guard_minus(Guards *self, Guard a, Guard b)
{
    if (guard_is_false(a) || guard_is_false(b)) {
        return a;
    }
    return guard_operation(self, b, GUARD_FALSE, a);
}

/* Restriction shares subgraphs, so results are remembered for the call. */
static guint32 restrict_node(Guards *self, GHashTable *seen, guint32 index, guint variable,
                             gboolean value)
{
    const Node node = *node_at(self, index);
    if (node.variable > variable) {
        return index;
    }
    if (node.variable == variable) {
        return value ? node.high : node.low;
    }
    gpointer known;
    if (g_hash_table_lookup_extended(seen, GUINT_TO_POINTER(index), NULL, &known)) {
        return GPOINTER_TO_UINT(known);
    }
    guint32 low = restrict_node(self, seen, node.low, variable, value);
    guint32 high = restrict_node(self, seen, node.high, variable, value);
    guint32 result = guards_node(self, node.variable, low, high);
    g_hash_table_insert(seen, GUINT_TO_POINTER(index), GUINT_TO_POINTER(result));
    return result;
}

Guard guard_restrict(Guards *self, Guard guard, guint variable, gboolean value)
{
    const Node *top = node_at(self, guard.node);
    if (top->variable > variable) {
        return guard;
    }
    if (top->variable == variable) {
        return (Guard){value ? top->high : top->low};
    }
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    return (Guard){restrict_node(self, seen, guard.node, variable, value)};
}

guint guards_give_ups(const Guards *self)
{
    return self->give_ups;
}

gsize guards_nodes(const Guards *self)
{
    return self->nodes->len - self->free_nodes->len;
}

gsize guards_made(const Guards *self)
{
    return self->made;
}

static void mark_node(Guards *self, guint32 index)
{
    while (index >= 2 && self->marks->data[index] == 0) {
        self->marks->data[index] = 1;
        const Node *node = node_at(self, index);
        mark_node(self, node->low);
        index = node->high;
    }
}

void guard_mark(Guards *self, Guard guard)
{
    mark_node(self, guard.node);
}

/* What is remembered by node number says nothing of a number that is used again. */
static void forget_remembered(Guards *self)
{
    memset(self->cache, 0, sizeof(CacheEntry) << CACHE_BITS);
    memset(self->disjoint, 0, sizeof(DisjointPair) << DISJOINT_BITS);
    g_byte_array_set_size(self->sizes, 0);
    g_array_set_size(self->expanded, 0);
    g_array_set_size(self->about, 0);
    for (guint i = 0; i < GUARD_QUESTIONS; i++) {
        g_byte_array_set_size(self->depends[i], 0);
    }
}

void guards_collect(Guards *self, void (*mark_kept)(gpointer data), gpointer data)
{
    g_byte_array_set_size(self->marks, self->nodes->len);
    memset(self->marks->data, 0, self->marks->len);
    mark_kept(data);
    g_array_set_size(self->free_nodes, 0);
    for (guint32 i = 2; i < self->nodes->len; i++) {
        if (self->marks->data[i] == 0) {
            g_array_index(self->nodes, Node, i).variable = FREE_VARIABLE;
            g_array_append_val(self->free_nodes, i);
        }
    }
    forget_remembered(self);
    table_fill(self);
    self->made = 0;
}
