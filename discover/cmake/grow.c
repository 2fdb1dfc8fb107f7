/* set(X ${X} more): the list X gets more elements, as with list(APPEND X more). What it holds so
 * far is left as it is: run for each of its texts, the command would double them under each
 * condition, and all but the first few are given up. */
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include <string.h>

static gboolean has_form(const Command *command)
{
    if (command->argument_count < 2 || strcmp(command->name, "set") != 0) {
        return FALSE;
    }
    const Argument *own = &command->arguments[1];
    return own->kind == ARGUMENT_UNQUOTED && own->constant == NULL && own->piece_count == 1 &&
           own->pieces[0].kind == PIECE_VARIABLE;
}

/* The variable that is set and whose list comes first; NULL where these are not the same. Its name
 * becomes the first of the arguments. */
static Variable *own_list(Evaluator *self, const Command *command, Arguments *arguments)
{
    evaluator_expand_argument(self, command, 0, arguments);
    const char *target = arguments->texts->len == 1 ? arguments->texts->pdata[0] : NULL;
    const Piece *piece = &command->arguments[1].pieces[0];
    if (target == NULL || text_has_hole(target) || strchr(target, ';') != NULL ||
        strcmp(evaluator_name(self, piece), target) != 0 ||
        g_str_has_prefix(target, "CMAKE_CURRENT_") || g_str_has_suffix(target, "_ARCHITECTURES")) {
        return NULL;
    }
    Variable *variable = variables_get(self->variables, target);
    const OptionRecord *option = variable->option;
    gboolean offered =
        option != NULL && option->definitions->len == 0 && variable->cache.value != NULL;
    return offered || evaluator_parameter_of(self, piece, variable->name) != NULL ? NULL : variable;
}

/* Whether a reference to the list gives the elements that are in its texts. */
static gboolean is_plain(Evaluator *self, const Value *list)
{
    for (guint i = 0; i < list->count; i++) {
        const Alternative *alternative = &list->alternatives[i];
        if (alternative->text != NULL && guard_meets(self->guards, self->path, alternative->when) &&
            !evaluator_is_plain_list(self, alternative->text)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The list with `tail` behind it. With no element at all the command takes the variable away. */
static Value *grown_list(Evaluator *self, const Value *list, const char *name, const char *tail)
{
    Guard without =
        guard_and(self->guards, evaluator_write_path(self), evaluator_nothing(self, tail));
    Value *grown = NULL;
    if (*tail != '\0') {
        grown = evaluator_appended(self, list, name, tail, APPEND_ELEMENTS);
    } else {
        ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
        value_builder_add_value(builder, list, GUARD_TRUE);
        grown = value_builder_end(builder);
        grown->unset = list->unset;
    }
    for (guint i = 0; i < list->count && !guard_is_false(without); i++) {
        const Alternative *alternative = &list->alternatives[i];
        const char *text = alternative->text != NULL ? alternative->text : "";
        Guard none = guard_and(self->guards, guard_and(self->guards, without, alternative->when),
                               evaluator_nothing(self, text));
        grown->unset = guard_or(self->guards, grown->unset, none);
    }
    grown->unset = symbols_simplify(self->symbols, grown->unset, SYMBOLS_VALUE_NODES);
    return grown;
}

static void expand_added(Evaluator *self, const Command *command, Arguments *arguments)
{
    gboolean outer = self->keep_optional;
    self->keep_optional = TRUE;
    for (guint i = 2; i < command->argument_count; i++) {
        evaluator_expand_argument(self, command, i, arguments);
    }
    self->keep_optional = outer;
}

/* Whether both lists have the same elements within `path`. FALSE is always safe to say. */
static gboolean same_elements(Evaluator *self, const Value *a, const Value *b)
{
    gboolean same = b != NULL && a->count == b->count;
    for (guint i = 0; same && i < a->count; i++) {
        const Alternative *here = &a->alternatives[i];
        const Alternative *there = &b->alternatives[i];
        g_autofree char *one = evaluator_text_within(self, here->text != NULL ? here->text : "");
        g_autofree char *two = evaluator_text_within(self, there->text != NULL ? there->text : "");
        same = guard_same(here->when, there->when) && strcmp(one, two) == 0;
    }
    return same;
}

/* PARENT_SCOPE: the outer scope gets what this one has, and more. Mostly that is what it has
 * itself, but for what an earlier run has added to it: then it grows, too. */
static void grow_outer(Evaluator *self, Variable *variable, Value *list, const char *tail)
{
    const char *name = variable->name;
    const Value *outer = variables_outer_value(self->variables, variable, 1);
    if (outer == variable_value(variable) || same_elements(self, list, outer)) {
        const Value *grows = outer == variable_value(variable) ? list : outer;
        variables_set_outer(self->variables, variable, grown_list(self, grows, name, tail), 1,
                            WRITE_GROWS);
    } else {
        g_autoptr(Value) grown = grown_list(self, list, name, tail);
        evaluator_set_outer(self, name, grown, 1);
    }
}

gboolean evaluator_grow(Evaluator *self, const Command *command)
{
    if (!has_form(command)) {
        return FALSE;
    }
    g_auto(Arguments) arguments = arguments_new(self);
    Variable *variable = own_list(self, command, &arguments);
    if (variable == NULL) {
        return FALSE;
    }
    g_autoptr(Value) list = evaluator_value(self, variable);
    if ((list->count == 1 && guard_is_true(self->path)) || !is_plain(self, list)) {
        return FALSE;
    }
    expand_added(self, command, &arguments);
    const Call call = {.command = command,
                       .argc = arguments.texts->len,
                       .argv = (const char *const *)arguments.texts->pdata,
                       .quoted = arguments.quoted->data};
    if (call_has(&call, 1, "CACHE")) {
        return FALSE;
    }
    gboolean parent = call.argc > 1 && strcmp(call.argv[call.argc - 1], "PARENT_SCOPE") == 0;
    guint end = parent ? call.argc - 1 : call.argc;
    evaluator_note_use(self, variable);
    if (command_is_flags_variable(variable->name)) {
        command_note_added_flags(self, &call, 1, call.argc - end);
    }
    g_autoptr(GString) tail = g_string_new(NULL);
    for (guint i = 1; i < end; i++) {
        evaluator_add_element(self, tail, call.argv[i], call.quoted[i]);
    }
    if (parent) {
        grow_outer(self, variable, list, tail->str);
    } else {
        Value *grown = grown_list(self, list, variable->name, tail->str);
        variables_set(self->variables, variable, grown, WRITE_GROWS);
    }
    return TRUE;
}
