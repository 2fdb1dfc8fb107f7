/* set(A "${B}") and set(A "${B}" PARENT_SCOPE): A gets all that B may be, at once. Running the
 * command for each text would give the same, and take as many conditions. */
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* The argument's text when it is the same one in all configurations, else NULL; interned. */
static const char *only_text(Evaluator *self, const Command *command, guint index)
{
    const Argument *argument = &command->arguments[index];
    if (argument->constant != NULL) {
        return argument->constant;
    }
    Guard entry = self->path;
    g_auto(Arguments) arguments = arguments_new(self);
    evaluator_expand_argument(self, command, index, &arguments);
    gboolean same = guard_same(self->path, entry) && arguments.texts->len == 1;
    self->path = entry;
    return same ? arena_intern(self->arena, arguments.texts->pdata[0]) : NULL;
}

/* The variable that is copied; NULL when the argument is more than a reference to one that is the
 * same in all configurations. */
static Variable *source_of(Evaluator *self, const Argument *from)
{
    if (from->kind != ARGUMENT_QUOTED || from->piece_count != 1 ||
        from->pieces[0].kind != PIECE_VARIABLE) {
        return NULL;
    }
    Guard entry = self->path;
    const char *name = evaluator_name(self, &from->pieces[0]);
    gboolean same = guard_same(self->path, entry);
    self->path = entry;
    if (!same || text_has_hole(name) || g_str_has_prefix(name, "CMAKE_CURRENT_") ||
        evaluator_parameter(self, name) != NULL) {
        return NULL;
    }
    return variables_get_interned(self->variables, name);
}

/* Whether nothing is to be noted of each text that the variable gets. */
static gboolean is_plain_target(Evaluator *self, const char *target)
{
    if (g_str_has_prefix(target, "ENV{") || strpbrk(target, ";[\\") != NULL ||
        text_has_hole(target) || command_is_flags_variable(target)) {
        return FALSE;
    }
    const Variable *variable = variables_find(self->variables, target);
    return variable == NULL || variable->option == NULL;
}

gboolean evaluator_copy(Evaluator *self, const Command *command)
{
    guint count = command->argument_count;
    if (count < 2 || count > 3 || strcmp(command->name, "set") != 0 ||
        command->arguments[0].kind == ARGUMENT_BRACKET ||
        (count == 3 && g_strcmp0(command->arguments[2].constant, "PARENT_SCOPE") != 0)) {
        return FALSE;
    }
    Variable *source = source_of(self, &command->arguments[1]);
    if (source == NULL) {
        return FALSE;
    }
    g_autoptr(Value) value = evaluator_value(self, source);
    if (value->count == 1 || !guard_is_true(value_defined(self->guards, value))) {
        return FALSE;
    }
    const char *target = only_text(self, command, 0);
    if (target == NULL || !is_plain_target(self, target)) {
        return FALSE;
    }
    evaluator_note_use(self, source);
    if (count == 3) {
        evaluator_set_outer(self, target, value, 1);
    } else {
        evaluator_set_value(self, variables_get(self->variables, target), value);
    }
    return TRUE;
}
