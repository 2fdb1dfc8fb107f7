/* "AVX512X" beside "AVX512", "s" beside "single": words that the build takes for the same value. */
#include "discover/classify/values_internal.h"
#include "discover/classify/words.h"
#include <string.h>

/* Whether an effect hangs on which of its values the option has, both values bring the same effects
 * of that kind, and at least one of them. */
static gboolean do_the_same(const Option *option, const char *one, const char *other)
{
    gboolean any = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        gboolean has = option_link_has_value(link, one);
        if (has != option_link_has_value(link, other)) {
            return FALSE;
        }
        any = any || has;
    }
    return any;
}

/* "MKL" of "Intel-MKL": one word is a part of the other. */
static gboolean is_part(const char *one, const char *other)
{
    char part[PHRASE_BYTES_MAX];
    char whole[PHRASE_BYTES_MAX];
    words_squash(one, part, sizeof part);
    words_squash(other, whole, sizeof whole);
    return *part != '\0' && strstr(whole, part) != NULL;
}

/* Two words for one thing, as far as words tell. */
static gboolean are_related(const ValueDecision *one, const ValueDecision *other)
{
    const char *technology = one->technology;
    const char *beside = other->technology;
    return technology != NULL && beside != NULL
               ? strcmp(technology, beside) == 0
               : is_part(one->value->value, other->value->value) ||
                     is_part(other->value->value, one->value->value);
}

/* "d" for "double": the beginning of a word, and not a number of which another one begins so. */
static gboolean is_abbreviation(const char *text, const char *word)
{
    gsize length = strlen(text);
    return length < strlen(word) && g_ascii_strncasecmp(text, word, length) == 0 &&
           strspn(text, G_CSET_a_2_z G_CSET_A_2_Z) == length &&
           strspn(word, G_CSET_a_2_z G_CSET_A_2_Z) == strlen(word);
}

static gboolean is_listed(const ValueDecision *decision)
{
    return decision->value->origin == VALUE_DECLARED;
}

/* The only value beside this one that brings what it brings; NULL where none does or several do,
 * which may be different ways to the same. `listed`: only values that the project lists count. */
static const ValueDecision *same_beside(const Option *option, const GPtrArray *decisions,
                                        const ValueDecision *decision, gboolean listed)
{
    const ValueDecision *same = NULL;
    for (guint i = 0; i < decisions->len; i++) {
        const ValueDecision *other = decisions->pdata[i];
        if (other == decision || other->rejected || (listed && !is_listed(other)) ||
            !do_the_same(option, decision->value->value, other->value->value)) {
            continue;
        }
        if (same != NULL) {
            return NULL;
        }
        same = other;
    }
    return same;
}

void values_reject_spellings(const Subject *subject, const GPtrArray *decisions)
{
    const Option *option = subject->option;
    const char *fallback = subject_default(option);
    for (guint i = 0; i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        const char *text = decision->value->value;
        if (decision->rejected || g_strcmp0(text, fallback) == 0) {
            continue;
        }
        const ValueDecision *longer = same_beside(option, decisions, decision, FALSE);
        const ValueDecision *listed = decision->value->origin == VALUE_COMPARED
                                          ? same_beside(option, decisions, decision, TRUE)
                                          : NULL;
        if ((longer != NULL && is_abbreviation(text, longer->value->value)) ||
            (listed != NULL && are_related(decision, listed))) {
            value_reject(decision, "it is another spelling of a value beside it");
        }
    }
}
