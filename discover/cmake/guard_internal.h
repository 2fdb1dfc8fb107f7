/* What the files of the decision diagrams share; nobody else includes it. */
#pragma once

#include "discover/cmake/guard.h"

/* Node 0 is false and node 1 is true; both have a variable number behind every real one. */
#define TERMINAL_VARIABLE G_MAXUINT32
/* What all give-ups past GUARD_GIVE_UPS_MAX share: behind every real variable too. */
#define LOST_VARIABLE (G_MAXUINT32 - 2)
#define LOST_NODE 2u
#define FIRST_NODE 3u
#define CACHE_BITS 18
#define FIRST_TABLE_BITS 18

typedef struct {
    guint32 variable;
    guint32 low;  /* when the variable is false */
    guint32 high; /* when it is true */
} Node;

/* A direct-mapped memory of if-then-else results. A collision forgets the older one, which costs
 * time only. All-zero entries are unused: (0, 0, 0) is a constant that is never looked up. */
typedef struct {
    guint32 test, then, otherwise, result;
} CacheEntry;

/* Pairs of nodes that are known to exclude each other. */
#define DISJOINT_BITS 14

typedef struct {
    guint32 a, b;
} DisjointPair;

struct Guards {
    Node *nodes;
    guint32 node_count; /* places in use or freed */
    guint32 free_node;  /* first of the freed places, 0 for none; `low` is the next one */
    guint32 free_count;
    guint32 *table; /* open addressing over nodes; 0 is an empty place */
    guint table_bits;
    CacheEntry *cache;
    DisjointPair *disjoint;
    guint variables;
    guint steps; /* left to the operation under way */
    gboolean exhausted;
    guint give_ups;
    GByteArray *sizes;                    /* by node: 0 not counted yet, else its size + 1 */
    GByteArray *depends[GUARD_QUESTIONS]; /* by node: 0 not asked yet, 1 no, 2 yes */
    GArray *about;                        /* guint32 by node: 0 not asked yet, see guard_about() */
    GArray *expanded;                     /* guint32 by node, see expansion_of() */
    guint32 question;                     /* number of the one under way */
    GArray *questions;                    /* guint32 by node: the last question that came by */
    GArray *answers;                      /* guint32 by node: what it led to (guard_assume) */
    GByteArray *given;                    /* by variable, while a question is under way */
    GByteArray *marks;                    /* by node, while a collection is under way */
    GByteArray *marked;                   /* by variable, the same */
    GArray *marked_list;                  /* guint32: the variables of marked nodes */
    guint marked_read;                    /* how many of them guards_next_marked() has told */
    gsize made;                           /* since the last collection */
};

/* The variable of a freed node: no real one, and not a terminal's. */
#define FREE_VARIABLE (G_MAXUINT32 - 1)

static inline const Node *node_at(const Guards *self, guint32 index)
{
    return &self->nodes[index];
}

static inline guint32 hash3(guint32 a, guint32 b, guint32 c)
{
    guint64 hash = a * G_GUINT64_CONSTANT(0x9E3779B97F4A7C15);
    hash = (hash ^ b) * G_GUINT64_CONSTANT(0xC2B2AE3D27D4EB4F);
    hash = (hash ^ c) * G_GUINT64_CONSTANT(0x165667B19E3779F9);
    return (guint32)(hash >> 32);
}

/* The node (variable, low, high), made when it does not exist yet. */
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

/* Begins a question that comes by each node once. Nodes that are made while it is under way must
 * not be asked. */
void guards_next_question(Guards *self);

/* Whether the question under way has come by this node already; from now on it has. */
static inline gboolean guards_was_asked(Guards *self, guint32 index)
{
    guint32 *last = &g_array_index(self->questions, guint32, index);
    gboolean asked = *last == self->question;
    *last = self->question;
    return asked;
}
