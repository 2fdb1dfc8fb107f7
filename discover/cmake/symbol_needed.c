/* Conditions that are too long to read, said with less. */
#include "discover/cmake/pure.h"
#include "discover/cmake/symbol_internal.h"
#include <string.h>

/* Variables of one condition that are tried one by one, and names within names that are looked
 * into. */
#define VARIABLES_ASKED_MAX 256u
#define NAMES_NESTED_MAX 64u

/* What people have to set. */
typedef struct {
    const Symbol *symbol;
    const char *value; /* one that it must be; NULL: it is true, or is not */
    gboolean is_true;
} Setting;

typedef struct {
    Symbols *symbols;
    Guard given;       /* what is known to hold */
    GHashTable *asked; /* decision variable, doubled, plus its value: told, or looked into */
    GArray *needed;    /* Setting, in the order in which they are found */
} Finder;

/* Whether the condition can hold only where the variable has that value. */
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
    Setting setting = {symbol, atom->kind == ATOM_VALUE ? atom->value : NULL, value};
    g_array_append_val(self->needed, setting);
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

/* Whether a value is needed of the symbol, which says more than that it is true. */
static gboolean has_value(const Finder *self, const Symbol *symbol)
{
    for (guint i = 0; i < self->needed->len; i++) {
        const Setting *setting = &g_array_index(self->needed, Setting, i);
        if (setting->symbol == symbol && setting->value != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

const Condition *symbol_needed_settings(Symbols *self, Guard guard, Guard given)
{
    g_autoptr(GHashTable) asked = g_hash_table_new(NULL, NULL);
    g_autoptr(GArray) needed = g_array_new(FALSE, FALSE, sizeof(Setting));
    g_autoptr(GPtrArray) conditions = g_ptr_array_new();
    Finder finder = {self, given, asked, needed};
    look_into(&finder, symbol_forget_checks(self, guard), 0);
    look_into(&finder, guard, 0);
    for (guint i = 0; i < needed->len; i++) {
        const Setting *setting = &g_array_index(needed, Setting, i);
        if (setting->value != NULL) {
            g_ptr_array_add(conditions,
                            (gpointer)symbol_condition(self, setting->symbol, "=", setting->value));
        } else if (!has_value(&finder, setting->symbol)) {
            const Condition *truth = symbol_condition(self, setting->symbol, NULL, NULL);
            g_ptr_array_add(
                conditions,
                (gpointer)(setting->is_true ? truth : condition_not(self->arena, truth)));
        }
    }
    return condition_all(self->arena, (const Condition *const *)conditions->pdata, conditions->len);
}

/* How many things are named of those that a long condition hangs on, and how many are counted. */
#define NAMES_TOLD 3u
#define SYMBOLS_COUNTED_MAX 12u

/* The symbols that a condition hangs on, names looked into, in the order in which they came up. */
static void gather_symbols(Symbols *self, Guard guard, GHashTable *seen, GPtrArray *found,
                           guint nested)
{
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    for (guint i = 0; i < support->len && found->len < SYMBOLS_COUNTED_MAX; i++) {
        Symbol *symbol = symbol_of_variable(self, g_array_index(support, guint, i));
        if (symbol == NULL || !g_hash_table_add(seen, symbol)) {
            continue;
        }
        if (!symbol->named) {
            g_ptr_array_add(found, symbol);
        } else if (nested < NAMES_NESTED_MAX) {
            gather_symbols(self, symbol->definition, seen, found, nested + 1);
        }
    }
}

/* What tells most of a condition beside which stands what options say: checks with a name of their
 * own, then options, then words for a check ("check at FILE:7"). */
static guint telling_rank(const Symbol *symbol)
{
    if (symbol->kind == CONDITION_SUBJECT_OPTION) {
        return 1;
    }
    return symbol->kind == CONDITION_SUBJECT_UNKNOWN ? 3
           : strchr(symbol->name, ' ') != NULL       ? 2
                                                     : 0;
}

#define TELLING_RANKS 3u

const char *symbols_many(Symbols *self, Guard guard)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    g_autoptr(GString) text = g_string_new(CONDITION_MANY);
    gather_symbols(self, guard, seen, found, 0);
    guint told = 0;
    for (guint rank = 0; rank < TELLING_RANKS; rank++) {
        for (guint i = 0; i < found->len && told < NAMES_TOLD; i++) {
            const Symbol *symbol = found->pdata[i];
            if (telling_rank(symbol) == rank) {
                gboolean last = told > 0 && told + 1 == found->len;
                g_string_append_printf(text, "%s%s",
                                       told == 0 ? ""
                                       : last    ? " and "
                                                 : ", ",
                                       symbol->name);
                told++;
            }
        }
    }
    if (told == 0) {
        g_string_append(text, "what is not known");
    } else if (found->len >= SYMBOLS_COUNTED_MAX) {
        g_string_append(text, " and many more");
    } else if (found->len > told) {
        g_string_append_printf(text, " and %u more", found->len - told);
    }
    return arena_intern(self->arena, text->str);
}

/* Texts that one is worked out of, and those that these are: through more no loop is followed. */
#define ORIGINS_DEPTH_MAX 8u

/* Whether the symbol is a text that is worked out of options alone. Where an option has one of the
 * values that the build compares it with, the text is known: what is left open is that of other
 * spellings. `seen`: those that were asked for, and are if nothing else speaks against it; texts
 * may lead to the same ones in many ways. */
static gboolean is_spelling(Symbols *self, const Symbol *symbol, GHashTable *seen, guint left)
{
    if (!g_hash_table_add(seen, (gpointer)symbol)) {
        return TRUE;
    }
    if (symbol->kind != CONDITION_SUBJECT_UNKNOWN || symbol->operation == NULL ||
        symbol->origins == NULL || *symbol->origins == SYMBOL_NONE || left == 0) {
        return FALSE;
    }
    for (const SymbolId *origin = symbol->origins; *origin != SYMBOL_NONE; origin++) {
        const Symbol *from = symbols_at(self, *origin);
        if (from->kind != CONDITION_SUBJECT_OPTION && !is_spelling(self, from, seen, left - 1)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_spelling_of_options(Symbols *self, const Symbol *symbol)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    return is_spelling(self, symbol, seen, ORIGINS_DEPTH_MAX);
}

Guard symbol_as_listed(Symbols *self, Guard guard, GPtrArray *spellings)
{
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    g_autoptr(GArray) other = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    for (guint i = 0; i < support->len; i++) {
        guint variable = g_array_index(support, guint, i);
        Symbol *symbol = symbol_of_variable(self, variable);
        const Atom *atom = symbol_atom(self, variable);
        /* A text that is compared with "off" is not there to be told as one that holds. */
        if (symbol != NULL && atom->kind == ATOM_VALUE && !cmake_is_false(atom->value) &&
            is_spelling_of_options(self, symbol)) {
            GuardLiteral literal = {variable, FALSE};
            g_array_append_val(other, literal);
            if (!g_ptr_array_find(spellings, symbol, NULL)) {
                g_ptr_array_add(spellings, symbol);
            }
        }
    }
    return guard_assume(self->guards, guard, (const GuardLiteral *)(const void *)other->data,
                        other->len);
}
