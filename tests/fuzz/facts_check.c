#include "tests/fuzz/facts_check.h"

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
    g_assert_true(option->definitions->len > 0 || option->type == OPTION_UNTYPED);
    gboolean has_default = option->definitions->len == 0;
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        check_text(definition->text);
        check_when(facts->arena, definition->exists, concrete);
        /* One that always comes behind another has none. */
        g_assert_true(definition->defaults->len > 0 || !concrete);
        has_default = has_default || definition->defaults->len > 0;
        for (guint k = 0; k < definition->defaults->len; k++) {
            const DefaultValue *value = definition->defaults->pdata[k];
            g_assert_true(value->value == NULL || g_utf8_validate(value->value, -1, NULL));
            check_when(facts->arena, value->when, concrete);
        }
    }
    g_assert_true(has_default);
}

void facts_check(const Facts *facts, gboolean concrete)
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

Tree *fuzz_tree(const guint8 *data, gsize size, const char *const *names, Diagnostics *diagnostics)
{
    g_autofree char *whole = g_strndup((const char *)data, size);
    g_auto(GStrv) texts = g_strsplit(whole, "@@@\n", FUZZ_FILES_MAX);
    const char *path[FUZZ_FILES_MAX] = {NULL}; /* a NULL path ends the tree's files */
    const char *text[FUZZ_FILES_MAX] = {NULL};
    for (guint i = 0; i < FUZZ_FILES_MAX && names[i] != NULL && texts[i] != NULL; i++) {
        path[i] = names[i];
        text[i] = texts[i];
    }
    return tree_of_texts(diagnostics, "main.c", "", path[0], text[0], path[1], text[1], path[2],
                         text[2], path[3], text[3], path[4], text[4], path[5], text[5], path[6],
                         text[6], path[7], text[7], NULL);
}
