/* What an option is when nobody gives it, and what that means for all conditions.
 *
 * While the script is read, an option that was not given has the value "". Which value that is for
 * a person is found by comparing: the default is the value with which the script does the same as
 * without the option. So it does not matter how the script says it: in the arm of AC_ARG_ENABLE for
 * an option that was not given, in an assignment before it, by ${enable_x=no}, or by a test further
 * down that only asks for "yes". */
#include "discover/autotools/configure.h"
#include "discover/autotools/option_form.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* Conditions that are looked at to find a default. */
#define COMPARED_GUARDS_MAX 4000u

typedef struct {
    Configure *configure;
    GArray *guards;          /* Guard, expanded, each once: what hangs on options */
    GHashTable *settled;     /* guard node -> settled node */
    GHashTable *inexact;     /* guard nodes of which only what they say of options was settled */
    GHashTable *by_variable; /* decision variable -> OptionState * */
} Settle;

/* Conditions -------------------------------------------------------------------------------- */

static const SymbolValue *symbol_value(const Symbol *symbol, const char *value)
{
    for (guint i = 0; i < symbol->values->len; i++) {
        const SymbolValue *known = &g_array_index(symbol->values, SymbolValue, i);
        if (strcmp(known->value, value) == 0) {
            return known;
        }
    }
    return NULL;
}

/* What hangs on that a switch is given, in whichever form: the default is what leaving it out
 * gives, the other side what giving it does. FALSE where the condition is none of that kind. */
static gboolean settle_given(Configure *self, Guard guard, const OptionState *state, Guard *settled)
{
    static const char *const on_words[] = {"yes", "on", "1", NULL};
    const char *value = state->default_value;
    if (!state->boolean || value == NULL || !option_form_is_answer(value)) {
        return FALSE;
    }
    Guard given = configure_assume(self, guard, state, "yes");
    Guard without = configure_assume(self, guard, state, "");
    if (!guard_same(given, configure_assume(self, guard, state, "no")) ||
        guard_same(given, without)) {
        return FALSE;
    }
    gboolean on = g_strv_contains(on_words, value);
    Guard truth = symbol_truth(self->symbols, state->symbol);
    *settled = guard_or(self->guards, guard_and(self->guards, truth, on ? without : given),
                        guard_minus(self->guards, on ? given : without, truth));
    return TRUE;
}

/* "Not given" becomes the default, and of a boolean only on and off are left. */
static Guard settle_option(Configure *self, Guard guard, const OptionState *state)
{
    const char *value = state->default_value;
    Guard settled;
    if (!state->given && settle_given(self, guard, state, &settled)) {
        return settled;
    }
    if (value != NULL && *value != '\0') {
        Guard without = configure_assume(self, guard, state, "");
        const SymbolValue *missing = symbol_value(state->symbol, "");
        Guard given =
            missing != NULL ? guard_restrict(self->guards, guard, missing->variable, FALSE) : guard;
        Guard is_default =
            state->given ? GUARD_FALSE : symbol_equals(self->symbols, state->symbol, value);
        guard = guard_or(self->guards, given, guard_and(self->guards, is_default, without));
    }
    if (!state->boolean) {
        return guard;
    }
    Guard on = configure_assume(self, guard, state, "yes");
    Guard off = configure_assume(self, guard, state, "no");
    Guard truth = symbol_truth(self->symbols, state->symbol);
    return guard_or(self->guards, guard_and(self->guards, truth, on),
                    guard_minus(self->guards, off, truth));
}

/* Of a condition that is too long only what it says of options is left: checks have a say, too. */
static Guard with_checks(Configure *self, Guard whole, Guard options)
{
    const char *name = symbols_many(self->symbols, whole);
    Guard checks = configure_unknown(self, CONDITION_SUBJECT_PROBE, name);
    return guard_and(self->guards, options, checks);
}

static Guard settle_guard(Settle *settle, Guard guard)
{
    Configure *self = settle->configure;
    gpointer known = NULL;
    if (g_hash_table_lookup_extended(settle->settled, GUINT_TO_POINTER(guard.node), NULL, &known)) {
        return (Guard){GPOINTER_TO_UINT(known)};
    }
    Guard result;
    gboolean exact = symbols_expand(self->symbols, guard, &result);
    g_autoptr(GArray) support = guard_support(self->guards, result);
    g_autoptr(GPtrArray) done = g_ptr_array_new();
    for (guint i = 0; i < support->len; i++) {
        OptionState *state = g_hash_table_lookup(
            settle->by_variable, GUINT_TO_POINTER(g_array_index(support, guint, i)));
        if (state != NULL && !g_ptr_array_find(done, state, NULL)) {
            g_ptr_array_add(done, state);
            result = settle_option(self, result, state);
        }
    }
    if (!exact) {
        g_hash_table_add(settle->inexact, GUINT_TO_POINTER(guard.node));
    }
    g_hash_table_insert(settle->settled, GUINT_TO_POINTER(guard.node),
                        GUINT_TO_POINTER(result.node));
    return result;
}

