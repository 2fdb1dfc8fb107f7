#include "discover/cmake/outdated.h"
#include "core/identifier.h"
#include "core/word_list.h"
#include <string.h>

/* What may stand around the name. */
static const char *const fillers[] = {"a",    "an",    "are", "been",     "cmake",   "flag", "has",
                                      "have", "is",    "now", "option",   "setting", "of",   "that",
                                      "the",  "usage", "use", "variable", "warning", "was",  NULL};

/* The word that ends before `end`, with quotes and blanks between them; NULL where a sentence or
 * anything else does. `end` becomes where it begins. */
static char *word_before(const char *text, const char **end)
{
    const char *at = *end;
    while (at > text && strchr(" \t\n'\"`", at[-1]) != NULL) {
        at--;
    }
    const char *stop = at;
    at = identifier_begin(text, at);
    *end = at;
    return at < stop ? g_strndup(at, (gsize)(stop - at)) : NULL;
}

/* The last word before `end` that is none of those that may stand anywhere. */
static char *telling_word_before(const char *text, const char **end)
{
    char *word = word_before(text, end);
    while (word != NULL && word_list_has_caseless(fillers, word)) {
        g_free(word);
        word = word_before(text, end);
    }
    return word;
}

char *outdated_name(const char *text)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);
    const char *found = strstr(lower, "deprecat");
    if (found == NULL) {
        return NULL;
    }
    const char *end = text + (found - lower);
    const char *behind = end;
    g_autofree char *name = telling_word_before(text, &end);
    /* "NAME deprecated" may be about anything that has the name in it. */
    g_autofree char *last = word_before(text, &behind);
    if (name == NULL || !word_list_has_caseless(fillers, last)) {
        return NULL;
    }
    g_autofree char *other = telling_word_before(text, &end);
    gboolean begins = end == text || strchr(".:;!]>)", end[-1]) != NULL;
    return other == NULL && begins ? g_steal_pointer(&name) : NULL;
}
