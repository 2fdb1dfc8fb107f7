/* Conditions as sums of products, for people. */
#include "discover/cmake/guard_internal.h"

/* Steps of the recursion below; a condition that needs more is too long to read in any case. */
#define PRODUCTS_TURNS_MAX 3000u

/* Minato's and Morreale's recursion: products that cover at least `lower` and at most `upper`.
 * Appends them (each as a GArray of literals, the prefix `path` included) and gives the condition
 * covered. */
static Guard products_between(Guards *self, Guard lower, Guard upper, GArray *path,
                              GPtrArray *products, guint most, guint *turns)
{
    if (guard_is_false(lower) || guard_is_false(upper) || products->len > most || *turns == 0) {
        return GUARD_FALSE;
    }
    (*turns)--;
    if (guard_is_true(upper)) {
        GArray *product = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
        g_array_append_vals(product, path->data, path->len);
        g_ptr_array_add(products, product);
        return GUARD_TRUE;
    }
    guint variable = MIN(variable_of(self, lower.node), variable_of(self, upper.node));
    Guard lower0 = guard_restrict(self, lower, variable, FALSE);
    Guard lower1 = guard_restrict(self, lower, variable, TRUE);
    Guard upper0 = guard_restrict(self, upper, variable, FALSE);
    Guard upper1 = guard_restrict(self, upper, variable, TRUE);

    GuardLiteral literal = {variable, FALSE};
    g_array_append_val(path, literal);
    Guard covered0 = products_between(self, guard_minus(self, lower0, upper1), upper0, path,
                                      products, most, turns);
    g_array_index(path, GuardLiteral, path->len - 1).positive = TRUE;
    Guard covered1 = products_between(self, guard_minus(self, lower1, upper0), upper1, path,
                                      products, most, turns);
    g_array_set_size(path, path->len - 1);
    Guard rest =
        guard_or(self, guard_minus(self, lower0, covered0), guard_minus(self, lower1, covered1));
    Guard covered =
        products_between(self, rest, guard_and(self, upper0, upper1), path, products, most, turns);
    Guard with = guard_variable(self, variable);
    return guard_or(
        self, covered,
        guard_or(self, guard_and(self, with, covered1), guard_minus(self, covered0, with)));
}

GPtrArray *guard_products(Guards *self, Guard guard, Guard given, guint most)
{
    g_autoptr(GPtrArray) products = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    Guard lower = guard_and(self, guard, given);
    Guard upper = guard_or(self, guard, guard_not(self, given));
    guint turns = PRODUCTS_TURNS_MAX;
    products_between(self, lower, upper, path, products, most, &turns);
    return products->len > most || turns == 0 ? NULL : g_steal_pointer(&products);
}