typedef void (*VisitGuard)(Guard *guard, gpointer data);

/* When something happens, or is refused. */
static void each_event(Configure *self, VisitGuard visit, gpointer data)
{
    const GPtrArray *effects = recorder_effects(self->recorder);
    for (guint i = 0; i < effects->len; i++) {
        visit(&((EffectRecord *)effects->pdata[i])->when, data);
    }
    const GPtrArray *constraints = recorder_constraints(self->recorder);
    for (guint i = 0; i < constraints->len; i++) {
        visit(&((ConstraintRecord *)constraints->pdata[i])->when, data);
    }
}

/* When an option exists, and has which default. */
static void each_definition(Configure *self, VisitGuard visit, gpointer data)
{
    for (guint i = 0; i < self->option_list->len; i++) {
        const OptionState *state = self->option_list->pdata[i];
        for (guint k = 0; k < state->record->definitions->len; k++) {
            DefinitionRecord *definition = state->record->definitions->pdata[k];
            visit(&definition->exists, data);
            for (guint d = 0; d < definition->defaults->len; d++) {
                visit(&g_array_index(definition->defaults, GuardedText, d).when, data);
            }
        }
    }
}

static void collect_guard(Guard *guard, gpointer data)
{
    Settle *settle = data;
    Guard whole = configure_expand(settle->configure, *guard);
    if (settle->guards->len < COMPARED_GUARDS_MAX && whole.node > GUARD_TRUE.node &&
        g_hash_table_add(settle->settled, GUINT_TO_POINTER(whole.node))) {
        g_array_append_val(settle->guards, whole);
    }
}

static void replace_guard(Guard *guard, gpointer data)
{
    *guard = settle_guard(data, *guard);
}

/* configure takes an option whatever checks find, but does nothing with it on that account. */
static void replace_event(Guard *guard, gpointer data)
{
    Settle *settle = data;
    Guard whole = *guard;
    replace_guard(guard, data);
    if (g_hash_table_contains(settle->inexact, GUINT_TO_POINTER(whole.node))) {
        *guard = with_checks(settle->configure, whole, *guard);
    }
}

/* The guard whatever is given for the option. */
static Guard with_any_value(Configure *self, Guard guard, const Symbol *symbol)
{
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    for (guint i = 0; i < support->len; i++) {
        guint variable = g_array_index(support, guint, i);
        gboolean own = variable == symbol->truth;
        for (guint k = 0; k < symbol->values->len && !own; k++) {
            own = variable == g_array_index(symbol->values, SymbolValue, k).variable;
        }
        if (own) {
            guard = guard_or(self->guards, guard_restrict(self->guards, guard, variable, TRUE),
                             guard_restrict(self->guards, guard, variable, FALSE));
        }
    }
    return guard;
}

/* "if test "$with_x" != no; then AC_ARG_WITH([x], ...); fi": an option is there whatever is given
 * for it. */
static void forget_own_values(Configure *self)
{
    for (guint i = 0; i < self->option_list->len; i++) {
        const OptionState *state = self->option_list->pdata[i];
        for (guint k = 0; k < state->record->definitions->len; k++) {
            DefinitionRecord *definition = state->record->definitions->pdata[k];
            definition->exists = with_any_value(self, definition->exists, state->symbol);
        }
    }
}

static void index_variables(Settle *settle)
{
    Configure *self = settle->configure;
    g_hash_table_remove_all(settle->by_variable);
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        const Symbol *symbol = state->symbol;
        if (symbol->truth != G_MAXUINT) {
            g_hash_table_insert(settle->by_variable, GUINT_TO_POINTER(symbol->truth), state);
        }
        for (guint k = 0; k < symbol->values->len; k++) {
            guint variable = g_array_index(symbol->values, SymbolValue, k).variable;
            g_hash_table_insert(settle->by_variable, GUINT_TO_POINTER(variable), state);
        }
    }
}

/* Booleans are spoken of as ON and OFF from here on. */
static void close_booleans(Configure *self)
{
    for (guint i = 0; i < self->option_list->len; i++) {
        OptionState *state = self->option_list->pdata[i];
        if (state->boolean) {
            state->symbol->boolean = TRUE;
            g_array_set_size(state->symbol->values, 0);
        }
    }
}

void configure_settle(Configure *self)
{
    Settle settle = {self, g_array_new(FALSE, FALSE, sizeof(Guard)), g_hash_table_new(NULL, NULL),
                     g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)};
    each_event(self, collect_guard, &settle);
    each_definition(self, collect_guard, &settle);
    g_hash_table_remove_all(settle.settled);
    configure_find_defaults(self, settle.guards);
    index_variables(&settle);
    each_event(self, replace_event, &settle);
    each_definition(self, replace_guard, &settle);
    forget_own_values(self);
    close_booleans(self);
    g_array_unref(settle.guards);
    g_hash_table_unref(settle.settled);
    g_hash_table_unref(settle.inexact);
    g_hash_table_unref(settle.by_variable);
}
