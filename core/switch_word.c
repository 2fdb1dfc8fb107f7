#include "core/switch_word.h"
#include "core/word_list.h"
#include <string.h>

gboolean switch_word_is_on(const char *text)
{
    static const char *const words[] = {"on", "true", "yes", "y", "1", NULL};
    return word_list_has_caseless(words, text);
}

gboolean switch_word_is_off(const char *text)
{
    static const char *const words[] = {"off", "false", "no", "n", "0", NULL};
    return word_list_has_caseless(words, text);
}

gboolean switch_word_is_automatic(const char *text)
{
    static const char *const words[] = {"auto", "automatic", "autodetect", "detect", NULL};
    return word_list_has_caseless(words, text);
}

gboolean switch_word_is_off_or_missing(const char *text)
{
    static const char *const words[] = {"ignore", "notfound", NULL};
    static const char ending[] = "-notfound";
    if (switch_word_is_off(text) || word_list_has_caseless(words, text)) {
        return TRUE;
    }
    gsize length = text != NULL ? strlen(text) : 0;
    return length >= strlen(ending) &&
           g_ascii_strcasecmp(text + length - strlen(ending), ending) == 0;
}

gboolean switch_word_is_none(const char *text)
{
    static const char *const words[] = {"none", NULL};
    return switch_word_is_off_or_missing(text) || word_list_has_caseless(words, text);
}
