/* Sets of numbers that grow by rules "all of this one is in that one, too", until nothing changes.
 *
 * What analyses of macros are made of: each set holds the tokens that may come to one place, each
 * rule is a way on which tokens get from place to place. Not safe for several threads. */
#pragma once

#include <glib.h>

typedef struct Flow Flow;

/* Called once for each element of a watched set. It may add sets, elements and rules. */
typedef void (*FlowVisit)(guint watch, guint32 element, gpointer data);

Flow *flow_new(void);
void flow_free(Flow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Flow, flow_free)

/* A new empty set's number. */
guint flow_set(Flow *self);
void flow_add(Flow *self, guint set, guint32 element);
/* From now on, all of `from` is in `to`. */
void flow_link(Flow *self, guint from, guint to);
/* Has a set's elements, those that it has and those that come, shown under the number `watch`. */
void flow_watch(Flow *self, guint set, guint watch);
/* Applies the rules until nothing changes. */
void flow_run(Flow *self, FlowVisit visit, gpointer data);
/* A set's elements (guint32), in the order in which they came. */
const GArray *flow_elements(const Flow *self, guint set);
