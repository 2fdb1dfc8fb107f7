/* Replacing, forgetting and listing the variables of a condition. */
#include "discover/cmake/guard_internal.h"

/* Room for that many from the beginning, of which pages are taken when they are written: growing
 * would take twice as many, and copy what is there. */
#define MEMORY_ROOM (1u << 20)

GArray *guard_memory_new(void)
{
    return g_array_sized_new(FALSE, TRUE, sizeof(guint32), MEMORY_ROOM);
}

/* What is remembered by number: 0 nothing yet, else the result plus one. `count`: the numbers that
 * there are. */
static guint32 *remembered(GArray *memory, guint32 number, guint count)
{
    if (number >= memory->len) {
        g_array_set_size(memory, count);
    }
    return &g_array_index(memory, guint32, number);
}

#define EXPANSION_FAILED (G_MAXUINT32 - 1)

static guint32 expand_edge(Guards *self, guint32 edge, GuardDefinition definition, gpointer data);

/* The expansion of a node of which both sides are expanded. */
static guint32 expand_test(Guards *self, guint32 index, guint32 low, guint32 high,
                           GuardDefinition definition, gpointer data)
{
    const Node node = self->nodes[index];
    Guard test;
    guint32 expanded;
    if (definition(node.variable, &test, data)) {
        self->nested++;
        expanded = self->nested <= GUARD_EXPAND_NESTED_MAX
                       ? expand_edge(self, test.node, definition, data)
                       : EXPANSION_FAILED;
        self->nested--;
        if (expanded == EXPANSION_FAILED) {
            return EXPANSION_FAILED;
        }
    } else if (low == node.low && high == node.high) {
        return index << 1;
    } else {
        expanded = guards_node(self, node.variable, 0, 1);
    }
    guint32 result = guards_if_then_else(self, expanded, high, low);
    return self->exhausted ? EXPANSION_FAILED : result;
}

static guint32 expand_edge(Guards *self, guint32 edge, GuardDefinition definition, gpointer data)
{
    guint32 index = edge >> 1;
    guint32 opposite = edge & 1;
    if (index == 0) {
        return edge;
    }
    guint32 result = *remembered(self->expanded, index, self->node_count) - 1;
    if (result == G_MAXUINT32) {
        const Node node = self->nodes[index];
        result = expand_edge(self, node.low, definition, data);
        if (result != EXPANSION_FAILED) {
            guint32 low = result;
            result = expand_edge(self, node.high, definition, data);
            if (result != EXPANSION_FAILED) {
                result = expand_test(self, index, low, result, definition, data);
            }
        }
        *remembered(self->expanded, index, self->node_count) = result + 1;
    }
    return result == EXPANSION_FAILED ? result : result ^ opposite;
}

gboolean guard_expand(Guards *self, Guard guard, GuardDefinition definition, gpointer data,
                      Guard *expanded)
{
    self->steps = GUARD_EXPAND_STEPS_MAX;
    self->exhausted = FALSE;
    guint32 result = expand_edge(self, guard.node, definition, data);
    if (result == EXPANSION_FAILED) {
        self->give_ups++;
        return FALSE;
    }
    *expanded = (Guard){result};
    return TRUE;
}

/* More steps than that are not worth a shorter condition. */
#define WITHIN_STEPS_MAX 400u

