#include "core/word_list.h"
#include <string.h>

gboolean word_list_find(const char *const *words, const char *text, guint *index)
{
    for (guint i = 0; text != NULL && words[i] != NULL; i++) {
        if (strcmp(words[i], text) == 0) {
            *index = i;
            return TRUE;
        }
    }
    return FALSE;
}

gboolean word_list_has_caseless(const char *const *words, const char *text)
{
    for (guint i = 0; text != NULL && words[i] != NULL; i++) {
        if (g_ascii_strcasecmp(words[i], text) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean word_list_begins(const char *const *words, const char *text)
{
    while (*words != NULL && !g_str_has_prefix(text, *words)) {
        words++;
    }
    return *words != NULL;
}

gboolean word_list_ends(const char *const *words, const char *text)
{
    while (*words != NULL && !g_str_has_suffix(text, *words)) {
        words++;
    }
    return *words != NULL;
}
