/* Words of a variable that holds a list: makefiles ask for each of them by itself,
 *     ifneq (,$(findstring hypre,$(config)))
 * or by a function of their own that does so, and people give several: make config="hypre mpi". */
#pragma once

#include "discover/make/reading.h"

/* Of one variable. */
#define LIST_WORDS_MAX 128u

typedef struct {
    const char *word;
    const char *option; /* "config+=hypre" (OPTION_WORD) */
    const char *text;   /* the line that asks for it first */
    const char *help;   /* what a recipe prints about it; NULL */
    gboolean added;     /* an assignment that does not give way has it */
    Span at;
} MakeListWord;

/* Finds them in all files (MakeVariable.list_words); the survey asks for it. One that is asked for
 * a single word, or given none beside another, holds no list. */
void make_find_list_words(MakeReading *self);
/* Whether the open text, which a person may have given all or a part of, holds a word: the guard of
 * the option that the word is, or true where it stands there already. FALSE where the text is of no
 * list with that word. */
gboolean make_list_word_asked(MakeReading *self, const char *open, const char *word, Guard *holds);
/* Whether it is a word of the list that the open text stands for. */
gboolean make_is_list_word(const MakeReading *self, const Unknown *unknown, const char *word);
/* Adds the options of a variable's words to the facts, and to `options` (name -> Option *). */
void make_add_list_words(MakeReading *self, const MakeVariable *variable, GHashTable *options);
