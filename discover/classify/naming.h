/* What people call the thing that an option stands for: "CUDA", "PLUMED", "FFT library",
 * "Maximum number of threads". */
#pragma once

#include "discover/classify/subject.h"

/* `term` is the strongest technology seen for the category; NULL when there is none. The result is
 * the arena's or the knowledge's. */
const char *naming_of(const Project *project, const Subject *subject, Category category,
                      const Term *term, Arena *arena);
/* Whether the entry of the knowledge files stands for several products ("image formats"): its name
 * is no spelling of its own then, and says less than the word that a project uses. */
gboolean naming_is_family(const Knowledge *knowledge, const Term *term);
/* Whether the option's name says nothing but the term. */
gboolean naming_is_plain(const Project *project, const Subject *subject, const Term *term);
/* The option's own words without the project's prefix and without those that say nothing. */
const char *naming_plain(const Project *project, const Subject *subject, Arena *arena);
