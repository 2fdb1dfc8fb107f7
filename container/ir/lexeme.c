#include "container/ir/lexeme.h"
#include <string.h>

gboolean lexeme_is_word(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '.' || c == '$' || c == '-';
}

gsize lexeme_digits(const char *at, const char *end)
{
    const char *c = at;
    while (c < end && g_ascii_isdigit(*c)) {
        c++;
    }
    return (gsize)(c - at);
}

gsize lexeme_quoted(const char *at, const char *end)
{
    const char *close = memchr(at + 1, '"', (gsize)(end - at - 1));
    return (gsize)((close == NULL ? end : close + 1) - at);
}

gsize lexeme_name(const char *at, const char *end)
{
    const char *c = at + 1;
    if (c < end && *c == '"') {
        const char *close = memchr(c + 1, '"', (gsize)(end - c - 1));
        return close == NULL || close == c + 1 ? 1 : (gsize)(close + 1 - at);
    }
    while (c < end && lexeme_is_word(*c)) {
        c++;
    }
    return (gsize)(c - at);
}

gsize lexeme_function(const char *at)
{
    if (!g_str_has_prefix(at, "define ")) {
        return 0;
    }
    const char *close = strstr(at, "\n}\n");
    return close == NULL ? strlen(at) : (gsize)(close + 2 - at);
}
