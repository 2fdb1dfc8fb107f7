/* What a sentence of a document makes of a definition: people are to add it, or they are not. */
#include "discover/make/definition_list.h"
#include <string.h>

void make_asking_init(MakeAsking *self)
{
    self->before = g_regex_new(
        "\\b(?i:pass|passing|add|adding|define|defining|set|setting|specify|specifying|use|using|"
        "with|via|by|give|giving|include|including)\\s+(?:the\\s+|an?\\s+|this\\s+)?(?:(?:[\\w-]+\\s+)?(?:"
        "flags?|"
        "options?|macros?|definitions?|switch)\\s+)?[`'\"]*$",
        0, 0, NULL);
    self->behind = g_regex_new(
        "[`'\"]*\\s+(?:is|are)\\s+(?:set|defined|given|passed|used|added)\\b", 0, 0, NULL);
    /* "never add", "was built with", "you are using"; "must be built with" asks for it. */
    self->refused = g_regex_new("(?:\\b(?:not|never|instead of|rather than)|n't)\\b[^,;]*$|"
                                "(?<!\\bbe )(?<!\\bif )(?<!\\bwhen "
                                ")\\b(?:built|linked|compiled|configured)\\s+with\\b[^,;]*"
                                "$|"
                                "\\b(?:is|are|was|were)\\s+using\\b[^,;]*$",
                                G_REGEX_CASELESS, 0, NULL);
    self->gone = g_regex_new("\\b(?:no longer|removed|obsolete)\\b", G_REGEX_CASELESS, 0, NULL);
    self->output = g_regex_new(":\\d+:(?:\\d+:)? (?:fatal )?(?:error|warning):", 0, 0, NULL);
    self->command =
        g_regex_new("^\\W*[\\w+.-]+\\s.*\\s-[co](?:\\s|$)|^[\\s#]*\\w+\\s*[+:?]?=", 0, 0, NULL);
}

void make_asking_clear(MakeAsking *self)
{
    g_clear_pointer(&self->before, g_regex_unref);
    g_clear_pointer(&self->behind, g_regex_unref);
    g_clear_pointer(&self->refused, g_regex_unref);
    g_clear_pointer(&self->gone, g_regex_unref);
    g_clear_pointer(&self->output, g_regex_unref);
    g_clear_pointer(&self->command, g_regex_unref);
}

static gboolean ends_sentence(const char *at)
{
    return strchr(".!?", *at) != NULL && (g_ascii_isspace(at[1]) || at[1] == '\0');
}

/* The sentence in front of the place. The caller frees it. */
static char *head_of(const char *text, const char *found)
{
    const char *begin = found;
    while (begin > text && !ends_sentence(begin - 1)) {
        begin--;
    }
    return g_strndup(begin, (gsize)(found - begin));
}

static gboolean is_refused(const MakeAsking *self, const char *head, const char *rest)
{
    const char *end = rest;
    while (*end != '\0' && !ends_sentence(end)) {
        end++;
    }
    g_autofree char *tail = g_strndup(rest, (gsize)(end - rest));
    return g_regex_match(self->refused, head, 0, NULL) ||
           g_regex_match(self->gone, head, 0, NULL) || g_regex_match(self->gone, tail, 0, NULL);
}

gboolean make_is_asked_for(const MakeAsking *self, const char *text, const char *word)
{
    for (const char *found = strstr(text, word); found != NULL; found = strstr(found + 1, word)) {
        const char *rest = found + strlen(word);
        g_autofree char *head = head_of(text, found);
        gboolean asked = g_regex_match(self->behind, rest, G_REGEX_MATCH_ANCHORED, NULL) ||
                         g_regex_match(self->before, head, 0, NULL);
        if (asked && !is_refused(self, head, rest)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean make_is_ruled_out(const MakeAsking *self, const char *text, const char *word)
{
    gboolean any = FALSE;
    for (const char *found = strstr(text, word); found != NULL; found = strstr(found + 1, word)) {
        g_autofree char *head = head_of(text, found);
        if (!is_refused(self, head, found + strlen(word))) {
            return FALSE;
        }
        any = TRUE;
    }
    return any;
}

/* "-DX or add the line #define X before #include "library.h"": a choice of code that uses what is
 * built. */
static gboolean is_for_callers(const char *text, const char *word)
{
    g_autofree char *line = g_strdup_printf("define %s", word + strlen("-D"));
    const char *defined = strstr(text, line);
    return defined != NULL && !g_ascii_isalnum(defined[strlen(line)]) &&
           defined[strlen(line)] != '_' && strstr(defined, "#include") != NULL;
}

gboolean make_is_beside_build(const MakeAsking *self, const char *text, const char *word)
{
    return g_regex_match(self->output, text, 0, NULL) || is_for_callers(text, word);
}

gboolean make_is_command(const MakeAsking *self, const char *line)
{
    return g_regex_match(self->command, line, 0, NULL);
}
