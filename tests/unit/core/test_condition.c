#include "core/condition.h"
#include <string.h>

static const Condition *option(Arena *arena, const char *name)
{
    return condition_atom(arena, CONDITION_SUBJECT_OPTION, name, NULL, NULL);
}

static const Condition *pair(Arena *arena, gboolean all, const Condition *a, const Condition *b)
{
    const Condition *operands[] = {a, b};
    return all ? condition_all(arena, operands, 2) : condition_any(arena, operands, 2);
}

static void assert_text(const Condition *condition, const char *expected)
{
    g_autofree char *text = condition_text(condition);
    g_assert_cmpstr(text, ==, expected);
}

static void test_simplify(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Condition *a = option(arena, "A");
    const Condition *b = option(arena, "B");
    const Condition *c = option(arena, "C");
    g_assert_true(pair(arena, TRUE, a, condition_true()) == a);
    g_assert_true(pair(arena, TRUE, a, condition_false()) == condition_false());
    g_assert_true(pair(arena, FALSE, a, condition_true()) == condition_true());
    g_assert_true(pair(arena, FALSE, a, condition_false()) == a);
    g_assert_true(condition_all(arena, NULL, 0) == condition_true());
    g_assert_true(condition_any(arena, NULL, 0) == condition_false());
    g_assert_true(condition_not(arena, condition_not(arena, a)) == a);
    g_assert_true(condition_not(arena, condition_true()) == condition_false());
    g_assert_true(pair(arena, TRUE, pair(arena, TRUE, a, b), condition_not(arena, a)) ==
                  condition_false());
    g_assert_true(pair(arena, FALSE, condition_not(arena, a), a) == condition_true());
    const Condition *unknown =
        condition_atom(arena, CONDITION_SUBJECT_UNKNOWN, CONDITION_TOO_DEEP, NULL, NULL);
    g_assert_true(pair(arena, TRUE, condition_not(arena, unknown), unknown)->kind == CONDITION_ALL);
    assert_text(pair(arena, TRUE, pair(arena, TRUE, b, a), c), "B and A and C");
    assert_text(pair(arena, TRUE, pair(arena, TRUE, b, a), option(arena, "B")), "B and A");
    assert_text(pair(arena, FALSE, pair(arena, FALSE, b, a), pair(arena, TRUE, a, c)),
                "B or A or A and C");
    assert_text(pair(arena, TRUE, pair(arena, FALSE, a, b), c), "(A or B) and C");
    assert_text(condition_not(arena, pair(arena, TRUE, a, b)), "not (A and B)");
}

static void test_equal(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    const char *text = "A=1 and not (B or found(C)>=2)";
    const Condition *one = condition_parse(arena, text, &error);
    g_assert_no_error(error);
    const Condition *two = condition_parse(arena, text, NULL);
    g_assert_true(one != two && condition_equal(one, two));
    g_assert_false(condition_equal(one, condition_parse(arena, "A=2 and not (B or C)", NULL)));
    g_assert_false(condition_equal(condition_parse(arena, "A and B", NULL),
                                   condition_parse(arena, "A or B", NULL)));
    g_assert_false(condition_equal(condition_parse(arena, "A", NULL),
                                   condition_parse(arena, "check(A)", NULL)));
    g_assert_true(condition_mentions(one, "B"));
    g_assert_false(condition_mentions(one, "C"));
}

/* What holds wherever the condition does, as far as its parts say so. */
static void test_shared(void)
{
    static const char *const rows[][2] = {
        {"A", "A"},
        {"not A", "not A"},
        {"true", ""},
        {"A and not B and C=1", "A; not B; C=1"},
        {"A or B", ""},
        {"A and B or B and C", "B"},
        {"A and B and C or C and D and A", "A; C"},
        {"A and (B and C or C and D)", "A; C"},
        {"A or B and C", ""},
        {"not (A and B)", ""},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) shared =
            condition_shared_literals(condition_parse(arena, rows[i][0], NULL));
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint k = 0; k < shared->len; k++) {
            g_autofree char *each = condition_text(shared->pdata[k]);
            g_string_append_printf(text, "%s%s", k > 0 ? "; " : "", each);
        }
        g_assert_cmpstr(text->str, ==, rows[i][1]);
    }
}

static void test_round_trip(void)
{
    static const char *const texts[] = {
        "true",
        "false",
        "A",
        "not A",
        "A=x",
        "A<2",
        "A>=2.1 and B!=\"\"",
        "(A or B) and not (C and D or E)",
        "found(CUDA)>=11.0",
        "check(HAVE_X) or platform(CMAKE_SYSTEM_NAME)=Linux",
        "unknown(\"a \\\"quoted\\\" \\\\ \\n thing\")",
        "A matches \"^x(a|b)$\"",
        "A exists and B",
        "A exists",
        "\"true\" and \"or\"=\"not\"",
        "\"odd name\"=\"a;b\"",
        "found and check",
        "${X}_{y}=a+b-c:d/e",
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        const Condition *condition = condition_parse(arena, texts[i], &error);
        g_assert_no_error(error);
        assert_text(condition, texts[i]);
    }
    assert_text(condition_parse(arena, "  not  not A and(B)and  true ", NULL), "A and B");
}

