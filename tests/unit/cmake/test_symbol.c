/* What may be said about an unknown, and how it is written down. */
#include "discover/cmake/pure.h"
#include "discover/cmake/value.h"

typedef struct {
    Arena *arena;
    Guards *guards;
    Symbols *symbols;
    Symbol *kind; /* a text option */
    Symbol *flag; /* a boolean option */
} World;

static void world_enter(World *world, gconstpointer data)
{
    (void)data;
    world->arena = arena_new();
    world->guards = guards_new();
    world->symbols = symbols_new(world->arena, world->guards);
    world->kind = symbols_get(world->symbols, CONDITION_SUBJECT_OPTION, "KIND");
    world->flag = symbols_get(world->symbols, CONDITION_SUBJECT_OPTION, "FLAG");
    world->flag->boolean = TRUE;
}

static void world_leave(World *world, gconstpointer data)
{
    (void)data;
    symbols_free(world->symbols);
    guards_free(world->guards);
    arena_free(world->arena);
}

static void assert_condition(World *world, Guard guard, const char *wanted)
{
    g_autofree char *text = condition_text(symbols_condition(world->symbols, guard));
    g_assert_cmpstr(text, ==, wanted);
}

static void test_chain(World *world, gconstpointer data)
{
    (void)data;
    static const char *const values[] = {"cuda", "hip", "OFF", "0", "x-NOTFOUND", "sycl", ""};
    Guard any = GUARD_FALSE;
    for (guint a = 0; a < G_N_ELEMENTS(values); a++) {
        Guard is_a = symbol_equals(world->symbols, world->kind, values[a]);
        g_assert_false(guard_is_false(is_a));
        g_assert_true(guard_same(is_a, symbol_equals(world->symbols, world->kind, values[a])));
        /* A false constant is a value for which if() does not hold, and no other is. */
        Guard truth = symbol_truth(world->symbols, world->kind);
        gboolean is_true = !cmake_is_false(values[a]);
        g_assert_cmpint(guard_meets(world->guards, is_a, truth), ==, is_true);
        g_assert_cmpint(guard_meets(world->guards, is_a, guard_not(world->guards, truth)), ==,
                        !is_true);
        for (guint b = 0; b < a; b++) {
            Guard is_b = symbol_equals(world->symbols, world->kind, values[b]);
            g_assert_false(guard_meets(world->guards, is_a, is_b));
        }
        any = guard_or(world->guards, any, is_a);
    }
    /* It may always be something else. */
    g_assert_false(guard_is_true(any));
}

static void test_boolean(World *world, gconstpointer data)
{
    (void)data;
    Guard on = symbol_equals(world->symbols, world->flag, "ON");
    Guard off = symbol_equals(world->symbols, world->flag, "OFF");
    g_assert_true(guard_same(on, symbol_truth(world->symbols, world->flag)));
    g_assert_true(guard_same(off, guard_not(world->guards, on)));
    g_assert_true(guard_is_false(symbol_equals(world->symbols, world->flag, "TRUE")));
    g_assert_true(guard_is_false(symbol_equals(world->symbols, world->flag, "0")));
}

static void test_assume(World *world, gconstpointer data)
{
    (void)data;
    Guard cuda = symbol_equals(world->symbols, world->kind, "cuda");
    Guard hip = symbol_equals(world->symbols, world->kind, "hip");
    Guard off = symbol_equals(world->symbols, world->kind, "OFF");
    Guard gpu = guard_or(world->guards, cuda, hip);
    Guard both = guard_and(world->guards, gpu, symbol_truth(world->symbols, world->flag));
    g_assert_true(guard_is_true(symbol_assume(world->symbols, gpu, world->kind, "hip")));
    g_assert_true(guard_is_false(symbol_assume(world->symbols, gpu, world->kind, "OFF")));
    g_assert_true(guard_is_true(symbol_assume(world->symbols, off, world->kind, "OFF")));
    g_assert_true(guard_is_false(symbol_assume(world->symbols, hip, world->kind, "cuda")));
    g_assert_true(guard_same(symbol_assume(world->symbols, both, world->kind, "cuda"),
                             symbol_truth(world->symbols, world->flag)));
}

