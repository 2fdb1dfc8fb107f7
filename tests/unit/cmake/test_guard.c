/* Decision diagrams against truth tables: a random formula over five variables is built both as a
 * guard and as the 32 bits of its table. */
#include "discover/cmake/guard.h"

#define VARIABLES 5u
#define ROWS (1u << VARIABLES)
#define ROUNDS 300u

typedef struct {
    Guard guard;
    guint32 table; /* bit r: the value where variable v is bit v of r */
} Formula;

static guint32 variable_table(guint variable)
{
    guint32 table = 0;
    for (guint row = 0; row < ROWS; row++) {
        table |= ((row >> variable) & 1u) << row;
    }
    return table;
}

static Guards *guards_with_variables(void)
{
    Guards *guards = guards_new();
    for (guint i = 0; i < VARIABLES; i++) {
        g_assert_cmpuint(guards_new_variable(guards), ==, i);
    }
    return guards;
}

static gboolean holds(Guards *guards, Guard guard, guint row)
{
    for (guint i = 0; i < VARIABLES; i++) {
        guard = guard_restrict(guards, guard, i, (row >> i) & 1u);
    }
    g_assert_true(guard_is_true(guard) || guard_is_false(guard));
    return guard_is_true(guard);
}

static guint32 table_of(Guards *guards, Guard guard)
{
    guint32 table = 0;
    for (guint row = 0; row < ROWS; row++) {
        table |= (guint32)holds(guards, guard, row) << row;
    }
    return table;
}

static Formula random_formula(Guards *guards, guint depth)
{
    if (depth == 0 || g_test_rand_int_range(0, 8) == 0) {
        guint variable = (guint)g_test_rand_int_range(0, VARIABLES);
        return (Formula){guard_variable(guards, variable), variable_table(variable)};
    }
    Formula a = random_formula(guards, depth - 1);
    Formula b = random_formula(guards, depth - 1);
    switch (g_test_rand_int_range(0, 4)) {
    case 0:
        return (Formula){guard_and(guards, a.guard, b.guard), a.table & b.table};
    case 1:
        return (Formula){guard_or(guards, a.guard, b.guard), a.table | b.table};
    case 2:
        return (Formula){guard_minus(guards, a.guard, b.guard), a.table & ~b.table};
    default:
        return (Formula){guard_not(guards, a.guard), ~a.table};
    }
}

static void test_operations(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    for (guint round = 0; round < ROUNDS; round++) {
        Formula a = random_formula(guards, 5);
        Formula b = random_formula(guards, 5);
        g_assert_cmphex(table_of(guards, a.guard), ==, a.table);
        g_assert_cmpint(guard_same(a.guard, b.guard), ==, a.table == b.table);
        g_assert_cmpint(guard_meets(guards, a.guard, b.guard), ==, (a.table & b.table) != 0);
        g_assert_cmpint(guard_is_false(a.guard), ==, a.table == 0);
        g_assert_cmpint(guard_is_true(a.guard), ==, a.table == G_MAXUINT32);
    }
    g_assert_cmpuint(guards_give_ups(guards), ==, 0);
}

/* Where a variable makes a difference. */
static gboolean table_depends(guint32 table, guint variable)
{
    guint32 mask = variable_table(variable);
    return ((table & mask) >> (1u << variable)) != (table & ~mask);
}

static void test_support(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    for (guint round = 0; round < ROUNDS; round++) {
        Formula a = random_formula(guards, 4);
        g_autoptr(GArray) support = guard_support(guards, a.guard);
        guint next = 0;
        for (guint i = 0; i < VARIABLES; i++) {
            gboolean named = next < support->len && g_array_index(support, guint, next) == i;
            g_assert_cmpint(named, ==, table_depends(a.table, i));
            next += named;
        }
        g_assert_cmpuint(next, ==, support->len);
        g_assert_cmpint(guard_size(guards, a.guard) == 0, ==, support->len == 0);
    }
}

