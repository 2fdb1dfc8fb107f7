/* Questions about conditions. None of them makes a node. */
#include "discover/cmake/guard_internal.h"
#include <string.h>

/* Whether some assignment makes both true. Unlike a conjunction it makes no nodes: most questions
 * are answered by the first path that is tried. */
static gboolean edges_meet(Guards *self, guint32 a, guint32 b)
{
    if (a == 0 || b == 0 || a == (b ^ 1)) {
        return FALSE;
    }
    if (a == 1 || b == 1 || a == b) {
        return TRUE;
    }
    if (a > b) {
        guint32 larger = a;
        a = b;
        b = larger;
    }
    DisjointPair *pair = &self->disjoint[hash3(a, b, 0) >> (32 - DISJOINT_BITS)];
    if (pair->a == a && pair->b == b) {
        return FALSE;
    }
    if (self->steps == 0) {
        return TRUE; /* given up: "may be" is the safe answer */
    }
    self->steps--;
    const Node x = node_of(self, a);
    const Node y = node_of(self, b);
    guint32 variable = MIN(x.variable, y.variable);
    guint32 x_low = x.variable == variable ? x.low : a;
    guint32 x_high = x.variable == variable ? x.high : a;
    guint32 y_low = y.variable == variable ? y.low : b;
    guint32 y_high = y.variable == variable ? y.high : b;
    if (edges_meet(self, x_low, y_low) || edges_meet(self, x_high, y_high)) {
        return TRUE;
    }
    *pair = (DisjointPair){a, b};
    return FALSE;
}

gboolean guard_meets(Guards *self, Guard a, Guard b)
{
    self->steps = GUARD_STEPS_MAX;
    return edges_meet(self, a.node, b.node);
}

/* Counts edges up to the bound; FALSE when there are more. */
static gboolean count_edges(Guards *self, guint32 edge, guint *count)
{
    while (edge >= 2 && !guards_was_asked(self, edge)) {
        if (*count == GUARD_SIZE_MAX) {
            return FALSE;
        }
        (*count)++;
        const Node node = node_of(self, edge);
        if (!count_edges(self, node.low, count)) {
            return FALSE;
        }
        edge = node.high;
    }
    return TRUE;
}

/* Makes room for one remembered byte per node. */
static void remember_nodes(const Guards *self, GByteArray *memory, guint32 index)
{
    if (index >= memory->len) {
        guint old = memory->len;
        g_byte_array_set_size(memory, self->node_count);
        memset(memory->data + old, 0, memory->len - old);
    }
}

static gboolean node_depends(Guards *self, guint32 edge, GByteArray *memory,
                             gboolean (*test)(guint, gpointer), gpointer data)
{
    guint32 index = edge >> 1;
    if (index == 0) {
        return FALSE;
    }
    remember_nodes(self, memory, index);
    if (memory->data[index] == 0) {
        const Node node = self->nodes[index];
        gboolean yes = test(node.variable, data) ||
                       node_depends(self, node.low, memory, test, data) ||
                       node_depends(self, node.high, memory, test, data);
        memory->data[index] = yes ? 2 : 1;
    }
    return memory->data[index] == 2;
}

gboolean guard_depends(Guards *self, Guard guard, GuardQuestion question,
                       gboolean (*test)(guint variable, gpointer data), gpointer data)
{
    return node_depends(self, guard.node, self->depends[question], test, data);
}

static guint32 either_about(guint32 a, guint32 b)
{
    if (a == b || b == GUARD_ABOUT_NOTHING) {
        return a;
    }
    return a == GUARD_ABOUT_NOTHING ? b : GUARD_ABOUT_MANY;
}

static guint32 node_about(Guards *self, guint32 edge, GuardSubject subject, gpointer data)
{
    guint32 index = edge >> 1;
    if (index == 0) {
        return GUARD_ABOUT_NOTHING;
    }
    if (index >= self->about->len) {
        g_array_set_size(self->about, self->node_count);
    }
    guint32 known = g_array_index(self->about, guint32, index);
    if (known != 0) {
        return known - 2;
    }
    const Node node = self->nodes[index];
    guint32 about = subject(node.variable, data);
    about = either_about(about, node_about(self, node.low, subject, data));
    about = either_about(about, node_about(self, node.high, subject, data));
    /* GUARD_ABOUT_NOTHING wraps around to 1; nothing becomes 0. */
    g_array_index(self->about, guint32, index) = about + 2;
    return about;
}

guint32 guard_about(Guards *self, Guard guard, GuardSubject subject, gpointer data)
{
    return node_about(self, guard.node, subject, data);
}

guint guard_size(Guards *self, Guard guard)
{
    guint32 index = guard.node >> 1;
    remember_nodes(self, self->sizes, index);
    if (self->sizes->data[index] == 0) {
        guint count = 0;
        guards_next_question(self);
        count_edges(self, guard.node, &count);
        self->sizes->data[index] = (guint8)(count + 1);
    }
    return self->sizes->data[index] - 1u;
}

