/* What refused configurations say about points: demands, exclusions and groups. */
#include "core/switch_word.h"
#include "discover/specify_internal.h"

/* A refused configuration with more parts than this is listed, but not taken apart. */
#define REFUSAL_PARTS_MAX 4u

/* The lists of the setting that a positive atom is about; FALSE when it is no point's setting. */
static gboolean owner_of(const Specifier *self, const Condition *atom, GPtrArray **requires,
                         GPtrArray **conflicts)
{
    Point *point =
        specify_is_setting(atom) ? g_hash_table_lookup(self->points, atom->subject) : NULL;
    if (point == NULL) {
        return FALSE;
    }
    PointValue *value = atom->relation == NULL ? NULL : point_find_value(point, atom->value);
    if (atom->relation != NULL && value == NULL &&
        !(point->kind == POINT_SWITCH && switch_word_is_on(atom->value))) {
        return FALSE;
    }
    *requires = value == NULL ? point->requires : value->requires;
    *conflicts = value == NULL ? point->conflicts : value->conflicts;
    return TRUE;
}

/* Demands that a condition does not hold: each alternative of it must not, and of several parts one
 * must not. */
static void demand_not(Specifier *self, GPtrArray *requires, GPtrArray *conflicts,
                       const Condition *refused, Span at)
{
    if (refused->kind == CONDITION_ANY) {
        for (guint i = 0; i < refused->operand_count; i++) {
            specify_demand(self, requires, conflicts,
                           condition_not(self->arena, refused->operands[i]), at);
        }
        return;
    }
    if (refused->kind != CONDITION_ALL) {
        specify_demand(self, requires, conflicts, condition_not(self->arena, refused), at);
        return;
    }
    g_autoptr(GPtrArray) ways_out = g_ptr_array_new();
    for (guint i = 0; i < refused->operand_count; i++) {
        g_ptr_array_add(ways_out, (gpointer)condition_not(self->arena, refused->operands[i]));
    }
    specify_demand(
        self, requires, conflicts,
        condition_any(self->arena, (const Condition *const *)ways_out->pdata, ways_out->len), at);
}

/* All of `parts` together are refused: each setting among them demands that the rest is not so. */
static void take_refusal_apart(Specifier *self, const Condition *const *parts, guint count, Span at)
{
    for (guint i = 0; i < count; i++) {
        GPtrArray *requires = NULL;
        GPtrArray *conflicts = NULL;
        if (!owner_of(self, parts[i], &requires, &conflicts)) {
            continue;
        }
        const Condition *others[REFUSAL_PARTS_MAX];
        guint other_count = 0;
        for (guint k = 0; k < count; k++) {
            if (k != i) {
                others[other_count++] = parts[k];
            }
        }
        const Condition *rest = condition_all(self->arena, others, other_count);
        if (!specify_is_vague(rest) && rest->kind != CONDITION_TRUE) {
            demand_not(self, requires, conflicts, rest, at);
        }
    }
}

static PointGroup *group_new(Specifier *self, GroupKind kind, const char *message, Span at)
{
    PointGroup *group = point_group_new(self->arena);
    group->kind = kind;
    group->at = at;
    group->at.column = 0;
    group->text = specify_message(self->arena, message);
    return group;
}

static void add_member(Specifier *self, PointGroup *group, const Condition *atom)
{
    Requirement requirement = specify_requirement(self, atom, SPAN_NONE);
    specify_add_requirement(self, group->members, &requirement);
}

static void add_group(Specifier *self, GroupKind kind, const Condition *const *atoms, guint count,
                      const Constraint *constraint)
{
    PointGroup *group = group_new(self, kind, constraint->message, constraint->at);
    for (guint i = 0; i < count; i++) {
        add_member(self, group, atoms[i]);
    }
    g_ptr_array_add(self->specification->groups, group);
}

/* Of the switches among them that are points at most one may be on. */
static void add_exclusive(Specifier *self, const Exclusive *exclusive)
{
    PointGroup *group = group_new(self, GROUP_AT_MOST_ONE, exclusive->message, exclusive->at);
    for (guint i = 0; i < exclusive->options->len; i++) {
        const char *option = exclusive->options->pdata[i];
        if (g_hash_table_contains(self->points, option)) {
            add_member(self, group,
                       condition_atom(self->arena, CONDITION_SUBJECT_OPTION, option, NULL, NULL));
        }
    }
    if (group->members->len > 1) {
        g_ptr_array_add(self->specification->groups, group);
    }
}

/* "not A and not B" refused: at least one of them is needed. */
static gboolean is_least_group(const Specifier *self, const Condition *const *parts, guint count)
{
    for (guint i = 0; i < count; i++) {
        if (parts[i]->kind != CONDITION_NOT || !specify_is_setting(parts[i]->operands[0]) ||
            !g_hash_table_contains(self->points, parts[i]->operands[0]->subject)) {
            return FALSE;
        }
    }
    return count >= 2;
}

/* When the members also exclude each other, exactly one of them is needed. */
static GroupKind least_or_one(const Specifier *self, const PointGroup *group)
{
    for (guint i = 0; i < group->members->len; i++) {
        const Requirement *member = group->members->pdata[i];
        const Point *point = g_hash_table_lookup(self->points, member->option);
        for (guint k = 0; k < group->members->len; k++) {
            const Requirement *other = group->members->pdata[k];
            if (k != i && (member->value != NULL || !point_excludes(point, other->option))) {
                return GROUP_AT_LEAST_ONE;
            }
        }
    }
    return GROUP_ONE_OF;
}

static void take_constraint_apart(Specifier *self, const Constraint *constraint,
                                  const Condition *when)
{
    const Condition *const single[] = {when};
    const Condition *const *parts = when->kind == CONDITION_ALL ? when->operands : single;
    guint count = when->kind == CONDITION_ALL ? when->operand_count : 1;
    if (count > REFUSAL_PARTS_MAX) {
        return;
    }
    take_refusal_apart(self, parts, count, constraint->at);
    if (is_least_group(self, parts, count)) {
        const Condition *atoms[REFUSAL_PARTS_MAX];
        for (guint i = 0; i < count; i++) {
            atoms[i] = parts[i]->operands[0];
        }
        add_group(self, GROUP_AT_LEAST_ONE, atoms, count, constraint);
    }
}

void specify_refusals(Specifier *self)
{
    for (guint i = 0; i < self->facts->constraints->len; i++) {
        const Constraint *constraint = self->facts->constraints->pdata[i];
        const Condition *when = specify_known(self, specify_plain(self, constraint->when));
        if (when->kind != CONDITION_ANY) {
            take_constraint_apart(self, constraint, when);
            continue;
        }
        for (guint k = 0; k < when->operand_count; k++) {
            take_constraint_apart(self, constraint, when->operands[k]);
        }
    }
    for (guint i = 0; i < self->specification->groups->len; i++) {
        PointGroup *group = self->specification->groups->pdata[i];
        group->kind = least_or_one(self, group);
    }
    for (guint i = 0; i < self->facts->exclusives->len; i++) {
        add_exclusive(self, self->facts->exclusives->pdata[i]);
    }
}
