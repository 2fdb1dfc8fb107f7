#include "core/html.h"

char *html_text(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (char *at = valid; *at != '\0'; at++) {
        *at = g_ascii_iscntrl(*at) ? ' ' : *at;
    }
    return g_markup_escape_text(valid, -1);
}

void html_append_text(GString *page, const char *text)
{
    g_autofree char *escaped = html_text(text);
    g_string_append(page, escaped);
}
