/* What the project's own commands make of nothing that is compiled. */
#include "container/build/driver_parts.h"

typedef struct {
    const ConfigureRequest *request;
    const char *build;
    const GPtrArray *outputs;
    GHashTable *own;
    GPtrArray *found;
} Uncompiled;

/* Whether all commands that the build tool would run for these outputs are in the set. */
static gboolean are_own(const Uncompiled *self, const GPtrArray *outputs, gboolean *own,
                        GError **error)
{
    g_autoptr(GHashTable) order =
        configure_command_order(self->request, self->build, outputs, error);
    if (order == NULL) {
        return FALSE;
    }
    GHashTableIter iter;
    gpointer command;
    *own = TRUE;
    g_hash_table_iter_init(&iter, order);
    while (*own && g_hash_table_iter_next(&iter, &command, NULL)) {
        *own = *(const char *)command == '\0' || g_hash_table_contains(self->own, command);
    }
    return TRUE;
}

/* By halves, for most are of one kind, and each question starts the build tool. */
static gboolean add_part(const Uncompiled *self, guint first, guint count, GError **error)
{
    g_autoptr(GPtrArray) part = g_ptr_array_new();
    gboolean own = FALSE;
    for (guint i = first; i < first + count; i++) {
        g_ptr_array_add(part, self->outputs->pdata[i]);
    }
    if (!are_own(self, part, &own, error)) {
        return FALSE;
    }
    for (guint i = 0; own && i < part->len; i++) {
        g_ptr_array_add(self->found, g_strdup(part->pdata[i]));
    }
    return own || count == 1 ||
           (add_part(self, first, count / 2, error) &&
            add_part(self, first + count / 2, count - count / 2, error));
}

gboolean configure_add_uncompiled(const ConfigureRequest *request, const char *build,
                                  const GPtrArray *outputs, GHashTable *own, GPtrArray *found,
                                  GError **error)
{
    const Uncompiled self = {request, build, outputs, own, found};
    return outputs->len == 0 || add_part(&self, 0, outputs->len, error);
}
