/* Names that are only there for who still gives them: what takes their place is another option's.
 */
#include "core/identifier.h"
#include "discover/cmake/undeclared_search.h"

/* "OLD is deprecated", "the option OLD has been deprecated": no more stands between the two. */
#define BETWEEN_BYTES_MAX 40u

/* Whether the text says of the name that it is deprecated, and not of another that stands between.
 */
static gboolean says_deprecated(const char *text, const char *name)
{
    g_autofree char *lower = g_ascii_strdown(text, -1);
    const char *word = strstr(lower, "deprecat");
    const char *end = word != NULL ? text + (word - lower) : NULL;
    gsize length = strlen(name);
    for (const char *at = end != NULL ? strstr(text, name) : NULL; at != NULL && at + length <= end;
         at = strstr(at + 1, name)) {
        const char *behind = at + length;
        gsize between = (gsize)(end - behind);
        if ((at == text || !identifier_has_byte(at[-1])) && !identifier_has_byte(*behind) &&
            between <= BETWEEN_BYTES_MAX && memchr(behind, '_', between) == NULL &&
            memchr(behind, '.', between) == NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Where the name is asked for: if(DEFINED OLD) message(WARNING "OLD is deprecated, use NEW"). */
static void note_told(Search *search, const GArray *words)
{
    g_autoptr(GPtrArray) asked = text_branches_asked(search->branches, "");
    for (guint i = 0; asked != NULL && i < words->len; i++) {
        const char *text = g_array_index(words, TextWord, i).text;
        for (guint k = 0; text != NULL && k < asked->len; k++) {
            const char *name = asked->pdata[k];
            if (says_deprecated(text, name)) {
                undeclared_use(search, name, strlen(name), USE_OLD);
            }
        }
    }
}

void undeclared_note_old(Search *search, const char *name, const GArray *words)
{
    if (strcmp(name, "message") == 0) {
        note_told(search, words);
        return;
    }
    if (strstr(name, "deprecat") == NULL && !g_str_has_suffix(name, "_depr")) {
        return;
    }
    for (guint i = 0; i < words->len; i++) {
        const TextWord *word = &g_array_index(words, TextWord, i);
        /* the last is what to give now */
        if (word->text != NULL && word->kind != TEXT_WORD_BRACKET &&
            (i + 1 < words->len || i == 0)) {
            undeclared_use(search, word->text, strlen(word->text), USE_OLD);
        }
    }
}
