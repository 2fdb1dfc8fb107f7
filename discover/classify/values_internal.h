/* What the files of values.h share; nobody else includes it. */
#pragma once

#include "discover/classify/values.h"

/* Marks a value as no choice of its own; the reason must stay. */
void value_reject(ValueDecision *decision, const char *reason);
/* Takes that back. */
void value_keep(ValueDecision *decision);

/* What a number says in a word that the knowledge files have for off, as a comment tells, "0:
 * none"; "off" of a 0 that nothing is told of where it is told of the others, or that is a level of
 * instructions. NULL where it says nothing of the kind; the caller frees it. */
char *value_said(const Project *project, const Option *option, const char *value,
                 Category category);

/* These get the decisions on all values of the subject's option, ValueDecision *, in its order. */

/* Of a choice of compilers: rejects values that stand for a machine, whatever it builds with, and
 * for a compiler on one machine. */
void values_reject_machines(const Project *project, const Subject *subject,
                            const GPtrArray *decisions);

/* Of a choice of processors: rejects files that are called after sites, with whatever begins alike.
 * Processors are an open set: what is called after nothing that is known is one, unless its own
 * file says how one site's machine is used. */
void values_reject_site_files(const Subject *subject, const GPtrArray *decisions);

/* Rejects numbers of which a comment tells that they stand for a value beside them, "2: strided".
 */
void values_reject_numbers(const Subject *subject, const GPtrArray *decisions);

/* Of a choice of backends: rejects numbers that the build compares with and does not list, where
 * another value is one: which accelerator code is compiled for is an open list of the compiler's.
 */
void values_reject_architectures(const GPtrArray *decisions);

/* Of a library: where one value turns it on and all others only say which release, that one is what
 * is chosen, and the others are none. */
void values_reject_versions(const Project *project, const GPtrArray *decisions);

/* Rejects what the project compares with but does not list where one value that it lists is called
 * alike and brings the same, and abbreviations of another value that bring the same as it. */
void values_reject_spellings(const Subject *subject, const GPtrArray *decisions);
