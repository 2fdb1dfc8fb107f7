#include "core/condition_cover_internal.h"

static const Condition *simplest(Arena *arena, const Condition *condition, ConditionDomains domains,
                                 gpointer data)
{
    g_autofree Cover *self = g_new0(Cover, 1);
    self->arena = arena;
    self->steps = COVER_STEPS_MAX;
    self->domains = domains;
    self->data = data;
    cover_find_subjects(self, condition, FALSE);
    if (self->failed) {
        return NULL;
    }
    g_autoptr(GArray) never = cover_never(self);
    self->never = never;
    g_autoptr(GArray) cubes = cover_cubes(self, condition, FALSE);
    if (self->failed) {
        return NULL;
    }
    /* What is written down to see whether it can be is thrown away. */
    g_autoptr(Arena) scratch = arena_new();
    self->arena = scratch;
    cover_minimize(self, cubes);
    self->arena = arena;
    return cover_words(self, cubes);
}

const Condition *condition_simplest(Arena *arena, const Condition *self, ConditionDomains domains,
                                    gpointer data)
{
    if (self->kind == CONDITION_TRUE || self->kind == CONDITION_FALSE ||
        self->kind == CONDITION_ATOM || self->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return self;
    }
    const Condition *found = simplest(arena, self, domains, data);
    if (domains != NULL && (found == NULL || found->kind == CONDITION_FALSE)) {
        found = simplest(arena, self, NULL, NULL);
    }
    return found == NULL || found->atoms > self->atoms ? self : found;
}

gboolean condition_is_beyond(const Condition *self, ConditionDomains domains, gpointer data)
{
    if (self->kind == CONDITION_TRUE || self->kind == CONDITION_FALSE ||
        self->atoms > CONDITION_WRITTEN_ATOMS_MAX) {
        return FALSE;
    }
    g_autoptr(Arena) arena = arena_new();
    const Condition *within = simplest(arena, self, domains, data);
    const Condition *without = simplest(arena, self, NULL, NULL);
    return within != NULL && within->kind == CONDITION_FALSE &&
           (without == NULL || without->kind != CONDITION_FALSE);
}
