#include "discover/make/make_text.h"
#include "core/path.h"
#include <string.h>

gboolean make_is_name(const char *text)
{
    if (!g_ascii_isalpha(*text) && *text != '_' && *text != '.') {
        return FALSE;
    }
    for (; *text != '\0'; text++) {
        if (!g_ascii_isalnum(*text) && strchr("_-.", *text) == NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean make_is_reference(const char *text)
{
    gsize length = strlen(text);
    if (*text != '$' || length < 4 || *make_reference_end(text) != '\0') {
        return FALSE;
    }
    g_autofree char *inner = g_strndup(text + 2, length - 3);
    return make_is_name(inner);
}

gboolean make_is_filled_somewhere(const char *value)
{
    for (const char *at = strchr(value, '@'); at != NULL; at = strchr(at + 1, '@')) {
        gsize length = strspn(at + 1, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
        if (length > 0 && at[length + 1] == '@') {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean make_is_filled_in(const char *value)
{
    const char *begin = value + strspn(value, " \t");
    gsize length =
        *begin == '@' ? strspn(begin + 1, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") : 0;
    return length > 0 && begin[length + 1] == '@' &&
           begin[length + 2 + strspn(begin + length + 2, " \t")] == '\0';
}

const char *make_reference_end(const char *text)
{
    if (text[1] != '(' && text[1] != '{') {
        return text[1] == '\0' ? text + 1 : g_utf8_next_char(text + 1);
    }
    char open = text[1];
    char close = open == '(' ? ')' : '}';
    guint depth = 0;
    for (text++; *text != '\0'; text++) {
        if (*text == open) {
            depth++;
        } else if (*text == close && --depth == 0) {
            return text + 1;
        }
    }
    return text;
}

/* Whether each round bracket from `text` to before `end` has its partner there. */
static gboolean has_partners(const char *text, const char *end)
{
    int depth = 0;
    for (; text < end && depth >= 0; text++) {
        depth += *text == '(' ? 1 : *text == ')' ? -1 : 0;
    }
    return depth == 0;
}

void make_round_references(char *text)
{
    for (char *at = strchr(text, '$'); at != NULL && at[1] != '\0'; at = strchr(at, '$')) {
        char *end = at[1] == '{' ? at + (make_reference_end(at) - at) : NULL;
        if (end != NULL && end[-1] == '}' && has_partners(at + 2, end - 1)) {
            at[1] = '(';
            end[-1] = ')';
        }
        at += 2;
    }
}

/* "A-Z", "'[A-Z]'", "[:upper:]". */
#define LETTERS(range, class) "[\"']?\\[?(?:" range "|:" class ":)\\]?[\"']?"

static const GRegex *changing_case(void)
{
    static gsize regex = 0;
    if (g_once_init_enter(&regex)) {
        g_once_init_leave(
            &regex,
            (gsize)g_regex_new(
                "^\\s*(?:/bin/)?echo\\s+(?:-n\\s+)?[\"']?([^|;&<>`\"'\\\\]*?)[\"']?"
                "\\s*\\|\\s*(?:/usr/bin/)?tr\\s+(?:" LETTERS("A-Z", "upper") "\\s+" LETTERS(
                    "a-z", "lower") "|(" LETTERS("a-z", "lower") "\\s+" LETTERS("A-Z",
                                                                                "upper") "))\\s*$",
                G_REGEX_RAW, 0, NULL));
    }
    return (const GRegex *)regex; // NOLINT(performance-no-int-to-ptr)
}

char *make_case_changed(const char *command, gboolean *upper)
{
    g_autoptr(GMatchInfo) match = NULL;
    if (strstr(command, "tr") == NULL || strstr(command, "$$") != NULL ||
        !g_regex_match(changing_case(), command, 0, &match)) {
        return NULL;
    }
    g_autofree char *raised = g_match_info_fetch(match, 2);
    *upper = raised != NULL && *raised != '\0';
    return g_match_info_fetch(match, 1);
}

const char *make_last_part(const char *word)
{
    const char *base = word;
    for (const char *c = word; *c != '\0';) {
        if (*c == '$') {
            c = make_reference_end(c);
            continue;
        }
        base = *c == '/' ? c + 1 : base;
        c++;
    }
    return base;
}

const char *make_find_outside(const char *text, const char *characters)
{
    while (*text != '\0') {
        if (*text == '$') {
            text = make_reference_end(text);
        } else if (strchr(characters, *text) != NULL) {
            return text;
        } else {
            text++;
        }
    }
    return NULL;
}

gboolean make_calls_make(const char *command)
{
    return strstr(command, "$(MAKE)") != NULL || strstr(command, "${MAKE}") != NULL;
}

gboolean make_is_blank(const char *line)
{
    return line[strspn(line, " \t\r")] == '\0';
}

gboolean make_is_own_name(const char *word)
{
    return strcmp(word, "make") == 0 || strcmp(word, "gmake") == 0;
}

const char *make_behind_directive(const char *line)
{
    const char *begin = line + strspn(line, " \t");
    const char *name = g_str_has_prefix(begin, ".. ") ? begin + 3 : "";
    gsize length = strspn(name, G_CSET_a_2_z G_CSET_DIGITS "-_");
    return length > 0 && g_str_has_prefix(name + length, "::") ? name + length + 2 : NULL;
}