static void test_restrict(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    for (guint round = 0; round < ROUNDS; round++) {
        Formula a = random_formula(guards, 4);
        guint variable = round % VARIABLES;
        guint32 mask = variable_table(variable);
        guint width = 1u << variable;
        guint32 high = a.table & mask;
        guint32 low = a.table & ~mask;
        Guard on = guard_restrict(guards, a.guard, variable, TRUE);
        Guard off = guard_restrict(guards, a.guard, variable, FALSE);
        g_assert_cmphex(table_of(guards, on), ==, high | (high >> width));
        g_assert_cmphex(table_of(guards, off), ==, low | (low << width));
    }
}

static gboolean is_odd(guint variable, Guard *when, Guard *unless, gpointer data)
{
    (void)data;
    (void)when;
    (void)unless;
    return variable % 2 == 1;
}

static void test_forget(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    g_autoptr(GArray) memory = guard_memory_new();
    for (guint round = 0; round < ROUNDS; round++) {
        Formula a = random_formula(guards, 5);
        guint32 wanted = 0;
        for (guint row = 0; row < ROWS; row++) {
            /* Some row that agrees on the even variables. */
            for (guint other = 0; other < ROWS; other++) {
                gboolean agrees = ((row ^ other) & 0x15u) == 0;
                wanted |= (guint32)(agrees && ((a.table >> other) & 1u)) << row;
            }
        }
        Guard forgotten = guard_forget(guards, a.guard, memory, is_odd, NULL);
        g_assert_cmphex(table_of(guards, forgotten), ==, wanted);
    }
}

/* Variable 4 is said to be true only where variable 0 is, and false only where variable 1 is. */
static gboolean is_last(guint variable, Guard *when, Guard *unless, gpointer data)
{
    if (variable != 4) {
        return FALSE;
    }
    *when = guard_variable(data, 0);
    *unless = guard_variable(data, 1);
    return TRUE;
}

static void test_forget_known(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    Guard last = guard_variable(guards, 4);
    Guard other = guard_variable(guards, 2);
    g_autoptr(GArray) memory = guard_memory_new();
    Guard with = guard_forget(guards, guard_and(guards, last, other), memory, is_last, guards);
    g_assert_true(guard_same(with, guard_and(guards, other, guard_variable(guards, 0))));
    Guard without = guard_forget(guards, guard_not(guards, last), memory, is_last, guards);
    g_assert_true(guard_same(without, guard_variable(guards, 1)));
}

/* Variables from VARIABLES on stand for formulas over the first ones, or over earlier names. */
typedef struct {
    GArray *definitions; /* Formula */
} Names;

static gboolean definition_of(guint variable, Guard *definition, gpointer data)
{
    const Names *names = data;
    if (variable < VARIABLES) {
        return FALSE;
    }
    *definition = g_array_index(names->definitions, Formula, variable - VARIABLES).guard;
    return TRUE;
}

static void test_expand(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    Names names = {g_array_new(FALSE, FALSE, sizeof(Formula))};
    for (guint round = 0; round < ROUNDS; round++) {
        Formula defined = random_formula(guards, 3);
        Formula meant = defined;
        if (names.definitions->len > 0) {
            guint last = names.definitions->len - 1;
            Guard name = guard_variable(guards, VARIABLES + last);
            defined.guard = guard_and(guards, defined.guard, guard_not(guards, name));
            meant.table &= ~g_array_index(names.definitions, Formula, last).table;
        }
        const Formula added = {defined.guard, meant.table};
        guint variable = guards_new_variable(guards);
        g_array_append_val(names.definitions, added);
        Formula outer = random_formula(guards, 3);
        Guard with = guard_or(guards, outer.guard, guard_variable(guards, variable));
        Guard expanded;
        g_assert_true(guard_expand(guards, with, definition_of, &names, &expanded));
        g_assert_cmphex(table_of(guards, expanded), ==, outer.table | meant.table);
        Guard without = guard_minus(guards, outer.guard, guard_variable(guards, variable));
        g_assert_true(guard_expand(guards, without, definition_of, &names, &expanded));
        g_assert_cmphex(table_of(guards, expanded), ==, outer.table & ~meant.table);
        /* The search finds without expanding what the tables tell. */
        Formula third = random_formula(guards, 3);
        g_assert_cmpint(guard_meets_defined(guards, with, third.guard, definition_of, &names), ==,
                        ((outer.table | meant.table) & third.table) != 0);
        g_assert_cmpint(guard_meets_defined(guards, third.guard, without, definition_of, &names),
                        ==, (outer.table & ~meant.table & third.table) != 0);
    }
    g_array_unref(names.definitions);
}

