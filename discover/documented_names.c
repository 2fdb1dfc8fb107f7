#include "discover/documented_names.h"

DocumentedNames *documented_names_new(void)
{
    DocumentedNames *self = g_new0(DocumentedNames, 1);
    self->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->commands = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    self->command = g_ptr_array_new();
    self->switches = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->tables = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    return self;
}

void documented_names_free(DocumentedNames *self)
{
    g_ptr_array_unref(self->command);
    g_ptr_array_unref(self->commands);
    g_ptr_array_unref(self->tables);
    g_hash_table_unref(self->switches);
    g_hash_table_unref(self->names);
    g_free(self->cut);
    g_free(self);
}

gboolean documented_names_has(const DocumentedNames *self, const char *name)
{
    return g_hash_table_contains(self->names, name);
}

void documented_names_add(DocumentedNames *self, const char *name, gboolean together)
{
    gpointer known = NULL;
    if (!g_hash_table_lookup_extended(self->names, name, &known, NULL)) {
        known = g_strdup(name);
        g_hash_table_add(self->names, known);
    }
    gboolean room = self->command->len < DOCUMENTED_COMMAND_NAMES_MAX;
    self->full = self->full || (together && !room);
    if (together && room) {
        g_ptr_array_add(self->command, known);
    }
}

void documented_names_end_command(DocumentedNames *self)
{
    gboolean room = self->commands->len < DOCUMENTED_COMMANDS_MAX;
    self->full = self->full || (self->command->len > 1 && !room);
    if (self->command->len > 1 && room) {
        g_ptr_array_add(self->commands, g_steal_pointer(&self->command));
        self->command = g_ptr_array_new();
    }
    g_ptr_array_set_size(self->command, 0);
    self->runs = FALSE;
}
