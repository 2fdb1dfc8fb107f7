/* Options without a declaration: what a person may give all the same, and what a call of the
 * project's own function offers or registers. */
#include "core/path.h"
#include "core/text_list.h"
#include "discover/cmake/assign.h"
#include "discover/cmake/call.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/option.h"
#include "discover/cmake/option_internal.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include "discover/cmake/submodules.h"
#include "discover/cmake/text_words.h"
#include "discover/cmake/undeclared.h"
#include <string.h>

void evaluator_give_option(Evaluator *self, const char *name, gboolean boolean)
{
    if (self->options->concrete) {
        return; /* what was given is in the cache */
    }
    if (evaluator_is_outside(self, name)) {
        return;
    }
    evaluator_forget_calls(self);
    Variable *variable = variables_get(self->variables, name);
    OptionRecord *option = recorder_option(self->recorder, name, TRUE);
    Symbol *symbol = symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, name);
    symbol->given = TRUE;
    option->symbol = symbol->id;
    variable->option = option;
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    Guard absent = symbol_equals(self->symbols, symbol, "");
    Guard rest = guard_not(self->guards, absent);
    value_builder_add(builder, NULL, absent);
    if (boolean) {
        Guard truth = symbol_truth(self->symbols, symbol);
        symbol->boolean = TRUE;
        value_builder_add(builder, "ON", truth);
        value_builder_add(builder, "OFF", guard_minus(self->guards, rest, truth));
        rest = GUARD_FALSE;
    }
    value_builder_add(builder, symbol_hole(self->symbols, symbol), rest);
    g_autoptr(Value) given = value_builder_end(builder);
    g_autoptr(Value) known = evaluator_value(self, variable);
    Guard entry = self->path;
    self->path = guard_minus(self->guards, entry, value_defined(self->guards, known));
    if (!guard_is_false(self->path)) {
        /* A person gives it: the project has not written it by that. */
        gboolean written = variable->written;
        evaluator_set_cache(self, variable, given);
        variable->written = written;
    }
    self->path = entry;
}

/* How a variable is declared that nothing has written so far; 0 for others. */
static guint declared_later(const Evaluator *self, Variable *variable)
{
    if (variable->option != NULL || variable->cache.value != NULL ||
        variable_value(variable) != NULL) {
        return 0;
    }
    guint kind = GPOINTER_TO_UINT(g_hash_table_lookup(self->declared, variable->name));
    return kind == DECLARED_NOWHERE ? 0 : kind;
}

/* if(NOT NAME) option(NAME ...) endif(): a person who gives it has it where that is not reached. */
static Guard given_beside(Evaluator *self, const Variable *variable, const Value *value)
{
    const OptionRecord *option = variable->option;
    if (!variable->only_unless || option == NULL || option->symbol == SYMBOL_NONE) {
        return GUARD_FALSE;
    }
    return guard_minus(self->guards,
                       symbol_truth(self->symbols, symbols_at(self->symbols, option->symbol)),
                       value_defined(self->guards, value));
}

Guard evaluator_expected(Evaluator *self, Variable *variable, const Value *value)
{
    guint kind = declared_later(self, variable);
    /* A text whose truth a project asks first mostly gets its default there, if(NOT NAME), which
     * hangs on nothing. What cmake_dependent_option() hangs on is never its own default. */
    if (kind == DECLARED_TEXT && !evaluator_in_stub(self)) {
        return GUARD_FALSE;
    }
    if (kind == 0) {
        return given_beside(self, variable, value);
    }
    return symbol_truth(self->symbols,
                        symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, variable->name));
}

const char *evaluator_expected_text(Evaluator *self, Variable *variable)
{
    if (declared_later(self, variable) != DECLARED_TEXT) {
        return NULL;
    }
    return symbol_hole(self->symbols,
                       symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, variable->name));
}

/* What the call says about the option: the first sentence behind its name. */
static const char *told_by(const Frame *call, const char *name)
{
    const GPtrArray *texts = call->call_arguments->texts;
    gboolean behind = FALSE;
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        if (behind && text_is_sentence(text) && !text_has_hole(text)) {
            return text;
        }
        behind = behind || strcmp(text, name) == 0;
    }
    return NULL;
}