/* Variables 0 and 1 are about 7, 2 about 8, the others about nothing. */
static guint32 subject_of(guint variable, gpointer data)
{
    (void)data;
    return variable < 2 ? 7 : variable == 2 ? 8 : GUARD_ABOUT_NOTHING;
}

static void test_about(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    Guard both = guard_and(guards, guard_variable(guards, 0), guard_variable(guards, 1));
    Guard check = guard_variable(guards, 3);
    Guard other = guard_variable(guards, 2);
    for (guint round = 0; round < 2; round++) { /* the second time it is remembered */
        g_assert_cmpuint(guard_about(guards, GUARD_TRUE, subject_of, NULL), ==,
                         GUARD_ABOUT_NOTHING);
        g_assert_cmpuint(guard_about(guards, check, subject_of, NULL), ==, GUARD_ABOUT_NOTHING);
        g_assert_cmpuint(guard_about(guards, both, subject_of, NULL), ==, 7);
        g_assert_cmpuint(guard_about(guards, guard_or(guards, both, check), subject_of, NULL), ==,
                         7);
        g_assert_cmpuint(guard_about(guards, guard_or(guards, both, other), subject_of, NULL), ==,
                         GUARD_ABOUT_MANY);
    }
}

static guint32 product_table(const GArray *product)
{
    guint32 table = G_MAXUINT32;
    for (guint i = 0; i < product->len; i++) {
        const GuardLiteral *literal = &g_array_index(product, GuardLiteral, i);
        g_assert_true(i == 0 ||
                      g_array_index(product, GuardLiteral, i - 1).variable < literal->variable);
        guint32 variable = variable_table(literal->variable);
        table &= literal->positive ? variable : ~variable;
    }
    return table;
}

/* The union, with the product of that index left out. */
static guint32 products_table(const GPtrArray *products, guint without)
{
    guint32 table = 0;
    for (guint i = 0; i < products->len; i++) {
        table |= i == without ? 0 : product_table(products->pdata[i]);
    }
    return table;
}

static void test_products(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    for (guint round = 0; round < ROUNDS; round++) {
        Formula a = random_formula(guards, 5);
        g_autoptr(GPtrArray) products = guard_products(guards, a.guard, GUARD_TRUE, ROWS);
        g_assert_nonnull(products);
        g_assert_cmphex(products_table(products, G_MAXUINT), ==, a.table);
        for (guint i = 0; i < products->len; i++) {
            g_assert_cmphex(products_table(products, i), !=, a.table);
        }
        if (products->len > 0) {
            g_assert_null(guard_products(guards, a.guard, GUARD_TRUE, products->len - 1));
        }
    }
}

static void test_products_given(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    for (guint round = 0; round < ROUNDS; round++) {
        Formula a = random_formula(guards, 4);
        Formula given = random_formula(guards, 4);
        g_autoptr(GPtrArray) products = guard_products(guards, a.guard, given.guard, ROWS);
        g_assert_nonnull(products);
        guint32 table = products_table(products, G_MAXUINT);
        g_assert_cmphex(table & given.table, ==, a.table & given.table);
    }
    /* What the reader knows is not said again. */
    Guard x = guard_variable(guards, 0);
    Guard y = guard_variable(guards, 1);
    g_autoptr(GPtrArray) short_one = guard_products(guards, guard_and(guards, x, y), x, ROWS);
    g_assert_cmpuint(short_one->len, ==, 1);
    g_assert_cmphex(products_table(short_one, G_MAXUINT), ==, variable_table(1));
}

