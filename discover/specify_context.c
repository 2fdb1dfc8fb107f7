/* What a point needs and excludes is read where the point is on, or has the value: what its own
 * condition and its other needs say there already is left out of the conditions among them. "Not
 * SYCL, or the check succeeds", of a point that is there for SYCL alone, is the check. */
#include "discover/specify_internal.h"

#include <string.h>

/* Whether the literal says of the atom that it holds. */
static Verdict literal_verdict(const Condition *literal, const Condition *atom)
{
    gboolean negated = literal->kind == CONDITION_NOT;
    const Condition *known = negated ? literal->operands[0] : literal;
    if (condition_equal(known, atom)) {
        return negated ? VERDICT_FALSE : VERDICT_TRUE;
    }
    gboolean same = !negated && known->kind == CONDITION_ATOM &&
                    known->subject_kind == atom->subject_kind &&
                    known->subject_kind == CONDITION_SUBJECT_OPTION &&
                    g_str_equal(known->subject, atom->subject);
    gboolean values =
        same && g_strcmp0(known->relation, "=") == 0 && g_strcmp0(atom->relation, "=") == 0;
    return values ? VERDICT_FALSE : VERDICT_UNKNOWN; /* it has one value at a time */
}

static const Condition *assume_atom(const Condition *atom, const GPtrArray *known)
{
    if (specify_is_vague(atom)) {
        return atom; /* two of one name may differ */
    }
    for (guint i = 0; i < known->len; i++) {
        switch (literal_verdict(known->pdata[i], atom)) {
        case VERDICT_TRUE:
            return condition_true();
        case VERDICT_FALSE:
            return condition_false();
        case VERDICT_UNKNOWN:
            break;
        }
    }
    return atom;
}

/* The condition where the literals hold. */
static const Condition *assume(Arena *arena, const Condition *condition, const GPtrArray *known)
{
    switch (condition->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        return condition;
    case CONDITION_ATOM:
        return assume_atom(condition, known);
    case CONDITION_NOT:
        return condition_not(arena, assume(arena, condition->operands[0], known));
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    g_autoptr(GPtrArray) operands = g_ptr_array_new();
    for (guint i = 0; i < condition->operand_count; i++) {
        g_ptr_array_add(operands, (gpointer)assume(arena, condition->operands[i], known));
    }
    const Condition *const *list = (const Condition *const *)operands->pdata;
    return condition->kind == CONDITION_ALL ? condition_all(arena, list, operands->len)
                                            : condition_any(arena, list, operands->len);
}

static void know_atom(Specifier *self, GPtrArray *known, ConditionSubject kind, const char *subject,
                      const char *value)
{
    g_ptr_array_add(known, (gpointer)condition_atom(self->arena, kind, subject,
                                                    value == NULL ? NULL : "=", value));
}

/* What must be set and found anyway. An optional package may be missing. */
static void know_needs(Specifier *self, GPtrArray *known, const GPtrArray *requirements)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        if (requirement->option != NULL) {
            know_atom(self, known, CONDITION_SUBJECT_OPTION, requirement->option,
                      requirement->value);
        } else if (requirement->package != NULL && !requirement->optional) {
            know_atom(self, known, CONDITION_SUBJECT_PACKAGE, requirement->package, NULL);
        }
    }
}

/* "Not an older one than 1.2" of a package that is needed is that version of it. */
static gboolean read_version(Specifier *self, Requirement *requirement)
{
    const Condition *condition = requirement->condition;
    const Condition *atom = condition->kind == CONDITION_NOT ? condition->operands[0] : NULL;
    if (atom == NULL || atom->kind != CONDITION_ATOM || atom->value == NULL ||
        atom->subject_kind != CONDITION_SUBJECT_PACKAGE || g_strcmp0(atom->relation, "<") != 0) {
        return FALSE;
    }
    requirement->condition = NULL;
    requirement->package = atom->subject;
    requirement->version = arena_printf(self->arena, ">=%s", atom->value);
    return TRUE;
}

static gboolean is_constant(const Condition *condition)
{
    return condition->kind == CONDITION_TRUE || condition->kind == CONDITION_FALSE;
}

/* Puts the conditions among the needs into the context; those that say nothing there are left out.
 */
static void shorten_needs(Specifier *self, GPtrArray *requires, GPtrArray *conflicts,
                          const GPtrArray *known)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    g_ptr_array_extend(all, requires, NULL, NULL);
    g_ptr_array_set_size(requires, 0);
    for (guint i = 0; i < all->len; i++) {
        Requirement *requirement = all->pdata[i];
        const Condition *shorter = requirement->condition == NULL
                                       ? NULL
                                       : assume(self->arena, requirement->condition, known);
        if (shorter == NULL || shorter->kind == CONDITION_FALSE) {
            specify_add_requirement(self, requires, requirement);
            continue;
        }
        Requirement version = {.condition = shorter, .at = requirement->at};
        if (read_version(self, &version)) {
            specify_add_requirement(self, requires, &version);
        } else if (shorter->kind != CONDITION_TRUE) {
            specify_demand(self, requires, conflicts, shorter, requirement->at);
        }
    }
}

static void shorten_conflicts(Specifier *self, const GPtrArray *conflicts, const GPtrArray *known)
{
    for (guint i = 0; i < conflicts->len; i++) {
        Requirement *conflict = conflicts->pdata[i];
        const Condition *shorter = conflict->condition == NULL
                                       ? condition_true()
                                       : assume(self->arena, conflict->condition, known);
        if (!is_constant(shorter)) {
            conflict->condition = shorter;
        }
    }
}

void specify_in_context(Specifier *self, Point *point)
{
    g_autoptr(GPtrArray) known = condition_shared_literals(point->condition);
    know_needs(self, known, point->requires);
    if (point->kind == POINT_SWITCH && point->polarity == POLARITY_POSITIVE) {
        know_atom(self, known, CONDITION_SUBJECT_OPTION, point->option, NULL);
    }
    shorten_needs(self, point->requires, point->conflicts, known);
    shorten_conflicts(self, point->conflicts, known);
    for (guint i = 0; i < point->values->len; i++) {
        PointValue *value = point->values->pdata[i];
        guint before = known->len;
        know_atom(self, known, CONDITION_SUBJECT_OPTION, point->option, value->value);
        know_needs(self, known, value->requires);
        shorten_needs(self, value->requires, value->conflicts, known);
        shorten_conflicts(self, value->conflicts, known);
        g_ptr_array_set_size(known, (gint)before);
    }
}
