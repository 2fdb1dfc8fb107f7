/* Words of a variable that holds a list: a script goes through them and asks what each is,
 *     for word in $LIST; do if [ "$word" = "HYPRE" ]; ...
 * and may print what they are for below a line that names the variable:
 *     echo "LIST may have:"
 *     echo "  HYPRE   solvers of hypre"
 */
#pragma once

#include "core/arena.h"
#include "core/span.h"

/* Of one variable. */
#define ENVIRONMENT_WORDS_MAX 64u

typedef struct {
    const char *word;
    const char *help; /* NULL: nothing is printed about it */
    Span at;          /* the line that prints it, or else asks for it first */
} EnvironmentWord;

/* Adds the words that a script, the file `path`, knows of the variable, each once; those that it
 * prints come first. Nothing where the script goes through no such list. Longer lines are not
 * looked at. Texts belong to the arena; `words` are EnvironmentWord. */
#define ENVIRONMENT_WORDS_LINE_BYTES_MAX 4096u
void environment_words_read(Arena *arena, const char *path, char *const *lines,
                            const char *variable, GArray *words);
