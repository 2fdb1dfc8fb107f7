/* Whether a word, an #include operand or a pragma stands for a technology: SourcePatterns,
 * compiled.
 *
 * Each kind of pattern is a trie over the bytes that its patterns use; all other bytes are one
 * class that ends the walk. Most words of a source leave the trie at their first or second byte, so
 * looking for hundreds of identifiers costs hardly more than finding where words begin. Immutable
 * once made, so any number of threads may use it. */
#pragma once

#include "discover/sources/source_index.h"

#define MATCHER_NONE 0u /* technologies are numbered from one */

typedef struct {
    guint8 class_of[256]; /* 0: a byte that no pattern has */
    guint class_count;
    guint32 *next;   /* [node * class_count + class]; 0: leaves the trie. The root is 0 */
    guint16 *whole;  /* [node]: technology of the pattern that ends here */
    guint16 *prefix; /* [node]: technology of the pattern with a trailing '*' that ends here */
    guint node_count;
} MatcherTrie;

typedef struct {
    MatcherTrie headers;
    MatcherTrie modules; /* `use NAME` of Fortran: header patterns NAME.mod, any case */
    MatcherTrie pragmas;
    MatcherTrie sentinels; /* pragmas after "!$", in any letter case */
    MatcherTrie identifiers;
    MatcherTrie folded_identifiers; /* in any letter case, for Fortran */
    GPtrArray *technologies;        /* const char *, at number - 1; belong to the patterns */
} SourceMatcher;

/* `patterns` may be NULL and must outlive the matcher. */
SourceMatcher *source_matcher_new(const SourcePatterns *patterns);
void source_matcher_free(SourceMatcher *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SourceMatcher, source_matcher_free)
/* The name of a technology's number. */
const char *source_matcher_technology(const SourceMatcher *self, guint number);

static inline guint32 matcher_step(const MatcherTrie *trie, guint32 node, guint8 byte)
{
    return trie->next[node * trie->class_count + trie->class_of[byte]];
}