static void test_malformed(void)
{
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "column 1 *expected a name, but found its end"},
        {"A and", "column 6 *expected a name*its end"},
        {"A=B C", "column 5 *expected \"and\", \"or\" or its end*\"C\""},
        {"(A", "column 3 *expected \")\"*"},
        {"A=", "column 3 *expected a value*"},
        {"found(A", "column 8 *"},
        {"\"A", "column 3 *closing double quote*"},
        {"\"\\x\"", "column 3 *after a backslash*"},
        {"A)", "column 2 *\")\""},
        {"and A", "*a name before*"},
        {"A=\xff\xfe", "column 3 *"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(condition_parse(arena, cases[i].text, &error));
        g_assert_error(error, CONDITION_ERROR, CONDITION_ERROR_SYNTAX);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        if (!g_pattern_match_simple(cases[i].message, error->message)) {
            g_error("\"%s\" does not match \"%s\"", error->message, cases[i].message);
        }
    }
}

static void test_nesting(void)
{
    g_autoptr(Arena) arena = arena_new();
    for (guint round = 0; round < 2; round++) {
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint i = 0; i < 100000; i++) {
            g_string_append(text, round == 0 ? "(" : "not ");
        }
        g_autoptr(GError) error = NULL;
        g_assert_null(condition_parse(arena, text->str, &error));
        g_assert_error(error, CONDITION_ERROR, CONDITION_ERROR_SYNTAX);
    }
    /* Built rather than read, it degrades to an unknown and stays usable. */
    const Condition *deep = option(arena, "A");
    for (guint i = 0; i < 100000; i++) {
        deep = condition_not(arena, pair(arena, i % 2 == 0, deep, option(arena, "B")));
        g_assert_cmpuint(deep->depth, <=, CONDITION_DEPTH_MAX);
    }
    g_autofree char *written = condition_text(deep);
    g_assert_nonnull(strstr(written, "unknown(\"" CONDITION_TOO_DEEP "\")"));
}

/* Each step uses the previous one twice: 2^60 atoms when written out. */
static const Condition *doubling(Arena *arena)
{
    const Condition *all = option(arena, "A");
    for (guint i = 0; i < 60; i++) {
        g_autofree char *name = g_strdup_printf("B%u", i);
        const Condition *with = pair(arena, TRUE, all, option(arena, name));
        const Condition *without =
            pair(arena, TRUE, condition_not(arena, all), condition_not(arena, option(arena, name)));
        all = pair(arena, FALSE, with, without);
    }
    return all;
}

static void count_atom(const Condition *atom, void *data)
{
    g_assert_nonnull(atom->subject);
    (*(guint *)data)++;
}

static void test_sharing(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Condition *one = doubling(arena);
    const Condition *two = doubling(arena);
    g_assert_true(condition_equal(one, two));
    g_assert_true(condition_mentions(one, "B59"));
    g_assert_false(condition_mentions(one, "B60"));
    guint atoms = 0;
    condition_each_atom(one, count_atom, &atoms);
    g_assert_cmpuint(atoms, ==, 61);
    assert_text(one, "unknown(\"" CONDITION_TOO_LONG "\")");
    json_t *json = condition_json(one);
    g_assert_cmpstr(json_string_value(json_object_get(json, "unknown")), ==, CONDITION_TOO_LONG);
    json_decref(json);
}

static void test_json(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Condition *condition =
        condition_parse(arena, "A=x and (not found(P)>=2 or true and check(C)) and B", NULL);
    json_t *json = condition_json(condition);
    char *text = json_dumps(json, JSON_COMPACT);
    g_assert_cmpstr(
        text, ==,
        "{\"all\":[{\"option\":\"A\",\"=\":\"x\"},{\"any\":[{\"not\":{\"package\":\"P\","
        "\">=\":\"2\"}},{\"probe\":\"C\"}]},{\"option\":\"B\"}]}");
    free(text);
    json_decref(json);
    json = condition_json(option(arena, "not \xff utf-8"));
    g_assert_nonnull(json_object_get(json, "option"));
    json_decref(json);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/condition/simplify", test_simplify);
    g_test_add_func("/condition/equal", test_equal);
    g_test_add_func("/condition/shared", test_shared);
    g_test_add_func("/condition/round-trip", test_round_trip);
    g_test_add_func("/condition/malformed", test_malformed);
    g_test_add_func("/condition/nesting", test_nesting);
    g_test_add_func("/condition/sharing", test_sharing);
    g_test_add_func("/condition/json", test_json);
    return g_test_run();
}
