/* The words that CMake files compare variables with, for telling a choice that option() declares
 * from a switch. What does not count: comparisons that only lead to an error; those in files that
 * no line includes or enters by name, since they may never be read. */
#pragma once

#include "discover/cmake/text_words.h"

typedef struct TextCompared TextCompared;

/* Nothing was compared so far; the caller frees it. */
TextCompared *text_compared_new(void);
void text_compared_free(TextCompared *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TextCompared, text_compared_free)

/* Before the commands of a file; `path` is relative to the project. */
void text_compared_begin(TextCompared *self, const char *path);
/* To be called with each command in order, before its condition is noted; `name` in lower case. */
void text_compared_follow(TextCompared *self, const char *name, const GArray *words);
/* The variable is compared with the word at `index` in the condition of the last command. */
void text_compared_note(TextCompared *self, const char *name, gsize length, const GArray *words,
                        guint index);
/* Whether what option() declares is compared with several words, as a switch is not. `is_variable`
 * tells whether a word without quotes names a variable instead. */
gboolean text_compared_several(const TextCompared *self, const char *name,
                               gboolean (*is_variable)(gconstpointer data, const char *word),
                               gconstpointer data);