/* The outermost call that is to declare the option: it is given to a function, which sets it only
 * where nobody has, and which speaks of options, or is told what the option is for: a default
 * without a word is not meant for people. NULL when there is none. */
static const Frame *offering_call(Evaluator *self, const char *name)
{
    g_autoptr(GPtrArray) calls = evaluator_calls(self);
    for (guint i = 0; i < calls->len; i++) {
        const Frame *call = calls->pdata[i];
        if (!call->parent->file->stub && text_list_has(call->call_arguments->texts, name) &&
            (text_speaks_of_options(call->call_name) || told_by(call, name) != NULL)) {
            return call;
        }
    }
    return NULL;
}

/* Where nobody has given the option anything, under a path on which nobody has given it what is
 * true; never on other paths. */
static Guard not_given(Evaluator *self, const OptionRecord *option, const Value *given)
{
    if (option->symbol == SYMBOL_NONE || !symbols_at(self->symbols, option->symbol)->given) {
        return GUARD_FALSE;
    }
    Guard truth = value_truth(self->symbols, self->guards, given);
    return guard_is_false(guard_and(self->guards, self->path, truth))
               ? guard_minus(self->guards, self->path, value_defined(self->guards, given))
               : GUARD_FALSE;
}

void evaluator_offer_option(Evaluator *self, const char *name, const char *value)
{
    const Variable *variable =
        self->options->concrete ? NULL : variables_find(self->variables, name);
    OptionRecord *option = variable != NULL ? variable->option : NULL;
    const Value *given = option != NULL ? variable->cache.value : NULL;
    if (given == NULL || option->definitions->len > 0) {
        return;
    }
    Guard defined = guard_and(self->guards, self->path, value_defined(self->guards, given));
    const Frame *call = guard_is_false(defined) ? offering_call(self, name) : NULL;
    if (call == NULL) {
        Guard fallback = not_given(self, option, given);
        if (!guard_is_false(fallback)) {
            option_record_fallback(self, option, value, fallback);
        }
        return;
    }
    Guard entry = self->path;
    self->path = call->entered; /* the function asks what was given, the option is there anyway */
    gboolean boolean = cmake_is_true(value) || cmake_is_false(value);
    option_record_definition(self, name,
                             &(OptionDeclaration){.type = boolean ? OPTION_BOOL : OPTION_STRING,
                                                  .value = value,
                                                  .help = told_by(call, name),
                                                  .counts = TRUE});
    self->path = entry;
}

/* The one argument behind what the call says about the option: its default. */
static const char *told_default(const Frame *call, const char *told)
{
    const GPtrArray *texts = call->call_arguments->texts;
    const char *last = texts->len > 2 ? texts->pdata[texts->len - 1] : NULL;
    return last != NULL && texts->pdata[texts->len - 2] == told ? last : "";
}

void evaluator_register_option(Evaluator *self, const char *name)
{
    const Variable *variable =
        self->options->concrete ? NULL : variables_find(self->variables, name);
    const OptionRecord *option = variable != NULL ? variable->option : NULL;
    const Symbol *symbol = option != NULL && option->symbol != SYMBOL_NONE
                               ? symbols_at(self->symbols, option->symbol)
                               : NULL;
    if (symbol == NULL || !symbol->given) {
        return;
    }
    const Frame *call = offering_call(self, name);
    const char *told = call != NULL ? told_by(call, name) : NULL;
    if (told == NULL) {
        return;
    }
    const char *value = told_default(call, told);
    if (*value == '\0' && symbol->boolean && !undeclared_lists_values(told)) {
        value = "OFF"; /* it is only asked whether it is true, and nobody said that it is */
    }
    Guard entry = self->path;
    self->path = call->entered;
    /* What is compared with words is more than a switch, though it is off by default. */
    gboolean boolean =
        symbol->boolean && *value != '\0' && (cmake_is_true(value) || cmake_is_false(value));
    option_record_definition(self, name,
                             &(OptionDeclaration){.type = boolean ? OPTION_BOOL : OPTION_STRING,
                                                  .value = value,
                                                  .help = told,
                                                  .counts = TRUE});
    self->path = entry;
}

