/* What is true of an option beside its words: how it is declared, what may be given, what hangs on
 * it. Rules ask for these as "option: ..." (trait_set.h). */
#pragma once

#include "discover/classify/subject.h"

/* Adds what is true of it to `subject`, which has its name, help text and values; what
 * signs_read_effects() finds out about packages and sources comes later. */
void traits_read(const Project *project, Subject *subject);
/* Whether the project overwrites what people give. */
gboolean traits_is_forced(const Option *option);
/* CMAKE_CUDA_ARCHITECTURES, GPU_TARGETS: whether it takes a list of accelerators, of which a build
 * enumerates some at most. */
gboolean traits_lists_accelerators(const Subject *subject);
/* The technology of its name that another option turns on: this one is there, or does anything,
 * only while that is on, and so chooses something else. NULL when there is none. */
const Term *traits_detail_of(const Project *project, const Subject *subject);
