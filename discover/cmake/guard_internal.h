/* What the files of the decision diagrams share; nobody else includes it. */
#pragma once

#include "discover/cmake/guard.h"

/* A condition is an edge: the number of a node, doubled, plus one where it is the opposite of what
 * the node says (K. Brace, R. Rudell, R. Bryant, "Efficient Implementation of a BDD Package", DAC
 * 1990). So a condition and its opposite share their nodes, and a negation makes none. A condition
 * is one edge only, because the low side of a node is never an opposite.
 *
 * Node 0 is false, so edge 0 is false and edge 1 is true; its variable number is behind every real
 * one. */
#define TERMINAL_VARIABLE G_MAXUINT32
/* What all give-ups past GUARD_GIVE_UPS_MAX share: behind every real variable too. */
#define LOST_VARIABLE (G_MAXUINT32 - 2)
#define LOST_NODE 1u
#define LOST_EDGE (LOST_NODE << 1)
#define FIRST_NODE 2u
#define CACHE_BITS 18
#define FIRST_TABLE_BITS 18

typedef struct {
    guint32 variable;
    guint32 low;   /* edge when the variable is false */
    guint32 high;  /* edge when it is true */
    guint32 depth; /* nodes on the longest way down, this one counted; 0 for constants */
} Node;

/* A direct-mapped memory of if-then-else results, by edges; conjunctions are (a, b, 0). A collision
 * forgets the older one, which costs time only. All-zero entries are unused: (0, 0, 0) is a
 * constant that is never looked up. */
typedef struct {
    guint32 test, then, otherwise, result;
} CacheEntry;

/* Pairs of edges that are known to exclude each other. */
#define DISJOINT_BITS 14

typedef struct {
    guint32 a, b;
} DisjointPair;

/* A direct-mapped memory of guard_within(), by edges. Each command asks again what its path adds to
 * that of the block around. All-zero entries are unused: that a condition says nothing is not
 * asked. Answers for which conditions were joined are not kept: what joining leaves in `cache`
 * decides what later operations can afford. */
#define WITHIN_BITS 12

typedef struct {
    guint32 edge, care, result;
} WithinEntry;

struct Guards {
    Node *nodes;
    guint32 node_count; /* places in use or freed */
    guint32 free_node;  /* first of the freed places, 0 for none; `low` is the next one */
    guint32 free_count;
    guint32 *table; /* open addressing over nodes; 0 is an empty place */
    guint table_bits;
    CacheEntry *cache;
    DisjointPair *disjoint;
    WithinEntry *within;
    guint variables;
    guint steps; /* left to the operation under way */
    gboolean exhausted;
    gboolean
        joined;   /* by guard_within() under way: what that leaves in `cache` is not remembered */
    guint nested; /* definitions within definitions that are being expanded */
    guint give_ups;
    GByteArray *sizes;                    /* by node: 0 not counted yet, else its size + 1 */
    GByteArray *depends[GUARD_QUESTIONS]; /* by node: 0 not asked yet, 1 no, 2 yes */
    GArray *about;                        /* guint32 by node: 0 not asked yet, see guard_about() */
    GArray *expanded;                     /* guint32 by node, see guard_expand() */
    guint32 question;                     /* number of the one under way */
    GArray *questions;                    /* guint32 by edge: the last question that came by */
    GArray *answers;                      /* guint32 by node: what it led to (guard_assume) */
    GByteArray *given;                    /* by variable, while a question is under way */
    GByteArray *marks;                    /* by node, while a collection is under way */
    GByteArray *marked;                   /* by variable, the same */
    GArray *marked_list;                  /* guint32: the variables of marked nodes */
    guint marked_read;                    /* how many of them guards_next_marked() has told */
    gsize made;                           /* since the last collection */
    gsize refused;                        /* operations for which there was no room, since then */
    gsize made_lately, may_make;          /* since guards_allow(), and what it said */
};

/* The variable of a freed node: no real one, and not a terminal's. */
#define FREE_VARIABLE (G_MAXUINT32 - 1)

static inline guint32 variable_of(const Guards *self, guint32 edge)
{
    return self->nodes[edge >> 1].variable;
}

/* The condition as a node: both sides as they are seen through the edge. */
static inline Node node_of(const Guards *self, guint32 edge)
{
    const Node *node = &self->nodes[edge >> 1];
    guint32 opposite = edge & 1;
    return (Node){node->variable, node->low ^ opposite, node->high ^ opposite, node->depth};
}

static inline guint32 hash3(guint32 a, guint32 b, guint32 c)
{
    guint64 hash = a * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
    hash = (hash ^ b) * G_GUINT64_CONSTANT(0xC2B2AE3D27D4EB4F);
    hash = (hash ^ c) * G_GUINT64_CONSTANT(0x165667B19E3779F9);
    return (guint32)(hash >> 32);
}

/* The edge to (variable, low, high), whose node is made when it does not exist yet. */
guint32 guards_node(Guards *self, guint32 variable, guint32 low, guint32 high);
/* Counts down `steps`, which the caller sets; sets `exhausted` and gives 0 when they do not
 * suffice. */
guint32 guards_if_then_else(Guards *self, guint32 test, guint32 then, guint32 otherwise);

/* What literals say of a variable, in `given`. */
enum { GIVEN_NOTHING, GIVEN_FALSE, GIVEN_TRUE };

/* Where that is kept. What was lost is taken for a variable, too. */
static inline guint32 given_slot(guint32 variable)
{
    return variable == LOST_VARIABLE ? 0 : variable + 1;
}

static inline guint8 given_of(const Guards *self, guint32 variable)
{
    guint32 slot = given_slot(variable);
    return slot < self->given->len ? self->given->data[slot] : GIVEN_NOTHING;
}

/* Makes room in `given` for all variables. */
void guards_prepare_given(Guards *self);
/* Enters literals, of which the first on a variable counts, and takes them out again. */
void guards_give(Guards *self, const GuardLiteral *literals, guint count);
void guards_take_back(Guards *self, const GuardLiteral *literals, guint count);

/* Begins a question that comes by each edge once. Edges to nodes that are made while it is under
 * way must not be asked. */
void guards_next_question(Guards *self);

/* Whether the question under way has come by this edge already; from now on it has. */
static inline gboolean guards_was_asked(Guards *self, guint32 edge)
{
    guint32 *last = &g_array_index(self->questions, guint32, edge);
    gboolean asked = *last == self->question;
    *last = self->question;
    return asked;
}
