/* Conditions as sums of products, for people. */
#include "discover/cmake/guard_internal.h"

/* Steps of the recursion below; a condition that needs more is too long to read in any case. */
#define PRODUCTS_TURNS_MAX 3000u

typedef struct {
    Guards *guards;
    GArray *path;        /* GuardLiteral: what was taken on the way */
    GPtrArray *products; /* GArray * of GuardLiteral */
    guint most;          /* of them; with more the search ends */
    guint turns;         /* that are left */
} ProductSearch;

static Guard take_path(ProductSearch *self)
{
    GArray *product = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    g_array_append_vals(product, self->path->data, self->path->len);
    g_ptr_array_add(self->products, product);
    return GUARD_TRUE;
}

/* Minato's and Morreale's recursion: products that cover at least `lower` and at most `upper`.
 * Appends them, each with the path before it, and gives the condition covered. */
static Guard products_between(ProductSearch *self, Guard lower, Guard upper)
{
    Guards *guards = self->guards;
    if (guard_is_false(lower) || guard_is_false(upper) || self->products->len > self->most ||
        self->turns == 0) {
        return GUARD_FALSE;
    }
    self->turns--;
    if (guard_is_true(upper)) {
        return take_path(self);
    }
    guint variable = MIN(variable_of(guards, lower.node), variable_of(guards, upper.node));
    Guard lower0 = guard_restrict(guards, lower, variable, FALSE);
    Guard lower1 = guard_restrict(guards, lower, variable, TRUE);
    Guard upper0 = guard_restrict(guards, upper, variable, FALSE);
    Guard upper1 = guard_restrict(guards, upper, variable, TRUE);

    GuardLiteral literal = {variable, FALSE};
    g_array_append_val(self->path, literal);
    Guard covered0 = products_between(self, guard_minus(guards, lower0, upper1), upper0);
    g_array_index(self->path, GuardLiteral, self->path->len - 1).positive = TRUE;
    Guard covered1 = products_between(self, guard_minus(guards, lower1, upper0), upper1);
    g_array_set_size(self->path, self->path->len - 1);
    Guard rest = guard_or(guards, guard_minus(guards, lower0, covered0),
                          guard_minus(guards, lower1, covered1));
    Guard covered = products_between(self, rest, guard_and(guards, upper0, upper1));
    Guard with = guard_variable(guards, variable);
    return guard_or(
        guards, covered,
        guard_or(guards, guard_and(guards, with, covered1), guard_minus(guards, covered0, with)));
}

GPtrArray *guard_products(Guards *self, Guard guard, Guard given, guint most)
{
    g_autoptr(GPtrArray) products = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    g_autoptr(GArray) path = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    Guard lower = guard_and(self, guard, given);
    Guard upper = guard_or(self, guard, guard_not(self, given));
    ProductSearch search = {self, path, products, most, PRODUCTS_TURNS_MAX};
    products_between(&search, lower, upper);
    return products->len > most || search.turns == 0 ? NULL : g_steal_pointer(&products);
}
