/* Texts under conditions: they exclude each other and cover everything, whatever is done to them.
 */
#include "discover/cmake/pure.h"
#include "discover/cmake/value.h"

typedef struct {
    Arena *arena;
    Guards *guards;
    Symbols *symbols;
} World;

static void world_enter(World *world, gconstpointer data)
{
    (void)data;
    world->arena = arena_new();
    world->guards = guards_new();
    world->symbols = symbols_new(world->arena, world->guards);
}

static void world_leave(World *world, gconstpointer data)
{
    (void)data;
    symbols_free(world->symbols);
    guards_free(world->guards);
    arena_free(world->arena);
}

static Symbol *option(World *world, const char *name)
{
    return symbols_get(world->symbols, CONDITION_SUBJECT_OPTION, name);
}

static Guard option_on(World *world, const char *name)
{
    return symbol_truth(world->symbols, option(world, name));
}

static void assert_partition(World *world, const Value *value)
{
    Guard all = GUARD_FALSE;
    for (guint i = 0; i < value->count; i++) {
        g_assert_false(guard_meets(world->guards, all, value->alternatives[i].when));
        all = guard_or(world->guards, all, value->alternatives[i].when);
    }
    g_assert_true(guard_is_true(all));
}

/* Under which condition the value is that text (NULL: not defined). */
static Guard when_is(const Value *value, const char *text)
{
    for (guint i = 0; i < value->count; i++) {
        if (g_strcmp0(value->alternatives[i].text, text) == 0) {
            return value->alternatives[i].when;
        }
    }
    return GUARD_FALSE;
}

/* Conditions that were simplified may overlap and leave gaps: of two such texts one does not tell
 * where the other is. */
static void test_update_overlapping(World *world, gconstpointer data)
{
    (void)data;
    Guards *guards = world->guards;
    Guard a = option_on(world, "A");
    Guard b = option_on(world, "B");
    Guard when = option_on(world, "W");
    ValueBuilder *builder = value_builder_new(world->symbols, guards);
    value_builder_add(builder, "a", a);
    value_builder_add(builder, "b", b);
    g_autoptr(Value) old = value_builder_end(builder);
    g_autoptr(Value) added = value_of_text("a");
    g_autoptr(Value) joined = value_update(world->symbols, guards, old, when, added);
    g_assert_true(guard_same(when_is(joined, "a"), guard_or(guards, a, when)));
    g_assert_true(guard_same(when_is(joined, "b"), guard_minus(guards, b, when)));
}

/* What is made of the same twice is the same value, until conditions are collected. */
static void test_update_again(World *world, gconstpointer data)
{
    (void)data;
    Guard on = option_on(world, "A");
    g_autoptr(Value) old = value_of_text("old");
    g_autoptr(Value) equal = value_of_text("old");
    g_autoptr(Value) added = value_of_text("new");
    g_autoptr(Value) first = value_update(world->symbols, world->guards, old, on, added);
    g_autoptr(Value) again = value_update(world->symbols, world->guards, equal, on, added);
    g_assert_true(again == first);
    /* Another condition, another text, nothing there, and not defined are not the same. */
    g_autoptr(Value) other = value_of_text("nEw");
    g_autoptr(Value) none = value_of_text(NULL);
    g_autoptr(Value) off =
        value_update(world->symbols, world->guards, old, guard_not(world->guards, on), added);
    g_autoptr(Value) text = value_update(world->symbols, world->guards, old, on, other);
    g_autoptr(Value) nothing = value_update(world->symbols, world->guards, NULL, on, added);
    g_autoptr(Value) unset = value_update(world->symbols, world->guards, old, on, none);
    g_assert_true(guard_same(when_is(off, "old"), on));
    g_assert_true(guard_same(when_is(text, "nEw"), on));
    g_assert_true(guard_same(when_is(nothing, NULL), guard_not(world->guards, on)));
    g_assert_true(guard_same(when_is(unset, NULL), on));
    symbols_mark(world->symbols);
    g_autoptr(Value) later = value_update(world->symbols, world->guards, old, on, added);
    g_assert_true(later != first);
    g_assert_true(guard_same(when_is(later, "new"), on));
    assert_partition(world, later);
}

