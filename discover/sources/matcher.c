#include "discover/sources/matcher.h"
#include <string.h>

typedef enum { BUILD_EXACT, BUILD_FOLDED } LetterCase;

/* A pattern of the table as the trie stores it. */
typedef struct {
    const char *text;
    gsize length; /* without the trailing '*' */
    gboolean is_prefix;
    guint16 technology;
} Pattern;

static gint pattern_compare(gconstpointer left, gconstpointer right)
{
    return strcmp(((const Pattern *)left)->text, ((const Pattern *)right)->text);
}

static guint16 technology_number(GPtrArray *technologies, const char *name)
{
    for (guint i = 0; i < technologies->len; i++) {
        if (strcmp(g_ptr_array_index(technologies, i), name) == 0) {
            return i + 1;
        }
    }
    g_assert(technologies->len < G_MAXUINT16);
    g_ptr_array_add(technologies, (gpointer)name);
    return technologies->len;
}

/* Sorted by text, so that numbers do not depend on the hash table's order. */
static GArray *collect(GHashTable *table, GPtrArray *technologies, const char *only_suffix,
                       gboolean below_slash)
{
    GArray *patterns = g_array_new(FALSE, FALSE, sizeof(Pattern));
    GHashTableIter iter;
    gpointer text;
    if (table == NULL) {
        return patterns;
    }
    g_hash_table_iter_init(&iter, table);
    while (g_hash_table_iter_next(&iter, &text, NULL)) {
        Pattern pattern = {.text = text, .length = strlen(text)};
        if (only_suffix != NULL) {
            if (!g_str_has_suffix(text, only_suffix)) {
                continue;
            }
            pattern.length -= strlen(only_suffix);
        }
        if (pattern.length > 0 && pattern.text[pattern.length - 1] == '*') {
            pattern.is_prefix = TRUE;
            pattern.length--;
        } else if (below_slash && pattern.length > 0 && pattern.text[pattern.length - 1] == '/') {
            pattern.is_prefix = TRUE;
        }
        /* An empty pattern, or "*" alone, would stand for everything. */
        if (pattern.length > 0) {
            g_array_append_val(patterns, pattern);
        }
    }
    g_array_sort(patterns, pattern_compare);
    for (guint i = 0; i < patterns->len; i++) {
        Pattern *pattern = &g_array_index(patterns, Pattern, i);
        const char *name = g_hash_table_lookup(table, pattern->text);
        pattern->technology = technology_number(technologies, name);
    }
    return patterns;
}

static void trie_assign_classes(MatcherTrie *trie, const GArray *patterns, LetterCase letter_case)
{
    trie->class_count = 1;
    for (guint i = 0; i < patterns->len; i++) {
        const Pattern *pattern = &g_array_index(patterns, Pattern, i);
        for (gsize at = 0; at < pattern->length; at++) {
            guint8 byte = pattern->text[at];
            guint8 lower = g_ascii_tolower(byte);
            guint8 upper = g_ascii_toupper(byte);
            if (trie->class_of[byte] != 0) {
                continue;
            }
            trie->class_of[byte] = trie->class_count;
            if (letter_case == BUILD_FOLDED) {
                trie->class_of[lower] = trie->class_count;
                trie->class_of[upper] = trie->class_count;
            }
            trie->class_count++;
        }
    }
}

static void trie_build(MatcherTrie *trie, const GArray *patterns, LetterCase letter_case)
{
    trie_assign_classes(trie, patterns, letter_case);
    guint room = 1;
    for (guint i = 0; i < patterns->len; i++) {
        room += g_array_index(patterns, Pattern, i).length;
    }
    trie->next = g_new0(guint32, (gsize)room * trie->class_count);
    trie->whole = g_new0(guint16, room);
    trie->prefix = g_new0(guint16, room);
    trie->node_count = 1;
    for (guint i = 0; i < patterns->len; i++) {
        const Pattern *pattern = &g_array_index(patterns, Pattern, i);
        guint32 node = 0;
        for (gsize at = 0; at < pattern->length; at++) {
            guint8 byte = pattern->text[at];
            guint32 *next = &trie->next[node * trie->class_count + trie->class_of[byte]];
            if (*next == 0) {
                *next = trie->node_count++;
            }
            node = *next;
        }
        guint16 *ends = pattern->is_prefix ? trie->prefix : trie->whole;
        if (ends[node] == MATCHER_NONE) { /* with letter case folded two may be the same */
            ends[node] = pattern->technology;
        }
    }
}

static void trie_clear(MatcherTrie *trie)
{
    g_free(trie->next);
    g_free(trie->whole);
    g_free(trie->prefix);
}

SourceMatcher *source_matcher_new(const SourcePatterns *patterns)
{
    static const SourcePatterns nothing;
    if (patterns == NULL) {
        patterns = &nothing;
    }
    SourceMatcher *self = g_new0(SourceMatcher, 1);
    self->technologies = g_ptr_array_new();
    g_autoptr(GArray) headers = collect(patterns->headers, self->technologies, NULL, TRUE);
    g_autoptr(GArray) modules = collect(patterns->headers, self->technologies, ".mod", FALSE);
    g_autoptr(GArray) pragmas = collect(patterns->pragmas, self->technologies, NULL, FALSE);
    g_autoptr(GArray) words = collect(patterns->identifiers, self->technologies, NULL, FALSE);
    trie_build(&self->headers, headers, BUILD_EXACT);
    trie_build(&self->modules, modules, BUILD_FOLDED);
    trie_build(&self->pragmas, pragmas, BUILD_EXACT);
    trie_build(&self->sentinels, pragmas, BUILD_FOLDED);
    trie_build(&self->identifiers, words, BUILD_EXACT);
    trie_build(&self->folded_identifiers, words, BUILD_FOLDED);
    return self;
}

void source_matcher_free(SourceMatcher *self)
{
    if (self == NULL) {
        return;
    }
    trie_clear(&self->headers);
    trie_clear(&self->modules);
    trie_clear(&self->pragmas);
    trie_clear(&self->sentinels);
    trie_clear(&self->identifiers);
    trie_clear(&self->folded_identifiers);
    g_ptr_array_unref(self->technologies);
    g_free(self);
}

const char *source_matcher_technology(const SourceMatcher *self, guint number)
{
    return g_ptr_array_index(self->technologies, number - 1);
}
