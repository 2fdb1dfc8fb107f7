#include "container/image/kept_targets.h"

/* How many units that are bitcode have each recorded target, by its number. The caller frees it. */
static guint *units_by_target(const json_t *units, gsize targets)
{
    guint *counts = g_new0(guint, targets + 1);
    gsize index;
    const json_t *unit;
    json_array_foreach(json_object_get(units, "units"), index, unit)
    {
        const json_t *number = json_object_get(unit, "target");
        gsize target = (gsize)json_integer_value(number);
        gboolean has_code = json_string_value(json_object_get(unit, "module")) != NULL;
        counts[has_code && number != NULL && target < targets ? target : targets]++;
    }
    return counts;
}

static gboolean extends_one(const KeptTargets *self, const json_t *targets, const char *larger)
{
    gsize index;
    const json_t *other;
    json_array_foreach(targets, index, other)
    {
        const char *base = json_string_value(other);
        if (base != NULL && !self->lacks[index] && self->covers(larger, base, self->data)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean kept_targets_may(const KeptTargets *self)
{
    const json_t *targets = json_object_get(self->units, "targets");
    const gboolean *lacks = self->lacks;
    gsize count = json_array_size(targets), most = count;
    g_autofree guint *counts = units_by_target(self->units, count);
    for (gsize i = 0; i < count; i++) {
        most = most == count || counts[i] > counts[most] ||
                       (counts[i] == counts[most] && lacks[most] && !lacks[i])
                   ? i
                   : most;
    }
    if (most == count || lacks[most]) {
        return FALSE;
    }
    gsize index;
    const json_t *recorded;
    json_array_foreach(targets, index, recorded)
    {
        if (lacks[index] && !extends_one(self, targets, json_string_value(recorded))) {
            return FALSE;
        }
    }
    return TRUE;
}