static void test_identity(World *world, gconstpointer data)
{
    (void)data;
    g_assert_true(symbols_get(world->symbols, CONDITION_SUBJECT_OPTION, "KIND") == world->kind);
    g_assert_true(symbols_get(world->symbols, CONDITION_SUBJECT_PROBE, "KIND") != world->kind);
    const char *hole = symbol_hole(world->symbols, world->kind);
    g_assert_true(text_has_hole(hole));
    g_assert_true(symbols_of_hole(world->symbols, hole) == world->kind);
    g_autofree char *longer = g_strconcat(hole, "x", NULL);
    g_assert_null(symbols_of_hole(world->symbols, longer));
    g_assert_null(symbols_of_hole(world->symbols, "x"));
    Symbol *upper = symbols_derive(world->symbols, "upper", longer);
    g_assert_true(symbols_derive(world->symbols, "upper", longer) == upper);
    g_assert_true(symbols_derive(world->symbols, "lower", longer) != upper);
    g_assert_cmpuint(upper->origins[0], ==, world->kind->id);
    g_assert_cmpuint(upper->origins[1], ==, SYMBOL_NONE);
    g_autofree char *readable = symbols_readable(world->symbols, longer);
    g_assert_cmpstr(readable, ==, "${KIND}x");
}

static void test_text(World *world, gconstpointer data)
{
    (void)data;
    Guard flag = symbol_truth(world->symbols, world->flag);
    Guard cuda = symbol_equals(world->symbols, world->kind, "cuda");
    Guard found =
        symbol_truth(world->symbols, symbols_get(world->symbols, CONDITION_SUBJECT_PACKAGE, "MPI"));
    Guard check = symbol_truth(world->symbols,
                               symbols_get(world->symbols, CONDITION_SUBJECT_PROBE, "HAVE_X"));
    Guard newer = symbol_relation(world->symbols, world->kind, ">=", "3.2");
    assert_condition(world, GUARD_TRUE, "true");
    assert_condition(world, GUARD_FALSE, "false");
    assert_condition(world, flag, "FLAG");
    assert_condition(world, guard_not(world->guards, flag), "not FLAG");
    /* That KIND is true and which chain it is in need not be said. */
    assert_condition(world, cuda, "KIND=cuda");
    assert_condition(world, symbol_equals(world->symbols, world->kind, "hip"), "KIND=hip");
    assert_condition(world, guard_and(world->guards, flag, guard_or(world->guards, found, check)),
                     "FLAG and found(MPI) or FLAG and check(HAVE_X)");
    assert_condition(world, newer, "KIND>=3.2");
}

static void test_given(World *world, gconstpointer data)
{
    (void)data;
    Guard flag = symbol_truth(world->symbols, world->flag);
    Guard cuda = symbol_equals(world->symbols, world->kind, "cuda");
    Guard both = guard_and(world->guards, flag, cuda);
    g_autofree char *text = condition_text(symbols_condition_given(world->symbols, both, flag));
    g_assert_cmpstr(text, ==, "KIND=cuda");
    g_assert_true(symbols_condition_given(world->symbols, both, both) == condition_true());
}

static Guard many_checks(World *world)
{
    Guard all = GUARD_TRUE;
    for (guint i = 0; i < 20; i++) {
        g_autofree char *name = g_strdup_printf("HAVE_%u", i);
        Symbol *check = symbols_get(world->symbols, CONDITION_SUBJECT_PROBE, name);
        all = guard_and(world->guards, all, symbol_truth(world->symbols, check));
    }
    return all;
}

/* A condition of many checks gets a name while reading, and is itself again when it is written. */
static void test_names(World *world, gconstpointer data)
{
    (void)data;
    Guard all = many_checks(world);
    g_assert_true(guard_same(symbols_simplify(world->symbols, all, GUARD_SIZE_MAX), all));
    Guard named = symbols_simplify(world->symbols, all, 10);
    g_assert_false(guard_same(named, all));
    g_assert_cmpuint(guard_size(world->guards, named), ==, 1);
    g_assert_true(guard_same(named, symbols_simplify(world->symbols, all, 10)));
    Guard opposite = symbols_simplify(world->symbols, guard_not(world->guards, all), 10);
    g_assert_true(guard_same(opposite, guard_not(world->guards, named)));
    Guard flag = symbol_truth(world->symbols, world->flag);
    Guard outer = guard_and(world->guards, named, flag);
    Guard expanded;
    g_assert_true(symbols_expand(world->symbols, outer, &expanded));
    g_assert_true(guard_same(expanded, guard_and(world->guards, all, flag)));
    g_autofree char *text = condition_text(symbols_condition(world->symbols, named));
    g_autofree char *wanted = condition_text(symbols_condition(world->symbols, all));
    g_assert_cmpstr(text, ==, wanted);
}

