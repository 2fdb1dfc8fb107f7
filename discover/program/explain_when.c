#include "discover/program/explain_when.h"
#include "core/words.h"
#include "discover/cmake/pure.h"
#include <string.h>

/* What conditions are put into words with. */
typedef struct {
    const Facts *facts;
    Arena *arena;
    gboolean bounded; /* options have values that they list, or their defaults */
    gboolean assumed; /* so it was taken of one that nothing keeps from having others */
} Listing;

/* One that CMake or Meson show in a list for people to choose from. */
static gboolean is_chosen_from_list(const Option *option)
{
    if (option_is_feature(option)) {
        return TRUE;
    }
    if ((option->builder != BUILDER_CMAKE && option->builder != BUILDER_MESON) ||
        option->free_form || option->asks_whether) {
        return FALSE;
    }
    for (guint i = 0; i < option->values->len; i++) {
        const AllowedValue *value = option->values->pdata[i];
        if (value->origin == VALUE_DECLARED) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_on_for_cmake(const char *value)
{
    return !cmake_is_false(value);
}

/* FALSE when one of them is not known. */
static gboolean add_defaults(const Option *option, GPtrArray *values)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint j = 0; j < definition->defaults->len; j++) {
            const char *value = ((const DefaultValue *)definition->defaults->pdata[j])->value;
            if (value == NULL || strstr(value, "${") != NULL) {
                return FALSE;
            }
            if (!g_ptr_array_find_with_equal_func(values, value, g_str_equal, NULL)) {
                g_ptr_array_add(values, (gpointer)value);
            }
        }
    }
    return TRUE;
}

/* The values that the project lists for an option. Meson lets no others in; in a cache of CMake
 * they may stand, and the default often is none of them. */
static gboolean listed_values(const char *name, ConditionDomain *domain, gpointer data)
{
    Listing *self = data;
    const Option *option = facts_option(self->facts, name);
    if (option == NULL) {
        return FALSE;
    }
    GPtrArray *values = arena_array(self->arena);
    for (guint i = 0; i < option->values->len; i++) {
        g_ptr_array_add(values, (gpointer)((const AllowedValue *)option->values->pdata[i])->value);
    }
    if (option_is_feature(option)) {
        g_ptr_array_add(values, "auto");
    }
    gboolean closed = self->bounded && is_chosen_from_list(option) && add_defaults(option, values);
    self->assumed = self->assumed || (closed && option->builder != BUILDER_MESON);
    *domain = (ConditionDomain){.values = (const char *const *)values->pdata,
                                .count = values->len,
                                .closed = closed && values->len < COVER_VALUES_MAX,
                                .is_on = option->builder == BUILDER_CMAKE ? is_on_for_cmake : NULL};
    return TRUE;
}

/* As short as it is for the values that options list, where that makes a difference; "false" for
 * what happens with no such value. */
static const Condition *shortest(Explaining *self, Listing *listing, const Condition *whole)
{
    listing->bounded = FALSE;
    const Condition *open = condition_simplest(listing->arena, whole, listed_values, listing);
    listing->bounded = TRUE;
    const Condition *bounded =
        condition_is_beyond(whole, listed_values, listing)
            ? condition_false()
            : condition_simplest(listing->arena, whole, listed_values, listing);
    self->bounded = self->bounded || (listing->assumed && !condition_equal(open, bounded));
    return bounded;
}

static char *words_of(Listing *listing, const Condition *when)
{
    if (when->kind == CONDITION_TRUE) {
        return g_strdup("");
    }
    if (when->kind == CONDITION_FALSE) {
        return g_strdup("only with a value that is not listed");
    }
    g_autofree char *words = condition_words_within(when, listed_values, listing);
    return g_strconcat("when ", words, NULL);
}

char *explain_when(Explaining *self, const Condition *when)
{
    if (when == NULL) {
        return g_strdup("");
    }
    g_autoptr(Arena) arena = arena_new();
    Listing listing = {.facts = self->facts, .arena = arena};
    return words_of(&listing, shortest(self, &listing, when));
}

char *explain_when_on(Explaining *self, const Condition *whole, const char *option)
{
    g_autoptr(Arena) arena = arena_new();
    Listing listing = {.facts = self->facts, .arena = arena};
    const Condition *when = shortest(self, &listing, whole);
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
    return words_of(&listing,
                    condition_all(arena, (const Condition *const *)rest->pdata, rest->len));
}
