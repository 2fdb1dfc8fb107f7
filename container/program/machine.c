#include "container/program/machine.h"
#include "container/lower/target.h"
#include "container/system/system.h"

void machine_clear(Machine *self)
{
    g_free(self->target);
    g_free(self->attributes);
}
gboolean machine_read(Machine *self, const char *path, GError **error)
{
    if (path == NULL) {
        return TRUE;
    }
    g_autoptr(Arena) arena = arena_new();
    const System *system = system_load(arena, path, error);
    const char *cpu = system == NULL ? NULL : system_target_cpu(system);
    if (system != NULL && cpu == NULL) {
        g_set_error(error, TARGET_ERROR, TARGET_ERROR_UNKNOWN,
                    "%s does not say what processor the machine has; name a CPU with --target",
                    path);
    }
    if (cpu == NULL) {
        return FALSE;
    }
    g_autofree char *features = system_target_features(system);
    g_auto(GStrv) list = g_strsplit(features, ",", -1);
    g_autofree char *words = g_strjoinv("", list);
    self->target = g_strconcat(cpu, words, NULL);
    self->attributes = target_text(cpu, features);
    return TRUE;
}
