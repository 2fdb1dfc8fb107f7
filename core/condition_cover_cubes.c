/* A condition as alternatives, each a mask for every subject. */
#include "core/condition_cover_internal.h"

static Cube cube_full(const Cover *self)
{
    Cube cube;
    for (guint i = 0; i < self->count; i++) {
        cube.masks[i] = self->subjects[i].all;
    }
    return cube;
}

static gboolean cube_and(const Cover *self, const Cube *a, const Cube *b, Cube *both)
{
    for (guint i = 0; i < self->count; i++) {
        both->masks[i] = a->masks[i] & b->masks[i];
        if (both->masks[i] == 0) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean cover_cube_within(const Cover *self, const Cube *inner, const Cube *outer)
{
    for (guint i = 0; i < self->count; i++) {
        if ((inner->masks[i] & ~outer->masks[i]) != 0) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean cover_is_covered(Cover *self, const GArray *cubes, guint except, const Cube *cube)
{
    if (self->steps == 0) {
        return FALSE;
    }
    self->steps--;
    guint subject = G_MAXUINT;
    guint64 mask = 0;
    for (guint i = 0; i < cubes->len + self->never->len; i++) {
        const Cube *other =
            i < cubes->len ? cover_cube_at(cubes, i) : cover_cube_at(self->never, i - cubes->len);
        Cube both;
        if (i == except || !cube_and(self, cube, other, &both)) {
            continue;
        }
        if (cover_cube_within(self, cube, other)) {
            return TRUE;
        }
        for (guint k = 0; k < self->count && subject == G_MAXUINT; k++) {
            if (both.masks[k] != cube->masks[k]) {
                subject = k;
                mask = both.masks[k];
            }
        }
    }
    if (subject == G_MAXUINT) {
        return FALSE;
    }
    Cube part = *cube;
    part.masks[subject] = cube->masks[subject] & mask;
    if (!cover_is_covered(self, cubes, except, &part)) {
        return FALSE;
    }
    part.masks[subject] = cube->masks[subject] & ~mask;
    return cover_is_covered(self, cubes, except, &part);
}

static void add_cube(Cover *self, GArray *cubes, const Cube *cube)
{
    for (guint i = 0; i < self->count; i++) {
        if (cube->masks[i] == 0) {
            return;
        }
    }
    for (guint i = cubes->len; i > 0; i--) {
        if (cover_cube_within(self, cube, cover_cube_at(cubes, i - 1))) {
            return;
        }
        if (cover_cube_within(self, cover_cube_at(cubes, i - 1), cube)) {
            g_array_remove_index(cubes, i - 1);
        }
    }
    if (cubes->len == COVER_ALTERNATIVES_MAX) {
        self->failed = TRUE;
        return;
    }
    g_array_append_val(cubes, *cube);
}

static GArray *cubes_of_atom(Cover *self, const Condition *atom, gboolean negated)
{
    GArray *cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
    const Subject *subject = cover_subject(self, atom, negated);
    guint64 mask = !subject->plain          ? BIT_TRUE
                   : atom->relation == NULL ? subject->truth
                                            : cover_value_bits(subject, atom->value);
    if (negated && !subject->negated) {
        mask = ~mask;
    }
    Cube cube = cube_full(self);
    cube.masks[subject - self->subjects] &= mask;
    add_cube(self, cubes, &cube);
    return cubes;
}

static GArray *product(Cover *self, const GArray *a, const GArray *b)
{
    GArray *cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
    for (guint i = 0; i < a->len && !self->failed; i++) {
        for (guint k = 0; k < b->len && !self->failed; k++) {
            Cube both;
            if (cube_and(self, cover_cube_at(a, i), cover_cube_at(b, k), &both)) {
                add_cube(self, cubes, &both);
            }
        }
    }
    return cubes;
}

static GArray *cubes_of_parts(Cover *self, const Condition *condition, gboolean negated)
{
    gboolean all = (condition->kind == CONDITION_ALL) != negated;
    g_autoptr(GArray) cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
    if (all) {
        Cube full = cube_full(self);
        add_cube(self, cubes, &full);
    }
    for (guint i = 0; i < condition->operand_count && !self->failed; i++) {
        g_autoptr(GArray) part = cover_cubes(self, condition->operands[i], negated);
        if (all) {
            GArray *both = product(self, cubes, part);
            g_array_unref(cubes);
            cubes = both;
        }
        for (guint k = 0; !all && k < part->len; k++) {
            add_cube(self, cubes, cover_cube_at(part, k));
        }
    }
    return g_steal_pointer(&cubes);
}

/* Conditions are bounded in depth (CONDITION_DEPTH_MAX). */
GArray *cover_cubes(Cover *self, const Condition *condition, gboolean negated)
{
    GArray *cubes = NULL;
    switch (condition->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        cubes = g_array_new(FALSE, FALSE, sizeof(Cube));
        if ((condition->kind == CONDITION_TRUE) != negated) {
            Cube full = cube_full(self);
            add_cube(self, cubes, &full);
        }
        return cubes;
    case CONDITION_ATOM:
        return cubes_of_atom(self, condition, negated);
    case CONDITION_NOT:
        return cover_cubes(self, condition->operands[0], !negated);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    return cubes_of_parts(self, condition, negated);
}
