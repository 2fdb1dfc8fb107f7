#include "core/terminal.h"
#include "discover/review/exports/writer.h"
#include <jansson.h>
#include <string.h>

/* JSON's strings are Python's, as long as characters stand for themselves: of "\uD83D\uDE00" Python
 * would make two. Those that JSON lets stand and that hide what is there are all below. */
char *python_literal(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    json_t *string = json_string(valid);
    char *dumped = json_dumps(string, JSON_ENCODE_ANY);
    json_decref(string);
    GString *literal = g_string_new(NULL);
    for (const char *at = dumped; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        if (character_is_unsafe(character)) {
            g_string_append_printf(literal, "\\u%04X", character);
        } else {
            g_string_append_unichar(literal, character);
        }
    }
    free(dumped);
    return g_string_free(literal, FALSE);
}

/* Characters that mean themselves to every shell; a '=' or '~' may not begin a word. */
#define SHELL_PLAIN "_-+./:,@%="

char *shell_word(const char *text)
{
    gboolean plain = *text != '\0' && *text != '=';
    for (const char *at = text; *at != '\0' && plain; at++) {
        plain = g_ascii_isalnum(*at) || strchr(SHELL_PLAIN, *at) != NULL;
    }
    return plain ? g_strdup(text) : g_shell_quote(text);
}

char *comment_text(const char *text)
{
    return terminal_line(text == NULL ? "" : text);
}

gboolean is_one_line(const char *text)
{
    g_autofree char *safe = terminal_line(text);
    return g_str_equal(safe, text);
}

const char *plain_name(Arena *arena, const char *text, char dash, const char *fallback)
{
    g_autoptr(GString) name = g_string_new(NULL);
    for (const char *at = text; *at != '\0'; at++) {
        if (g_ascii_isalnum(*at)) {
            g_string_append_c(name, g_ascii_tolower(*at));
        } else if (name->len > 0 && name->str[name->len - 1] != dash) {
            g_string_append_c(name, dash);
        }
    }
    while (name->len > 0 && name->str[name->len - 1] == dash) {
        g_string_truncate(name, name->len - 1);
    }
    return name->len == 0 ? fallback : arena_strdup(arena, name->str);
}
