/* What the makers of random cases share: one case at a time, whose words are drawn from small
 * alphabets. A seed always gives the same cases. */
#pragma once

#include "tests/unit/pure/pure_case.h"

typedef struct {
    GRand *random;
    PureCase *current;
} Maker;

/* A number from 0 to below `limit`. */
guint maker_below(Maker *self, guint limit);
#define MAKER_PICK(maker, array) ((array)[maker_below((maker), G_N_ELEMENTS(array))])

/* Makes a case of the command the current one; it is the caller's. */
void maker_begin(Maker *self, const char *command);
/* Adds a word; the second frees it. */
void maker_add(Maker *self, const char *word);
void maker_add_owned(Maker *self, char *word);
/* Gives a variable its value before the command, and frees the value. */
void maker_set_owned(Maker *self, const char *name, char *value);
/* Up to `longest` pieces, one behind the other. To be freed, as are the next. */
char *maker_pieces(Maker *self, const char *const *from, guint count, guint longest);
#define MAKER_PIECES(maker, array, longest)                                                        \
    maker_pieces((maker), (array), G_N_ELEMENTS(array), (longest))
/* A regular expression, or what looks like one. */
char *maker_regex(Maker *self);
/* A number for what is asked of the current case. CMake itself breaks down over an index of
 * TRANSFORM that does not fit an int, and string(REPEAT) takes all the memory there is. */
char *maker_index(Maker *self);

/* The makers, each of a case of one command: pure_random_lists.c and pure_random_texts.c. */
void make_list(Maker *self);
void make_split(Maker *self);
void make_arguments(Maker *self);
void make_string(Maker *self);
void make_json(Maker *self);
