/* Which values the words of a comment list: each function knows one way in which people write them
 * down. They see the text alone, and no makefile. */
#pragma once

#include "core/arena.h"

#define COMMENT_VALUES_MAX 64u

/* The words that a comment lists as values ("one of a, b or c", "options: a|b"); elements are const
 * char *, in the arena. Empty when it lists none. The caller unrefs the array. */
GPtrArray *comment_values(Arena *arena, const char *comment);

/* The same for numbers that a comment tells the meaning of one by one: "0: none, 1: OpenMP", "set
 * to 1, use this, for 2 use that". A number may be negative; of ">0: yes" it is 1. */
GPtrArray *comment_numbers(Arena *arena, const char *comment);

/* The same for words that a comment explains in brackets, one behind the other: "SP (single) or DP
 * (double)". */
GPtrArray *comment_explained(Arena *arena, const char *comment);

/* The same for the values that a comment gives the variable itself: "define X=32, otherwise X=64".
 */
GPtrArray *comment_own_values(Arena *arena, const char *comment, const char *name);

/* The first flag that a comment gives the variable itself: "set this to X= -fopenmp". NULL when it
 * gives none; the caller frees it. */
char *comment_spelled(const char *comment, const char *name);

/* The same for words that a comment lists one below the other, with what each is for beside it in a
 * column: "posix    files of POSIX". */
GPtrArray *comment_terms(Arena *arena, const char *comment);

/* The same for a list that is all that a pair of brackets holds: "PRECISION: (single or double)".
 */
GPtrArray *comment_enclosed(Arena *arena, const char *comment);

/* The same for the first line that is nothing but words: "X = # avx2 avx512 sve". Whether they are
 * values the caller has to know. */
GPtrArray *comment_bare_words(Arena *arena, const char *comment);

/* The same for a line that is nothing but a list, "gnu, intel, cray" or "SSE AVX AVX512". */
GPtrArray *comment_plain_list(Arena *arena, const char *comment);
