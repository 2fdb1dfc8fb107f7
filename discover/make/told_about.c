/* What of a paragraph that speaks of several variables is about one of them. */
#include "core/identifier.h"
#include "discover/make/make_text.h"
#include "discover/make/reading.h"
#include <string.h>

static gboolean ends_sentence(const char *at)
{
    return strchr(".!?", *at) != NULL && g_ascii_isspace(at[1]);
}

/* The name that is given where the text's "=" stands; NULL for none. The caller frees it. */
static char *name_given(const char *text, const char *equal)
{
    const char *begin = identifier_begin(text, equal);
    gboolean gives = begin < equal && equal[1] != '=' && !g_ascii_isspace(equal[1]);
    return gives ? g_strndup(begin, (gsize)(equal - begin)) : NULL;
}

/* The variable whose name stands in marks of code that begin there, "`X`" or "``X``"; NULL for
 * none. The caller frees it. */
static char *name_marked(const char *at)
{
    const char *begin = at + strspn(at, "`");
    gsize length = strspn(begin, G_CSET_A_2_Z G_CSET_DIGITS "_");
    return begin > at && length > 1 && begin[length] == '`' ? g_strndup(begin, length) : NULL;
}

const char *make_told_about(const MakeReading *self, const char *text, const char *name)
{
    const char *sentence = text;
    gboolean other = FALSE; /* another one was given before */
    for (const char *at = text; *at != '\0'; at++) {
        if (ends_sentence(at)) {
            sentence = at + 1 + strspn(at + 1, " \t");
        } else if (*at == '=') {
            g_autofree char *given = name_given(text, at);
            if (given != NULL && strcmp(given, name) == 0) {
                return other ? sentence : text;
            }
            other = other || (given != NULL && g_hash_table_contains(self->variables, given));
        } else if (*at == '`' && !other) {
            g_autofree char *marked = name_marked(at);
            other = marked != NULL && strcmp(marked, name) != 0 &&
                    g_hash_table_contains(self->variables, marked);
        }
    }
    return text;
}

const char *make_sentence_naming(const char *text, const char *name)
{
    const char *sentence = text;
    const char *found = strstr(text, name);
    for (const char *at = text; found != NULL && at < found; at++) {
        if (ends_sentence(at)) {
            sentence = at + 1 + strspn(at + 1, " \t");
        }
    }
    return sentence;
}

/* "3) Type make", "* The size", ".. note:: Slow": what stands behind the mark in front of it. */
static const char *behind_mark(const char *text)
{
    static GRegex *marks;
    if (g_once_init_enter(&marks)) {
        g_once_init_leave(&marks,
                          g_regex_new("^\\s*(?:[*+-]|\\d+[.)])\\s+", G_REGEX_OPTIMIZE, 0, NULL));
    }
    const char *told = make_behind_directive(text);
    if (told != NULL && g_ascii_isspace(*told)) {
        return told + strspn(told, " \t");
    }
    g_autoptr(GMatchInfo) match = NULL;
    int end = 0;
    return g_regex_match(marks, text, 0, &match) && g_match_info_fetch_pos(match, 0, NULL, &end)
               ? text + end
               : text;
}

char *make_without_markup(const char *text)
{
    g_autoptr(GRegex) tags =
        g_regex_new("<[a-zA-Z]+\\s+[a-zA-Z-]+=[^<>]*>|</[a-zA-Z]+>|<br */?>", 0, 0, NULL);
    g_autoptr(GRegex) links = g_regex_new("!?\\[([^\\[\\]]*)\\]\\([^()\\s]*\\)", 0, 0, NULL);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    g_autofree char *untagged = g_regex_replace_literal(tags, valid, -1, 0, "", 0, NULL);
    /* A link alone leads to what is said, and says nothing. */
    g_autofree char *rest =
        untagged != NULL ? g_regex_replace_literal(links, untagged, -1, 0, "", 0, NULL) : NULL;
    if (rest == NULL || strspn(rest, " \t.,;*-") == strlen(rest)) {
        return g_strdup("");
    }
    g_autofree char *plain = g_regex_replace(links, untagged, -1, 0, "\\1", 0, NULL);
    return g_strdup(behind_mark(g_strstrip(plain != NULL ? plain : untagged)));
}

char *make_words_of_item(const char *text)
{
    gboolean bullet = *text != '\0' && strchr("*-+", *text) != NULL && text[1] == ' ';
    g_auto(GStrv) parts = g_strsplit(bullet ? text + 2 : text, "``", -1);
    /* One that opens a literal and none that closes it is no mark. */
    return g_strjoinv(g_strv_length(parts) % 2 == 1 ? "" : "``", parts);
}
