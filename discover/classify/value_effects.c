#include "discover/classify/value_effects.h"

GHashTable *value_effects(const Option *option, const char *value, EffectKind kind)
{
    GHashTable *names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < option->links->len; i++) {
        const OptionLink *link = g_ptr_array_index(option->links, i);
        if (link->effect->kind == kind && option_link_has_value(link, value)) {
            g_hash_table_add(names, (gpointer)link->effect->name);
        }
    }
    return names;
}

gboolean names_are_among(GHashTable *some, GHashTable *all)
{
    GHashTableIter iterator;
    gpointer name = NULL;
    g_hash_table_iter_init(&iterator, some);
    while (g_hash_table_iter_next(&iterator, &name, NULL)) {
        if (!g_hash_table_contains(all, name)) {
            return FALSE;
        }
    }
    return TRUE;
}
