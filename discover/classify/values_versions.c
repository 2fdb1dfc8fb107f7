/* "yes", "new", "v4" and "v3" of --enable-fmt: which release of one thing is taken, not which
 * thing. */
#include "discover/classify/values_internal.h"
#include <string.h>

/* "v4", "v4.9.2", "4.9": a number alone may count anything. */
static gboolean is_release_number(const char *text)
{
    gboolean marked = *text == 'v' || *text == 'V';
    const char *number = text + (marked ? 1 : 0);
    gsize digits = strspn(number, G_CSET_DIGITS);
    gsize length = strspn(number, G_CSET_DIGITS ".");
    return digits > 0 && number[length] == '\0' && number[length - 1] != '.' &&
           (marked || length > digits);
}

/* "new" or "old": without a number beside it, it may mean anything. */
static gboolean is_release_word(const Project *project, const char *text)
{
    return g_hash_table_contains(project->knowledge->release_words, text);
}

/* Whether there is a plain way to turn the thing on, and all else that names something names a
 * release, one at least by its number. */
static gboolean are_releases(const Project *project, const GPtrArray *decisions)
{
    gboolean plain = FALSE;
    guint numbers = 0;
    for (guint i = 0; i < decisions->len; i++) {
        const char *text = ((const ValueDecision *)decisions->pdata[i])->value->value;
        const ValueWord *word = knowledge_value_word(project->knowledge, text);
        if (is_release_number(text)) {
            numbers++;
        } else if (word != NULL) {
            plain = plain || word->meaning == MEANS_ON;
        } else if (text[0] != '\0' && !is_release_word(project, text)) {
            return FALSE;
        }
    }
    return plain && numbers > 0;
}

void values_reject_versions(const Project *project, const GPtrArray *decisions)
{
    if (!are_releases(project, decisions)) {
        return;
    }
    gboolean kept = FALSE;
    for (guint i = 0; i < decisions->len; i++) {
        ValueDecision *decision = decisions->pdata[i];
        const char *text = decision->value->value;
        const ValueWord *word = knowledge_value_word(project->knowledge, text);
        if (is_release_number(text) || is_release_word(project, text)) {
            value_reject(decision, "it says which version of the thing is taken");
        } else if (!kept && word != NULL && word->meaning == MEANS_ON) {
            value_keep(decision);
            kept = TRUE;
        }
    }
}
