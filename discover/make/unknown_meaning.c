#include "core/switch_word.h"
#include "discover/make/unknown_private.h"
#include <string.h>

static const Meaning *meaning_of(const Unknowns *self, guint variable)
{
    if (variable >= self->meanings->len) {
        return NULL;
    }
    const Meaning *meaning = &g_array_index(self->meanings, Meaning, variable);
    return meaning->unknown == G_MAXUINT ? NULL : meaning;
}

/* The unknown that a decision variable is about; NULL for none. */
static Unknown *unknown_of(const Unknowns *self, guint variable)
{
    const Meaning *meaning = meaning_of(self, variable);
    return meaning != NULL ? self->unknowns->pdata[meaning->unknown] : NULL;
}

static void add_options_of(const Unknowns *self, const Unknown *unknown, GHashTable *options,
                           GPtrArray *found)
{
    gpointer option = unknown->kind == CONDITION_SUBJECT_OPTION
                          ? g_hash_table_lookup(options, unknown->name)
                          : NULL;
    if (option != NULL && !g_ptr_array_find(found, option, NULL)) {
        g_ptr_array_add(found, option);
    }
    for (const guint *id = unknown->origins; id != NULL && *id != G_MAXUINT; id++) {
        add_options_of(self, unknowns_at(self, *id), options, found);
    }
}

void unknowns_add_options(const Unknowns *self, guint variable, GHashTable *options,
                          GPtrArray *found)
{
    const Unknown *unknown = unknown_of(self, variable);
    if (unknown != NULL) {
        add_options_of(self, unknown, options, found);
    }
}

/* Whether another literal of the product says that the unknown has a value. */
static gboolean has_value(const Unknowns *self, const GArray *product, guint index)
{
    guint unknown = meaning_of(self, g_array_index(product, GuardLiteral, index).variable)->unknown;
    for (guint i = 0; i < product->len; i++) {
        const GuardLiteral *other = &g_array_index(product, GuardLiteral, i);
        const Meaning *said = meaning_of(self, other->variable);
        if (i != index && said != NULL && said->unknown == unknown && said->means == MEANS_VALUE &&
            other->positive) {
            return TRUE;
        }
    }
    return FALSE;
}

/* That a person gave the text. Of a switch some words for off are those of makefiles alone,
 * "not-set". */
static const Condition *value_condition(const Unknowns *self, const Unknown *unknown,
                                        const char *text)
{
    gboolean on = unknown->is_switch && unknown_is_on(text);
    gboolean off = unknown->is_switch && unknown_is_off(text) && !switch_word_is_off(text);
    if (!on && !off) {
        return condition_atom(self->arena, unknown->kind, unknown->name, "=", text);
    }
    const Condition *given = condition_atom(self->arena, unknown->kind, unknown->name, NULL, NULL);
    return on ? given : condition_not(self->arena, given);
}

/* One literal of a product; NULL when another literal of it says the same or more. */
static const Condition *literal_condition(Unknowns *self, const GArray *product, guint index)
{
    const GuardLiteral *literal = &g_array_index(product, GuardLiteral, index);
    const Meaning *meaning = meaning_of(self, literal->variable);
    const Condition *condition = NULL;
    if (meaning == NULL) {
        condition = condition_atom(self->arena, CONDITION_SUBJECT_UNKNOWN, "condition too large",
                                   NULL, NULL);
        return literal->positive ? condition : condition_not(self->arena, condition);
    }
    const Unknown *unknown = self->unknowns->pdata[meaning->unknown];
    if (meaning->means != MEANS_RELATION && has_value(self, product, index) &&
        !(meaning->means == MEANS_VALUE && literal->positive)) {
        return NULL;
    }
    switch (meaning->means) {
    case MEANS_GIVEN:
        condition = condition_atom(self->arena, unknown->kind, unknown->name, NULL, NULL);
        break;
    case MEANS_VALUE:
        condition = value_condition(self, unknown, meaning->text);
        break;
    case MEANS_RELATION:
        condition = condition_atom(self->arena, unknown->kind, unknown->name, meaning->relation,
                                   meaning->text);
        break;
    }
    return literal->positive ? condition : condition_not(self->arena, condition);
}

static const Condition *product_condition(Unknowns *self, const GArray *product)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint i = 0; i < product->len; i++) {
        const Condition *literal = literal_condition(self, product, i);
        if (literal != NULL) {
            g_ptr_array_add(all, (gpointer)literal);
        }
    }
    return condition_all(self->arena, (const Condition *const *)all->pdata, all->len);
}

/* Values that are compared within one condition beyond this number may read a little longer. */
#define CARE_VALUES_MAX 24u

/* What holds by the meaning of the variables that occur: an unknown has one value at most, and only
 * one that is given has any. */
static Guard care_of(Unknowns *self, Guard guard)
{
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    Guard care = GUARD_TRUE;
    for (guint i = 0; i < support->len && support->len <= CARE_VALUES_MAX; i++) {
        guint variable = g_array_index(support, guint, i);
        const Meaning *meaning = meaning_of(self, variable);
        if (meaning == NULL || meaning->means != MEANS_VALUE) {
            continue;
        }
        Guard excluded =
            guard_not(self->guards, unknown_given(self, self->unknowns->pdata[meaning->unknown]));
        for (guint k = 0; k < support->len; k++) {
            guint other = g_array_index(support, guint, k);
            const Meaning *said = meaning_of(self, other);
            if (k != i && said != NULL && said->means == MEANS_VALUE &&
                said->unknown == meaning->unknown) {
                excluded = guard_or(self->guards, excluded, guard_variable(self->guards, other));
            }
        }
        Guard both = guard_and(self->guards, excluded, guard_variable(self->guards, variable));
        care = guard_minus(self->guards, care, both);
    }
    return care;
}

const Condition *unknowns_condition(Unknowns *self, Guard guard, Guard given)
{
    if (guard_is_true(guard)) {
        return condition_true();
    }
    g_autofree char *key = g_strdup_printf("%u/%u", guard.node, given.node);
    const Condition *known = g_hash_table_lookup(self->conditions, key);
    if (known != NULL) {
        return known;
    }
    Guard care = guard_and(self->guards, given, care_of(self, guard));
    g_autoptr(GPtrArray) products = guard_products(self->guards, guard, care, UNKNOWN_PRODUCTS_MAX);
    const Condition *result = NULL;
    if (products == NULL) {
        result =
            condition_atom(self->arena, CONDITION_SUBJECT_UNKNOWN, CONDITION_TOO_LONG, NULL, NULL);
    } else {
        g_autoptr(GPtrArray) any = g_ptr_array_new();
        for (guint i = 0; i < products->len; i++) {
            g_ptr_array_add(any, (gpointer)product_condition(self, products->pdata[i]));
        }
        result = condition_any(self->arena, (const Condition *const *)any->pdata, any->len);
    }
    g_hash_table_insert(self->conditions, arena_strdup(self->arena, key), (gpointer)result);
    return result;
}
