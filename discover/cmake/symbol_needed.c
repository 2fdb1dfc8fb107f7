/* Conditions that are too long to read, said with less. */
#include "discover/cmake/symbol_internal.h"

/* Variables of one condition that are tried one by one, and names within names that are looked
 * into. */
#define VARIABLES_ASKED_MAX 256u
#define NAMES_NESTED_MAX 64u

typedef struct {
    Symbols *symbols;
    Guard given;       /* what is known to hold */
    GHashTable *asked; /* decision variable, doubled, plus its value: told, or looked into */
    GPtrArray *needed; /* const Condition *, in the order in which they are found */
} Finder;

/* Whether the condition can hold where the variable has that value only. */
static gboolean needs(const Finder *self, Guard guard, guint variable, gboolean value)
{
    return guard_is_false(guard_restrict(self->symbols->guards, guard, variable, !value));
}

/* Adds a setting that people make; that an option is none of its values is no advice. */
static void add_setting(Finder *self, guint variable, gboolean value)
{
    Symbols *symbols = self->symbols;
    const Atom *atom = symbol_atom(symbols, variable);
    Symbol *symbol = symbol_of_variable(symbols, variable);
    gboolean says = atom->kind == ATOM_TRUTH || (atom->kind == ATOM_VALUE && value);
    if (!says || symbol == NULL || symbol->kind != CONDITION_SUBJECT_OPTION ||
        needs(self, self->given, variable, value)) {
        return;
    }
    const Condition *setting = atom->kind == ATOM_VALUE
                                   ? symbol_condition(symbols, symbol, "=", atom->value)
                                   : symbol_condition(symbols, symbol, NULL, NULL);
    g_ptr_array_add(self->needed,
                    (gpointer)(value ? setting : condition_not(symbols->arena, setting)));
}

/* A name that a condition needs stands for what is needed, too. */
static void look_into(Finder *self, Guard guard, guint nested)
{
    Guards *guards = self->symbols->guards;
    g_autoptr(GArray) support = guard_support(guards, guard);
    Guard both = guard_and(guards, guard, self->given);
    for (guint i = 0; i < support->len && i < VARIABLES_ASKED_MAX; i++) {
        guint variable = g_array_index(support, guint, i);
        gboolean value = needs(self, both, variable, TRUE);
        if ((!value && !needs(self, both, variable, FALSE)) ||
            !g_hash_table_add(self->asked, GUINT_TO_POINTER(variable * 2 + (value ? 1 : 0)))) {
            continue;
        }
        const Symbol *symbol = symbol_of_variable(self->symbols, variable);
        if (symbol == NULL || !symbol->named) {
            add_setting(self, variable, value);
        } else if (nested < NAMES_NESTED_MAX) {
            Guard stands_for = value ? symbol->definition : guard_not(guards, symbol->definition);
            look_into(self, stands_for, nested + 1);
        }
    }
}

const Condition *symbol_needed_settings(Symbols *self, Guard guard, Guard given)
{
    g_autoptr(GHashTable) asked = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) needed = g_ptr_array_new();
    Finder finder = {self, given, asked, needed};
    look_into(&finder, symbol_forget_checks(self, guard), 0);
    look_into(&finder, guard, 0);
    return condition_all(self->arena, (const Condition *const *)needed->pdata, needed->len);
}

/* Whether the symbol is a text that is worked out of options alone. Where an option has one of the
 * values that the build compares it with, the text is known: what is left open is that of other
 * spellings. */
static gboolean is_spelling(Symbols *self, const Symbol *symbol)
{
    if (symbol->kind != CONDITION_SUBJECT_UNKNOWN || symbol->operation == NULL ||
        symbol->origins == NULL || *symbol->origins == SYMBOL_NONE) {
        return FALSE;
    }
    for (const SymbolId *origin = symbol->origins; *origin != SYMBOL_NONE; origin++) {
        const Symbol *from = symbols_at(self, *origin);
        if (from->kind != CONDITION_SUBJECT_OPTION && !is_spelling(self, from)) {
            return FALSE;
        }
    }
    return TRUE;
}

Guard symbol_as_listed(Symbols *self, Guard guard, const Symbol **spelling)
{
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    g_autoptr(GArray) other = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    *spelling = NULL;
    for (guint i = 0; i < support->len; i++) {
        guint variable = g_array_index(support, guint, i);
        const Symbol *symbol = symbol_of_variable(self, variable);
        if (symbol != NULL && symbol_atom(self, variable)->kind == ATOM_VALUE &&
            is_spelling(self, symbol)) {
            GuardLiteral literal = {variable, FALSE};
            g_array_append_val(other, literal);
            *spelling = *spelling != NULL ? *spelling : symbol;
        }
    }
    return guard_assume(self->guards, guard, (const GuardLiteral *)(const void *)other->data,
                        other->len);
}
