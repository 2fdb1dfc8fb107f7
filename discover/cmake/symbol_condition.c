/* What a symbol is compared with, and conditions on symbols as people write them. */
#include "discover/cmake/pure.h"
#include "discover/cmake/symbol_internal.h"
#include <string.h>

/* Variables of a condition that are tried one by one. */
#define SURE_SETTINGS_ASKED_MAX 256u
/* A condition that many settings are enough for, each by itself, was misread: a refusal would leave
 * nobody anything to build. */
#define SURE_SETTINGS_MAX 2u

/* Whether if(X) holds for a variable X with that value: anything that is no false constant. */
static gboolean value_truth(const char *value)
{
    return !cmake_is_false(value);
}

Guard symbol_equals(Symbols *self, Symbol *symbol, const char *value)
{
    if (self->closed) {
        return GUARD_FALSE;
    }
    Guard truth = symbol_truth(self, symbol);
    gboolean is_true = value_truth(value);
    Guard result = is_true ? truth : guard_not(self->guards, truth);
    if (symbol->boolean) {
        /* ON and OFF are all there is; another spelling of them is never the variable's text. */
        gboolean known = g_str_equal(value, "ON") || g_str_equal(value, "OFF");
        return known ? result : GUARD_FALSE;
    }
    for (guint i = 0; i < symbol->values->len; i++) {
        SymbolValue *known = &g_array_index(symbol->values, SymbolValue, i);
        if (known->truth != is_true) {
            continue;
        }
        Guard bit = guard_variable(self->guards, known->variable);
        if (g_str_equal(known->value, value)) {
            return guard_and(self->guards, result, bit);
        }
        result = guard_minus(self->guards, result, bit);
    }
    const char *copy = arena_intern(self->arena, value);
    SymbolValue added = {.value = copy,
                         .variable = symbol_new_atom(
                             self, (Atom){.symbol = symbol->id, .kind = ATOM_VALUE, .value = copy}),
                         .truth = is_true};
    g_array_append_val(symbol->values, added);
    return guard_and(self->guards, result, guard_variable(self->guards, added.variable));
}

Guard symbol_relation(Symbols *self, Symbol *symbol, const char *relation, const char *value)
{
    if (self->closed) {
        return GUARD_FALSE;
    }
    g_autofree char *key = g_strdup_printf("%u\1%s\1%s", symbol->id, relation, value);
    guint variable = GPOINTER_TO_UINT(g_hash_table_lookup(self->relations, key));
    if (variable == 0) {
        g_autofree char *readable = symbols_readable(self, value);
        variable = symbol_new_atom(self, (Atom){.symbol = symbol->id,
                                                .kind = ATOM_RELATION,
                                                .relation = arena_intern(self->arena, relation),
                                                .value = arena_intern(self->arena, readable)}) +
                   1;
        g_hash_table_insert(self->relations, (gpointer)arena_strdup(self->arena, key),
                            GUINT_TO_POINTER(variable));
        if (strcmp(relation, SYMBOL_CONTAINS) == 0 && !text_has_hole(value)) {
            const SymbolValue element = {arena_intern(self->arena, value), variable - 1, TRUE};
            g_array_append_val(symbol->elements, element);
        }
    }
    return guard_variable(self->guards, variable - 1);
}

void symbol_literals(const Symbol *symbol, const char *value, GArray *literals)
{
    if (symbol->truth != G_MAXUINT) {
        const GuardLiteral truth = {symbol->truth, value_truth(value)};
        g_array_append_val(literals, truth);
    }
    gboolean passed = FALSE;
    for (guint i = 0; i < symbol->values->len; i++) {
        const SymbolValue *known = &g_array_index(symbol->values, SymbolValue, i);
        gboolean here = g_str_equal(known->value, value);
        /* Bits behind the value's own are meaningless once it is chosen; false keeps them quiet. */
        const GuardLiteral bit = {known->variable, here && !passed};
        g_array_append_val(literals, bit);
        passed = passed || here;
    }
    g_auto(GStrv) list =
        symbol->elements->len > 0 && *value != '\0' ? cmake_list_split(value, TRUE) : NULL;
    for (guint i = 0; i < symbol->elements->len; i++) {
        const SymbolValue *known = &g_array_index(symbol->elements, SymbolValue, i);
        gboolean there = list != NULL && g_strv_contains((const char *const *)list, known->value);
        const GuardLiteral element = {known->variable, there};
        g_array_append_val(literals, element);
    }
}

