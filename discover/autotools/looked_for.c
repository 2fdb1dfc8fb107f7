/* Options whose thing a script looks for when nobody gives them. */
#include "discover/autotools/defaults.h"
#include <string.h>

static const char automatic[] = "auto";

/* Whether the condition can hold on a machine where no check succeeds, and hangs on one. */
static gboolean holds_where_nothing_is_found(Configure *self, Guard guard)
{
    g_autoptr(GArray) nothing = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    for (guint i = 0; i < support->len; i++) {
        guint variable = g_array_index(support, guint, i);
        const Atom *atom = symbols_atom(self->symbols, variable);
        ConditionSubject kind = atom->symbol != SYMBOL_NONE
                                    ? symbols_at(self->symbols, atom->symbol)->kind
                                    : CONDITION_SUBJECT_UNKNOWN;
        if (kind == CONDITION_SUBJECT_PACKAGE || kind == CONDITION_SUBJECT_PROBE) {
            /* A variable that nothing has set is empty. */
            gboolean empty = atom->kind == ATOM_VALUE && *atom->value == '\0';
            GuardLiteral literal = {variable, empty};
            g_array_append_val(nothing, literal);
        }
    }
    return nothing->len > 0 &&
           guard_can_hold(self->guards, guard, (const GuardLiteral *)(const void *)nothing->data,
                          nothing->len);
}

static gboolean is_looked_for(Configure *self, const OptionState *state)
{
    const GPtrArray *constraints = recorder_constraints(self->recorder);
    for (guint i = 0; i < constraints->len; i++) {
        Guard whole;
        /* Of one that is too long what it says of options is left, and checks have a say. */
        gboolean exact = symbols_expand(
            self->symbols, ((const ConstraintRecord *)constraints->pdata[i])->when, &whole);
        Guard asked = guard_minus(self->guards, configure_assume(self, whole, state, "yes"),
                                  configure_assume(self, whole, state, ""));
        if (!guard_is_false(asked) && (!exact || holds_where_nothing_is_found(self, asked))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the script itself says no in the option's own variable where nothing is found, be it
 * asked for or not: "with_x=no" behind a warning. */
static gboolean is_given_up(Configure *self, const OptionState *state)
{
    const Value *value = configure_variable(self, state->variable)->value;
    for (guint i = 0; value != NULL && i < value->count; i++) {
        const Alternative *alternative = &value->alternatives[i];
        if (g_strcmp0(alternative->text, "no") != 0) {
            continue;
        }
        Guard whole = configure_expand(self, alternative->when);
        Guard asked = configure_assume(self, whole, state, "yes");
        Guard left = configure_assume(self, whole, state, "");
        Guard both = guard_and(self->guards, asked, left);
        if (!guard_is_false(both) && holds_where_nothing_is_found(self, both)) {
            return TRUE;
        }
    }
    return FALSE;
}

void configure_set_looked_for(Configure *self, OptionState *state)
{
    if (!state->boolean || g_strcmp0(state->default_value, "yes") != 0 ||
        (!is_looked_for(self, state) && !is_given_up(self, state))) {
        return;
    }
    state->default_value = automatic;
    for (guint i = 0; i < state->record->definitions->len; i++) {
        const DefinitionRecord *definition = state->record->definitions->pdata[i];
        for (guint k = 0; k < definition->defaults->len; k++) {
            GuardedText *text = &g_array_index(definition->defaults, GuardedText, k);
            if (g_strcmp0(text->text, "yes") == 0) {
                text->text = automatic;
            }
        }
    }
}
