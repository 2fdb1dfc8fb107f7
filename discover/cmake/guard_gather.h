/* A condition that many others are added to, each by "or", while a project is read. Joining each at
 * once would build the diagrams of all the unions on the way, so they are joined when everything is
 * known: until then the first one stands in `*when` and all of them in `*gathered`, a GArray * of
 * Guard that is NULL while there is one only. */
#pragma once

#include "discover/cmake/guard.h"

void guard_gather(Guard *when, GArray **gathered, Guard added);
/* Marks them (guards_collect); `gathered` may be NULL. */
void guard_mark_gathered(Guards *guards, Guard when, const GArray *gathered);
/* What joins of the same conditions, in the same order, came to: files that one line found are
 * added under the same many conditions each. The caller unrefs it before the next guards_collect(),
 * which it does not outlive. */
GHashTable *guard_joins_new(void);
/* Joins them into `*when` and frees `*gathered`; `joins` may be NULL. */
void guard_join_gathered(Guards *guards, Guard *when, GArray **gathered, GHashTable *joins);
