/* The last step: each condition that was written into the specification in as few words as say the
 * same. Before it, conditions keep the form in which their ways can be told apart. */
#include "core/condition_cover.h"
#include "discover/specify_internal.h"

static void condition_simplify(Specifier *self, const Condition **condition)
{
    if (*condition != NULL) {
        *condition = condition_simplest(self->arena, *condition, NULL, NULL);
    }
}

/* Whether `one` leaves nothing for `other` to demand: both together say no more than it does. */
static gboolean implies(Specifier *self, const Condition *one, const Condition *other)
{
    const Condition *const both[] = {one, other};
    const Condition *together = condition_all(self->arena, both, G_N_ELEMENTS(both));
    return condition_equal(condition_simplest(self->arena, together, NULL, NULL), one);
}

/* Of what one place demands, what another of its demands implies is left out. */
static void drop_implied(Specifier *self, GPtrArray *requirements)
{
    for (guint i = requirements->len; i > 0; i--) {
        const Requirement *requirement = requirements->pdata[i - 1];
        gboolean implied = FALSE;
        for (guint k = 0; k < requirements->len && !implied; k++) {
            const Requirement *other = requirements->pdata[k];
            implied = k != i - 1 && requirement->condition != NULL && other->condition != NULL &&
                      span_compare(&requirement->at, &other->at) == 0 &&
                      implies(self, other->condition, requirement->condition);
        }
        if (implied) {
            g_ptr_array_remove_index(requirements, i - 1);
        }
    }
}

static void simplify_requirements(Specifier *self, GPtrArray *requirements)
{
    for (guint i = 0; i < requirements->len; i++) {
        condition_simplify(self, &((Requirement *)requirements->pdata[i])->condition);
    }
}

static void simplify_point(Specifier *self, Point *point)
{
    condition_simplify(self, &point->condition);
    for (guint i = 0; i < point->defaults->len; i++) {
        condition_simplify(self, &((PointDefault *)point->defaults->pdata[i])->when);
    }
    simplify_requirements(self, point->requires);
    drop_implied(self, point->requires);
    simplify_requirements(self, point->conflicts);
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        simplify_requirements(self, value->requires);
        drop_implied(self, value->requires);
        simplify_requirements(self, value->conflicts);
    }
}

void specify_simplest(Specifier *self)
{
    const Specification *specification = self->specification;
    for (guint i = 0; i < specification->points->len; i++) {
        simplify_point(self, specification->points->pdata[i]);
    }
    for (guint i = 0; i < specification->constraints->len; i++) {
        condition_simplify(
            self, &((SpecificationConstraint *)specification->constraints->pdata[i])->when);
    }
}
