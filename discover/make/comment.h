/* What the comments of a makefile tell: which assignments a person may switch on, what a variable
 * is for, and which values it takes. */
#pragma once

#include "discover/make/make_file.h"

/* More lines above a variable are not looked at. */
#define COMMENT_LINES_MAX 40u
#define COMMENT_VALUES_MAX 64u

typedef struct {
    char *name; /* the caller frees both */
    char *value;
    gboolean appends; /* += */
} CommentedAssignment;

/* Whether a comment ("# USE_X = 1") is an assignment that is switched off. Sentences that explain a
 * variable in the same form ("# CC = path of the C compiler") are none. */
gboolean comment_assignment(const char *text, CommentedAssignment *found);

/* What is written about the variable that the line assigns: the block above it, or above the group
 * of lines that it stands in, or NULL. Lines are joined by '\n'. In the arena. */
const char *comment_above(Arena *arena, const MakeFile *file, guint line);

/* The same for the first of the assignments that the line stands among, one below the other. */
const char *comment_above_group(Arena *arena, const MakeFile *file, guint line);

/* What is written behind the assignment on its own line, or NULL: "GPU = 0  # for accelerators".
 * Flags and assignments that stand there are none. In the arena. */
const char *comment_behind(Arena *arena, const MakeFile *file, guint line);

/* The first sentences of a comment, in one line; NULL for NULL. In the arena. */
const char *comment_summary(Arena *arena, const char *comment);

/* The words that a comment lists as values ("one of a, b or c", "options: a|b"); elements are const
 * char *, in the arena. Empty when it lists none. The caller unrefs the array. */
GPtrArray *comment_values(Arena *arena, const char *comment);

/* The same for numbers that a comment tells the meaning of one by one: "0: none, 1: OpenMP", "set
 * to 1, use this, for 2 use that". */
GPtrArray *comment_numbers(Arena *arena, const char *comment);

/* The same for words that a comment explains in brackets, one behind the other: "SP (single) or DP
 * (double)". */
GPtrArray *comment_explained(Arena *arena, const char *comment);

/* The same for the values that a comment gives the variable itself: "define X=32, otherwise X=64".
 */
GPtrArray *comment_own_values(Arena *arena, const char *comment, const char *name);

/* The same for words that a comment lists one below the other, with what each is for beside it in a
 * column: "posix    files of POSIX". */
GPtrArray *comment_terms(Arena *arena, const char *comment);

/* The same for a list that is all that a pair of brackets holds: "PRECISION: (single or double)".
 */
GPtrArray *comment_enclosed(Arena *arena, const char *comment);
