#include "core/switch_word.h"
#include <string.h>

static gboolean is_one_of(const char *text, const char *const *words)
{
    for (gsize i = 0; text != NULL && words[i] != NULL; i++) {
        if (g_ascii_strcasecmp(text, words[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean switch_word_is_on(const char *text)
{
    static const char *const words[] = {"on", "true", "yes", "y", "1", NULL};
    return is_one_of(text, words);
}

gboolean switch_word_is_off(const char *text)
{
    static const char *const words[] = {"off", "false", "no", "n", "0", NULL};
    return is_one_of(text, words);
}

gboolean switch_word_is_off_or_missing(const char *text)
{
    static const char *const words[] = {"ignore", "notfound", NULL};
    static const char ending[] = "-notfound";
    if (switch_word_is_off(text) || is_one_of(text, words)) {
        return TRUE;
    }
    gsize length = text != NULL ? strlen(text) : 0;
    return length >= strlen(ending) &&
           g_ascii_strcasecmp(text + length - strlen(ending), ending) == 0;
}
