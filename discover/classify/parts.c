#include "discover/classify/parts.h"

/* So many libraries that nobody knows, and that nothing looks for, are none. */
#define PARTS_MIN 12u

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

void parts_reject(GPtrArray *decisions)
{
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