typedef struct {
    World *world;
    Guard kept;
} Keeping;

static void keep(gpointer data)
{
    const Keeping *keeping = data;
    guard_mark(keeping->world->guards, keeping->kept);
    symbols_mark(keeping->world->symbols);
}

/* What a name stands for is kept as long as some condition mentions the name, if only through
 * another name. */
static void test_names_collected(World *world, gconstpointer data)
{
    (void)data;
    Guard named = symbols_simplify(world->symbols, many_checks(world), 10);
    Guard flag = symbol_truth(world->symbols, world->flag);
    Guard outer = symbols_simplify(world->symbols, guard_and(world->guards, named, flag), 1);
    Keeping keeping = {world, guard_not(world->guards, outer)};
    guards_collect(world->guards, keep, &keeping);
    gsize nodes = guards_nodes(world->guards);
    Guard expanded;
    g_assert_true(symbols_expand(world->symbols, keeping.kept, &expanded));
    Guard wanted =
        guard_and(world->guards, many_checks(world), symbol_truth(world->symbols, world->flag));
    g_assert_true(guard_same(expanded, guard_not(world->guards, wanted)));
    keeping.kept = GUARD_FALSE;
    guards_collect(world->guards, keep, &keeping);
    g_assert_cmpuint(guards_nodes(world->guards) + 20, <=, nodes);
    Guard again = symbols_simplify(world->symbols, many_checks(world), 10);
    g_assert_true(symbols_expand(world->symbols, again, &expanded));
    g_assert_true(guard_same(expanded, many_checks(world)));
}

static void test_only_options(World *world, gconstpointer data)
{
    (void)data;
    Guard flag = symbol_truth(world->symbols, world->flag);
    Guard cuda = symbol_equals(world->symbols, world->kind, "cuda");
    Guard check = symbol_truth(world->symbols,
                               symbols_get(world->symbols, CONDITION_SUBJECT_PROBE, "HAVE_X"));
    g_assert_true(symbols_only_options(world->symbols, GUARD_TRUE));
    g_assert_true(symbols_only_options(world->symbols, guard_or(world->guards, flag, cuda)));
    g_assert_false(symbols_only_options(world->symbols, guard_or(world->guards, flag, check)));
}

static void test_closed(World *world, gconstpointer data)
{
    (void)data;
    symbols_close(world->symbols);
    g_assert_true(guard_is_false(symbol_truth(world->symbols, world->kind)));
    g_assert_true(guard_is_false(symbol_equals(world->symbols, world->kind, "cuda")));
    g_assert_true(guard_is_false(symbol_relation(world->symbols, world->kind, "<", "3")));
}

/* What holds where an odd number of eight options and of `parity` does: it has no short sum of
 * products. */
static Guard odd_number_of(World *world, Guard parity)
{
    for (guint i = 0; i < 8; i++) {
        g_autofree char *name = g_strdup_printf("P%u", i);
        Guard bit = symbol_truth(world->symbols,
                                 symbols_get(world->symbols, CONDITION_SUBJECT_OPTION, name));
        parity = guard_or(world->guards, guard_minus(world->guards, parity, bit),
                          guard_minus(world->guards, bit, parity));
    }
    return parity;
}

static void test_many_products(World *world, gconstpointer data)
{
    (void)data;
    const Condition *condition =
        symbols_condition(world->symbols, odd_number_of(world, GUARD_FALSE));
    g_assert_cmpint(condition->kind, ==, CONDITION_ATOM);
    g_assert_cmpint(condition->subject_kind, !=, CONDITION_SUBJECT_OPTION);
}

#define SPELLINGS_MANY 100000u

/* A text that is worked out of an option makes conditions too long; what they need all the same is
 * told of other spellings, too. */
