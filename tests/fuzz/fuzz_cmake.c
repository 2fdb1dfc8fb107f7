/* The CMake reader, from bytes to facts: grammar, lowering and evaluator, for all configurations
 * and for one. The input is a CMakeLists.txt; lines "@@@" begin the further files of a small
 * project, whose names are below. What must hold of any facts is asserted. XAAS_FUZZ_STUBS in the
 * environment names another folder of stubs (tests/fuzz/stubs is a small one, for speed). */
#include "discover/cmake/cmake_reader.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

/* Enough for any seed; a file that asks for more is slow, not interesting. */
#define STEPS_OF_ONE_INPUT 20000u
#define INPUT_BYTES_MAX 16384u

static const char *const file_names[] = {"CMakeLists.txt", "sub/CMakeLists.txt",
                                         "cmake/extra.cmake", "cmake/FindThing.cmake",
                                         "config.h.in"};
#define FILES_MAX G_N_ELEMENTS(file_names)

/* The written form of a condition is read back as the same condition. */
static void check_condition(Arena *arena, const Condition *condition)
{
    g_assert_nonnull(condition);
    g_autofree char *text = condition_text(condition);
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_autoptr(GError) error = NULL;
    const Condition *again = condition_parse(arena, text, &error);
    g_assert_no_error(error);
    g_autofree char *text_again = condition_text(again);
    g_assert_cmpstr(text, ==, text_again);
}

/* What is followed for one configuration holds or does not. */
static void check_when(Arena *arena, const Condition *when, gboolean concrete)
{
    if (concrete) {
        g_assert_true(when == condition_true());
    } else {
        g_assert_true(when != condition_false());
        check_condition(arena, when);
    }
}

static void check_text(const char *text)
{
    g_assert_nonnull(text);
    g_assert_true(g_utf8_validate(text, -1, NULL));
}

static void check_option(const Facts *facts, const Option *option, gboolean concrete)
{
    check_text(option->name);
    g_assert_cmpuint(option->definitions->len, >, 0);
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        check_text(definition->text);
        check_when(facts->arena, definition->exists, concrete);
        g_assert_cmpuint(definition->defaults->len, >, 0);
        for (guint k = 0; k < definition->defaults->len; k++) {
            const DefaultValue *value = definition->defaults->pdata[k];
            g_assert_true(value->value == NULL || g_utf8_validate(value->value, -1, NULL));
            check_when(facts->arena, value->when, concrete);
        }
    }
}

static void check_facts(const Facts *facts, gboolean concrete)
{
    for (guint i = 0; i < facts->options->len; i++) {
        check_option(facts, facts->options->pdata[i], concrete);
    }
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        check_text(effect->name);
        g_assert_nonnull(effect->at.path);
        check_when(facts->arena, effect->when, concrete);
    }
    for (guint i = 0; i < facts->constraints->len; i++) {
        const Constraint *constraint = facts->constraints->pdata[i];
        check_text(constraint->message);
        check_when(facts->arena, constraint->when, concrete);
    }
    json_t *json = facts_json(facts);
    g_assert_nonnull(json);
    json_decref(json);
    json = facts_ledger_json(facts);
    g_assert_nonnull(json);
    json_decref(json);
}

static void read_project(char **texts, gboolean concrete)
{
    const char *names[FILES_MAX] = {NULL};
    for (guint i = 0; i < FILES_MAX && texts[i] != NULL; i++) {
        names[i] = file_names[i];
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    /* A NULL name ends the list. */
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, names[0], texts[0], names[1], texts[1], names[2], texts[2],
                      names[3], texts[3], names[4], texts[4], NULL);
    const char *stubs = g_getenv("XAAS_FUZZ_STUBS");
    const CmakeReadOptions options = {
        .stub_folder = stubs != NULL ? stubs : XAAS_SOURCE_ROOT "/discover/stubs",
        .concrete = concrete,
        .most_steps = STEPS_OF_ONE_INPUT};
    g_autoptr(Arena) arena = arena_new();
    Facts *facts = facts_new(arena);
    g_autoptr(GError) error = NULL;
    g_assert_true(cmake_read(tree, &options, facts, diagnostics, &error));
    g_assert_no_error(error);
    facts_finish(facts);
    check_facts(facts, concrete);
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    if (size > INPUT_BYTES_MAX) {
        return 0;
    }
    g_autofree char *whole = g_strndup((const char *)data, size);
    g_auto(GStrv) parts = g_strsplit(whole, "@@@\n", FILES_MAX);
    char *texts[FILES_MAX] = {NULL};
    for (guint i = 0; i < FILES_MAX && parts[i] != NULL; i++) {
        texts[i] = parts[i];
    }
    if (texts[0] == NULL) {
        return 0;
    }
    read_project(texts, FALSE);
    read_project(texts, TRUE);
    return 0;
}
