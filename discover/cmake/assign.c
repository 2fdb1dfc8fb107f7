/* Writing variables under the current condition. */
#include "discover/cmake/evaluator.h"

Guard evaluator_write_path(const Evaluator *self)
{
    return guard_same(self->path, self->scope_entry) ? GUARD_TRUE : self->path;
}

void evaluator_set_value(Evaluator *self, Variable *variable, Value *value)
{
    Guard when = evaluator_write_path(self);
    Value *old = guard_is_true(when) ? NULL : variable_value(variable);
    variables_set(self->variables, variable,
                  value_update(self->symbols, self->guards, old, when, value));
}

void evaluator_set(Evaluator *self, const char *name, const char *text)
{
    g_autoptr(Value) value = value_of_text(text);
    evaluator_set_value(self, variables_get(self->variables, name), value);
}

void evaluator_set_parent(Evaluator *self, const char *name, Value *value)
{
    Variable *variable = variables_get(self->variables, name);
    Value *old =
        guard_is_true(self->path) ? NULL : variables_parent_value(self->variables, variable);
    variables_set_parent(self->variables, variable,
                         value_update(self->symbols, self->guards, old, self->path, value));
}

void evaluator_set_cache(Evaluator *self, Variable *variable, Value *value)
{
    Value *updated =
        value_update(self->symbols, self->guards, variable->cache, self->path, value);
    value_unref(variable->cache);
    variable->cache = updated;
}

void evaluator_havoc(Evaluator *self, const char *reason, const char *subject,
                     const char *const *names)
{
    for (const char *const *name = names; *name != NULL; name++) {
        Variable *variable = variables_get(self->variables, *name);
        if (variable_value(variable) == NULL) {
            /* Unset so far: it may or may not be set now, which only matters to who reads it. */
            variable->volatile_ = TRUE;
            continue;
        }
        evaluator_set(self, *name, evaluator_hole(self, CONDITION_SUBJECT_UNKNOWN, *name));
    }
    evaluator_ledger(self, reason, subject, names);
}

const char *evaluator_hole(Evaluator *self, ConditionSubject kind, const char *subject)
{
    return symbol_hole(self->symbols, symbols_get(self->symbols, kind, subject));
}

const char *evaluator_derive(Evaluator *self, const char *operation, const char *input)
{
    return symbol_hole(self->symbols, symbols_derive(self->symbols, operation, input));
}
