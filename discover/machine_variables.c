#include "discover/machine_variables.h"

static gboolean has(GHashTable *set, const GString *squashed)
{
    return set != NULL && g_hash_table_contains(set, squashed->str);
}

gboolean machine_variables_have(const MachineVariables *self, const char *name)
{
    if (self == NULL) {
        return FALSE;
    }
    g_autoptr(GString) squashed = g_string_new(NULL);
    gboolean begins = FALSE;
    for (const char *at = name; *at != '\0'; at++) {
        if (g_ascii_islower(*at)) {
            return FALSE;
        }
        if (g_ascii_isalnum(*at)) {
            g_string_append_c(squashed, g_ascii_tolower(*at));
        } else {
            begins = begins || has(self->beginnings, squashed);
        }
    }
    return begins || has(self->names, squashed);
}
