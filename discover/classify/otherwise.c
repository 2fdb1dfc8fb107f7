#include "discover/classify/otherwise.h"

#include "discover/classify/words.h"

#include <string.h>

#define FACTOR_SAID_OTHERWISE 0.2

static gboolean speaks_of(const Mentions *sentence, Category category)
{
    for (guint i = 0; i < sentence->mentions->len; i++) {
        const Term *term = g_array_index(sentence->mentions, Mention, i).term;
        if (term->has_category && (term->category == category || (term->also >> category & 1u))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the sentence has the word before one that says what kind it is of: neither known nor a
 * filler. */
static gboolean has_in_phrase(const Knowledge *knowledge, const Mentions *sentence,
                              const char *text)
{
    const GArray *words = sentence->words;
    for (guint i = 0; i + 1 < words->len; i++) {
        const Word *next = &g_array_index(words, Word, i + 1);
        if (!sentence->covered[i] && strcmp(g_array_index(words, Word, i).text, text) == 0 &&
            !next->apart && !sentence->covered[i + 1] &&
            !mentions_is_filler(knowledge, sentence, i + 1)) {
            return TRUE;
        }
    }
    return FALSE;
}

void otherwise_weaken(const Knowledge *knowledge, Mentions *name, guint from,
                      const Mentions *sentence)
{
    for (guint i = 0; i < name->mentions->len; i++) {
        Mention *mention = &g_array_index(name->mentions, Mention, i);
        const Term *term = mention->term;
        if (!term->adjectives || mention->first < from || mention->count != 1 || mention->glued ||
            !term->has_category || speaks_of(sentence, term->category)) {
            continue;
        }
        const char *text = g_array_index(name->words, Word, mention->first).text;
        if (has_in_phrase(knowledge, sentence, text)) {
            mention->factor = MIN(mention->factor, FACTOR_SAID_OTHERWISE);
        }
    }
}
