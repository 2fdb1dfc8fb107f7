#include "discover/classify/parts.h"

#include <string.h>

/* So many libraries that nobody knows, and that nothing looks for, are none. */
#define PARTS_MIN 12u
/* At most one of so many parts of a project is taken for something else. */
#define SELDOM 6u

/* Whether the option brings anything from outside, as far as was read. */
static gboolean brings_library(const Option *option)
{
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        EffectKind kind = link->effect->kind;
        if (kind == EFFECT_PACKAGE || kind == EFFECT_LINK || kind == EFFECT_DOWNLOAD) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The only thing that makes the point a library; NULL for other points, and for options on which
 * nothing hangs that was read. */
static const char *only_reason(const Decision *decision)
{
    gboolean told = decision->is_point && decision->category == CATEGORY_LIBRARY &&
                    decision->option->type == OPTION_BOOL && decision->reasons->len == 1 &&
                    decision->option->links->len > 0;
    return told ? decision->reasons->pdata[0] : NULL;
}

/* Of switches whose help texts differ in the last word alone: the words in front of it; NULL where
 * that is a verb at most. The caller frees it. */
static char *sentence_of(const Decision *decision)
{
    const GPtrArray *definitions = decision->option->definitions;
    const Definition *first = definitions->len > 0 ? definitions->pdata[0] : NULL;
    const char *last = first != NULL && first->help != NULL ? strrchr(first->help, ' ') : NULL;
    if (last == NULL || decision->option->type != OPTION_BOOL) {
        return NULL;
    }
    char *sentence = g_strndup(first->help, (gsize)(last - first->help));
    return strchr(sentence, ' ') != NULL ? sentence : (g_free(sentence), NULL);
}

/* Whether sources of its own are all that it brings, with what they link. */
static gboolean is_component(const Option *option)
{
    gboolean own = FALSE;
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = option->links->pdata[i];
        EffectKind kind = link->effect->kind;
        if (kind == EFFECT_PACKAGE || kind == EFFECT_DOWNLOAD || kind == EFFECT_LANGUAGE) {
            return FALSE;
        }
        own = own || (link->alone && (kind == EFFECT_SOURCE || kind == EFFECT_FOLDER));
    }
    return own;
}

/* How many options are told with a sentence, and how many of them are no points. */
typedef struct {
    guint all;
    guint others;
} Alike;

static GHashTable *count_alike(const GPtrArray *decisions)
{
    GHashTable *sentences = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        g_autofree char *sentence = sentence_of(decision);
        if (sentence == NULL) {
            continue;
        }
        Alike *alike = g_hash_table_lookup(sentences, sentence);
        if (alike == NULL) {
            alike = g_new0(Alike, 1);
            g_hash_table_insert(sentences, g_strdup(sentence), alike);
        }
        alike->all++;
        alike->others += decision->is_point ? 0 : 1;
    }
    return sentences;
}

/* One program of a dozen, all told with the same sentence, is a program still when it happens to
 * link a library. */
static void reject_programs(GPtrArray *decisions)
{
    g_autoptr(GHashTable) sentences = count_alike(decisions);
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        g_autofree char *sentence = sentence_of(decision);
        const Alike *alike = sentence != NULL ? g_hash_table_lookup(sentences, sentence) : NULL;
        if (alike != NULL && decision->is_point && !decision->is_told && alike->all >= PARTS_MIN &&
            alike->others >= alike->all - alike->all / SELDOM && is_component(decision->option)) {
            decision->is_point = FALSE;
            g_ptr_array_set_size(decision->reasons, 0);
            g_ptr_array_add(decision->reasons,
                            (void *)"it is one of many parts of the project that are told alike, "
                                    "and a library is all that it links");
        }
    }
}

void parts_reject(GPtrArray *decisions)
{
    reject_programs(decisions);
    g_autoptr(GHashTable) counts = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < decisions->len; i++) {
        const Decision *decision = decisions->pdata[i];
        const char *reason = only_reason(decision);
        if (reason != NULL && !brings_library(decision->option)) {
            guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, reason));
            g_hash_table_insert(counts, (gpointer)reason, GUINT_TO_POINTER(count + 1));
        }
    }
    for (guint i = 0; i < decisions->len; i++) {
        Decision *decision = decisions->pdata[i];
        const char *reason = only_reason(decision);
        if (reason != NULL && !brings_library(decision->option) &&
            GPOINTER_TO_UINT(g_hash_table_lookup(counts, reason)) >= PARTS_MIN) {
            decision->is_point = FALSE;
            g_ptr_array_set_size(decision->reasons, 0);
            g_ptr_array_add(decision->reasons,
                            (void *)"it is one of many parts of the project that "
                                    "are told alike, and looks for no library");
        }
    }
}
