#include "discover/documented_text.h"
#include <string.h>

gboolean documented_is_markdown(const char *path)
{
    return g_str_has_suffix(path, ".md") || g_str_has_suffix(path, ".markdown");
}

void documented_hide_comments(char *text, gsize length)
{
    static const char open[] = "<!--";
    static const char close[] = "-->";
    char *at = text;
    while ((at = g_strstr_len(at, (gssize)(length - (gsize)(at - text)), open)) != NULL) {
        char *end = g_strstr_len(at, (gssize)(length - (gsize)(at - text)), close);
        if (end == NULL) {
            return;
        }
        end += sizeof close - 1;
        for (; at < end; at++) {
            *at = *at == '\n' || *at == '\r' ? *at : ' ';
        }
    }
}
