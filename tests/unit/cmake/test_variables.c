/* Scopes: what is seen where, and what leaving undoes. */
#include "discover/cmake/variables.h"
#include <stdlib.h>
#include <string.h>

static void set(Variables *variables, const char *name, const char *text)
{
    variables_set(variables, variables_get(variables, name), value_of_text(text), WRITE_REPLACES);
}

static void set_parent(Variables *variables, const char *name, const char *text)
{
    variables_set_outer(variables, variables_get(variables, name), value_of_text(text), 1,
                        WRITE_REPLACES);
}

static const char *get(Variables *variables, const char *name)
{
    return value_text(variable_value(variables_get(variables, name)));
}

static void test_scopes(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    g_assert_null(variables_find(variables, "A"));
    g_assert_null(variable_value(variables_get(variables, "A")));
    g_assert_nonnull(variables_find(variables, "A"));
    set(variables, "A", "outer");
    variables_enter(variables);
    g_assert_cmpuint(variables_depth(variables), ==, 1);
    g_assert_cmpstr(get(variables, "A"), ==, "outer");
    set(variables, "A", "inner");
    set(variables, "A", "again");
    set(variables, "B", "b");
    g_assert_cmpstr(get(variables, "A"), ==, "again");
    g_assert_cmpstr(value_text(variables_outer_value(variables, variables_get(variables, "A"), 1)),
                    ==, "outer");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "outer");
    g_assert_null(variable_value(variables_get(variables, "B")));
    g_assert_cmpuint(variables_depth(variables), ==, 0);
}

/* An unset variable hides the one outside: it is a binding of its own. */
static void test_unset(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    set(variables, "A", "outer");
    variables_enter(variables);
    set(variables, "A", NULL);
    g_assert_nonnull(variable_value(variables_get(variables, "A")));
    g_assert_null(get(variables, "A"));
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "outer");
}

static void test_parent_scope(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    set(variables, "A", "top");
    variables_enter(variables);
    variables_enter(variables);
    /* Sets the scope around; here the old value stays. */
    set_parent(variables, "A", "middle");
    g_assert_cmpstr(get(variables, "A"), ==, "top");
    set_parent(variables, "NEW", "new");
    g_assert_null(get(variables, "NEW"));
    set_parent(variables, "A", "later");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "later");
    g_assert_cmpstr(get(variables, "NEW"), ==, "new");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "top");
    g_assert_null(variable_value(variables_get(variables, "NEW")));
}

static void test_parent_scope_of_own(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    variables_enter(variables);
    set(variables, "A", "own");
    set_parent(variables, "A", "top");
    g_assert_cmpstr(get(variables, "A"), ==, "own");
    variables_leave(variables);
    g_assert_cmpstr(get(variables, "A"), ==, "top");
    /* Around the top there is no scope. */
    set_parent(variables, "B", "b");
    g_assert_cmpstr(get(variables, "B"), ==, NULL);
}

/* Random writes against scopes that are copied whole when they are entered, as CMake's meaning has
 * it. */
static void test_random(void)
{
    enum { NAMES = 3, DEPTH = 6 };
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Variables) variables = variables_new(arena);
    int model[DEPTH][NAMES] = {{0}}; /* 0: not defined */
    guint depth = 0;
    for (guint step = 1; step < 5000; step++) {
        guint which = (guint)g_test_rand_int_range(0, NAMES);
        const char *name = &"A\0B\0C"[2 * which];
        g_autofree char *text = g_strdup_printf("%u", step);
        switch (g_test_rand_int_range(0, 5)) {
        case 0:
            if (depth + 1 < DEPTH) {
                variables_enter(variables);
                depth++;
                for (guint i = 0; i < NAMES; i++) {
                    model[depth][i] = model[depth - 1][i];
                }
            }
            break;
        case 1:
            if (depth > 0) {
                variables_leave(variables);
                depth--;
            }
            break;
        case 2:
            set(variables, name, NULL);
            model[depth][which] = 0;
            break;
        case 3:
            set_parent(variables, name, text);
            if (depth > 0) {
                model[depth - 1][which] = (int)step;
            }
            break;
        default:
            set(variables, name, text);
            model[depth][which] = (int)step;
            break;
        }
        for (guint i = 0; i < NAMES; i++) {
            const char *seen = get(variables, &"A\0B\0C"[2 * i]);
            g_assert_cmpint(seen != NULL ? atoi(seen) : 0, ==, model[depth][i]);
        }
    }
}

enum { NAMES = 3, NESTING = 6, DECISIONS = 3, WORLDS = 1 << DECISIONS, CACHE = NESTING };

/* Every assignment of the decision variables is a world that is written by itself. */
typedef struct {
    Guards *guards;
    Symbols *symbols;
    Variables *variables;
    guint step;
    guint scope;
    int texts[NESTING + 1][NAMES][WORLDS]; /* by scope, the last is the cache; 0: not defined */
} Worlds;

static const char *const names[NAMES] = {"A", "B", "C"};

static int text_in(Worlds *self, const Value *value, guint world)
{
    for (guint i = 0; value != NULL && i < value->count; i++) {
        Guard when = value->alternatives[i].when;
        for (guint d = 0; d < DECISIONS; d++) {
            when = guard_restrict(self->guards, when, d, (world >> d & 1) != 0);
        }
        if (guard_is_true(when)) {
            const char *text = value->alternatives[i].text;
            return text != NULL ? atoi(text) : 0;
        }
    }
    return 0;
}

