/* Options of many kinds of projects, as options.yaml gives them, and what a person made of them. */
#include "fixture.h"

#include <string.h>

/* A golden file with fewer options would not say much about projects that nobody has seen. */
#define OPTIONS_MIN 250u

static const char *verdict(const Decision *decision)
{
    return decision->is_point ? category_text(decision->category) : "rejected";
}

static gboolean value_is_rejected(const Decision *decision, const char *text)
{
    for (guint i = 0; i < decision->values->len; i++) {
        const ValueDecision *value = g_ptr_array_index(decision->values, i);
        if (strcmp(value->value->value, text) == 0) {
            return value->rejected;
        }
    }
    return FALSE;
}

/* The values that the entry lists are rejected, and no others. */
static gboolean values_agree(const Decision *decision, json_t *entry)
{
    json_t *expected = json_object_get(entry, "rejected_values");
    if (expected == NULL) {
        return TRUE;
    }
    guint rejected = 0;
    for (guint i = 0; i < decision->values->len; i++) {
        const ValueDecision *value = g_ptr_array_index(decision->values, i);
        rejected += value->rejected ? 1 : 0;
    }
    for (size_t i = 0; i < json_array_size(expected); i++) {
        if (!value_is_rejected(decision, json_string_value(json_array_get(expected, i)))) {
            return FALSE;
        }
    }
    return rejected == json_array_size(expected);
}

typedef struct {
    guint total;
    guint right;
    guint wrong; /* not as the file says, be it a miss or a hit that is marked as missed */
} Score;

static void check_option(const char *project, const Decision *decision, json_t *entry, Score *score)
{
    const char *expected = json_string_value(json_object_get(entry, "expect"));
    gboolean missed = json_is_true(json_object_get(entry, "missed"));
    gboolean right = strcmp(verdict(decision), expected) == 0 && values_agree(decision, entry);
    score->total++;
    score->right += right ? 1 : 0;
    g_assert_cmpuint(decision->reasons->len, >, 0);
    g_assert_cmpfloat(decision->confidence, >=, 0.5);
    g_assert_cmpfloat(decision->confidence, <=, 1.0);
    if (right == missed) {
        score->wrong++;
        g_test_message("%s %s: %s, expected %s%s (%.2f; %s)", project, decision->option->name,
                       verdict(decision), expected, missed ? " to be missed" : "",
                       decision->confidence, (char *)g_ptr_array_index(decision->reasons, 0));
    }
}

static void test_golden(void)
{
    g_autoptr(Knowledge) knowledge = fixture_knowledge();
    g_autoptr(GError) error = NULL;
    g_autoptr(YamlDocument) document =
        yaml_load(XAAS_SOURCE_ROOT "/tests/unit/classify/options.yaml", &error);
    g_assert_no_error(error);
    json_t *projects = json_object_get(yaml_root(document), "projects");
    Score score = {0};
    for (size_t p = 0; p < json_array_size(projects); p++) {
        json_t *project = json_array_get(projects, p);
        json_t *options = json_object_get(project, "options");
        g_autoptr(Arena) arena = arena_new();
        Facts *facts = fixture_facts(arena, project);
        GPtrArray *decisions = classify(&(ClassifyInput){knowledge, facts, NULL, 0}, arena);
        g_assert_cmpuint(decisions->len, ==, json_array_size(options));
        for (guint i = 0; i < decisions->len; i++) {
            check_option(facts->project_name, g_ptr_array_index(decisions, i),
                         json_array_get(options, i), &score);
        }
    }
    g_test_message("%u of %u options as a person decided", score.right, score.total);
    g_assert_cmpuint(score.total, >=, OPTIONS_MIN);
    g_assert_cmpuint(score.wrong, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/classify/golden", test_golden);
    return g_test_run();
}
