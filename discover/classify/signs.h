/* Evidence that is not words about the option: what it turns on, and the sources behind its macros.
 */
#pragma once

#include "discover/classify/subject.h"

/* Adds signs and the traits that follow from effects; marks PLACE_EFFECTS. */
void signs_read_effects(const Project *project, Subject *subject, Arena *arena);

/* The technology that the knowledge lists for just this package, flag, macro, ...; NULL: none. */
const Term *signs_listed_term(const Knowledge *knowledge, const Effect *effect);

/* Adds a sign for what is searched for (a package, or a library's file) and, when it is there,
 * turns the option on. */
void signs_add_search(const Project *project, Subject *subject, Arena *arena, const char *name,
                      double weight);

/* Macros that hang on the option, sorted; elements are const char *. The array belongs to the
 * arena. */
GPtrArray *signs_macros(const Project *project, const Option *option, const SourceIndex *sources,
                        Arena *arena);
/* Adds signs for technologies that show within lines which hang on these macros. */
void signs_read_sources(const Project *project, Subject *subject, const SourceIndex *sources,
                        const GPtrArray *macros, Arena *arena);
