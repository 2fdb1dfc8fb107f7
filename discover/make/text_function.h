/* Make's functions that make a text of texts: GNU make manual, chapter "Functions for Transforming
 * Text". Nothing in them is open: holes are the caller's business. */
#pragma once

#include <glib.h>

typedef struct {
    const char *name;
    guint arguments;                 /* how many it takes; the last one takes the rest */
    char *(*text)(char **arguments); /* may change its arguments; the caller frees the result */
} TextFunction;

/* NULL when no such function has that name. */
const TextFunction *make_text_function(const char *name);

/* The words of a text, for g_strfreev. */
char **make_words(const char *text);
/* What `change` makes of each word, joined by blanks. The caller frees both. */
char *make_each_word(const char *text, char *(*change)(const char *word, const char *extra),
                     const char *extra);
/* patsubst: words that fit a pattern with '%' replaced. The caller frees it. */
char *make_substitute_words(const char *pattern, const char *replacement, const char *text);