/* Each that is given up is told from the others until there are very many of them. */
static void test_lost(void)
{
    g_autoptr(Guards) guards = guards_new();
    Guard x = guard_variable(guards, guards_new_variable(guards));
    Guard y = guard_variable(guards, guards_new_variable(guards));
    guards_allow(guards, 0);
    Guard last = guard_and(guards, x, y);
    for (guint i = 1; i < GUARD_GIVE_UPS_MAX; i++) {
        Guard next = guard_and(guards, x, y);
        g_assert_false(guard_same(next, last));
        last = next;
    }
    g_assert_false(guards_lost(guards));
    Guard first_lost = guard_and(guards, x, y);
    g_assert_true(guards_lost(guards));
    g_assert_false(guard_same(first_lost, last));
    g_assert_true(guard_same(guard_and(guards, x, y), first_lost));
}

/* x1 y1 or x2 y2 or ... with all x before all y is the classic diagram that doubles with each pair.
 */
static void test_give_up(void)
{
    enum { PAIRS = 20 };
    g_autoptr(Guards) guards = guards_new();
    for (guint i = 0; i < 2 * PAIRS; i++) {
        guards_new_variable(guards);
    }
    Guard sum = GUARD_FALSE;
    guint variables = guards_variables(guards);
    for (guint i = 0; i < PAIRS; i++) {
        Guard pair =
            guard_and(guards, guard_variable(guards, i), guard_variable(guards, PAIRS + i));
        sum = guard_or(guards, sum, pair);
    }
    guint give_ups = guards_give_ups(guards);
    g_assert_cmpuint(give_ups, >, 0);
    g_assert_cmpuint(guards_nodes(guards), <=, GUARD_NODES_MAX);
    /* Each took a variable of its own, and nothing is claimed to be certain. */
    g_assert_cmpuint(guards_variables(guards), ==, variables + give_ups);
    g_assert_false(guard_is_true(sum));
    g_assert_false(guard_is_false(sum));
    /* What comes later is as good as before. */
    Guard x = guard_variable(guards, 0);
    g_assert_true(guard_is_false(guard_minus(guards, x, x)));
    g_assert_true(guard_same(guard_not(guards, guard_not(guards, sum)), sum));
}

/* No condition is so deep that a question about it could fill the stack. */
static void test_deep(void)
{
    g_autoptr(Guards) guards = guards_new();
    guint count = 20 * GUARD_DEPTH_MAX;
    for (guint i = 0; i < count; i++) {
        guards_new_variable(guards);
    }
    Guard all = GUARD_TRUE;
    Guard some = GUARD_FALSE;
    guint deepest = 0;
    for (guint i = count; i > 0; i--) {
        all = guard_and(guards, guard_variable(guards, i - 1), all);
        some = guard_or(guards, guard_variable(guards, i - 1), some);
        if (i % 1000 == 0) {
            g_autoptr(GArray) variables = guard_support(guards, all);
            deepest = MAX(deepest, variables->len);
            g_assert_false(guard_is_false(guard_and(guards, all, some)));
        }
    }
    g_assert_cmpuint(guards_give_ups(guards), >, 0);
    g_assert_cmpuint(deepest, >, GUARD_DEPTH_MAX / 2);
    g_assert_cmpuint(deepest, <=, GUARD_DEPTH_MAX);
    g_assert_false(guard_is_true(all));
    g_assert_false(guard_is_false(all));
}

static gboolean no_definition(guint variable, Guard *definition, gpointer data)
{
    (void)variable;
    (void)definition;
    (void)data;
    return FALSE;
}