static guint32 edge_within(Guards *self, guint32 edge, guint32 care)
{
    if (edge < 2 || care == 1) {
        return edge;
    }
    if (edge >> 1 == care >> 1) {
        return edge == care ? 1 : 0;
    }
    if (self->steps == 0) {
        self->exhausted = TRUE;
        return edge;
    }
    self->steps--;
    const Node node = node_of(self, edge);
    const Node cares = node_of(self, care);
    if (cares.variable < node.variable) {
        /* The condition does not ask for this variable, so neither side may be decided by it. */
        self->joined = self->joined || (cares.low != 0 && cares.high != 0);
        guint32 either = cares.low == 0    ? cares.high
                         : cares.high == 0 ? cares.low
                                           : guards_if_then_else(self, cares.low, 1, cares.high);
        return self->exhausted ? edge : edge_within(self, edge, either);
    }
    guint32 care_low = cares.variable == node.variable ? cares.low : care;
    guint32 care_high = cares.variable == node.variable ? cares.high : care;
    if (care_low == 0) {
        return edge_within(self, node.high, care_high);
    }
    if (care_high == 0) {
        return edge_within(self, node.low, care_low);
    }
    guint32 low = edge_within(self, node.low, care_low);
    guint32 high = edge_within(self, node.high, care_high);
    return self->exhausted ? edge : guards_node(self, node.variable, low, high);
}

Guard guard_within(Guards *self, Guard guard, Guard care)
{
    if (guard.node < 2 || care.node < 2) {
        return guard;
    }
    WithinEntry *entry = &self->within[hash3(guard.node, care.node, 0) >> (32 - WITHIN_BITS)];
    if (entry->edge != guard.node || entry->care != care.node) {
        self->steps = WITHIN_STEPS_MAX;
        self->exhausted = self->joined = FALSE;
        guint32 result = edge_within(self, guard.node, care.node);
        result = self->exhausted ? guard.node : result;
        if (self->joined) {
            return (Guard){result};
        }
        *entry = (WithinEntry){guard.node, care.node, result};
    }
    return (Guard){entry->result};
}

static Guard forget_edge(Guards *self, guint32 edge, GArray *memory, GuardForget forget,
                         gpointer data)
{
    if (edge < 2) {
        return (Guard){edge};
    }
    guint32 known = *remembered(memory, edge, self->node_count << 1);
    if (known != 0) {
        return (Guard){known - 1};
    }
    const Node node = node_of(self, edge);
    Guard when = GUARD_TRUE;
    Guard unless = GUARD_TRUE;
    gboolean forgotten = forget(node.variable, &when, &unless, data);
    Guard low = forget_edge(self, node.low, memory, forget, data);
    Guard result = GUARD_TRUE; /* of what may be true or false one side is enough */
    if (!forgotten || !guard_is_true(unless) || !guard_is_true(low)) {
        Guard high = forget_edge(self, node.high, memory, forget, data);
        result = forgotten
                     ? guard_or(self, guard_and(self, when, high), guard_and(self, unless, low))
                     : guard_choice(self, guard_variable(self, node.variable), high, low);
    }
    *remembered(memory, edge, self->node_count << 1) = result.node + 1;
    return result;
}

Guard guard_forget(Guards *self, Guard guard, GArray *memory, GuardForget forget, gpointer data)
{
    return forget_edge(self, guard.node, memory, forget, data);
}

static void collect_support(Guards *self, GHashTable *seen, GHashTable *variables, guint32 edge)
{
    guint32 index = edge >> 1;
    if (index == 0 || !g_hash_table_add(seen, GUINT_TO_POINTER(index))) {
        return;
    }
    const Node node = self->nodes[index];
    g_hash_table_add(variables, GUINT_TO_POINTER(node.variable));
    collect_support(self, seen, variables, node.low);
    collect_support(self, seen, variables, node.high);
}

static int compare_guint(gconstpointer a, gconstpointer b)
{
    guint x = *(const guint *)a;
    guint y = *(const guint *)b;
    return x < y ? -1 : x > y;
}

GArray *guard_support(Guards *self, Guard guard)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) variables = g_hash_table_new(NULL, NULL);
    collect_support(self, seen, variables, guard.node);
    GArray *support = g_array_new(FALSE, FALSE, sizeof(guint));
    GHashTableIter iter;
    gpointer key;
    g_hash_table_iter_init(&iter, variables);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        guint variable = GPOINTER_TO_UINT(key);
        g_array_append_val(support, variable);
    }
    g_array_sort(support, compare_guint);
    return support;
}
