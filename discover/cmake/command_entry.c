/* What get_property(... CACHE ...) says of an entry: its value, and how it was declared. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include <string.h>

/* The type or help that all declarations of the entry have; NULL when they differ, or nothing here
 * has declared it. In the arena. */
static const char *declared_as(Evaluator *self, const Variable *entry, gboolean type)
{
    const OptionRecord *option = entry->option;
    const GPtrArray *definitions = option != NULL ? option->definitions : NULL;
    const char *found = NULL;
    for (guint i = 0; definitions != NULL && i < definitions->len; i++) {
        const DefinitionRecord *definition = definitions->pdata[i];
        const char *help = definition->help != NULL ? definition->help : "";
        const char *here = type ? option_type_text(definition->type) : help;
        if (found != NULL && strcmp(found, here) != 0) {
            return NULL;
        }
        found = here;
    }
    if (found == NULL || !type) {
        return found;
    }
    g_autofree char *upper = g_ascii_strup(found, -1);
    return arena_intern(self->arena, upper);
}

void command_read_entry(Evaluator *self, const char *name, const char *property, Variable *variable)
{
    const Variable *entry = variables_get(self->variables, name);
    g_autoptr(Value) value =
        entry->cache.value != NULL ? value_ref(entry->cache.value) : value_of_text(NULL);
    if (strcmp(property, "VALUE") == 0) {
        evaluator_set_value(self, variable, value);
        return;
    }
    const char *text = declared_as(self, entry, strcmp(property, "TYPE") == 0);
    if (text == NULL) {
        g_autofree char *subject = g_strdup_printf("%s of %s", property, name);
        text = evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, subject);
    }
    Guard defined = value_defined(self->guards, value);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    value_builder_add(builder, text, defined);
    value_builder_add(builder, NULL, guard_not(self->guards, defined));
    g_autoptr(Value) result = value_builder_end(builder);
    evaluator_set_value(self, variable, result);
}