/* When no node is left, a condition is one of which nothing is known; what there is stays right. */
static void test_full(void)
{
    g_autoptr(Guards) guards = guards_new();
    Guard first = guard_variable(guards, guards_new_variable(guards));
    Guard last = first;
    while (guards_give_ups(guards) == 0) {
        g_assert_cmpuint(guards_nodes(guards), <, 2 * GUARD_NODES_MAX);
        last = guard_variable(guards, guards_new_variable(guards));
    }
    g_assert_false(guard_is_true(last));
    g_assert_false(guard_is_false(last));
    g_assert_true(guard_same(last, guard_variable(guards, guards_new_variable(guards))));
    g_assert_false(guard_same(last, first));
    g_assert_true(guard_same(first, guard_variable(guards, 0)));
    g_assert_false(guard_is_false(guard_and(guards, first, last)));
    g_assert_true(guard_meets_defined(guards, first, last, no_definition, NULL));
    g_assert_true(guard_meets_defined(guards, last, last, no_definition, NULL));
    g_autoptr(GPtrArray) products = guard_products(guards, last, GUARD_TRUE, 4);
    g_assert_cmpuint(products->len, ==, 1);
    GArray *product = g_ptr_array_index(products, 0);
    g_assert_cmpuint(product->len, ==, 1);
    const GuardLiteral lost = g_array_index(product, GuardLiteral, 0);
    g_assert_true(guard_is_true(guard_assume(guards, last, &lost, 1)));
    g_assert_true(guard_same(guard_assume(guards, first, &lost, 1), first));
}

static void test_opposite(void)
{
    g_autoptr(Guards) guards = guards_with_variables();
    for (guint round = 0; round < ROUNDS; round++) {
        Formula formula = random_formula(guards, 4);
        gsize before = guards_nodes(guards);
        Guard opposite = guard_not(guards, formula.guard);
        g_assert_cmpuint(table_of(guards, opposite), ==, ~formula.table);
        g_assert_true(guard_same(guard_not(guards, opposite), formula.guard));
        g_assert_true(guard_is_opposite(opposite) != guard_is_opposite(formula.guard));
        g_assert_true(guard_is_false(guard_and(guards, formula.guard, opposite)));
        g_assert_false(guard_meets(guards, formula.guard, opposite));
        g_assert_cmpuint(guard_size(guards, opposite), ==, guard_size(guards, formula.guard));
        g_assert_cmpuint(guards_nodes(guards), ==, before);
    }
}

static void test_size(void)
{
    g_autoptr(Guards) guards = guards_new();
    Guard all = GUARD_TRUE;
    for (guint i = 0; i < 2 * GUARD_SIZE_MAX; i++) {
        all = guard_and(guards, all, guard_variable(guards, guards_new_variable(guards)));
        g_assert_cmpuint(guard_size(guards, all), ==, MIN(i + 1, GUARD_SIZE_MAX));
    }
    g_assert_cmpuint(guard_size(guards, GUARD_TRUE), ==, 0);
    g_assert_cmpuint(guard_size(guards, GUARD_FALSE), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/guard/operations", test_operations);
    g_test_add_func("/cmake/guard/support", test_support);
    g_test_add_func("/cmake/guard/restrict", test_restrict);
    g_test_add_func("/cmake/guard/forget", test_forget);
    g_test_add_func("/cmake/guard/forget-known", test_forget_known);
    g_test_add_func("/cmake/guard/about", test_about);
    g_test_add_func("/cmake/guard/expand", test_expand);
    g_test_add_func("/cmake/guard/products", test_products);
    g_test_add_func("/cmake/guard/products-given", test_products_given);
    g_test_add_func("/cmake/guard/give-up", test_give_up);
    g_test_add_func("/cmake/guard/lost", test_lost);
    g_test_add_func("/cmake/guard/deep", test_deep);
    g_test_add_func("/cmake/guard/full", test_full);
    g_test_add_func("/cmake/guard/opposite", test_opposite);
    g_test_add_func("/cmake/guard/size", test_size);
    return g_test_run();
}
