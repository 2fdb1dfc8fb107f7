/* Presence conditions: under which configurations a line of a build description is reached, as
 * reduced ordered binary decision diagrams (R. Bryant, "Graph-Based Algorithms for Boolean Function
 * Manipulation", IEEE Trans. Computers C-35(8), 1986).
 *
 * Equal conditions are the same edge to a node, so equality is a comparison and a contradiction is
 * noticed at once; a condition and its opposite share the node. A `Guard` is a plain value that
 * belongs to the `Guards` that made it. Variables are numbered in order of their making, which is
 * the order in which the project mentions them.
 *
 * Limits: at most GUARD_NODES_MAX nodes at a time, as many made as guards_allow() says,
 * GUARD_STEPS_MAX steps for one operation, and conditions on GUARD_DEPTH_MAX variables in a row. An
 * operation that would pass them gives up: its result is a new variable that nothing else depends
 * on (sound: it may be true or false), and `guards_give_ups` grows. */
#pragma once

#include <glib.h>

#define GUARD_NODES_MAX (8u * 1000u * 1000u)
#define GUARD_STEPS_MAX (60u * 1000u)
#define GUARD_DEPTH_MAX 5000u
/* After that many give-ups all further ones share one variable, so that what lies under it and
 * under its opposite is taken for unreachable: guards_lost(). */
#define GUARD_GIVE_UPS_MAX 1000000u

typedef struct {
    guint32 node;
} Guard;

#define GUARD_FALSE ((Guard){0})
#define GUARD_TRUE ((Guard){1})

typedef struct Guards Guards;

/* No conditions but true and false; the caller frees it, and with it all conditions. */
Guards *guards_new(void);
void guards_free(Guards *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Guards, guards_free)

static inline gboolean guard_is_false(Guard guard)
{
    return guard.node == 0;
}

static inline gboolean guard_is_true(Guard guard)
{
    return guard.node == 1;
}

static inline gboolean guard_same(Guard a, Guard b)
{
    return a.node == b.node;
}

/* Of a condition and its opposite one is the opposite, and always the same one. */
static inline gboolean guard_is_opposite(Guard guard)
{
    return (guard.node & 1) != 0;
}

/* A new variable; its number is one more than the last one's. */
guint guards_new_variable(Guards *self);
guint guards_variables(const Guards *self);
Guard guard_variable(Guards *self, guint variable);

/* Boolean operations; one that gives up (see above) gives a new variable. */
Guard guard_not(Guards *self, Guard a);
Guard guard_and(Guards *self, Guard a, Guard b);
Guard guard_or(Guards *self, Guard a, Guard b);
/* a and not b */
Guard guard_minus(Guards *self, Guard a, Guard b);
/* `then` where `test` holds, elsewhere `otherwise`. */
Guard guard_choice(Guards *self, Guard test, Guard then, Guard otherwise);

/* Whether both can hold; cheaper to read than guard_and and a comparison. */
gboolean guard_meets(Guards *self, Guard a, Guard b);

/* A variable that is true, or false. */
typedef struct {
    guint variable;
    gboolean positive;
} GuardLiteral;

/* The condition once these literals are known to hold; of two on one variable the first counts. */
Guard guard_assume(Guards *self, Guard guard, const GuardLiteral *known, guint count);
/* The same for one. */
Guard guard_restrict(Guards *self, Guard guard, guint variable, gboolean value);

/* A condition that is the same wherever `care` holds, and anything elsewhere: what is left to ask
 * when `care` is known to hold (O. Coudert, J. C. Madre, "A Unified Framework for the Formal
 * Verification of Sequential Circuits", ICCAD 1990). `guard` itself when that takes too long to
 * find. */
Guard guard_within(Guards *self, Guard guard, Guard care);

/* The number of edges in it, counted up to GUARD_SIZE_MAX, which is its number of nodes in a
 * diagram without opposites; remembered per node. */
#define GUARD_SIZE_MAX 64u
guint guard_size(Guards *self, Guard guard);

/* `guard` with each variable that `definition` knows replaced by what it gives; FALSE when that
 * takes more than GUARD_EXPAND_STEPS_MAX steps, or definitions lie within each other deeper than
 * GUARD_EXPAND_NESTED_MAX, which guards_give_ups() counts. A definition may only have variables of
 * smaller numbers. Answers are remembered per node, so all calls must be with the same definitions,
 * and what they say must not change. */
