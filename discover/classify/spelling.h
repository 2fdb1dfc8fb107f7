/* How people write the words of an option's name: "LibXC" for LIBXC, where the help text says so,
 * "OpenMP max threads" for OPENMP_MAX_THREADS. */
#pragma once

#include "discover/classify/subject.h"

/* Words `first` to `last` of the option's name as one expression that the help text has, letter for
 * letter but for case and marks; NULL when it has none. */
const char *spelling_in_help(const Subject *subject, guint first, guint last, Arena *arena);
/* The same words in any case: each as the help text or the knowledge files write it. Of what nobody
 * writes otherwise, ordinary words in capitals are written small, and names of products and
 * abbreviations stay. */
const char *spelling_of_words(const Project *project, const Subject *subject, Category category,
                              guint first, guint last, Arena *arena);
