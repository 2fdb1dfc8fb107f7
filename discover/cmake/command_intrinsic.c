/* What only stubs can say (docs/stubs.md). */
#include "discover/cmake/assign.h"
#include "discover/cmake/commands.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

static gboolean subject_kind(const char *word, ConditionSubject *kind)
{
    static const struct {
        const char *word;
        ConditionSubject kind;
    } kinds[] = {{"PACKAGE", CONDITION_SUBJECT_PACKAGE},
                 {"PROBE", CONDITION_SUBJECT_PROBE},
                 {"PLATFORM", CONDITION_SUBJECT_PLATFORM},
                 {"OPTION", CONDITION_SUBJECT_OPTION}};
    for (guint i = 0; i < G_N_ELEMENTS(kinds); i++) {
        if (strcmp(kinds[i].word, word) == 0) {
            *kind = kinds[i].kind;
            return TRUE;
        }
    }
    return FALSE;
}

void command_xaas_flag(Evaluator *self, const Call *call)
{
    ConditionSubject kind;
    if (call->argc < 3 || !subject_kind(call->argv[1], &kind) || text_has_hole(call->argv[0])) {
        return;
    }
    if (call_has(call, 3, "USUAL")) {
        g_hash_table_insert(self->platform, (gpointer)arena_intern(self->arena, call->argv[2]),
                            "TRUE");
    }
    if (call_has(call, 3, "CACHE")) {
        Guard found = self->domain->flag(self, kind, call->argv[2], call->argv[0]);
        ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
        value_builder_add(builder, "1", found);
        value_builder_add(builder, "", guard_not(self->guards, found));
        g_autoptr(Value) value = value_builder_end(builder);
        command_set_result(self, call->argv[0], value);
    } else {
        command_set_flag(self, call->argv[0], kind, call->argv[2]);
    }
}

void command_xaas_unknown(Evaluator *self, const Call *call)
{
    ConditionSubject kind;
    if (call->argc < 3 || !subject_kind(call->argv[1], &kind) || text_has_hole(call->argv[0])) {
        return;
    }
    guint values = 3;
    while (values < call->argc && strcmp(call->argv[values], "VALUES") != 0) {
        values++;
    }
    g_autoptr(GPtrArray) listed = g_ptr_array_new();
    for (guint i = values + 1; i < call->argc; i++) {
        g_ptr_array_add(listed, (gpointer)call->argv[i]);
    }
    g_ptr_array_add(listed, NULL);
    if (kind == CONDITION_SUBJECT_PLATFORM && listed->pdata[0] != NULL) {
        g_hash_table_insert(self->platform, (gpointer)arena_intern(self->arena, call->argv[2]),
                            (gpointer)arena_intern(self->arena, listed->pdata[0]));
    }
    g_autoptr(Value) text = self->domain->unknown(self, kind, call->argv[2], call->argv[0],
                                                  (const char *const *)listed->pdata);
    Variable *variable = variables_get(self->variables, call->argv[0]);
    if (call_has(call, 3, "CACHE")) {
        command_set_result(self, call->argv[0], text);
    } else {
        evaluator_set_value(self, variable, text);
    }
}

void command_xaas_package(Evaluator *self, const Call *call)
{
    if (call->argc == 0) {
        return;
    }
    const char *version = NULL;
    for (guint i = 1; i + 1 < call->argc; i++) {
        if (strcmp(call->argv[i], "VERSION") == 0) {
            version = call->argv[i + 1];
        }
    }
    evaluator_effect_full(self, EFFECT_PACKAGE, call->argv[0], version, NULL,
                          call_has(call, 1, "REQUIRED"));
}

void command_xaas_effect(Evaluator *self, const Call *call)
{
    static const struct {
        const char *word;
        EffectKind kind;
    } kinds[] = {{"PACKAGE", EFFECT_PACKAGE},   {"DEFINITION", EFFECT_DEFINITION},
                 {"FLAG", EFFECT_FLAG},         {"LINK", EFFECT_LINK},
                 {"LANGUAGE", EFFECT_LANGUAGE}, {"DOWNLOAD", EFFECT_DOWNLOAD},
                 {"MACRO", EFFECT_MACRO},       {"SOURCE", EFFECT_SOURCE},
                 {"FOLDER", EFFECT_FOLDER}};
    for (guint i = 0; i < G_N_ELEMENTS(kinds) && call->argc >= 2; i++) {
        if (strcmp(kinds[i].word, call->argv[0]) == 0) {
            const char *detail = call->argc > 2 ? call->argv[2] : NULL;
            evaluator_effect(self, kinds[i].kind, call->argv[1], detail);
            if (kinds[i].kind == EFFECT_DOWNLOAD) {
                evaluator_note_unread(self, UNREAD_DOWNLOAD, call->argv[1], detail);
            }
        }
    }
}

void command_xaas_target(Evaluator *self, const Call *call)
{
    if (call->argc > 0) {
        evaluator_add_name(self, self->targets, call->argv[0]);
    }
}

void command_xaas_volatile_prefix(Evaluator *self, const Call *call)
{
    if (call->argc > 0 && !self->options->concrete) {
        command_add_volatile_prefix(self, call->argv[0]);
    }
}

/* A module reads it on the project's behalf, unless the project has set it for the module; with
 * PROJECT, where the project has named it. */
void command_xaas_used(Evaluator *self, const Call *call)
{
    OptionRecord *option =
        call->argc > 0 ? recorder_option(self->recorder, call->argv[0], FALSE) : NULL;
    const Variable *variable =
        option != NULL ? variables_find(self->variables, call->argv[0]) : NULL;
    Span at = evaluator_project_place(self);
    if (variable != NULL && variable->option != NULL && evaluator_is_own(self, variable)) {
        return;
    }
    if (option != NULL && at.path != NULL) {
        gboolean read = option->read;
        recorder_use(self->recorder, option, at);
        option->read = read || call_has(call, 1, "PROJECT");
    }
}

void command_xaas_given(Evaluator *self, const Call *call)
{
    if (call->argc == 0 || text_has_hole(call->argv[0])) {
        return;
    }
    evaluator_give_option(self, call->argv[0],
                          call->argc > 1 && strcmp(call->argv[1], "BOOL") == 0);
}
