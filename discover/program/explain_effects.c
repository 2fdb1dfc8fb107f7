#include "discover/program/explain_effects.h"
#include "discover/program/describe.h"
#include <string.h>

static int compare_links(gconstpointer a, gconstpointer b)
{
    const Effect *first = (*(const OptionLink *const *)a)->effect;
    const Effect *second = (*(const OptionLink *const *)b)->effect;
    if (first->kind != second->kind) {
        return first->kind < second->kind ? -1 : 1;
    }
    int order = span_compare(&first->at, &second->at);
    return order != 0 ? order : strcmp(first->name, second->name);
}

static void effect_row_clear(gpointer data)
{
    g_free(((EffectRow *)data)->when);
}

GArray *effect_rows(Explaining *explaining, const Option *option)
{
    g_autoptr(GPtrArray) links = g_ptr_array_new();
    g_ptr_array_extend(links, (GPtrArray *)option->links, NULL, NULL);
    g_ptr_array_sort(links, compare_links);
    /* Conditions are shared by many effects. */
    g_autoptr(GHashTable) known = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(EffectRow));
    g_array_set_clear_func(rows, effect_row_clear);
    for (guint i = 0; i < links->len; i++) {
        const Effect *effect = ((const OptionLink *)links->pdata[i])->effect;
        const char *when = g_hash_table_lookup(known, effect->when);
        if (when == NULL) {
            when = explain_when_on(explaining, effect->when, option->name);
            g_hash_table_insert(known, (gpointer)effect->when, (gpointer)when);
        }
        EffectRow row = {.effect = effect, .when = g_strdup(when)};
        g_array_append_val(rows, row);
    }
    return rows;
}

char *effect_rows_text(const GArray *rows, guint first, guint *count)
{
    const EffectRow *row = &g_array_index(rows, EffectRow, first);
    g_autofree char *text = describe_effect(row->effect);
    GString *names = g_string_new(text);
    *count = 1;
    for (guint i = first + 1; i < rows->len; i++) {
        const EffectRow *other = &g_array_index(rows, EffectRow, i);
        if (other->effect->kind != row->effect->kind ||
            span_compare(&other->effect->at, &row->effect->at) != 0 ||
            !g_str_equal(other->when, row->when)) {
            break;
        }
        if (++*count <= EXPLAIN_NAMES_MAX) {
            g_autofree char *more = describe_effect(other->effect);
            g_string_append_printf(names, ", %s", more);
        }
    }
    if (*count > EXPLAIN_NAMES_MAX) {
        g_string_append_printf(names, " and %u more", *count - EXPLAIN_NAMES_MAX);
    }
    return g_string_free(names, FALSE);
}
