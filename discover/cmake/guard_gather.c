#include "discover/cmake/guard_gather.h"
#include <string.h>

/* Conditions that are compared before one more is kept. */
#define COMPARED_MAX 32u

static gboolean is_there(Guard when, const GArray *gathered, Guard added)
{
    if (gathered == NULL) {
        return guard_same(when, added);
    }
    for (guint i = 0; i < gathered->len && i < COMPARED_MAX; i++) {
        if (guard_same(g_array_index(gathered, Guard, gathered->len - 1 - i), added)) {
            return TRUE;
        }
    }
    return FALSE;
}

void guard_gather(Guard *when, GArray **gathered, Guard added)
{
    if (guard_is_true(*when) || is_there(*when, *gathered, added)) {
        return;
    }
    if (guard_is_true(added)) {
        g_clear_pointer(gathered, g_array_unref);
        *when = GUARD_TRUE;
        return;
    }
    if (*gathered == NULL) {
        *gathered = g_array_new(FALSE, FALSE, sizeof(Guard));
        g_array_append_val(*gathered, *when);
    }
    g_array_append_val(*gathered, added);
}

void guard_mark_gathered(Guards *guards, Guard when, const GArray *gathered)
{
    guard_mark(guards, when);
    for (guint i = 0; gathered != NULL && i < gathered->len; i++) {
        guard_mark(guards, g_array_index(gathered, Guard, i));
    }
}

static guint joins_hash(gconstpointer key)
{
    const GArray *conditions = key;
    guint32 hash = 0;
    for (guint i = 0; i < conditions->len; i++) {
        hash = (hash ^ g_array_index(conditions, Guard, i).node) * 0x9E3779B1u;
        hash ^= hash >> 15;
    }
    return hash;
}

static gboolean joins_equal(gconstpointer a, gconstpointer b)
{
    const GArray *one = a;
    const GArray *other = b;
    return one->len == other->len &&
           memcmp(one->data, other->data, (gsize)one->len * sizeof(Guard)) == 0;
}

GHashTable *guard_joins_new(void)
{
    return g_hash_table_new_full(joins_hash, joins_equal, (GDestroyNotify)g_array_unref, NULL);
}

/* Neighbours, then the joined ones: most unions are of few conditions. */
static Guard join(Guards *guards, GArray *all)
{
    for (guint count = all->len; count > 1; count = (count + 1) / 2) {
        for (guint i = 0; i < count; i += 2) {
            Guard joined = g_array_index(all, Guard, i);
            if (i + 1 < count) {
                joined = guard_or(guards, joined, g_array_index(all, Guard, i + 1));
            }
            g_array_index(all, Guard, i / 2) = joined;
        }
    }
    return g_array_index(all, Guard, 0);
}

void guard_join_gathered(Guards *guards, Guard *when, GArray **gathered, GHashTable *joins)
{
    if (*gathered == NULL) {
        return;
    }
    gpointer known = NULL;
    if (joins != NULL && g_hash_table_lookup_extended(joins, *gathered, NULL, &known)) {
        *when = (Guard){GPOINTER_TO_UINT(known)};
    } else {
        g_autoptr(GArray) conditions = g_array_copy(*gathered);
        *when = join(guards, conditions);
        if (joins != NULL) {
            g_hash_table_insert(joins, g_array_ref(*gathered), GUINT_TO_POINTER(when->node));
        }
    }
    g_clear_pointer(gathered, g_array_unref);
}
