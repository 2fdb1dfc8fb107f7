#include "discover/program/explain_effects.h"
#include "discover/program/describe.h"
#include <string.h>

/* The same thing at several places: const Effect *, by place. */
typedef struct {
    GPtrArray *effects;
    char *text;
} Happening;

static void happening_free(gpointer data)
{
    Happening *self = data;
    g_ptr_array_unref(self->effects);
    g_free(self->text);
    g_free(self);
}

static void effect_row_clear(gpointer data)
{
    EffectRow *row = data;
    g_free(row->text);
    g_free(row->when);
}

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

/* In the order of their first places. */
static GPtrArray *happenings(const Option *option)
{
    g_autoptr(GPtrArray) links = g_ptr_array_new();
    g_ptr_array_extend(links, (GPtrArray *)option->links, NULL, NULL);
    g_ptr_array_sort(links, compare_links);
    g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GPtrArray *all = g_ptr_array_new_with_free_func(happening_free);
    for (guint i = 0; i < links->len; i++) {
        const Effect *effect = ((const OptionLink *)links->pdata[i])->effect;
        g_autofree char *text = describe_effect(effect);
        char *key = g_strdup_printf("%d %s", (int)effect->kind, text);
        Happening *happening = g_hash_table_lookup(known, key);
        if (happening == NULL) {
            happening = g_new0(Happening, 1);
            happening->effects = g_ptr_array_new();
            happening->text = g_steal_pointer(&text);
            g_ptr_array_add(all, happening);
            g_hash_table_insert(known, key, happening);
        } else {
            g_free(key);
        }
        g_ptr_array_add(happening->effects, (gpointer)effect);
    }
    return all;
}

/* When it happens at one of its places or another; of more conditions than can be written, some. */
static const Condition *joined_condition(Arena *arena, const Happening *self, gboolean *whole)
{
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    gsize atoms = 0;
    *whole = TRUE;
    for (guint i = 0; i < self->effects->len && *whole; i++) {
        const Condition *when = ((const Effect *)self->effects->pdata[i])->when;
        atoms += when->atoms;
        *whole = i == 0 || atoms <= CONDITION_WRITTEN_ATOMS_MAX;
        if (*whole) {
            g_ptr_array_add(parts, (gpointer)when);
        }
    }
    return condition_any(arena, (const Condition *const *)parts->pdata, parts->len);
}

GArray *effect_rows(Explaining *explaining, const Option *option)
{
    g_autoptr(GPtrArray) all = happenings(option);
    g_autoptr(Arena) arena = arena_new();
    /* Conditions are shared by many effects. */
    g_autoptr(GHashTable) known = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(EffectRow));
    g_array_set_clear_func(rows, effect_row_clear);
    for (guint i = 0; i < all->len; i++) {
        Happening *happening = all->pdata[i];
        gboolean whole;
        const Condition *condition = joined_condition(arena, happening, &whole);
        const char *when = g_hash_table_lookup(known, condition);
        if (when == NULL) {
            when = explain_when_on(explaining, condition, option->name);
            g_hash_table_insert(known, (gpointer)condition, (gpointer)when);
        }
        EffectRow row = {.effect = happening->effects->pdata[0],
                         .count = happening->effects->len,
                         .text = g_steal_pointer(&happening->text),
                         .when =
                             g_strconcat(when, whole ? "" : " or further checks decide so", NULL)};
        g_array_append_val(rows, row);
    }
    return rows;
}

char *effect_rows_text(const GArray *rows, guint first, guint *count)
{
    const EffectRow *row = &g_array_index(rows, EffectRow, first);
    GString *names = g_string_new(row->text);
    *count = 1;
    for (guint i = first + 1; i < rows->len; i++) {
        const EffectRow *other = &g_array_index(rows, EffectRow, i);
        if (other->effect->kind != row->effect->kind || other->count != row->count ||
            span_compare(&other->effect->at, &row->effect->at) != 0 ||
            !g_str_equal(other->when, row->when)) {
            break;
        }
        if (++*count <= EXPLAIN_NAMES_MAX) {
            g_string_append_printf(names, ", %s", other->text);
        }
    }
    if (*count > EXPLAIN_NAMES_MAX) {
        g_string_append_printf(names, " and %u more", *count - EXPLAIN_NAMES_MAX);
    }
    return g_string_free(names, FALSE);
}