static void check_worlds(Worlds *self, guint worlds)
{
    for (guint i = 0; i < NAMES; i++) {
        const Variable *variable = variables_get(self->variables, names[i]);
        for (guint world = 0; world < WORLDS; world++) {
            if ((worlds >> world & 1) != 0) {
                g_assert_cmpint(text_in(self, variable_value(variable), world), ==,
                                self->texts[self->scope][i][world]);
                g_assert_cmpint(text_in(self, variable->cache.value, world), ==,
                                self->texts[CACHE][i][world]);
            }
        }
    }
}

static void write_random(Worlds *self, guint worlds)
{
    guint which = (guint)g_test_rand_int_range(0, NAMES);
    Variable *variable = variables_get(self->variables, names[which]);
    g_autofree char *text = g_strdup_printf("%u", ++self->step);
    guint where = self->scope;
    switch (g_test_rand_int_range(0, 4)) {
    case 0:
        variables_set_cache(self->variables, variable, value_of_text(text), WRITE_REPLACES);
        where = CACHE;
        break;
    case 1:
        variables_set_outer(self->variables, variable, value_of_text(text), 1, WRITE_REPLACES);
        if (self->scope == 0) {
            return;
        }
        where = self->scope - 1;
        break;
    default:
        variables_set(self->variables, variable, value_of_text(text), WRITE_REPLACES);
        break;
    }
    for (guint world = 0; world < WORLDS; world++) {
        if ((worlds >> world & 1) != 0) {
            self->texts[where][which][world] = (int)self->step;
        }
    }
}

/* What a scope that is entered sees; `worlds` are those of the layer. */
static void run_random(Worlds *self, guint nesting, Guard base, guint worlds)
{
    for (int left = g_test_rand_int_range(1, 8); left > 0; left--) {
        guint decision = (guint)g_test_rand_int_range(0, DECISIONS);
        switch (nesting + 1 < NESTING ? g_test_rand_int_range(0, 6) : 5) {
        case 0:
        case 1: {
            guint inner = worlds;
            for (guint world = 0; world < WORLDS; world++) {
                inner &= (world >> decision & 1) != 0 ? inner : ~(1u << world);
            }
            Guard within = guard_variable(self->guards, decision);
            Guard narrow = guard_and(self->guards, base, within);
            variables_open_layer(self->variables, narrow, within);
            g_assert_true(guard_same(variables_base(self->variables), narrow));
            run_random(self, nesting + 1, narrow, inner);
            variables_close_layer(self->variables, self->symbols, self->guards);
            break;
        }
        case 2:
            variables_enter(self->variables);
            memcpy(self->texts[self->scope + 1], self->texts[self->scope],
                   sizeof self->texts[self->scope]);
            self->scope++;
            run_random(self, nesting + 1, base, worlds);
            self->scope--;
            variables_leave(self->variables);
            break;
        default:
            write_random(self, worlds);
            break;
        }
        check_worlds(self, worlds);
    }
}

static void test_layers_random(void)
{
    for (guint round = 0; round < 300; round++) {
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(Guards) guards = guards_new();
        g_autoptr(Symbols) symbols = symbols_new(arena, guards);
        g_autoptr(Variables) variables = variables_new(arena);
        Worlds self = {.guards = guards, .symbols = symbols, .variables = variables};
        for (guint i = 0; i < DECISIONS; i++) {
            g_autofree char *name = g_strdup_printf("OPTION_%u", i);
            symbol_truth(symbols, symbols_get(symbols, CONDITION_SUBJECT_OPTION, name));
        }
        run_random(&self, 0, GUARD_TRUE, (1u << WORLDS) - 1);
    }
}

/* What a block adds to a text is an optional piece of it afterwards, not a second text. */
static void test_layer_grows(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(Guards) guards = guards_new();
    g_autoptr(Symbols) symbols = symbols_new(arena, guards);
    g_autoptr(Variables) variables = variables_new(arena);
    Symbol *option = symbols_get(symbols, CONDITION_SUBJECT_OPTION, "MPI");
    Variable *list = variables_get(variables, "LIST");
    variables_set(variables, list, value_of_text("a"), WRITE_REPLACES);
    variables_open_layer(variables, symbol_truth(symbols, option), symbol_truth(symbols, option));
    variables_set(variables, list, value_of_text("a;b"), WRITE_GROWS);
    variables_set(variables, list, value_of_text("a;b;c"), WRITE_GROWS);
    g_assert_cmpstr(get(variables, "LIST"), ==, "a;b;c");
    variables_close_layer(variables, symbols, guards);
    g_autofree char *readable = symbols_readable(symbols, get(variables, "LIST"));
    g_assert_cmpstr(readable, ==, "a[;b;c]");
    /* A text that is also replaced is another text. */
    variables_open_layer(variables, symbol_truth(symbols, option), symbol_truth(symbols, option));
    variables_set(variables, list, value_of_text("other"), WRITE_REPLACES);
    variables_set(variables, list, value_of_text("other;d"), WRITE_GROWS);
    variables_close_layer(variables, symbols, guards);
    g_assert_null(get(variables, "LIST"));
    g_assert_cmpuint(variable_value(list)->count, ==, 2);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/variables/scopes", test_scopes);
    g_test_add_func("/cmake/variables/unset", test_unset);
    g_test_add_func("/cmake/variables/parent-scope", test_parent_scope);
    g_test_add_func("/cmake/variables/parent-scope-of-own", test_parent_scope_of_own);
    g_test_add_func("/cmake/variables/random", test_random);
    g_test_add_func("/cmake/variables/layers-random", test_layers_random);
    g_test_add_func("/cmake/variables/layer-grows", test_layer_grows);
    return g_test_run();
}
