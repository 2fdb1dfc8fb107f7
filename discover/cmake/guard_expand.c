/* Replacing, forgetting and listing the variables of a condition. */
#include "discover/cmake/guard_internal.h"

GArray *guard_memory_new(void)
{
    return g_array_new(FALSE, TRUE, sizeof(guint32));
}

/* What is remembered of a node: 0 nothing yet, else the result plus one. */
static guint32 *remembered(const Guards *self, GArray *memory, guint32 index)
{
    if (index >= memory->len) {
        g_array_set_size(memory, self->node_count);
    }
    return &g_array_index(memory, guint32, index);
}

#define EXPANSION_FAILED (G_MAXUINT32 - 1)

static guint32 expand_node(Guards *self, guint32 index, GuardDefinition definition, gpointer data);

/* The expansion of a node of which both sides are expanded. */
static guint32 expand_test(Guards *self, const Node *node, guint32 index, guint32 low, guint32 high,
                           GuardDefinition definition, gpointer data)
{
    Guard test;
    guint32 expanded;
    if (definition(node->variable, &test, data)) {
        expanded = expand_node(self, test.node, definition, data);
        if (expanded == EXPANSION_FAILED) {
            return EXPANSION_FAILED;
        }
    } else if (low == node->low && high == node->high) {
        return index;
    } else {
        expanded = guards_node(self, node->variable, 0, 1);
    }
    guint32 result = guards_if_then_else(self, expanded, high, low);
    return self->exhausted ? EXPANSION_FAILED : result;
}

static guint32 expand_node(Guards *self, guint32 index, GuardDefinition definition, gpointer data)
{
    if (index < 2) {
        return index;
    }
    guint32 known = *remembered(self, self->expanded, index);
    if (known != 0) {
        return known - 1;
    }
    const Node node = *node_at(self, index);
    guint32 result = expand_node(self, node.low, definition, data);
    if (result != EXPANSION_FAILED) {
        guint32 low = result;
        result = expand_node(self, node.high, definition, data);
        if (result != EXPANSION_FAILED) {
            result = expand_test(self, &node, index, low, result, definition, data);
        }
    }
    *remembered(self, self->expanded, index) = result + 1;
    return result;
}

gboolean guard_expand(Guards *self, Guard guard, GuardDefinition definition, gpointer data,
                      Guard *expanded)
{
    self->steps = GUARD_EXPAND_STEPS_MAX;
    self->exhausted = FALSE;
    guint32 result = expand_node(self, guard.node, definition, data);
    if (result == EXPANSION_FAILED) {
        self->give_ups++;
        return FALSE;
    }
    *expanded = (Guard){result};
    return TRUE;
}

/* More steps than that are not worth a shorter condition. */
#define WITHIN_STEPS_MAX 400u

static guint32 node_within(Guards *self, guint32 index, guint32 care)
{
    if (index < 2 || care == 1) {
        return index;
    }
    if (index == care) {
        return 1;
    }
    if (self->steps == 0) {
        self->exhausted = TRUE;
        return index;
    }
    self->steps--;
    const Node node = *node_at(self, index);
    const Node cares = *node_at(self, care);
    if (cares.variable < node.variable) {
        /* The condition does not ask for this variable, so neither side may be decided by it. */
        guint32 either = cares.low == 0    ? cares.high
                         : cares.high == 0 ? cares.low
                                           : guards_if_then_else(self, cares.low, 1, cares.high);
        return self->exhausted ? index : node_within(self, index, either);
    }
    guint32 care_low = cares.variable == node.variable ? cares.low : care;
    guint32 care_high = cares.variable == node.variable ? cares.high : care;
    if (care_low == 0) {
        return node_within(self, node.high, care_high);
    }
    if (care_high == 0) {
        return node_within(self, node.low, care_low);
    }
    guint32 low = node_within(self, node.low, care_low);
    guint32 high = node_within(self, node.high, care_high);
    return self->exhausted ? index : guards_node(self, node.variable, low, high);
}

Guard guard_within(Guards *self, Guard guard, Guard care)
{
    if (guard_is_false(care)) {
        return guard;
    }
    self->steps = WITHIN_STEPS_MAX;
    self->exhausted = FALSE;
    guint32 result = node_within(self, guard.node, care.node);
    return self->exhausted ? guard : (Guard){result};
}

static Guard forget_node(Guards *self, guint32 index, GArray *memory, GuardForget forget,
                         gpointer data)
{
    if (index < 2) {
        return (Guard){index};
    }
    guint32 known = *remembered(self, memory, index);
    if (known != 0) {
        return (Guard){known - 1};
    }
    const Node node = *node_at(self, index);
    Guard low = forget_node(self, node.low, memory, forget, data);
    Guard high = forget_node(self, node.high, memory, forget, data);
    Guard when = GUARD_TRUE;
    Guard unless = GUARD_TRUE;
    Guard result;
    if (!forget(node.variable, &when, &unless, data)) {
        result = guard_choice(self, guard_variable(self, node.variable), high, low);
    } else {
        result = guard_or(self, guard_and(self, when, high), guard_and(self, unless, low));
    }
    *remembered(self, memory, index) = result.node + 1;
    return result;
}

Guard guard_forget(Guards *self, Guard guard, GArray *memory, GuardForget forget, gpointer data)
{
    return forget_node(self, guard.node, memory, forget, data);
}

static void collect_support(Guards *self, GHashTable *seen, GHashTable *variables, guint32 index)
{
    if (index < 2 || !g_hash_table_add(seen, GUINT_TO_POINTER(index))) {
        return;
    }
    const Node node = *node_at(self, index);
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
