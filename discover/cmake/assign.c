/* Writing variables under the current condition. */
#include "discover/cmake/assign.h"
#include "discover/cmake/expand.h"
#include "discover/cmake/pure.h"
#include "discover/cmake/record.h"
#include <string.h>

Guard evaluator_write_path(const Evaluator *self)
{
    return guard_within(self->guards, self->path, variables_base(self->variables));
}

void evaluator_set_value(Evaluator *self, Variable *variable, Value *value)
{
    Guard when = evaluator_write_path(self);
    Value *old = guard_is_true(when) ? NULL : variable_value(variable);
    variables_set(self->variables, variable,
                  value_update(self->symbols, self->guards, old, when, value), WRITE_REPLACES);
}

/* What a variable certainly is already is not written: whoever matches texts clears ten of them
 * each time, and each that is written is joined where its block ends. */
void evaluator_set(Evaluator *self, const char *name, const char *text)
{
    Variable *variable = variables_get(self->variables, name);
    const char *old = value_text(variable_value(variable));
    if (old != NULL && text != NULL && strcmp(old, text) == 0 &&
        guard_is_false(variable_value(variable)->unset)) {
        return;
    }
    g_autoptr(Value) value = value_of_text(text);
    evaluator_set_value(self, variable, value);
}

void evaluator_set_outer(Evaluator *self, const char *name, Value *value, guint levels)
{
    Variable *variable = variables_get(self->variables, name);
    Guard when = evaluator_write_path(self);
    Value *old =
        guard_is_true(when) ? NULL : variables_outer_value(self->variables, variable, levels);
    variables_set_outer(self->variables, variable,
                        value_update(self->symbols, self->guards, old, when, value), levels,
                        WRITE_REPLACES);
}

void evaluator_set_cache(Evaluator *self, Variable *variable, Value *value)
{
    variables_set_cache(self->variables, variable,
                        value_update(self->symbols, self->guards, variable->cache.value,
                                     evaluator_write_path(self), value),
                        WRITE_REPLACES);
}

/* Adds a text with `tail` behind what the alternative says, for where it holds; within `when`
 * only. Gives where there still is none although a text is added. */
static Guard add_appended(Evaluator *self, ValueBuilder *builder, const Alternative *alternative,
                          const char *tail, Append append)
{
    const char *before = alternative->text != NULL ? alternative->text : "";
    Guard when = evaluator_write_path(self);
    Guard there = alternative->when;
    gboolean elements = append == APPEND_ELEMENTS && *tail == ';';
    gboolean first = elements && *before == '\0';
    gboolean maybe_first = elements && *before != '\0' && evaluator_may_be_empty(self, before);
    const char *added = first ? tail + 1 : tail;
    Guard unset = alternative->text != NULL ? GUARD_FALSE : guard_minus(self->guards, there, when);
    if (!guard_is_true(when) && *added == ';' && (first || !elements)) {
        /* A piece would lose this semicolon where it comes first, so here are two texts. */
        value_builder_add(builder, alternative->text, guard_minus(self->guards, there, when));
        there = guard_and(self->guards, there, when);
        unset = GUARD_FALSE;
    } else if (!guard_is_true(when) || maybe_first) {
        added = evaluator_piece(self, added, when);
    }
    g_autofree char *text = g_strconcat(before, added, NULL);
    self->steps += strlen(text) / BYTES_A_STEP;
    value_builder_add(builder, text, there);
    return unset;
}

Value *evaluator_appended(Evaluator *self, const Value *old, const char *name, const char *tail,
                          Append append)
{
    gsize length = strlen(tail);
    Guard unset = guard_minus(self->guards, old->unset, evaluator_write_path(self));
    ValueBuilder *builder = value_builder_new(self->symbols, self->guards);
    for (guint i = 0; i < old->count; i++) {
        const Alternative *alternative = &old->alternatives[i];
        if (!guard_meets(self->guards, alternative->when, self->path)) {
            value_builder_add(builder, alternative->text, alternative->when);
            continue;
        }
        if (alternative->text != NULL && strlen(alternative->text) + length > TEXT_BYTES_MAX) {
            evaluator_ledger(self, "limit: text length", name, NULL);
            value_builder_add(builder, evaluator_derive(self, "long text of", name),
                              alternative->when);
        } else {
            unset = guard_or(self->guards, unset,
                             add_appended(self, builder, alternative, tail, append));
        }
    }
    Value *appended = value_builder_end(builder);
    appended->unset = symbols_simplify(self->symbols, unset, SYMBOLS_VALUE_NODES);
    return appended;
}

gboolean evaluator_open_layer_within(Evaluator *self, Guard within)
{
    if (guard_same(self->path, variables_base(self->variables))) {
        return FALSE;
    }
    variables_open_layer(self->variables, self->path, within);
    return TRUE;
}

gboolean evaluator_open_layer(Evaluator *self)
{
    return evaluator_open_layer_within(self, evaluator_write_path(self));
}

void evaluator_close_layer(Evaluator *self, gboolean opened)
{
    if (opened) {
        variables_close_layer(self->variables, self->symbols, self->guards);
    }
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

void evaluator_havoc_named(Evaluator *self, const char *reason, const char *subject,
                           const GPtrArray *texts)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        gboolean name = g_ascii_isalpha(*text) || *text == '_';
        for (const char *c = text; *c != '\0' && name; c++) {
            name = g_ascii_isalnum(*c) || *c == '_' || *c == '-' || *c == '.';
        }
        if (name) {
            g_ptr_array_add(names, (gpointer)text);
        }
    }
    g_ptr_array_add(names, NULL);
    evaluator_havoc(self, reason, subject, (const char *const *)names->pdata);
}

const char *evaluator_hole(Evaluator *self, ConditionSubject kind, const char *subject)
{
    return symbol_hole(self->symbols, symbols_get(self->symbols, kind, subject));
}

const char *evaluator_derive(Evaluator *self, const char *operation, const char *input)
{
    return symbol_hole(self->symbols, symbols_derive(self->symbols, operation, input));
}
