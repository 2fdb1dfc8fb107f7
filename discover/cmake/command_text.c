/* The commands of pure.h, run on definite texts: one run of the evaluator after the other. */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/condition_internal.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

static const char *pure_lookup(PureCall *call, const char *name)
{
    Evaluator *self = call->data;
    if (text_has_hole(name)) {
        return evaluator_derive(self, "value", name);
    }
    if (g_str_has_prefix(name, "ENV{")) {
        g_autofree char *inner = g_strndup(name + 4, strcspn(name + 4, "}"));
        return evaluator_environment(self, inner);
    }
    const char *text = evaluator_read_name(self, name);
    return text != NULL ? evaluator_settle(self, text) : NULL;
}

static void pure_assign(PureCall *call, const char *name, const char *value)
{
    Evaluator *self = call->data;
    if (text_has_hole(name)) {
        evaluator_ledger(self, "unknown name", self->frame->current->name, NULL);
        variables_note_unknown(self->variables, name);
        return;
    }
    evaluator_set(self, name, value);
}

static const char *pure_derive(PureCall *call, const char *operation, const char *input)
{
    return evaluator_derive(call->data, operation, input);
}

/* "list(FIND VALUES ${OPTION} at)" asks whether what was given is one of the values, as IN_LIST
 * does. */
static void pure_compared(PureCall *call, const char *wanted, const char *item)
{
    evaluator_compared(call->data, wanted, item);
}

char *command_configured(Evaluator *self, const char *text, TemplateFlags flags, GError **error)
{
    g_autoptr(Arena) scratch = arena_new();
    PureCall pure = {.arena = scratch, .lookup = pure_lookup, .derive = pure_derive, .data = self};
    return g_strdup(pure_configure(&pure, text, flags, error));
}

typedef gboolean (*PureFunction)(PureCall *call, GError **error);

static void run_pure(Evaluator *self, const Call *call, PureFunction function)
{
    g_autoptr(Arena) scratch = arena_new();
    const char **settled = arena_alloc(scratch, (call->argc + 1) * sizeof(char *));
    for (guint i = 0; i < call->argc; i++) {
        settled[i] = evaluator_settle(self, call->argv[i]);
    }
    g_autoptr(Value) source = evaluator_value_of_name(self, "CMAKE_CURRENT_SOURCE_DIR");
    g_autoptr(Value) binary = evaluator_value_of_name(self, "CMAKE_CURRENT_BINARY_DIR");
    PureCall pure = {.arena = scratch,
                     .argc = call->argc,
                     .argv = settled,
                     .lookup = pure_lookup,
                     .assign = pure_assign,
                     .derive = pure_derive,
                     .compared = pure_compared,
                     .data = self,
                     .source_dir =
                         value_text(source) != NULL ? value_text(source) : FACTS_SOURCE_ROOT,
                     .binary_dir = value_text(binary) != NULL ? value_text(binary) : "/build"};
    g_autoptr(GError) error = NULL;
    if (!function(&pure, &error)) {
        evaluator_ledger(self, "text command", error->message, NULL);
    }
}

void command_list(Evaluator *self, const Call *call)
{
    if (call->argc >= 2 && strcmp(call->argv[0], "APPEND") == 0 && !text_has_hole(call->argv[1])) {
        if (call->argc == 2) {
            return;
        }
        command_note_text_flags(self, call);
        g_autoptr(GString) list = g_string_new(NULL);
        for (guint i = 2; i < call->argc; i++) {
            evaluator_add_element(self, list, call->argv[i], call->quoted[i]);
        }
        evaluator_register_option(self, call->argv[2]);
        command_append(self, call->argv[1], list->str, APPEND_ELEMENTS);
        return;
    }
    if (call->argc == 4 && strcmp(call->argv[0], "FIND") == 0 &&
        call->command->argument_count == call->argc) {
        condition_note_among(self, &call->command->arguments[2]);
    }
    run_pure(self, call, pure_list);
    command_note_text_flags(self, call); /* for this run, now that it is narrowed */
}

void command_string(Evaluator *self, const Call *call)
{
    if (call->argc >= 2 && strcmp(call->argv[0], "APPEND") == 0 && !text_has_hole(call->argv[1])) {
        if (call->argc == 2) {
            return;
        }
        command_note_text_flags(self, call);
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint i = 2; i < call->argc; i++) {
            evaluator_add_text(self, text, call->argv[i]);
        }
        command_append(self, call->argv[1], evaluator_text_behind(self, text->str), APPEND_TEXT);
        return;
    }
    run_pure(self, call, pure_string);
    command_note_text_flags(self, call); /* for this run, now that it is narrowed */
}

void command_math(Evaluator *self, const Call *call)
{
    run_pure(self, call, pure_math);
}

void command_get_filename_component(Evaluator *self, const Call *call)
{
    run_pure(self, call, pure_get_filename_component);
}

void command_cmake_path(Evaluator *self, const Call *call)
{
    run_pure(self, call, pure_cmake_path);
}

void command_separate_arguments(Evaluator *self, const Call *call)
{
    run_pure(self, call, pure_separate_arguments);
}
