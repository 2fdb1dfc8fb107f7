/* The macros that a command begins with, from those of the same command without its own: a project
 * that gives each unit names of its own (OpenBLAS does) would otherwise have the compiler asked
 * once for each.
 *
 * Only what the preprocessor does with a word beyond doubt is done here: "-DNAME", "-DNAME=BODY" of
 * one name, number or text, and "-UNAME" of what only a word before has defined. Names that the
 * compiler may know (in lower case, with two underscores in front, or among `builtins`) and those
 * that have another body already are left to it. */
#pragma once

#include <glib.h>

/* A command's words that define and undefine, with values joined or by themselves, in their order;
 * both lists are NULL-terminated and borrow the words. */
typedef struct {
    GPtrArray *plain; /* what they do depends on nothing but themselves */
    GPtrArray *odd;   /* the compiler has to be asked */
} MacroWords;

/* `builtins` are the names that __has_builtin is asked about. */
MacroWords frontend_macros_sort(char *const *words, GHashTable *builtins);
void macro_words_clear(MacroWords *self);

/* What the compiler would print with -dM: `said` is what it printed without the words, and `bodies`
 * are its macros (name -> what follows the name). `words` is NULL-terminated. The caller frees it;
 * NULL: it has to be asked. */
char *frontend_macros_apply(const char *said, GHashTable *bodies, char *const *words,
                            GHashTable *builtins);
