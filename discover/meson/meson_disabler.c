/* Disablers: mesonbuild.com/Disabler.html. What is given one does not happen, and is one itself. */
#include "discover/meson/reading.h"
#include <string.h>

const MesonValue *meson_disabler(MesonReading *self, const MesonValue *thing, Guard there)
{
    MesonValue *value = arena_new0(self->arena, MesonValue);
    *value = *thing;
    value->truth = guard_and(self->guards, thing->truth, there);
    value->disabler = TRUE;
    self->has_disablers = TRUE;
    return value;
}

/* Where neither it nor anything in it is one. */
static Guard enabled_by(MesonReading *self, const MesonValue *value)
{
    if (value->kind == MESON_VALUE_THING) {
        return value->disabler ? value->truth : GUARD_TRUE;
    }
    gboolean many = value->kind == MESON_VALUE_LIST || value->kind == MESON_VALUE_WAYS;
    Guard enabled = GUARD_TRUE;
    if (!many || self->calls >= MESON_CALLS_MAX || self->steps >= MESON_STEPS_MAX) {
        return enabled;
    }
    self->calls++;
    self->steps += 1 + value->items->len / 8;
    for (guint i = 0; i < value->items->len; i++) {
        const MesonItem *item = value->items->pdata[i];
        Guard not_there = guard_not(self->guards, item->when);
        Guard here = guard_or(self->guards, not_there, enabled_by(self, item->value));
        enabled = meson_bounded(self, guard_and(self->guards, enabled, here));
    }
    self->calls--;
    return enabled;
}

/* Only names, and what is put together of them: to work out an argument twice would bring about
 * twice what it does. */
static Guard enabled_by_node(MesonReading *self, const MesonNode *node)
{
    const MesonValue *value =
        node->kind == MESON_NAME ? g_hash_table_lookup(self->variables, node->text) : NULL;
    Guard enabled = value != NULL ? enabled_by(self, value) : GUARD_TRUE;
    for (guint i = 0; node->kind == MESON_ARRAY && i < node->items->len; i++) {
        enabled = guard_and(self->guards, enabled, enabled_by_node(self, node->items->pdata[i]));
    }
    if (node->kind == MESON_BINARY) {
        enabled = guard_and(self->guards, enabled_by_node(self, node->left),
                            enabled_by_node(self, node->right));
    }
    gboolean always = node->kind == MESON_CALL && strcmp(node->text, "disabler") == 0;
    return always ? GUARD_FALSE : enabled;
}

static Guard enabled_by_arguments(MesonReading *self, const MesonNode *call)
{
    Guard enabled = GUARD_TRUE;
    for (guint i = 0; call->items != NULL && i < call->items->len; i++) {
        enabled = guard_and(self->guards, enabled, enabled_by_node(self, call->items->pdata[i]));
    }
    for (guint i = 0; call->named != NULL && i < call->named->len; i++) {
        enabled = guard_and(self->guards, enabled, enabled_by_node(self, call->named->pdata[i]));
    }
    return enabled;
}

Guard meson_enabled(MesonReading *self, const MesonValue *object, const MesonNode *call)
{
    static const char *const take_all[] = {"get_variable", "is_disabler", "set_variable",
                                           "unset_variable", NULL};
    if (!self->has_disablers || (object == NULL && g_strv_contains(take_all, call->text)) ||
        (object != NULL && strcmp(call->text, "found") == 0)) {
        return GUARD_TRUE;
    }
    Guard enabled = object != NULL ? enabled_by(self, object) : GUARD_TRUE;
    return meson_bounded(self, guard_and(self->guards, enabled, enabled_by_arguments(self, call)));
}

const MesonValue *meson_enabled_result(MesonReading *self, const MesonValue *value, Guard enabled)
{
    gboolean thing = value->kind == MESON_VALUE_THING;
    return thing && !guard_is_true(enabled) ? meson_disabler(self, value, enabled) : value;
}
