#include "container/deploy/objects.h"
#include "container/image/kept_targets.h"
#include "core/json.h"

static gboolean covers(const char *outer, const char *inner, gpointer target)
{
    g_autofree char *machine = target_machine(target, outer);
    return target_covers(((const Target *)target)->triple, machine, inner);
}

/* Lets units whose target is lacking keep it, where all of them may. */
static gboolean keep_targets(const json_t *units, Target *target, const gboolean *lacks)
{
    const KeptTargets kept = {.units = units, .lacks = lacks, .covers = covers, .data = target};
    if (!kept_targets_may(&kept)) {
        return FALSE;
    }
    gsize index;
    const json_t *recorded;
    json_array_foreach(json_object_get(units, "targets"), index, recorded)
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
                json_text(units, "configuration"), target->name, target->cpu, names,
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
        g_autofree char *given = target_given(target, inner);
        g_autofree char *outer = target_machine(target, given);
        g_autoptr(GPtrArray) lacking = target_lacking(target->triple, outer, inner);
        lacks[index] = lacking->len > 0;
        if (lacking->len > 0 && first == NULL) {
            g_autoptr(GPtrArray) all = target_lacking_all(target->triple, outer, inner);
            g_ptr_array_add(all, NULL);
            first = g_strjoinv(", ", (char **)all->pdata);
        }
    }
    if (first == NULL || (keep && keep_targets(units, target, lacks))) {
        return TRUE;
    }
    refuse_target(units, target, first, keep, error);
    return FALSE;
}
