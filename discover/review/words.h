/* Conditions and requirements in words that people read without knowing the notation of
 * specifications: "GPU is CUDA and MPI is on", "the package FFTW is found". */
#pragma once

#include "core/specification.h"

/* A condition of more atoms than this is only counted in a sentence: "one of 4 conditions". */
#define WORDS_ATOMS_MAX 12u

/* One line; "always" and "never" for the constants. The caller frees it. */
char *condition_words(const Condition *self);
/* The same as a tree for pages, in which only the atoms are words: a string, {"all": [...]} or
 * {"any": [...]}. A new reference. */
json_t *condition_words_json(const Condition *self);
/* "the package CUDA >= 11.0", "GPU is CUDA". The caller frees it. */
char *requirement_words(const Requirement *self);
