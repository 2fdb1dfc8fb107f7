/* Conditions on what makefiles leave open. */
#include "discover/make/unknown.h"

typedef struct {
    Arena *arena;
    Guards *guards;
    Unknowns *unknowns;
    Unknown *x;
    Unknown *y;
} Fixture;

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    self->arena = arena_new();
    self->guards = guards_new();
    self->unknowns = unknowns_new(self->arena, self->guards);
    self->x = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, "X");
    self->y = unknowns_get(self->unknowns, CONDITION_SUBJECT_OPTION, "Y");
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    unknowns_free(self->unknowns);
    guards_free(self->guards);
    arena_free(self->arena);
}

static void assert_condition(Fixture *self, Guard guard, const char *expected)
{
    g_autofree char *text = condition_text(unknowns_condition(self->unknowns, guard, GUARD_TRUE));
    g_assert_cmpstr(text, ==, expected);
}

/* Two values exclude each other, each needs that one is given, and "" is that none is. */
static void test_values(Fixture *self, gconstpointer data)
{
    (void)data;
    Guard one = unknown_equals(self->unknowns, self->x, "1");
    Guard two = unknown_equals(self->unknowns, self->x, "2");
    Guard given = unknown_given(self->unknowns, self->x);
    g_assert_true(guard_is_false(guard_and(self->guards, one, two)));
    g_assert_true(guard_is_false(guard_minus(self->guards, one, given)));
    g_assert_true(
        guard_same(unknown_equals(self->unknowns, self->x, ""), guard_not(self->guards, given)));
    g_assert_true(guard_same(unknown_equals(self->unknowns, self->x, "1"), one));
    assert_condition(self, two, "X=2");
    assert_condition(self, guard_not(self->guards, one), "not X=1");
    assert_condition(self, guard_or(self->guards, one, two), "X=1 or X=2");
    assert_condition(self, guard_minus(self->guards, given, one), "X and not X=1");
}

/* Of a switch, people think as on. */
static void test_switch(Fixture *self, gconstpointer data)
{
    (void)data;
    self->x->is_switch = TRUE;
    Guard on = unknown_equals(self->unknowns, self->x, "yes");
    assert_condition(self, on, "X");
    assert_condition(self, guard_not(self->guards, on), "not X");
}

static void test_texts(Fixture *self, gconstpointer data)
{
    (void)data;
    const char *x = unknowns_hole(self->unknowns, self->x);
    const char *y = unknowns_hole(self->unknowns, self->y);
    g_autofree char *framed = g_strconcat("x", x, "z", NULL);
    g_autofree char *both = g_strconcat(x, y, NULL);
    assert_condition(self, unknowns_equal_texts(self->unknowns, framed, "xyesz"), "X=yes");
    assert_condition(self, unknowns_equal_texts(self->unknowns, framed, "xz"), "not X");
    assert_condition(self, unknowns_equal_texts(self->unknowns, both, ""), "not X and not Y");
    g_assert_true(guard_is_true(unknowns_equal_texts(self->unknowns, both, both)));
    g_assert_true(guard_is_false(unknowns_equal_texts(self->unknowns, "a", "b")));
    g_assert_true(guard_is_false(unknowns_empty_text(self->unknowns, framed)));
    g_assert_cmpstr(unknowns_readable(self->unknowns, framed), ==, "x${X}z");
    g_assert_true(unknowns_of_text(self->unknowns, x) == self->x);
    g_assert_null(unknowns_of_text(self->unknowns, framed));
}

/* What is made of an unknown remembers it. */
static void test_derived(Fixture *self, gconstpointer data)
{
    (void)data;
    const char *x = unknowns_hole(self->unknowns, self->x);
    Unknown *words = unknowns_derive(self->unknowns, "words", x);
    Unknown *again = unknowns_derive(self->unknowns, "sort", unknowns_hole(self->unknowns, words));
    g_assert_true(unknowns_derive(self->unknowns, "words", x) == words);
    g_assert_cmpstr(words->name, ==, "words(${X})");
    g_assert_cmpuint(again->origins[0], ==, self->x->id);
    g_assert_cmpuint(again->origins[1], ==, G_MAXUINT);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/make/unknown/values", Fixture, NULL, set_up, test_values, tear_down);
    g_test_add("/make/unknown/switch", Fixture, NULL, set_up, test_switch, tear_down);
    g_test_add("/make/unknown/texts", Fixture, NULL, set_up, test_texts, tear_down);
    g_test_add("/make/unknown/derived", Fixture, NULL, set_up, test_derived, tear_down);
    return g_test_run();
}
