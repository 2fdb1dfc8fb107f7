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

/* What "not A or not B" refuses: both together. NULL for all else. */
static const Condition *refused_together(Specifier *self, const Condition *condition)
{
    if (condition == NULL || condition->kind != CONDITION_ANY) {
        return NULL;
    }
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    for (guint i = 0; i < condition->operand_count; i++) {
        const Condition *way = condition->operands[i];
        if (way->kind != CONDITION_NOT || way->operands[0]->kind != CONDITION_ATOM) {
            return NULL;
        }
        g_ptr_array_add(parts, (gpointer)way->operands[0]);
    }
    return condition_all(self->arena, (const Condition *const *)parts->pdata, parts->len);
}

/* A demand that one of several things is not so is better said as what does not go together. */
static void turn_into_conflicts(Specifier *self, GPtrArray *requires, GPtrArray *conflicts)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_ptr_array_extend(all, requires, NULL, NULL);
    g_ptr_array_set_size(requires, 0);
    for (guint i = 0; i < all->len; i++) {
        const Requirement *requirement = all->pdata[i];
        const Condition *together = refused_together(self, requirement->condition);
        if (together == NULL) {
            g_ptr_array_add(requires, all->pdata[i]);
            continue;
        }
        Requirement conflict = {.condition = together, .at = requirement->at};
        specify_add_requirement(self, conflicts, &conflict);
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
    turn_into_conflicts(self, point->requires, point->conflicts);
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        simplify_requirements(self, value->requires);
        drop_implied(self, value->requires);
        simplify_requirements(self, value->conflicts);
        turn_into_conflicts(self, value->requires, value->conflicts);
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
