/* In which branches of a CMake file's conditions setting a variable leaves it to people: where it
 * is not defined, if(NOT DEFINED NAME) and what is behind if(DEFINED NAME), it gets a default, and
 * who gives it a value keeps that one; where it has to have a value, if(NAME) and if(NAME STREQUAL
 * word), somebody has given one, and what a word stands for takes its place; where it is none of
 * the words that branches before compare it with, it gets one of them. */
#pragma once

#include "discover/cmake/text_words.h"

typedef struct TextBranches TextBranches;

/* No branch is open; the caller frees it. */
TextBranches *text_branches_new(void);
void text_branches_free(TextBranches *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TextBranches, text_branches_free)

/* To be called with each command of a file in order; `name` in lower case. */
void text_branches_follow(TextBranches *self, const char *name, const GArray *words);
/* Before the next file. */
void text_branches_clear(TextBranches *self);
/* Whether setting the variable, or the one that a reference "${NAME}" names, leaves it to people
 * where the last command stands. */
gboolean text_branches_absent(const TextBranches *self, const char *name, gsize length);
/* The branch in which the variable is not true where the last command stands, as in if(NOT NAME): a
 * number that no other branch of any file has, 0 for none. */
guint text_branches_false(const TextBranches *self, const char *name);
/* NAME, where the last command stands directly below an if(NOT NAME) that asks for nothing else;
 * NULL elsewhere, and behind another command that it was told of in that branch. It lives until the
 * branch ends. */
const char *text_branches_untrue_alone(TextBranches *self);
/* Whether the variable is not the word that a branch before compares it with where the last command
 * stands, as in the else() of if(NAME STREQUAL word). */
gboolean text_branches_no_word(const TextBranches *self, const char *name);
/* The other variables that the conditions around the last command ask for, to be unreffed; names
 * that are put together are as written. NULL for more than this many. */
#define TEXT_BRANCHES_ASKED_MAX 16u
GPtrArray *text_branches_asked(const TextBranches *self, const char *name);
/* Whether the last command stands in no condition and no loop; in a loop. */
gboolean text_branches_always(const TextBranches *self);
gboolean text_branches_loop(const TextBranches *self);