/* Each edge is looked at once: one that was seen before in this question has led nowhere. */
static gboolean edge_can_hold(Guards *self, guint32 edge)
{
    while (edge >= 2) {
        if (guards_was_asked(self, edge)) {
            return FALSE;
        }
        const Node node = node_of(self, edge);
        guint8 given = given_of(self, node.variable);
        if (given == GIVEN_NOTHING && edge_can_hold(self, node.low)) {
            return TRUE;
        }
        edge = given == GIVEN_FALSE ? node.low : node.high;
    }
    return edge == 1;
}

gboolean guard_can_hold(Guards *self, Guard guard, const GuardLiteral *known, guint count)
{
    guards_next_question(self);
    guards_give(self, known, count);
    gboolean result = edge_can_hold(self, guard.node);
    guards_take_back(self, known, count);
    return result;
}

/* A condition that must hold. What its node says is kept beside the edge, so that a step fetches
 * only the nodes of conditions that ask for the variable that it has set. */
typedef struct {
    guint32 edge;
    guint32 question; /* the number of its variable, and in the low bits what that must be:
                         GIVEN_NOTHING when both may do */
} Conjunct;

#define FORCED_BITS 2

/* More at once are left out of the search, which can only make it find too much. */
#define CONJUNCTS_MAX 16u

typedef struct {
    const Node *nodes;
    guint8 *given;
    GuardDefinition definition;
    gpointer data;
    guint steps; /* left */
} Search;

typedef struct {
    guint count;
    guint32 forced; /* question of the first conjunct that leaves no choice; 0 for none */
    guint32 lowest; /* of all questions */
    Conjunct conjuncts[CONJUNCTS_MAX + 1];
} Open;

static inline void open_append(Open *open, Conjunct conjunct)
{
    open->conjuncts[open->count++] = conjunct;
    open->lowest = MIN(open->lowest, conjunct.question);
    if (open->forced == 0 && (conjunct.question & ((1u << FORCED_BITS) - 1)) != GIVEN_NOTHING) {
        open->forced = conjunct.question;
    }
}

/* Adds what is left of a condition under what is given so far, unless it holds, or was given up and
 * may come out either way; FALSE when it can't hold. */
static gboolean open_add(Open *open, const Search *search, guint32 edge)
{
    while (edge >= 2) {
        const Node *node = &search->nodes[edge >> 1];
        guint32 opposite = edge & 1;
        if (node->variable == LOST_VARIABLE) {
            return TRUE;
        }
        guint8 given = search->given[given_slot(node->variable)];
        if (given == GIVEN_NOTHING) {
            guint32 forced = node->low == opposite    ? GIVEN_TRUE
                             : node->high == opposite ? GIVEN_FALSE
                                                      : GIVEN_NOTHING;
            open_append(open, (Conjunct){edge, node->variable << FORCED_BITS | forced});
            return TRUE;
        }
        edge = (given == GIVEN_TRUE ? node->high : node->low) ^ opposite;
    }
    return edge == 1;
}

/* What is open of `before` once `variable` is given. */
static gboolean open_after(Open *open, const Search *search, const Open *before, guint32 variable)
{
    open->count = 0;
    open->forced = 0;
    open->lowest = G_MAXUINT32;
    for (guint i = 0; i < before->count; i++) {
        const Conjunct conjunct = before->conjuncts[i];
        if (conjunct.question >> FORCED_BITS != variable) {
            open_append(open, conjunct);
        } else if (!open_add(open, search, conjunct.edge)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean search_with(Search *search, const Open *open, guint32 variable, gboolean value);

/* Whether some assignment makes all conjuncts hold: a backtracking search that sets a variable
 * first of which only one value is left, and that takes in the definition of each variable that it
 * sets. */
static gboolean search_all(Search *search, const Open *open)
{
    if (open->count == 0 || search->steps == 0) {
        return TRUE; /* out of steps: "may be" is the safe answer */
    }
    search->steps--;
    if (open->forced != 0) {
        gboolean value = (open->forced & ((1u << FORCED_BITS) - 1)) == GIVEN_TRUE;
        return search_with(search, open, open->forced >> FORCED_BITS, value);
    }
    guint32 variable = open->lowest >> FORCED_BITS;
    return search_with(search, open, variable, TRUE) || search_with(search, open, variable, FALSE);
}

static gboolean search_with(Search *search, const Open *before, guint32 variable, gboolean value)
{
    guint8 *given = &search->given[given_slot(variable)];
    *given = value ? GIVEN_TRUE : GIVEN_FALSE;
    Open open;
    Guard definition;
    gboolean found = open_after(&open, search, before, variable) &&
                     (before->count >= CONJUNCTS_MAX ||
                      !search->definition(variable, &definition, search->data) ||
                      open_add(&open, search, definition.node ^ (value ? 0 : 1))) &&
                     search_all(search, &open);
    *given = GIVEN_NOTHING;
    return found;
}

gboolean guard_meets_defined(Guards *self, Guard a, Guard b, GuardDefinition definition,
                             gpointer data)
{
    guards_prepare_given(self);
    Search search = {self->nodes, self->given->data, definition, data, GUARD_SEARCH_STEPS_MAX};
    Open open = {.lowest = G_MAXUINT32};
    return open_add(&open, &search, a.node) && open_add(&open, &search, b.node) &&
           search_all(&search, &open);
}
