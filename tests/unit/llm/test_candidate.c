/* What a model gets to see of an option. */
#include "discover/llm/candidate.h"
#include "fixture.h"
#include <string.h>

/* The line of the only option of a project; to be freed. */
static char *line_of(const char *json)
{
    g_autoptr(Arena) arena = arena_new();
    json_t *project = json_loads(json, 0, NULL);
    g_assert_nonnull(project);
    Facts *facts = fixture_facts(arena, project);
    char *text = candidate_text(facts->options->pdata[0]);
    json_decref(project);
    return text;
}

/* Folders say least of what hangs on an option, and there is room for four effects only. */
static void test_effects(void)
{
    g_autofree char *line =
        line_of("{\"name\": \"quarry\", \"options\": [{\"option\": \"QUARRY_GEAR\", "
                "\"help\": \"Gear\", \"effects\": [\"flag -I/opt/gear\", \"flag -L/opt/gear\", "
                "\"macro HAVE_GEAR\", \"flag -fgear\", \"link gear\", \"package Gear\"]}]}");
    g_assert_true(
        g_str_has_suffix(line, "; finds Gear; links gear; adds -fgear; defines HAVE_GEAR"));
    g_assert_null(strstr(line, "/opt/gear"));
}

/* Long texts and lists are cut, so that no project fills a request. */
static void test_bounds(void)
{
    g_autoptr(GString) json = g_string_new("{\"name\": \"quarry\", \"options\": [{\"option\": "
                                           "\"QUARRY_ORE\", \"type\": \"string\", \"help\": \"");
    for (guint i = 0; i < CANDIDATE_HELP_BYTES; i++) {
        g_string_append(json, "ore ");
    }
    g_string_append(json, "\", \"values\": [\"v0\"");
    for (guint i = 1; i < CANDIDATE_VALUES_MAX + 3; i++) {
        g_string_append_printf(json, ", \"v%u\"", i);
    }
    g_string_append(json, "]}]}");
    g_autofree char *line = line_of(json->str);
    g_assert_nonnull(strstr(line, "...\"; values: v0, v1, "));
    g_assert_nonnull(strstr(line, " and 3 more"));
    g_assert_cmpuint(strlen(line), <, 2 * CANDIDATE_HELP_BYTES + 8 * CANDIDATE_VALUES_MAX);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/candidate/effects", test_effects);
    g_test_add_func("/candidate/bounds", test_bounds);
    return g_test_run();
}
