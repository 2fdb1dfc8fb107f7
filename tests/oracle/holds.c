#include "tests/oracle/holds.h"
#include <string.h>

/* Conditions are not nested deeper than the facts allow; this bounds what a wrong file can do. */
#define HOLDS_DEPTH_MAX 1000u

static Holds holds(json_t *condition, GHashTable *cache, guint depth);

/* What if() takes for false; see cmake-commands(7). */
static Holds of_value(const char *value)
{
    static const char *const off[] = {"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"};
    for (gsize i = 0; i < G_N_ELEMENTS(off); i++) {
        if (g_ascii_strcasecmp(value, off[i]) == 0) {
            return HOLDS_NO;
        }
    }
    return g_str_has_suffix(value, "-NOTFOUND") ? HOLDS_NO : HOLDS_YES;
}

static Holds inverse(Holds value)
{
    return value == HOLDS_OPEN ? HOLDS_OPEN : value == HOLDS_YES ? HOLDS_NO : HOLDS_YES;
}

/* One operand with the value `decides` settles it; else any open one leaves it open. */
static Holds of_operands(json_t *operands, Holds decides, GHashTable *cache, guint depth)
{
    Holds result = inverse(decides);
    gsize index;
    json_t *operand;
    json_array_foreach(operands, index, operand)
    {
        Holds value = holds(operand, cache, depth + 1);
        if (value == decides) {
            return decides;
        }
        if (value == HOLDS_OPEN) {
            result = HOLDS_OPEN;
        }
    }
    return result;
}

static Holds of_atom(json_t *atom, GHashTable *cache)
{
    const char *name = json_string_value(json_object_get(atom, "option"));
    if (name == NULL) {
        name = json_string_value(json_object_get(atom, "probe"));
    }
    const char *value = name == NULL ? NULL : g_hash_table_lookup(cache, name);
    const char *wanted = json_string_value(json_object_get(atom, "="));
    if (value == NULL || (wanted == NULL && json_object_size(atom) > 1)) {
        return HOLDS_OPEN;
    }
    if (wanted == NULL) {
        return of_value(value);
    }
    return strcmp(value, wanted) == 0 ? HOLDS_YES : HOLDS_NO;
}

static Holds holds(json_t *condition, GHashTable *cache, guint depth)
{
    json_t *part;
    if (json_is_boolean(condition)) {
        return json_is_true(condition) ? HOLDS_YES : HOLDS_NO;
    }
    if (depth > HOLDS_DEPTH_MAX) {
        return HOLDS_OPEN;
    }
    if ((part = json_object_get(condition, "not")) != NULL) {
        return inverse(holds(part, cache, depth + 1));
    }
    if ((part = json_object_get(condition, "all")) != NULL) {
        return of_operands(part, HOLDS_NO, cache, depth);
    }
    if ((part = json_object_get(condition, "any")) != NULL) {
        return of_operands(part, HOLDS_YES, cache, depth);
    }
    return of_atom(condition, cache);
}

Holds condition_holds(json_t *condition, GHashTable *cache)
{
    return holds(condition, cache, 0);
}