/* Long texts are let go when their values are. */
static void test_update_long(World *world, gconstpointer data)
{
    (void)data;
    Guard on = option_on(world, "A");
    g_autofree char *text = g_strnfill(100000, 'x');
    g_autoptr(Value) old = value_of_text("old");
    g_autoptr(Value) added = value_of_text(text);
    g_autoptr(Value) first = value_update(world->symbols, world->guards, old, on, added);
    g_assert_cmpint(first->references, ==, 1);
    g_assert_cmpint(added->references, ==, 1);
}

static void test_update(World *world, gconstpointer data)
{
    (void)data;
    Guard a = option_on(world, "A");
    Guard b = option_on(world, "B");
    g_autoptr(Value) one = value_of_text("one");
    g_autoptr(Value) two = value_of_text("two");
    g_autoptr(Value) first = value_update(world->symbols, world->guards, NULL, a, one);
    assert_partition(world, first);
    g_assert_true(guard_same(when_is(first, "one"), a));
    g_assert_true(guard_same(value_defined(world->guards, first), a));
    g_assert_null(value_text(first));
    g_autoptr(Value) second = value_update(world->symbols, world->guards, first, b, two);
    assert_partition(world, second);
    g_assert_true(guard_same(when_is(second, "two"), b));
    g_assert_true(guard_same(when_is(second, "one"), guard_minus(world->guards, a, b)));
    g_autoptr(Value) third = value_update(world->symbols, world->guards, second, GUARD_TRUE, one);
    g_assert_cmpstr(value_text(third), ==, "one");
    g_autoptr(Value) same = value_update(world->symbols, world->guards, third, b, one);
    g_assert_cmpstr(value_text(same), ==, "one");
    g_autoptr(Value) nothing = value_update(world->symbols, world->guards, third, GUARD_FALSE, two);
    g_assert_cmpstr(value_text(nothing), ==, "one");
}

static void test_truth(World *world, gconstpointer data)
{
    (void)data;
    Guard a = option_on(world, "A");
    Guard b = option_on(world, "B");
    g_autoptr(Value) off = value_of_text("x-NOTFOUND");
    g_autoptr(Value) on = value_of_text("anything");
    g_autoptr(Value) undefined = value_of_text(NULL);
    g_autoptr(Value) value = value_update(world->symbols, world->guards, off, a, on);
    g_assert_true(guard_same(value_truth(world->symbols, world->guards, value), a));
    g_autoptr(Value) less = value_update(world->symbols, world->guards, value, b, undefined);
    g_assert_true(guard_same(value_truth(world->symbols, world->guards, less),
                             guard_minus(world->guards, a, b)));
    g_assert_true(guard_same(value_defined(world->guards, less), guard_not(world->guards, b)));
    Symbol *kind = option(world, "KIND");
    g_autoptr(Value) hole = value_of_text(symbol_hole(world->symbols, kind));
    g_assert_true(guard_same(value_truth(world->symbols, world->guards, hole),
                             symbol_truth(world->symbols, kind)));
}

static gboolean comes_from(World *world, const Symbol *symbol, const Symbol *origin)
{
    gboolean found = symbol == origin;
    for (const SymbolId *id = symbol->origins; *id != SYMBOL_NONE && !found; id++) {
        found = comes_from(world, symbols_at(world->symbols, *id), origin);
    }
    return found;
}

