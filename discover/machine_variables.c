#include "discover/machine_variables.h"

gboolean machine_variables_have(const MachineVariables *self, const char *name)
{
    g_autoptr(GString) squashed = g_string_new(NULL);
    gboolean begins = FALSE;
    for (const char *at = name; self != NULL && *at != '\0'; at++) {
        if (g_ascii_islower(*at)) {
            return FALSE;
        }
        if (g_ascii_isalnum(*at)) {
            g_string_append_c(squashed, g_ascii_tolower(*at));
        } else {
            begins = begins || (self->beginnings != NULL &&
                                g_hash_table_contains(self->beginnings, squashed->str));
        }
    }
    return begins || (self != NULL && self->names != NULL &&
                      g_hash_table_contains(self->names, squashed->str));
}
