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
    guint8 *given; /* by variable */
    GuardDefinition definition;
    gpointer data;
    guint steps; /* left */
    guint set_count;
    guint32 set[GUARD_SEARCH_STEPS_MAX]; /* variables that are given, in order; one a step */
} Search;

typedef struct {
    guint count;
    guint32 forced; /* question of the first conjunct that leaves no choice; 0 for none */
    guint32 lowest; /* of all questions */
    Conjunct conjuncts[CONJUNCTS_MAX + 1];
} Open;

#define FIRST_EDGE (FIRST_NODE << 1)

/* What is left of a condition under what is given so far: an edge below FIRST_EDGE where that is
 * nothing. It holds then unless it is 0: what was given up may come out either way. */
static inline guint32 edge_left(const Search *search, guint32 edge)
{
    while (edge >= FIRST_EDGE) {
        const Node *node = &search->nodes[edge >> 1];
        guint8 given = search->given[node->variable];
        if (given == GIVEN_NOTHING) {
            break;
        }
        edge = (given == GIVEN_TRUE ? node->high : node->low) ^ (edge & 1);
    }
    return edge;
}

static inline Conjunct conjunct_of(const Search *search, guint32 edge)
{
    const Node *node = &search->nodes[edge >> 1];
    guint32 opposite = edge & 1;
    guint32 forced = node->low == opposite    ? GIVEN_TRUE
                     : node->high == opposite ? GIVEN_FALSE
                                              : GIVEN_NOTHING;
    return (Conjunct){edge, node->variable << FORCED_BITS | forced};
}

static inline gboolean is_forced(guint32 question)
{
    return (question & ((1u << FORCED_BITS) - 1)) != GIVEN_NOTHING;
}

static inline void open_append(Open *open, Conjunct conjunct)
{
    open->conjuncts[open->count++] = conjunct;
    open->lowest = MIN(open->lowest, conjunct.question);
    if (open->forced == 0 && is_forced(conjunct.question)) {
        open->forced = conjunct.question;
    }
}

/* Adds what is left of a condition; FALSE when it can't hold. */
static gboolean open_add(Open *open, const Search *search, guint32 edge)
{
    guint32 left = edge_left(search, edge);
    if (left >= FIRST_EDGE) {
        open_append(open, conjunct_of(search, left));
    }
    return left != 0;
}

/* Gives the variable a value and leaves in `open` what is open then, with what the variable stands
 * for. FALSE when that can't hold. */
static gboolean open_set(Open *open, Search *search, guint32 variable, gboolean value)
{
    search->given[variable] = value ? GIVEN_TRUE : GIVEN_FALSE;
    search->set[search->set_count++] = variable;
    guint before = open->count;
    guint count = 0;
    guint32 lowest = G_MAXUINT32;
    guint32 forced = 0;
    for (guint i = 0; i < before; i++) {
        Conjunct conjunct = open->conjuncts[i];
        if (conjunct.question >> FORCED_BITS == variable) {
            guint32 left = edge_left(search, conjunct.edge);
            if (left == 0) {
                return FALSE;
            }
            if (left < FIRST_EDGE) {
                continue;
            }
            conjunct = conjunct_of(search, left);
        }
        open->conjuncts[count++] = conjunct; /* what is left comes no further than where it was */
        lowest = MIN(lowest, conjunct.question);
        forced = forced == 0 && is_forced(conjunct.question) ? conjunct.question : forced;
    }
    open->count = count;
    open->lowest = lowest;
    open->forced = forced;
    Guard definition;
    return before >= CONJUNCTS_MAX || !search->definition(variable, &definition, search->data) ||
           open_add(open, search, definition.node ^ (value ? 0 : 1));
}

static void take_back(Search *search, guint set_count)
{
    while (search->set_count > set_count) {
        search->given[search->set[--search->set_count]] = GIVEN_NOTHING;
    }
}

/* Whether some assignment makes all conjuncts hold: a backtracking search that sets a variable
 * first of which only one value is left, and that takes in the definition of each variable that it
 * sets. What it gives stays until the caller takes it back. */
static gboolean search_all(Search *search, Open *open)
{
    for (;;) {
        if (open->count == 0 || search->steps == 0) {
            return TRUE; /* out of steps: "may be" is the safe answer */
        }
        search->steps--;
        guint32 variable = open->lowest >> FORCED_BITS;
        gboolean value = FALSE;
        if (open->forced != 0) {
            variable = open->forced >> FORCED_BITS;
            value = (open->forced & ((1u << FORCED_BITS) - 1)) == GIVEN_TRUE;
        } else {
            guint set_count = search->set_count;
            Open with;
            with.count = open->count;
            memcpy(with.conjuncts, open->conjuncts, open->count * sizeof(Conjunct));
            if (open_set(&with, search, variable, TRUE) && search_all(search, &with)) {
                return TRUE;
            }
            take_back(search, set_count);
        }
        if (!open_set(open, search, variable, value)) {
            return FALSE;
        }
    }
}

gboolean guard_meets_defined(Guards *self, Guard a, Guard b, GuardDefinition definition,
                             gpointer data)
{
    guards_prepare_given(self);
    Search search;
    search.nodes = self->nodes;
    search.given = self->given->data + given_slot(0);
    search.definition = definition;
    search.data = data;
    search.steps = GUARD_SEARCH_STEPS_MAX;
    search.set_count = 0;
    Open open = {.lowest = G_MAXUINT32};
    gboolean found = open_add(&open, &search, a.node) && open_add(&open, &search, b.node) &&
                     search_all(&search, &open);
    take_back(&search, 0);
    return found;
}
