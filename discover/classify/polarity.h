/* What switching an option on does to what it is about. */
#pragma once

#include "core/polarity.h"
#include "discover/classify/subject.h"

/* By what its two states turn on, and by words like "no" in its name. `term` is the technology that
 * it stands for; NULL: any of the category counts. */
Polarity polarity_of(const Project *project, const Subject *subject, Category category,
                     const Term *term, Arena *arena);

/* Whether the option's name asks to do without something: "NO_AVX2", "--without-neon". */
gboolean polarity_name_denies(const Project *project, const Subject *subject);
