#include "discover/program/explain_when.h"
#include "discover/review/words.h"

/* What conditions are put into words with. */
typedef struct {
    const Facts *facts;
    Arena *arena;
} Explaining;

/* The values that the project lists for an option. Only Meson enforces them: in a cache of CMake
 * anything may stand, and the default often is none of them. */
static gboolean listed_values(const char *name, ConditionDomain *domain, gpointer data)
{
    const Explaining *self = data;
    const Option *option = facts_option(self->facts, name);
    if (option == NULL || option->values->len < 2) {
        return FALSE;
    }
    const char **values = arena_alloc(self->arena, option->values->len * sizeof(*values));
    for (guint i = 0; i < option->values->len; i++) {
        values[i] = ((const AllowedValue *)option->values->pdata[i])->value;
    }
    *domain = (ConditionDomain){.values = values,
                                .count = option->values->len,
                                .closed = option->builder == BUILDER_MESON && !option->free_form &&
                                          !option->asks_whether};
    return TRUE;
}

char *explain_when(const Facts *facts, const Condition *when)
{
    if (when == NULL || when->kind == CONDITION_TRUE) {
        return g_strdup("");
    }
    g_autoptr(Arena) arena = arena_new();
    Explaining explaining = {.facts = facts, .arena = arena};
    g_autofree char *words = condition_words_within(when, listed_values, &explaining);
    return g_strconcat("when ", words, NULL);
}

char *explain_when_on(const Facts *facts, const Condition *whole, const char *option)
{
    g_autoptr(Arena) arena = arena_new();
    Explaining explaining = {.facts = facts, .arena = arena};
    const Condition *when = condition_simplest(arena, whole, listed_values, &explaining);
    const Condition *const on = condition_atom(arena, CONDITION_SUBJECT_OPTION, option, NULL, NULL);
    const Condition *const single[] = {when};
    gboolean all = when->kind == CONDITION_ALL;
    const Condition *const *parts = all ? when->operands : single;
    g_autoptr(GPtrArray) rest = g_ptr_array_new();
    for (guint i = 0; i < (all ? when->operand_count : 1); i++) {
        if (!condition_equal(parts[i], on)) {
            g_ptr_array_add(rest, (gpointer)parts[i]);
        }
    }
    return explain_when(facts,
                        condition_all(arena, (const Condition *const *)rest->pdata, rest->len));
}
