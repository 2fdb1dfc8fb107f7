/* Closed sets of words, as lists that end with NULL: the spellings of an enum's members in their
 * order, mostly, made from the same X-macro. For whether one is there at all, as it is written,
 * GLib has g_strv_contains. */
#pragma once

#include <glib.h>

/* Where `text` stands in the list; FALSE, and `index` as it was, when it does not or is NULL. */
gboolean word_list_find(const char *const *words, const char *text, guint *index);
/* Whether it is there in letters of any case; FALSE for NULL. */
gboolean word_list_has_caseless(const char *const *words, const char *text);
/* Whether the text begins, or ends, with a word of the list. */
gboolean word_list_begins(const char *const *words, const char *text);
gboolean word_list_ends(const char *const *words, const char *text);