Guard symbol_assume(Symbols *self, Guard guard, const Symbol *symbol, const char *value)
{
    g_autoptr(GArray) literals = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    symbol_literals(symbol, value, literals);
    return guard_assume(self->guards, guard, (const GuardLiteral *)(const void *)literals->data,
                        literals->len);
}

const Condition *symbol_condition(Symbols *self, const Symbol *symbol, const char *relation,
                                  const char *value)
{
    return condition_atom(self->arena, symbol->kind, symbol->name, relation, value);
}

/* One literal of a product, or NULL when another literal of the same product already says it: "X =
 * v" makes X's truth and the exclusion of other values redundant. */
static const Condition *literal_condition(Symbols *self, const GArray *product, guint index)
{
    const GuardLiteral *literal = &g_array_index(product, GuardLiteral, index);
    const Atom *atom = symbols_atom(self, literal->variable);
    if (atom->kind == ATOM_LOST) {
        const Condition *lost = condition_atom(self->arena, CONDITION_SUBJECT_UNKNOWN,
                                               "condition too large", NULL, NULL);
        return literal->positive ? lost : condition_not(self->arena, lost);
    }
    const Symbol *symbol = symbols_at(self, atom->symbol);
    if (atom->kind != ATOM_RELATION) {
        for (guint i = 0; i < product->len; i++) {
            const GuardLiteral *other = &g_array_index(product, GuardLiteral, i);
            const Atom *said = symbols_atom(self, other->variable);
            if (i != index && said->symbol == atom->symbol && said->kind == ATOM_VALUE &&
                other->positive && (atom->kind == ATOM_TRUTH || !literal->positive)) {
                return NULL;
            }
        }
    }
    const Condition *condition = NULL;
    switch (atom->kind) {
    case ATOM_TRUTH:
        condition = symbol_condition(self, symbol, NULL, NULL);
        break;
    case ATOM_VALUE:
        condition = symbol_condition(self, symbol, "=", atom->value);
        break;
    case ATOM_RELATION:
        condition = symbol_condition(self, symbol, atom->relation, atom->value);
        break;
    case ATOM_LOST:
        break;
    }
    return literal->positive ? condition : condition_not(self->arena, condition);
}

/* The setting of an option that a variable stands for, or its opposite, when the guard holds
 * wherever that does; else NULL. */
static const Condition *sure_setting(Symbols *self, Guard whole, guint variable, gboolean positive)
{
    const Atom *atom = symbols_atom(self, variable);
    const Symbol *symbol = atom->kind == ATOM_LOST ? NULL : symbols_at(self, atom->symbol);
    if (symbol == NULL || symbol->kind != CONDITION_SUBJECT_OPTION || atom->kind == ATOM_RELATION ||
        (atom->kind == ATOM_VALUE && !positive)) {
        return NULL;
    }
    Guard left = atom->kind == ATOM_VALUE ? symbol_assume(self, whole, symbol, atom->value)
                                          : guard_restrict(self->guards, whole, variable, positive);
    if (!guard_is_true(left)) {
        return NULL;
    }
    const Condition *setting = atom->kind == ATOM_VALUE
                                   ? symbol_condition(self, symbol, "=", atom->value)
                                   : symbol_condition(self, symbol, NULL, NULL);
    return positive ? setting : condition_not(self->arena, setting);
}

/* Of a condition that is too long to read: the settings of options that are enough for it. "BLAS
 * was not found", after twenty places were searched, always holds for --without-blas. */
static void add_sure_settings(Symbols *self, Guard whole, const GArray *support, GPtrArray *any)
{
    for (guint i = 0; i < support->len && i < SURE_SETTINGS_ASKED_MAX; i++) {
        for (guint positive = 0; positive < 2; positive++) {
            const Condition *sure =
                sure_setting(self, whole, g_array_index(support, guint, i), positive == 1);
            if (sure != NULL) {
                g_ptr_array_add(any, (gpointer)sure);
            }
        }
    }
    if (any->len > SURE_SETTINGS_MAX) {
        g_ptr_array_set_size(any, 0);
    }
}

static const Condition *products_condition(Symbols *self, const GPtrArray *products)
{
    g_autoptr(GPtrArray) any = g_ptr_array_new();
    for (guint i = 0; i < products->len; i++) {
        const GArray *product = products->pdata[i];
        g_autoptr(GPtrArray) all = g_ptr_array_new();
        for (guint k = 0; k < product->len; k++) {
            const Condition *literal = literal_condition(self, product, k);
            if (literal != NULL) {
                g_ptr_array_add(all, (gpointer)literal);
            }
        }
        g_ptr_array_add(any, (gpointer)condition_all(
                                 self->arena, (const Condition *const *)all->pdata, all->len));
    }
    return condition_any(self->arena, (const Condition *const *)any->pdata, any->len);
}

