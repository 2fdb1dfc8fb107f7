/* Parts of a program that come with a technology.
 *
 * A switch that is on by default only where another one is decides little that the other has not
 * decided: "build the CUDA vectors", under "use CUDA". And one whose default says whether
 * something was found is about that thing, whatever its name. */
#pragma once

#include "discover/classify/classify.h"
#include "discover/classify/subject.h"

/* Adds a sign for each package or library whose presence turns the option on by default. */
void follows_read_defaults(const Project *project, Subject *subject, Arena *arena);

/* Whether the name is that of a part which uses a technology: the technology comes last, and a word
 * that nobody knows stands before it ("NVECTOR_CUDA"), is glued to it or stands instead of it. */
gboolean follows_is_part(const Project *project, const Subject *subject);

/* Whether the name says that something is built. */
gboolean follows_is_built(const Project *project, const Subject *subject);

/* Rejects those among the decisions (Decision *, of all options) that are a second name of another
 * option: one call declares either X or PROJECT_X. */
void follows_reject_names(const Facts *facts, GPtrArray *decisions, Arena *arena);

/* Rejects the parts among the decisions (Decision *, of all options) that follow another point. */
void follows_reject(GPtrArray *decisions, Arena *arena);
/* Of a variable that is a point, and whose values are definitions, the definitions are no points of
 * their own ("FLAGS+=-DNAME"). */
void follows_reject_listed(GPtrArray *decisions, Arena *arena);
