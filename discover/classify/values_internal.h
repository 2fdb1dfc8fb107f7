/* What the files of values.h share; nobody else includes it. */
#pragma once

#include "discover/classify/values.h"

/* Marks a value as no choice of its own; the reason must stay. */
void value_reject(ValueDecision *decision, const char *reason);

/* Both get the decisions on all values of the subject's option, ValueDecision *, in its order. */

/* Of a choice of compilers: rejects values that stand for a machine, whatever it builds with, and
 * for a compiler on one machine. */
void values_reject_machines(const Project *project, const Subject *subject,
                            const GPtrArray *decisions);

/* Of a choice of processors: rejects files that are called after sites, with whatever begins alike.
 * Processors are an open set: what is called after nothing that is known is one, unless its own
 * file says how one site's machine is used. */
void values_reject_site_files(const Subject *subject, const GPtrArray *decisions);
