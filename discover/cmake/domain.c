/* What an option and an unknown are in each domain. */
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"

static Value *symbolic_option_value(Evaluator *self, OptionRecord *option, OptionType type,
                                    Value *value)
{
    const char *text = value_text(value);
    if (text != NULL && g_str_has_prefix(text, self->source_root)) {
        /* Where a part of the project's own sources lies. It can be moved, but what is read is what
         * is there. */
        evaluator_ledger(self, "taken at its default", option->name, NULL);
        return value_ref(value);
    }
    if (evaluator_is_outside(self, option->name)) {
        return value_ref(value);
    }
    Symbol *symbol = symbols_get(self->symbols, CONDITION_SUBJECT_OPTION, option->name);
    if (option->symbol == SYMBOL_NONE) {
        option->symbol = symbol->id;
        symbol->boolean = type == OPTION_BOOL && symbol->values->len == 0;
    }
    if (!symbol->boolean) {
        return value_of_text(symbol_hole(self->symbols, symbol));
    }
    Guard truth = symbol_truth(self->symbols, symbol);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    value_builder_add(builder, "ON", truth);
    value_builder_add(builder, "OFF", guard_not(self->guards, truth));
    return value_builder_end(builder);
}

static Guard symbolic_flag(Evaluator *self, ConditionSubject kind, const char *subject,
                           const char *variable)
{
    (void)variable;
    return symbol_truth(self->symbols, symbols_get(self->symbols, kind, subject));
}

static Value *symbolic_unknown(Evaluator *self, ConditionSubject kind, const char *subject,
                               const char *variable, const char *const *values)
{
    (void)variable;
    Symbol *symbol = symbols_get(self->symbols, kind, subject);
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    Guard rest = GUARD_TRUE;
    for (; values != NULL && *values != NULL; values++) {
        Guard chosen = symbol_equals(self->symbols, symbol, *values);
        value_builder_add(builder, *values, guard_and(self->guards, rest, chosen));
        rest = guard_minus(self->guards, rest, chosen);
    }
    value_builder_add(builder, symbol_hole(self->symbols, symbol), rest);
    return value_builder_end(builder);
}

const Domain domain_symbolic = {.name = "symbolic",
                                .option_value = symbolic_option_value,
                                .flag = symbolic_flag,
                                .unknown = symbolic_unknown};

static Value *concrete_option_value(Evaluator *self, OptionRecord *option, OptionType type,
                                    Value *value)
{
    (void)self;
    (void)option;
    (void)type;
    /* A -D definition made the cache entry before the project was read. */
    return value_ref(value);
}

/* What the check of that variable found: where it is made several times, with different results,
 * this time; else what it left in the cache. To be freed. */
static char *check_answer(Evaluator *self, ConditionSubject kind, const char *variable)
{
    char *here = kind == CONDITION_SUBJECT_PROBE
                     ? evaluator_answer_at(self, evaluator_project_place(self), variable)
                     : NULL;
    return here != NULL ? here : g_strdup(evaluator_answer(self, variable));
}

static Guard concrete_flag(Evaluator *self, ConditionSubject kind, const char *subject,
                           const char *variable)
{
    if (g_str_has_prefix(subject, "ENV{")) {
        return evaluator_answer(self, subject) != NULL ? GUARD_TRUE : GUARD_FALSE;
    }
    g_autofree char *answer = check_answer(self, kind, variable != NULL ? variable : subject);
    if (answer == NULL && kind == CONDITION_SUBJECT_PACKAGE) {
        /* A package that brings its own CMake files is found where these are. */
        g_autofree char *folder = g_strdup_printf("%s_DIR", subject);
        answer = g_strdup(evaluator_answer(self, folder));
    }
    return answer != NULL && !cmake_is_false(answer) ? GUARD_TRUE : GUARD_FALSE;
}

static Value *concrete_unknown(Evaluator *self, ConditionSubject kind, const char *subject,
                               const char *variable, const char *const *values)
{
    (void)subject;
    (void)values;
    g_autofree char *answer = variable != NULL ? check_answer(self, kind, variable) : NULL;
    return value_of_text(answer != NULL ? answer : "");
}

const Domain domain_concrete = {.name = "concrete",
                                .option_value = concrete_option_value,
                                .flag = concrete_flag,
                                .unknown = concrete_unknown};
