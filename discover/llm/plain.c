#include "discover/llm/plain.h"

char *plain_line(const char *text, gsize bytes)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *line = g_string_new(NULL);
    for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        if (g_unichar_isgraph(character)) {
            if (line->len >= bytes) {
                g_string_append(line, "...");
                break;
            }
            g_string_append_unichar(line, character);
        } else if (line->len > 0 && line->str[line->len - 1] != ' ') {
            g_string_append_c(line, ' ');
        }
    }
    if (line->len > 0 && line->str[line->len - 1] == ' ') {
        g_string_truncate(line, line->len - 1);
    }
    return g_string_free(line, FALSE);
}
