/* Which recorded steps can run at the same time.
 *
 * The image says in which order steps can run, and not which of them needs which: that is told from
 * their words. A step waits for those before it whose output its words may mean, by name or as a
 * library (-lNAME). The project's own commands may read and write anything: they run alone, and
 * so does a step with commands after its link. Waiting in vain costs time only. */
#pragma once

#include <glib.h>
#include <jansson.h>

/* For each of the steps (const json_t *, in an order in which they can run) a number: those with
 * the same one can run together, after all with lower ones. Numbers begin with 0 and none is left
 * out. The caller frees it. */
guint *order_steps(const GPtrArray *steps);