static void test_other_spellings(World *world, gconstpointer data)
{
    (void)data;
    Guards *guards = world->guards;
    const char *hole = symbol_hole(world->symbols, world->kind);
    Symbol *upper = symbols_derive(world->symbols, "toupper", hole);
    Guard any = symbol_equals(world->symbols, world->kind, "CUDA");
    for (guint i = 0; i < 10; i++) {
        g_autofree char *name = g_strdup_printf("B%u", i);
        g_autofree char *value = g_strdup_printf("KIND%u", i);
        Guard part =
            guard_and(guards, symbol_equals(world->symbols, upper, value),
                      symbol_truth(world->symbols,
                                   symbols_get(world->symbols, CONDITION_SUBJECT_OPTION, name)));
        any = guard_or(guards, any, part);
    }
    assert_condition(world, guard_and(guards, any, symbol_truth(world->symbols, world->flag)),
                     "KIND=CUDA and FLAG or FLAG and unknown(\"toupper of ${KIND}\")");
    /* What is compared with a word for no holds where the text is none that says yes. */
    Guard off = guard_or(guards, any, symbol_equals(world->symbols, upper, "OFF"));
    g_autofree char *text = condition_text(symbols_condition(world->symbols, off));
    g_assert_nonnull(strstr(text, "=OFF"));
}

/* Texts that are each worked out of both before them: there are more ways to the option than can be
 * gone, and more steps than a stack has room for. */
static void test_spelling_of_spellings(World *world, gconstpointer data)
{
    (void)data;
    const char *hole = symbol_hole(world->symbols, world->kind);
    Symbol *upper = NULL;
    g_autofree char *both = g_strdup(hole);
    for (guint i = 0; i < SPELLINGS_MANY; i++) {
        upper = symbols_derive(world->symbols, "toupper", both);
        Symbol *lower = symbols_derive(world->symbols, "tolower", both);
        g_free(both);
        both = g_strconcat(symbol_hole(world->symbols, upper), symbol_hole(world->symbols, lower),
                           NULL);
    }
    Guard parity = odd_number_of(world, symbol_equals(world->symbols, upper, "CUDA"));
    g_autofree char *text = condition_text(symbols_condition(world->symbols, parity));
    g_assert_nonnull(strstr(text, CONDITION_MANY));
}

/* The text of what such a condition and another one need together, of which the other is all that
 * is said. */
static void assert_needed(World *world, Guard guard, const char *wanted)
{
    g_autofree char *text = condition_text(symbols_condition(
        world->symbols, guard_and(world->guards, guard, odd_number_of(world, GUARD_FALSE))));
    char *many = strstr(text, " and check(\"" CONDITION_MANY);
    g_assert_nonnull(many);
    *many = '\0';
    g_assert_cmpstr(text, ==, wanted);
}

/* That an option is true goes without saying where it has to have a value. */
static void test_needed(World *world, gconstpointer data)
{
    (void)data;
    Symbols *symbols = world->symbols;
    Guard cuda = symbol_equals(symbols, world->kind, "cuda");
    Guard flag = symbol_truth(symbols, world->flag);
    assert_needed(world, guard_and(world->guards, cuda, flag), "KIND=cuda and FLAG");
    assert_needed(world, symbol_truth(symbols, world->kind), "KIND");
    assert_needed(world, guard_not(world->guards, symbol_truth(symbols, world->kind)), "not KIND");
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(World *world, gconstpointer data);
    } tests[] = {
        {"/cmake/symbol/chain", test_chain},
        {"/cmake/symbol/boolean", test_boolean},
        {"/cmake/symbol/assume", test_assume},
        {"/cmake/symbol/identity", test_identity},
        {"/cmake/symbol/text", test_text},
        {"/cmake/symbol/given", test_given},
        {"/cmake/symbol/names", test_names},
        {"/cmake/symbol/names-collected", test_names_collected},
        {"/cmake/symbol/only-options", test_only_options},
        {"/cmake/symbol/closed", test_closed},
        {"/cmake/symbol/many-products", test_many_products},
        {"/cmake/symbol/other-spellings", test_other_spellings},
        {"/cmake/symbol/needed", test_needed},
        {"/cmake/symbol/spelling-of-spellings", test_spelling_of_spellings},
    };
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_test_add(tests[i].name, World, NULL, world_enter, tests[i].run, world_leave);
    }
    return g_test_run();
}