static void test_widen(World *world, gconstpointer data)
{
    (void)data;
    /* A choice of very many values keeps some of them and knows where the rest came from. */
    Symbol *kind = option(world, "KIND");
    ValueBuilder *builder = value_builder_new(world->symbols, world->guards);
    Guard rest = GUARD_TRUE;
    for (guint i = 0; i < 2 * VALUE_ALTERNATIVES_MAX; i++) {
        g_autofree char *text = g_strdup_printf("value%u", i);
        Guard chosen = symbol_equals(world->symbols, kind, text);
        value_builder_add(builder, text, guard_and(world->guards, rest, chosen));
        rest = guard_minus(world->guards, rest, chosen);
    }
    value_builder_add(builder, symbol_hole(world->symbols, kind), rest);
    g_autoptr(Value) value = value_builder_end(builder);
    g_assert_cmpuint(value->count, <=, VALUE_ALTERNATIVES_MAX);
    g_assert_cmpuint(value->count, >, 1);
    const char *last = value->alternatives[value->count - 1].text;
    g_assert_true(text_has_hole(last));
    g_assert_true(comes_from(world, symbols_of_hole(world->symbols, last), kind));
    g_assert_true(
        guard_same(when_is(value, "value0"), symbol_equals(world->symbols, kind, "value0")));
}

static void test_equals(World *world, gconstpointer data)
{
    (void)data;
    Symbol *kind = option(world, "KIND");
    const char *hole = symbol_hole(world->symbols, kind);
    g_autofree char *framed = g_strconcat("lib", hole, ".so", NULL);
    Guard x = symbol_equals(world->symbols, kind, "x");
    g_assert_true(guard_is_true(text_equals(world->symbols, "a", "a")));
    g_assert_true(guard_is_false(text_equals(world->symbols, "a", "b")));
    g_assert_true(guard_is_true(text_equals(world->symbols, framed, framed)));
    g_assert_true(guard_same(text_equals(world->symbols, hole, "x"), x));
    g_assert_true(guard_same(text_equals(world->symbols, "x", hole), x));
    g_assert_true(guard_same(text_equals(world->symbols, framed, "libx.so"), x));
    g_assert_true(guard_is_false(text_equals(world->symbols, framed, "libx.a")));
    g_assert_true(guard_is_false(text_equals(world->symbols, framed, "lib.s")));
}

static void test_text_truth(World *world, gconstpointer data)
{
    (void)data;
    static const char *const no[] = {"",  "0",     "OFF",    "off",      "No",
                                     "n", "FALSE", "IGNORE", "NOTFOUND", "foo-NOTFOUND"};
    static const char *const yes[] = {"1", "ON", "Y", "text", "2", "NOTFOUND-foo", " "};
    for (guint i = 0; i < G_N_ELEMENTS(no); i++) {
        g_assert_true(guard_is_false(text_truth(world->symbols, world->guards, no[i])));
    }
    for (guint i = 0; i < G_N_ELEMENTS(yes); i++) {
        g_assert_true(guard_is_true(text_truth(world->symbols, world->guards, yes[i])));
    }
    g_assert_true(guard_is_false(text_truth(world->symbols, world->guards, NULL)));
    Guard a = option_on(world, "A");
    const char *piece = symbol_hole(world->symbols, symbols_optional(world->symbols, "part", a));
    g_assert_true(guard_same(text_truth(world->symbols, world->guards, piece), a));
    const char *hole = symbol_hole(world->symbols, option(world, "KIND"));
    g_autofree char *path = g_strconcat("/usr/include/", hole, "/x.h", NULL);
    g_assert_true(guard_is_true(text_truth(world->symbols, world->guards, path)));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(World *world, gconstpointer data);
    } tests[] = {
        {"/cmake/value/update", test_update},
        {"/cmake/value/truth", test_truth},
        {"/cmake/value/widen", test_widen},
        {"/cmake/value/equals", test_equals},
        {"/cmake/value/text-truth", test_text_truth},
        {"/cmake/value/update-overlapping", test_update_overlapping},
        {"/cmake/value/update-again", test_update_again},
        {"/cmake/value/update-long", test_update_long},
    };
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_test_add(tests[i].name, World, NULL, world_enter, tests[i].run, world_leave);
    }
    return g_test_run();
}
