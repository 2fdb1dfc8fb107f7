/* Conditions and requirements in words that people read without knowing the notation of
 * specifications: "GPU is CUDA and MPI is on", "the package FFTW is found". */
#pragma once

#include "core/condition_cover.h"
#include "core/specification.h"

/* A sentence names this many parts of a condition and counts the others, and as many values. */
#define WORDS_PARTS_MAX 12u
#define WORDS_VALUES_MAX 8u

/* One line; "always" and "never" for the constants. The caller frees it. */
char *condition_words(const Condition *self);
/* The same where the values of options are known: of an option that is none of most of them, the
 * others are named. The caller frees it. */
char *condition_words_within(const Condition *self, ConditionDomains domains, gpointer data);
/* The same as a tree for pages, in which only the atoms, and lists of values of one subject, are
 * words: a string, {"all": [...]} or {"any": [...]}. A new reference. */
json_t *condition_words_json(const Condition *self);
/* "the package CUDA >= 11.0", "GPU is CUDA". The caller frees it. */
char *requirement_words(const Requirement *self);