#define GUARD_EXPAND_STEPS_MAX 3000u
#define GUARD_EXPAND_NESTED_MAX 64u
typedef gboolean (*GuardDefinition)(guint variable, Guard *definition, gpointer data);
gboolean guard_expand(Guards *self, Guard guard, GuardDefinition definition, gpointer data,
                      Guard *expanded);

/* Whether both can hold when each variable that `definition` knows is what it gives. Makes no
 * nodes; after GUARD_SEARCH_STEPS_MAX steps the answer is TRUE. */
#define GUARD_SEARCH_STEPS_MAX 400u
gboolean guard_meets_defined(Guards *self, Guard a, Guard b, GuardDefinition definition,
                             gpointer data);

/* Whether it depends on a variable for which `test` holds. The answer is remembered per node and
 * question: all calls with one question must be with the same test, and what it says of a variable
 * must not change. */
typedef enum { GUARD_QUESTION_CHECKS, GUARD_QUESTION_NAMES, GUARD_QUESTIONS } GuardQuestion;
gboolean guard_depends(Guards *self, Guard guard, GuardQuestion question,
                       gboolean (*test)(guint variable, gpointer data), gpointer data);

/* What all its variables are about: `subject` gives a number for each, GUARD_ABOUT_NOTHING for
 * those that do not count. GUARD_ABOUT_MANY when the numbers differ. Remembered per node as
 * guard_depends() does. */
#define GUARD_ABOUT_NOTHING G_MAXUINT32
#define GUARD_ABOUT_MANY (G_MAXUINT32 - 2)
typedef guint32 (*GuardSubject)(guint variable, gpointer data);
guint32 guard_about(Guards *self, Guard guard, GuardSubject subject, gpointer data);

/* The condition under which `guard` can hold for some value of the variables that `forget` says
 * TRUE of (existential quantification). What is known of such a variable it may say: it is true
 * only within `*when`, false only within `*unless`; both are TRUE before the call. `memory`, which
 * the caller unrefs, remembers answers: one is for one `forget`, and a collection makes it invalid
 * until its size is set to 0. */
typedef gboolean (*GuardForget)(guint variable, Guard *when, Guard *unless, gpointer data);
GArray *guard_memory_new(void);
Guard guard_forget(Guards *self, Guard guard, GArray *memory, GuardForget forget, gpointer data);

/* The variables it depends on, ascending; elements are guint. The caller unrefs it. */
GArray *guard_support(Guards *self, Guard guard);

/* An irredundant sum of products (S. Minato, "Fast Generation of Irredundant Sum-of-Products Forms
 * from Binary Decision Diagrams", SASIMI 1992) that equals the guard where `given` holds: shorter,
 * for a reader who knows that it does. Elements are GArray * of GuardLiteral, ascending. NULL when
 * it has more than `most` products. The caller unrefs it. */
GPtrArray *guard_products(Guards *self, Guard guard, Guard given, guint most);

/* Frees the nodes of conditions that nobody keeps any more. The caller's `mark_kept` calls
 * guard_mark for every guard that it will use again; all others become invalid. Nodes do not move.
 */
void guards_collect(Guards *self, void (*mark_kept)(gpointer data), gpointer data);
void guard_mark(Guards *self, Guard guard);
/* While a collection marks: the next variable, in the order of their finding, on which some marked
 * guard depends. FALSE when all are told; more may come with more guards that are marked. */
gboolean guards_next_marked(Guards *self, guint *variable);
/* Nodes made since the last collection, and operations given up since for want of room. */
gsize guards_made(const Guards *self);

/* Whether it can hold when these literals do; of two on one variable the first counts. Makes no
 * nodes. */
gboolean guard_can_hold(Guards *self, Guard guard, const GuardLiteral *known, guint count);

/* From now on that many nodes may be made; then operations that need one more give up. Without a
 * call there is no such limit. */
void guards_allow(Guards *self, gsize most);

/* How often an operation gave up. */
guint guards_give_ups(const Guards *self);
/* Whether that was so often that different conditions are not told apart any more. */
gboolean guards_lost(const Guards *self);
gsize guards_nodes(const Guards *self);
