#include "discover/cmake/outdated.h"
#include "core/identifier.h"
#include "core/word_list.h"
#include <string.h>

/* What may stand around the name. */
static const char *const fillers[] = {"a",        "an",      "are", "been",  "cmake",  "flag",
                                      "has",      "have",    "is",  "now",   "option", "setting",
                                      "of",       "that",    "the", "usage", "use",    "using",
                                      "variable", "warning", "was", NULL};

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

/* How messages say it; `verb`: the verb stands before those words, not in them. */
static const struct {
    const char *words;
    gboolean verb;
} sayings[] = {{"deprecat", TRUE}, {"obsolete", TRUE}, {"will be removed", FALSE}};

/* Behind the name before `end`, where ", " or " and " stands between the two: `end` becomes where
 * that name ends. */
static gboolean is_listed(const char *text, const char **end)
{
    const char *at = *end;
    g_autofree char *word = word_before(text, &at);
    gboolean joined = word != NULL && g_ascii_strcasecmp(word, "and") == 0;
    at = joined ? at : *end;
    while (at > text && strchr(" \t\n'\"`", at[-1]) != NULL) {
        at--;
    }
    gboolean comma = at > text && at[-1] == ',';
    *end = comma ? at - 1 : at;
    return joined || comma;
}

/* The names that what begins at `found` is said of; none where it is said of something else. */
static GPtrArray *names_before(const char *text, const char *found, gboolean verb)
{
    const char *end = found;
    const char *behind = found;
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    char *name = telling_word_before(text, &end);
    /* "NAME deprecated" may be about anything that has the name in it. */
    g_autofree char *last = word_before(text, &behind);
    while (name != NULL) {
        g_ptr_array_add(names, name);
        name = is_listed(text, &end) ? word_before(text, &end) : NULL;
    }
    g_autofree char *other = telling_word_before(text, &end);
    gboolean begins = end == text || strchr(".:;!]>)", end[-1]) != NULL;
    if (other != NULL || !begins || (verb && !word_list_has_caseless(fillers, last))) {
        g_ptr_array_set_size(names, 0);
    }
    return g_steal_pointer(&names);
}

GPtrArray *outdated_names(const char *text)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);
    for (gsize i = 0; i < G_N_ELEMENTS(sayings); i++) {
        const char *found = strstr(lower, sayings[i].words);
        g_autoptr(GPtrArray) names =
            found != NULL ? names_before(text, text + (found - lower), sayings[i].verb) : NULL;
        if (names != NULL && names->len > 0) {
            return g_steal_pointer(&names);
        }
    }
    return g_ptr_array_new();
}
