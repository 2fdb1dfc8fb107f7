#include "container/deploy/objects.h"

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

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
        counts[text_of(unit, "module") != NULL && number != NULL && target < targets ? target
                                                                                     : targets]++;
    }
    return counts;
}

/* Whether the unit's target is a larger form of one of those that the target has: what is chosen
 * while a program runs is chosen by the rest of it, which has to run. */
static gboolean extends_one(const Target *target, const json_t *targets, const gboolean *lacks,
                            const char *inner)
{
    gsize index;
    const json_t *other;
    json_array_foreach(targets, index, other)
    {
        const char *base = json_string_value(other);
        if (base != NULL && !lacks[index] && target_covers(target->triple, inner, base)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Lets units whose target is lacking keep it, where those that most of the units have is there. */
static gboolean keep_targets(const json_t *units, Target *target, const gboolean *lacks)
{
    const json_t *targets = json_object_get(units, "targets");
    gsize count = json_array_size(targets), most = count;
    g_autofree guint *counts = units_by_target(units, count);
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
        const char *inner = json_string_value(recorded);
        if (lacks[index] && !extends_one(target, targets, lacks, inner)) {
            return FALSE;
        }
    }
    json_array_foreach(targets, index, recorded)
    {
        if (lacks[index]) {
            target_keep(target, json_string_value(recorded));
        }
    }
    return TRUE;
}

static void refuse_target(const json_t *units, const Target *target, const char *names,
                          gboolean keep, GError **error)
{
    g_set_error(error, TARGET_ERROR, TARGET_ERROR_LACKS,
                "the configuration %s may use what the target %s (%s) lacks: %s; name another "
                "target or another configuration%s",
                text_of(units, "configuration"), target->name, target->cpu, names,
                keep ? "; most of its units, or what others of them extend, lack it, too, so that "
                       "these cannot keep targets of their own"
                     : ", or, where the project itself chooses among its units while it runs, have "
                       "those keep the targets of their own commands (--keep-unit-targets), or all "
                       "(--target recorded)");
}

gboolean objects_check_target(const json_t *units, Target *target, gboolean keep, GError **error)
{
    const json_t *targets = json_object_get(units, "targets");
    g_autofree gboolean *lacks = g_new0(gboolean, json_array_size(targets) + 1);
    g_autofree char *first = NULL;
    gsize index;
    const json_t *recorded;
    json_array_foreach(targets, index, recorded)
    {
        const char *inner = json_string_value(recorded);
        if (target->cpu == NULL || inner == NULL) {
            continue;
        }
        g_autofree char *outer = target_given(target, inner);
        g_autoptr(GPtrArray) lacking = target_lacking(target->triple, outer, inner);
        lacks[index] = lacking->len > 0;
        if (lacking->len > 0 && first == NULL) {
            g_ptr_array_add(lacking, NULL);
            first = g_strjoinv(", ", (char **)lacking->pdata);
        }
    }
    if (first == NULL || (keep && keep_targets(units, target, lacks))) {
        return TRUE;
    }
    refuse_target(units, target, first, keep, error);
    return FALSE;
}
