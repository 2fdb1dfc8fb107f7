/* Definitions that the compiler's driver only hands on, taken out of the question what it makes of
 * a command: a project that gives each unit names of its own (OpenBLAS does) has thousands of
 * commands, which differ in nothing else.
 *
 * The question is asked with a placeholder in the place of all "-D" that stand behind one another,
 * and of all such "-U". What the driver makes of the placeholders shows whether it does nothing but
 * hand them on: each has to come out once, as the value of such a word. Names that begin with an
 * underscore may mean something to the driver, and stay. */
#pragma once

#include "container/build/unit.h"

/* The options of a unit (const char *) with placeholders, and what each of these stands for
 * (GPtrArray * of const char *). All belongs to the arena or the unit. */
typedef struct {
    GPtrArray *options;
    GPtrArray *runs;
} GivenWords;

GivenWords given_words(Arena *arena, const Compilers *compilers, const GPtrArray *options);
/* Whether the words of the frontend's command have each of `count` placeholders once, and where
 * macros are defined or undefined only. */
gboolean given_words_handed_on(const Compilers *compilers, const GPtrArray *words, guint count);
/* Puts back what the placeholders stand for in a command for which given_words_handed_on() is TRUE.
 * The caller unrefs the words. */
GPtrArray *given_words_put_back(const GPtrArray *words, const GPtrArray *runs);
