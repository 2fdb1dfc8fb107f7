#include "discover/llm/support.h"
#include "discover/classify/knowledge.h"
#include "discover/classify/words.h"
#include <string.h>

static gboolean is_boundary(const char *at)
{
    return !g_ascii_isalnum(*at);
}

static gboolean occurs(const char *text, const char *name)
{
    g_autofree char *haystack = g_utf8_casefold(text, -1);
    g_autofree char *needle = g_utf8_casefold(name, -1);
    gsize length = strlen(needle);
    for (const char *at = strstr(haystack, needle); length > 0 && at != NULL;
         at = strstr(at + 1, needle)) {
        if ((at == haystack || is_boundary(at - 1)) && is_boundary(at + length)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean support_has_name(const Knowledge *knowledge, const char *text, const char *name)
{
    char squashed[PHRASE_BYTES_MAX];
    gsize length = words_squash(name, squashed, sizeof squashed);
    gboolean known = length > 0 && length + 1 < sizeof squashed &&
                     knowledge_spellings(knowledge, squashed) != NULL;
    return known || occurs(text, name);
}

gboolean support_is_package(const Knowledge *knowledge, const char *package, const char *name)
{
    char squashed[PHRASE_BYTES_MAX];
    words_squash(name, squashed, sizeof squashed);
    const Term *term = knowledge_package(knowledge, package);
    const GArray *spellings = knowledge_spellings(knowledge, squashed);
    for (guint i = 0; term != NULL && spellings != NULL && i < spellings->len; i++) {
        if (g_array_index(spellings, Spelling, i).term == term) {
            return TRUE;
        }
    }
    return FALSE;
}
