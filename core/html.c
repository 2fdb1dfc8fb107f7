#include "core/html.h"
#include "core/terminal.h"

char *html_text(const char *text)
{
    g_autofree char *line = terminal_blanked(text);
    return g_markup_escape_text(line, -1);
}

void html_append_text(GString *page, const char *text)
{
    g_autofree char *escaped = html_text(text);
    g_string_append(page, escaped);
}
