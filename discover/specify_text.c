/* Texts of a project as a specification shows them: one line, without what nobody can read. */
#include "discover/specify_internal.h"

/* So many equal marks in a row are a rule that is drawn, not text. */
#define RULE_LENGTH_MIN 4u

#define ESCAPE 0x1B

/* Behind a control sequence that colours what a terminal shows (ECMA-48, 5.4): ESC, "[", parameters
 * and a letter. `at` where none begins. */
static const char *behind_control_sequence(const char *at)
{
    if (at[0] != ESCAPE || at[1] != '[') {
        return at;
    }
    const char *end = at + 2;
    while (*end >= 0x20 && *end <= 0x3F) {
        end++;
    }
    return *end >= 0x40 && *end <= 0x7E ? end + 1 : at;
}

const char *specify_text(Arena *arena, const char *text)
{
    if (text == NULL) {
        return NULL;
    }
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autoptr(GString) line = g_string_new(NULL);
    for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
        const char *behind = behind_control_sequence(at);
        if (behind != at) {
            at = behind - 1;
            continue;
        }
        gunichar character = g_utf8_get_char(at);
        if (g_unichar_isspace(character) || !g_unichar_isprint(character)) {
            /* Blanks of any kind become one, and so do control characters. */
            if (line->len > 0 && line->str[line->len - 1] != ' ') {
                g_string_append_c(line, ' ');
            }
        } else if (line->len >= SPECIFY_TEXT_MAX) {
            g_string_append(line, "...");
            break;
        } else {
            g_string_append_unichar(line, character);
        }
    }
    g_strchomp(line->str);
    return *line->str == '\0' ? NULL : arena_strdup(arena, line->str);
}

const char *specify_version(const char *text)
{
    const char *digits = text != NULL && (*text == 'v' || *text == 'V') ? text + 1 : text;
    return digits != NULL && g_ascii_isdigit(*digits) ? text : NULL;
}

const char *specify_message(Arena *arena, const char *text)
{
    g_autoptr(GString) plain = g_string_new(NULL);
    for (const char *at = text; at != NULL && *at != '\0';) {
        gsize run = 1;
        while (g_ascii_ispunct(*at) && at[run] == *at) {
            run++;
        }
        if (run < RULE_LENGTH_MIN) {
            g_string_append_len(plain, at, (gssize)run);
        }
        at += run;
    }
    const char *cut = specify_unreadable(plain->str);
    if (cut != NULL) {
        g_string_truncate(plain, (gsize)(cut - plain->str));
        g_string_append(plain,
                        cut == plain->str ? "a message that could not be worked out" : "...");
    }
    return specify_text(arena, plain->str);
}
