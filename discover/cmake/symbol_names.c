/* Names of large conditions: what a condition says without them, and of options alone. */
#include "discover/cmake/symbol_internal.h"
#include <string.h>

static gboolean is_no_option(guint variable, gpointer data)
{
    Symbols *self = data;
    const Symbol *symbol = symbol_of_variable(self, variable);
    return symbol == NULL || symbol->kind != CONDITION_SUBJECT_OPTION || symbol->given;
}

/* The option that a variable is of. Names that a condition mentions have been there before it, so
 * none of them is looked into again. */
static guint32 option_of_variable(guint variable, gpointer data)
{
    Symbols *self = data;
    const Symbol *symbol = symbol_of_variable(self, variable);
    if (symbol != NULL && symbol->named) {
        return symbol->about;
    }
    return is_no_option(variable, self) ? GUARD_ABOUT_NOTHING : symbol->id;
}

/* What a name stands for, by its variable. */
static void set_definition(Symbols *self, guint variable, Guard definition)
{
    if (variable >= self->definitions->len) {
        g_array_set_size(self->definitions, variable + 1);
    }
    g_array_index(self->definitions, guint32, variable) = definition.node;
}

/* What the conditions are called that get a name where the evaluator is. */
static const char *place_name(Symbols *self)
{
    if (self->place_name == NULL) {
        g_autofree char *place = span_text(&self->place);
        self->place_name = arena_printf(self->arena, "checks at %s", place);
    }
    return self->place_name;
}

Guard symbols_simplify(Symbols *self, Guard guard, guint most)
{
    if (guard_size(self->guards, guard) <= most) {
        return guard;
    }
    /* One name for a condition and its opposite, so that they are seen to exclude each other. */
    gboolean opposite = guard_is_opposite(guard);
    Guard named = opposite ? guard_not(self->guards, guard) : guard;
    Symbol *symbol = g_hash_table_lookup(self->names, GUINT_TO_POINTER(named.node));
    if (symbol == NULL) {
        symbol = symbol_make(self, NULL, CONDITION_SUBJECT_PROBE, place_name(self));
        symbol->named = TRUE;
        symbol->definition = named;
        symbol->about = guard_about(self->guards, named, option_of_variable, self);
        g_hash_table_insert(self->names, GUINT_TO_POINTER(named.node), symbol);
        symbol_truth(self, symbol);
        set_definition(self, symbol->truth, named);
    }
    Guard truth = symbol_truth(self, symbol);
    return opposite ? guard_not(self->guards, truth) : truth;
}

static gboolean definition_of(guint variable, Guard *definition, gpointer data)
{
    const GArray *definitions = ((const Symbols *)data)->definitions;
    *definition = variable < definitions->len
                      ? (Guard){g_array_index(definitions, guint32, variable)}
                      : GUARD_FALSE;
    return !guard_is_false(*definition);
}

/* Of names within names that deep nothing is known: each takes room on the stack. */
#define NESTED_MAX 64u

/* Whether a variable is no option's, and what options say of it when it is a name. */
static gboolean forget_checks(guint variable, Guard *when, Guard *unless, gpointer data)
{
    Symbols *self = data;
    if (!is_no_option(variable, self)) {
        return FALSE;
    }
    Symbol *symbol = symbol_of_variable(self, variable);
    if (symbol != NULL && symbol->named && (symbol->options_known || self->nested < NESTED_MAX)) {
        if (!symbol->options_known) {
            self->nested++;
            Guard opposite = guard_not(self->guards, symbol->definition);
            symbol->options_when = symbols_options_of(self, symbol->definition);
            symbol->options_unless = symbols_options_of(self, opposite);
            symbol->options_known = TRUE;
            self->nested--;
        }
        *when = symbol->options_when;
        *unless = symbol->options_unless;
    }
    return TRUE;
}

Guard symbol_forget_checks(Symbols *self, Guard guard)
{
    return guard_forget(self->guards, guard, self->options, forget_checks, self);
}

gboolean symbols_expand(Symbols *self, Guard guard, Guard *expanded)
{
    if (guard_expand(self->guards, guard, definition_of, self, expanded)) {
        return TRUE;
    }
    *expanded = symbol_forget_checks(self, guard);
    return FALSE;
}

static gboolean is_name(guint variable, gpointer data)
{
    Guard definition;
    return definition_of(variable, &definition, data);
}

gboolean symbols_meet(Symbols *self, Guard a, Guard b)
{
    if (!guard_meets(self->guards, a, b)) {
        return FALSE;
    }
    if (!guard_depends(self->guards, a, GUARD_QUESTION_NAMES, is_name, self) &&
        !guard_depends(self->guards, b, GUARD_QUESTION_NAMES, is_name, self)) {
        return TRUE;
    }
    Meeting *known = &self->meetings[(a.node * 31u + b.node) % MEETINGS];
    if (known->a != a.node || known->b != b.node) {
        gboolean meet = guard_meets_defined(self->guards, a, b, definition_of, self);
        *known = (Meeting){a.node, b.node, meet};
    }
    return known->meet;
}

/* A name that no kept condition mentions is never asked for again: nothing else leads to it. */
static gboolean name_is_gone(gpointer node, gpointer data, gpointer symbols)
{
    (void)node;
    Symbol *symbol = data;
    gboolean gone = !symbol->kept;
    symbol->kept = FALSE;
    if (gone) {
        symbol->definition = GUARD_FALSE;
        set_definition(symbols, symbol->truth, GUARD_FALSE);
        symbol->options_known = FALSE;
    }
    return gone;
}

static void mark_names(Symbols *self)
{
    for (guint variable; guards_next_marked(self->guards, &variable);) {
        Symbol *symbol = symbol_of_variable(self, variable);
        if (symbol != NULL && symbol->named) {
            symbol->kept = TRUE;
            guard_mark(self->guards, symbol->definition);
            if (symbol->options_known) {
                guard_mark(self->guards, symbol->options_when);
                guard_mark(self->guards, symbol->options_unless);
            }
        }
    }
    g_hash_table_foreach_remove(self->names, name_is_gone, self);
}

void symbols_mark(Symbols *self)
{
    for (guint i = 0; i < self->symbols->len; i++) {
        const Symbol *symbol = self->symbols->pdata[i];
        if (symbol->optional_text != NULL) {
            guard_mark(self->guards, symbol->optional_when);
        }
    }
    mark_names(self);
    g_hash_table_remove_all(self->conditions);
    g_array_set_size(self->options, 0);
    memset(self->meetings, 0, MEETINGS * sizeof(Meeting));
    symbols_forget_memory(self);
}

gboolean symbols_only_options(Symbols *self, Guard guard)
{
    return !guard_depends(self->guards, guard, GUARD_QUESTION_CHECKS, is_no_option, self);
}

Guard symbols_options_of(Symbols *self, Guard guard)
{
    Guard options = symbol_forget_checks(self, guard);
    return guard_size(self->guards, options) <= SYMBOLS_OPTIONS_NODES ? options : GUARD_TRUE;
}

Guard symbols_one_option_of(Symbols *self, Guard guard)
{
    guint32 option = guard_about(self->guards, guard, option_of_variable, self);
    return option == GUARD_ABOUT_NOTHING || option == GUARD_ABOUT_MANY
               ? GUARD_TRUE
               : symbols_options_of(self, guard);
}