/* A condition that is short for the values that the build compares options with, and says that it
 * may hold for other spellings of them, too, with the settings that it needs there; NULL: it is as
 * long. */
static const Condition *listed_condition(Symbols *self, Guard whole, Guard given)
{
    g_autoptr(GPtrArray) spellings = g_ptr_array_new();
    Guard listed = symbol_as_listed(self, whole, spellings);
    if (spellings->len == 0 || spellings->len > SYMBOLS_PRODUCTS_MAX || guard_is_false(listed)) {
        return NULL;
    }
    g_autoptr(GPtrArray) products =
        guard_products(self->guards, listed, given, SYMBOLS_PRODUCTS_MAX);
    if (products == NULL) {
        return NULL;
    }
    Guard others = guard_minus(self->guards, whole, listed);
    if (guard_is_false(guard_and(self->guards, others, given))) {
        /* Other spellings take something away from it. */
        const Condition *less[] = {products_condition(self, products),
                                   condition_atom(self->arena, CONDITION_SUBJECT_PROBE,
                                                  symbols_many(self, whole), NULL, NULL)};
        return condition_all(self->arena, less, 2);
    }
    g_autoptr(GPtrArray) any = g_ptr_array_new();
    for (guint i = 0; i < spellings->len; i++) {
        g_ptr_array_add(any, (gpointer)symbol_condition(self, spellings->pdata[i], NULL, NULL));
    }
    const Condition *both[] = {
        symbol_needed_settings(self, others, given),
        condition_any(self->arena, (const Condition *const *)any->pdata, any->len)};
    const Condition *either[] = {products_condition(self, products),
                                 condition_all(self->arena, both, 2)};
    return condition_any(self->arena, either, 2);
}

/* A condition that is too long to read: what it says of options, and that checks have a say too.
 * `whole`: with its names replaced, if `exact`; else what options say of it. */
static const Condition *long_condition(Symbols *self, Guard guard, Guard whole, gboolean exact,
                                       Guard given)
{
    Guard options = symbol_forget_checks(self, whole);
    g_autoptr(GPtrArray) products =
        guard_products(self->guards, options, given, SYMBOLS_PRODUCTS_MAX);
    g_autoptr(GArray) support = guard_support(self->guards, exact ? whole : guard);
    const char *name = symbols_many(self, exact ? whole : guard);
    const Condition *said = products != NULL
                                ? products_condition(self, products)
                                : symbol_needed_settings(self, exact ? whole : guard, given);
    const Condition *both[] = {
        said, condition_atom(self->arena, CONDITION_SUBJECT_PROBE, name, NULL, NULL)};
    const Condition *result = condition_all(self->arena, both, 2);
    g_autoptr(GPtrArray) sure = g_ptr_array_new();
    if (exact) {
        add_sure_settings(self, whole, support, sure);
    }
    if (sure->len == 0) {
        return result;
    }
    g_ptr_array_add(sure, (gpointer)result);
    return condition_any(self->arena, (const Condition *const *)sure->pdata, sure->len);
}

const Condition *symbols_condition_given(Symbols *self, Guard guard, Guard given)
{
    g_autofree char *key = g_strdup_printf("%u/%u", guard.node, given.node);
    const Condition *known = g_hash_table_lookup(self->conditions, key);
    if (known != NULL) {
        return known;
    }
    Guard whole;
    Guard known_to_hold;
    gboolean exact = symbols_expand(self, guard, &whole);
    if (!symbols_expand(self, given, &known_to_hold)) {
        known_to_hold = GUARD_TRUE;
    }
    g_autoptr(GPtrArray) products =
        exact ? guard_products(self->guards, whole, known_to_hold, SYMBOLS_PRODUCTS_MAX) : NULL;
    const Condition *result = products != NULL ? products_condition(self, products)
                              : exact          ? listed_condition(self, whole, known_to_hold)
                                               : NULL;
    if (result == NULL) {
        result = long_condition(self, guard, whole, exact, known_to_hold);
    }
    g_hash_table_insert(self->conditions, g_steal_pointer(&key), (gpointer)result);
    return result;
}

const Condition *symbols_condition(Symbols *self, Guard guard)
{
    return symbols_condition_given(self, guard, GUARD_TRUE);
}
