/* What a foreach() goes through, in all configurations at once: a turn for each element that some
 * of them have, under the condition that it is there. */
#pragma once

#include "discover/cmake/evaluator.h"

/* What one turn binds, and under which condition the turn is made. */
typedef struct {
    const char *text; /* ZIP_LISTS: an element of each list, see foreach_plan_bind() */
    Guard when;
} ForeachItem;

typedef struct {
    Evaluator *evaluator;
    const Command *command;
    GPtrArray *variables; /* const char *, interned: what a turn sets */
    GSequence *items;     /* ForeachItem *; those of each configuration are in its order */
    GHashTable *by_key;   /* "text\1repeat" -> GSequenceIter * */
    GHashTable *repeats;  /* of one list: text -> the last repeat that was looked at */
    GSequenceIter *next;  /* behind the last item of the list under way that was met before */
    GSequenceIter *fresh; /* the first that it has added since; those stand at the end */
    gboolean zip;         /* ZIP_LISTS */
    gboolean settling;    /* an element's texts are told apart */
} ForeachPlan;

/* Works the turns of the command out, under the current path. The items belong to the arena. */
void foreach_plan_make(ForeachPlan *self, Evaluator *evaluator, const Command *command);
void foreach_plan_clear(ForeachPlan *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ForeachPlan, foreach_plan_clear)

/* foreach(word ${ARGN}), foreach(word IN LISTS ARGN): whether it goes through which of its keywords
 * a function is given. */
gboolean foreach_walks_arguments(const Command *command);
/* Whether it goes through the list of that name, beside others: foreach(word ${NEEDED} ${MORE}). */
gboolean foreach_walks_also(const Command *command, const char *list);

/* Sets the loop's variables for one turn. */
void foreach_plan_bind(const ForeachPlan *self, const ForeachItem *item);