gboolean evaluator_is_given_by_name(Evaluator *self, const char *name)
{
    g_autoptr(GPtrArray) calls = evaluator_calls(self);
    for (guint i = 0; i < calls->len; i++) {
        const Frame *call = calls->pdata[i];
        const Command *command = call->parent->current;
        for (guint k = 0; command != NULL && k < command->argument_count; k++) {
            if (g_strcmp0(command->arguments[k].constant, name) == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

void evaluator_note_taken(Evaluator *self, Variable *variable)
{
    const OptionRecord *option = variable->option;
    const Value *normal = variable_value(variable);
    Guard open =
        normal != NULL ? guard_not(self->guards, value_defined(self->guards, normal)) : GUARD_TRUE;
    if (variable->taken || guard_is_false(open)) {
        return;
    }
    for (guint i = 0; option != NULL && i < option->definitions->len; i++) {
        const DefinitionRecord *definition = option->definitions->pdata[i];
        if (!definition->result) {
            return;
        }
        open = guard_minus(self->guards, open, definition->exists);
    }
    variable->taken = guard_meets(self->guards, self->path, open);
}

/* Whether the project itself has tried to add or include something of the submodule before. */
static gboolean was_tried(const Evaluator *self, const Submodule *submodule)
{
    const GPtrArray *entries = recorder_ledger_entries(self->recorder);
    for (guint i = 0; i < entries->len; i++) {
        const char *subject = ((const LedgerEntry *)entries->pdata[i])->subject;
        if (subject != NULL && path_lies_in(subject, submodule->path)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the file that is read names the folder of the submodule: it tells somebody where that is.
 */
static gboolean is_told_of(Evaluator *self, const Submodule *submodule)
{
    const char *path = evaluator_here(self).path;
    g_autofree char *text = path != NULL ? tree_read_text(self->tree, path, NULL, NULL) : NULL;
    return text != NULL && strstr(text, submodule->path) != NULL;
}

/* Whether a submodule that is not there may ask for the option: it is named after it, or after
 * another one that is not there, of whose folder the file tells and that nothing here adds, so that
 * this one may. */
static gboolean may_ask_for(Evaluator *self, const Submodule *submodule, const char *name)
{
    gboolean named = submodule_is_named_in(submodule, name);
    for (guint i = 0; i < self->submodules->len && !named; i++) {
        const Submodule *other = self->submodules->pdata[i];
        named = other->path != NULL && submodule_is_named_in(other, name) &&
                submodule_is_absent(other, self->tree) && !was_tried(self, other) &&
                is_told_of(self, other);
    }
    return named;
}

void evaluator_note_absent(Evaluator *self, const char *folder)
{
    const Submodule *submodule = submodules_find(self->submodules_by_path, folder);
    if (submodule == NULL || self->options->concrete) {
        return;
    }
    const GPtrArray *options = recorder_options(self->recorder);
    for (guint i = 0; i < options->len; i++) {
        const OptionRecord *option = options->pdata[i];
        Variable *variable = variables_get(self->variables, option->name);
        /* One that the project hands to it is chosen by an option of the project's own. */
        if (option->definitions->len == 0 && !variable->written &&
            (option->inner || may_ask_for(self, submodule, option->name))) {
            evaluator_note_use(self, variable);
        }
    }
}

void evaluator_note_fetched(Evaluator *self)
{
    const GPtrArray *options = recorder_options(self->recorder);
    for (guint i = 0; !self->options->concrete && i < options->len; i++) {
        const OptionRecord *option = options->pdata[i];
        Variable *variable = variables_get(self->variables, option->name);
        if (option->inner && option->definitions->len == 0 && !variable->written) {
            evaluator_note_use(self, variable);
        }
    }
}
