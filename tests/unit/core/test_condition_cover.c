#include "core/condition_cover.h"

static const char *const choices[] = {"a", "b", "c", "d"};

static gboolean domain_of_x(const char *option, ConditionDomain *domain, gpointer data)
{
    (void)data;
    *domain = (ConditionDomain){.values = choices, .count = G_N_ELEMENTS(choices), .closed = TRUE};
    return g_str_equal(option, "X");
}

static gboolean is_on(const char *value)
{
    return *value != '\0' && !g_str_equal(value, "0");
}

/* X is one of two values whose truth is known, Y may have others beside those, of Z nothing is
 * known. */
static gboolean domain_of_all(const char *option, ConditionDomain *domain, gpointer data)
{
    static const char *const values[] = {"a", "0"};
    (void)data;
    *domain = (ConditionDomain){.values = values,
                                .count = G_N_ELEMENTS(values),
                                .closed = g_str_equal(option, "X"),
                                .is_on = is_on};
    return !g_str_equal(option, "Z");
}

static const Condition *parsed(Arena *arena, const char *text)
{
    g_autoptr(GError) error = NULL;
    const Condition *condition = condition_parse(arena, text, &error);
    g_assert_no_error(error);
    return condition;
}

static void test_fewer_words(void)
{
    static const struct {
        const char *before;
        const char *after;
    } rows[] = {
        {"A or not A and B", "A or B"},
        {"A and B or A and not B", "A"},
        {"A=x or A=y and B", "A=x or A=y and B"},
        {"A=x and B or A=y and B", "(A=x or A=y) and B"},
        {"not A or A=x or not A=y and not A=z", "not A=y and not A=z"},
        {"A and not A=x or A=x", "A"},
        {"A=x and A=y", "false"},
        {"A=x and A", "A=x"},
        {"A=\"\" and A", "false"},
        /* Whether a variable that is 0 counts as given is for its build system to say. */
        {"A=0 and A", "A=0 and A"},
        {"B and A or B and not A=0", "B and (A or not A=0)"},
        {"A and B and C or A and not B", "A and (C or not B)"},
        {"check(H) and A or not check(H) and A", "A"},
        {"platform(S)=Linux and A or B", "B or A and platform(S)=Linux"},
        {"unknown(u) or A", "A or unknown(u)"},
        {"unknown(u) and A or not unknown(u) and A", "A and (unknown(u) or not unknown(u))"},
        {"A<3 or not A<3 and B", "A<3 or B"},
        {"platform(S) and C and A or platform(S) and C and B", "C and (A or B) and platform(S)"},
        {"not (A=x and B) and B", "not A=x and B"},
        /* A pattern of plain words says which of the known values fit it. */
        {"not I=gnu and not I=pgi and I matches clang", "I matches clang"},
        {"I=gnu and I matches clang or A", "A"},
        {"not I=clang and not I matches \"(clang|gnu)\"", "not I matches \"(clang|gnu)\""},
        {"I=gnu and not I matches \"^g\"", "I=gnu and not I matches \"^g\""},
        {"D and A and p1 and p2 or D and A and not p1 or D and A and not p2", "D and A"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Condition *simple =
            condition_simplest(arena, parsed(arena, rows[i].before), NULL, NULL);
        g_autofree char *text = condition_text(simple);
        g_assert_cmpstr(text, ==, rows[i].after);
    }
}

static void test_closed_domain(void)
{
    static const struct {
        const char *before;
        const char *after;
    } rows[] = {
        {"not X or X=a or not X=b and not X=c and not X=d", "X=a"},
        {"not X=b and not X=c and not X=d", "X=a"},
        {"not X=a and Y", "not X=a and Y"},
        {"X=a and Y or X=b and Y or X=c and Y", "not X=d and Y"},
        {"X=a and Y or not X=a and Y", "Y"},
        /* What refuses other values would always be false. */
        {"not X=a and not X=b and not X=c and not X=d",
         "not X=a and not X=b and not X=c and not X=d"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Condition *simple =
            condition_simplest(arena, parsed(arena, rows[i].before), domain_of_x, NULL);
        g_autofree char *text = condition_text(simple);
        g_assert_cmpstr(text, ==, rows[i].after);
    }
}

static void test_known_truth(void)
{
    static const struct {
        const char *before;
        const char *after;
        gboolean beyond; /* nothing is left of it */
    } rows[] = {
        {"Y=0 and Y", NULL, TRUE},
        {"Y or not Y=0", "not Y=0", FALSE},
        {"Y=0 and not Y and Z", "Y=0 and Z", FALSE},
        {"Z=0 and Z", "Z=0 and Z", FALSE},
        {"X=a and Z or X and not X=b and Z", "X=a and Z", FALSE},
        {"not X and not X=0 and Z", NULL, TRUE},
        {"X=b", "X=b", FALSE},
        {"not X=a and not X=0 or Y and Z", "Y and Z", FALSE},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Condition *before = parsed(arena, rows[i].before);
        g_autofree char *text =
            condition_text(condition_simplest(arena, before, domain_of_all, NULL));
        g_assert_cmpint(condition_is_beyond(before, domain_of_all, NULL), ==, rows[i].beyond);
        if (!rows[i].beyond) {
            g_assert_cmpstr(text, ==, rows[i].after);
        }
    }
}

/* ---- random conditions ---------------------------------------------------------------------- */

#define SUBJECTS 3u

static const char *const subjects[SUBJECTS] = {"X", "Y", "Z"};
/* The last one is all values that are not mentioned. */
static const char *const texts[] = {"a", "b", "0", "", NULL};

typedef struct {
    guint value[SUBJECTS];
    gboolean truth[SUBJECTS];
    gboolean relation;
    gboolean unknown[2];
} World;

static const Condition *random_condition(Arena *arena, GRand *rand, guint depth)
{
    guint kind = (guint)g_rand_int_range(rand, 0, depth == 0 ? 5 : 9);
    const char *subject = subjects[g_rand_int_range(rand, 0, SUBJECTS)];
    const char *text = texts[g_rand_int_range(rand, 0, G_N_ELEMENTS(texts) - 1)];
    const Condition *parts[4];
    guint count = (guint)g_rand_int_range(rand, 2, G_N_ELEMENTS(parts) + 1);
    switch (kind) {
    case 0:
        return condition_atom(arena, CONDITION_SUBJECT_OPTION, subject, NULL, NULL);
    case 1:
    case 2:
        return condition_atom(arena, CONDITION_SUBJECT_OPTION, subject, "=", text);
    case 3:
        return condition_atom(arena, CONDITION_SUBJECT_OPTION, "X", "matches", "a");
    case 4:
        return condition_atom(arena, CONDITION_SUBJECT_UNKNOWN, "u", NULL, NULL);
    case 5:
    case 6:
        return condition_not(arena, random_condition(arena, rand, depth - 1));
    default:
        break;
    }
    for (guint i = 0; i < count; i++) {
        parts[i] = random_condition(arena, rand, depth - 1);
    }
    return kind == 7 ? condition_all(arena, parts, count) : condition_any(arena, parts, count);
}

static gboolean atom_holds(const World *world, const Condition *atom, gboolean negated)
{
    if (atom->subject_kind == CONDITION_SUBJECT_UNKNOWN) {
        return world->unknown[negated];
    }
    if (atom->relation != NULL && g_str_equal(atom->relation, "matches")) {
        return world->relation != negated;
    }
    guint subject = 0;
    while (!g_str_equal(subjects[subject], atom->subject)) {
        subject++;
    }
    gboolean holds = atom->relation == NULL
                         ? world->truth[subject]
                         : g_strcmp0(texts[world->value[subject]], atom->value) == 0;
    return holds != negated;
}

static gboolean holds(const World *world, const Condition *condition, gboolean negated)
{
    gboolean all = (condition->kind == CONDITION_ALL) != negated;
    switch (condition->kind) {
    case CONDITION_TRUE:
    case CONDITION_FALSE:
        return (condition->kind == CONDITION_TRUE) != negated;
    case CONDITION_ATOM:
        return atom_holds(world, condition, negated);
    case CONDITION_NOT:
        return holds(world, condition->operands[0], !negated);
    case CONDITION_ALL:
    case CONDITION_ANY:
        break;
    }
    for (guint i = 0; i < condition->operand_count; i++) {
        if (holds(world, condition->operands[i], negated) != all) {
            return !all;
        }
    }
    return all;
}

/* The next one in which no text has a truth that it can't have; FALSE when it was the last. */
static gboolean next_world(World *world, guint *number)
{
    for (;; (*number)++) {
        guint rest = *number;
        gboolean possible = TRUE;
        for (guint i = 0; i < SUBJECTS; i++) {
            world->value[i] = rest % G_N_ELEMENTS(texts);
            rest /= G_N_ELEMENTS(texts);
            world->truth[i] = rest % 2 == 1;
            rest /= 2;
            gboolean sure_on = world->value[i] < 2;
            gboolean sure_off = world->value[i] == 3;
            possible = possible && !(sure_on && !world->truth[i]) && !(sure_off && world->truth[i]);
        }
        world->relation = rest % 2 == 1;
        /* Of the values, only "a" is what the pattern says. */
        possible = possible &&
                   (texts[world->value[0]] == NULL || world->relation == (world->value[0] == 0));
        world->unknown[0] = rest / 2 % 2 == 1;
        world->unknown[1] = rest / 4 % 2 == 1;
        if (rest >= 8) {
            return FALSE;
        }
        if (possible) {
            (*number)++;
            return TRUE;
        }
    }
}

static void test_random_conditions_stay_equal(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    guint shorter = 0;
    for (guint i = 0; i < 1500; i++) {
        g_autoptr(Arena) arena = arena_new();
        const Condition *before = random_condition(arena, rand, 4);
        const Condition *after = condition_simplest(arena, before, NULL, NULL);
        shorter += after->atoms < before->atoms;
        World world;
        guint number = 0;
        while (next_world(&world, &number)) {
            if (holds(&world, before, FALSE) != holds(&world, after, FALSE)) {
                g_autofree char *first = condition_text(before);
                g_autofree char *second = condition_text(after);
                g_error("%s is not %s", first, second);
            }
        }
    }
    g_assert_cmpuint(shorter, >, 100);
}

/* What domain_of_all() says is so in the world. */
static gboolean is_within_domains(const World *world)
{
    for (guint i = 0; i < 2; i++) {
        const char *value = texts[world->value[i]];
        if (value != NULL && world->truth[i] != is_on(value)) {
            return FALSE;
        }
    }
    const char *x = texts[world->value[0]];
    return g_strcmp0(x, "a") == 0 || g_strcmp0(x, "0") == 0;
}

static void test_random_conditions_stay_equal_within(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(11);
    guint shorter = 0, beyond = 0;
    for (guint i = 0; i < 1500; i++) {
        g_autoptr(Arena) arena = arena_new();
        const Condition *before = random_condition(arena, rand, 4);
        const Condition *whole = condition_simplest(arena, before, NULL, NULL);
        const Condition *after = condition_simplest(arena, before, domain_of_all, NULL);
        gboolean is_beyond = condition_is_beyond(before, domain_of_all, NULL);
        shorter += after->atoms < whole->atoms;
        beyond += is_beyond;
        World world;
        guint number = 0;
        while (next_world(&world, &number)) {
            gboolean held = holds(&world, before, FALSE);
            if (is_within_domains(&world) &&
                (held != holds(&world, after, FALSE) || (is_beyond && held))) {
                g_autofree char *first = condition_text(before);
                g_autofree char *second = condition_text(after);
                g_error("%s is not %s for the listed values", first, second);
            }
        }
    }
    g_assert_cmpuint(shorter, >, 10);
    g_assert_cmpuint(beyond, >, 0);
}

static void test_limits(void)
{
    g_autoptr(Arena) arena = arena_new();
    GPtrArray *parts = g_ptr_array_new();
    for (guint i = 0; i <= COVER_SUBJECTS_MAX; i++) {
        g_ptr_array_add(parts, (gpointer)condition_atom(arena, CONDITION_SUBJECT_OPTION,
                                                        arena_printf(arena, "A%u", i), NULL, NULL));
    }
    const Condition *many =
        condition_any(arena, (const Condition *const *)parts->pdata, parts->len);
    g_assert_true(condition_simplest(arena, many, NULL, NULL) == many);
    g_ptr_array_unref(parts);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/condition_cover/fewer_words", test_fewer_words);
    g_test_add_func("/condition_cover/closed_domain", test_closed_domain);
    g_test_add_func("/condition_cover/known_truth", test_known_truth);
    g_test_add_func("/condition_cover/random_within", test_random_conditions_stay_equal_within);
    g_test_add_func("/condition_cover/random", test_random_conditions_stay_equal);
    g_test_add_func("/condition_cover/limits", test_limits);
    return g_test_run();
}
