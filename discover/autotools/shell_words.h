/* The words of a shell script's lists, LIST="a b", which may go on over lines and have other lists
 * in them: "$OTHER c". */
#pragma once

#include <glib.h>

/* Lists in lists, lists that one is made of, and words of one. */
#define SHELL_WORDS_DEPTH_MAX 16u
#define SHELL_WORDS_LISTS_MAX 256u
#define SHELL_WORDS_MAX 2000u

typedef struct {
    char *text;
    guint line; /* from 0: where it stands */
} ShellWord;

typedef struct {
    GPtrArray *words;  /* ShellWord *, in their order, each once */
    gboolean untold;   /* there are more, which are not known */
    guint line;        /* from 0: where that shows */
    GHashTable *lists; /* char *: names of those that were gone through */
    GHashTable *known; /* const char *: the words */
} ShellWords;

/* Empty; the caller frees it. */
ShellWords *shell_words_new(void);
void shell_words_free(ShellWords *self);
/* Adds what a text like 'a "$LIST" b' on a line (from 0) of the script gives. `lines` is
 * NULL-terminated. */
void shell_words_add(ShellWords *self, char **lines, const char *text, guint line);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(ShellWords, shell_words_free)
