/* Evidence that is not words about the option: what it turns on. What the sources behind its macros
 * do is signs_sources.h's. */
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
