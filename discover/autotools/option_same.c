#include "discover/autotools/option_same.h"
#include "discover/autotools/defaults.h"
#include "discover/autotools/option_form.h"
#include <string.h>

/* Whether what is given goes anywhere as a text: into a macro, a makefile, or a longer text. A
 * variable that only takes it over is compared in its place. */
static gboolean goes_on_as_text(Configure *self, const OptionState *state)
{
    const char *hole = symbol_hole(self->symbols, state->symbol);
    GHashTableIter iterator;
    gpointer found = NULL;
    if (state->defined) {
        return TRUE;
    }
    g_hash_table_iter_init(&iterator, self->variables);
    while (g_hash_table_iter_next(&iterator, NULL, &found)) {
        const ShellVariable *variable = found;
        gboolean shown = g_ptr_array_find_with_equal_func(self->substituted, variable->name,
                                                          g_str_equal, NULL) ||
                         g_hash_table_contains(self->exported, variable->name);
        for (guint i = 0; variable->value != NULL && i < variable->value->count; i++) {
            const char *text = variable->value->alternatives[i].text;
            if (text != NULL && strstr(text, hole) != NULL && (shown || strcmp(text, hole) != 0)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static gboolean does_the_same(Configure *self, const OptionState *state, const GArray *guards,
                              const char *first, const char *second)
{
    for (guint i = 0; i < guards->len; i++) {
        Guard guard = g_array_index(guards, Guard, i);
        if (!guard_same(configure_assume(self, guard, state, first),
                        configure_assume(self, guard, state, second))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* A word of its own, and not what is so when nobody says anything. */
static gboolean is_named(const OptionState *state, const char *value)
{
    return !option_form_is_answer(value) && !option_form_is_automatic(value) && *value != '\0' &&
           g_strcmp0(value, state->default_value) != 0;
}

/* Drops the named values that do the same as a word which is asked for, too, where others do not:
 * where all do the same, what they are for is done elsewhere. */
static void drop_same_as(Configure *self, OptionState *state, const GArray *guards,
                         const char *word)
{
    g_autoptr(GPtrArray) same = g_ptr_array_new();
    guint others = 0;
    GPtrArray *values = state->record->values;
    for (guint i = 0; i < values->len; i++) {
        const char *value = ((AllowedValue *)values->pdata[i])->value;
        if (is_named(state, value) && does_the_same(self, state, guards, word, value)) {
            g_ptr_array_add(same, values->pdata[i]);
        } else if (is_named(state, value)) {
            others++;
        }
    }
    for (guint i = 0; others > 0 && i < same->len; i++) {
        g_ptr_array_remove(values, same->pdata[i]);
    }
}

/* Whether some arm of a case, or a test, asks for the word without the first one. */
static gboolean is_asked_without(Configure *self, const OptionState *state, const char *word,
                                 const char *first)
{
    if (state->alone != NULL &&
        g_hash_table_contains(state->alone, arena_intern(self->arena, word))) {
        return TRUE;
    }
    for (guint i = 0; i < state->spellings->len; i++) {
        GPtrArray *words = state->spellings->pdata[i];
        if (g_ptr_array_find_with_equal_func(words, word, g_str_equal, NULL) &&
            !g_ptr_array_find_with_equal_func(words, first, g_str_equal, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_told(const OptionState *state, const GPtrArray *words)
{
    const DefinitionRecord *definition = state->record->definitions->pdata[0];
    return (state->argument != NULL && option_form_names_any(state->argument, words)) ||
           (definition->help != NULL && option_form_names_any(definition->help, words));
}

static void drop_value(OptionState *state, const char *word)
{
    GPtrArray *values = state->record->values;
    for (guint i = values->len; is_named(state, word) && i > 0; i--) {
        if (strcmp(((AllowedValue *)values->pdata[i - 1])->value, word) == 0) {
            g_ptr_array_remove_index(values, i - 1);
        }
    }
}

/* "qpx|bgq)", of which the help tells neither: the first is the value. */
static void drop_later_spellings(Configure *self, OptionState *state)
{
    for (guint i = 0; state->spellings != NULL && i < state->spellings->len; i++) {
        const GPtrArray *words = state->spellings->pdata[i];
        const char *first = words->pdata[0];
        if (!is_named(state, first) || is_told(state, words)) {
            continue;
        }
        for (guint k = 1; k < words->len; k++) {
            if (!is_asked_without(self, state, words->pdata[k], first)) {
                drop_value(state, words->pdata[k]);
            }
        }
    }
}

void option_same_drop(Configure *self, OptionState *state, const GArray *guards)
{
    static const char *const off_words[] = {"no", "none", "off"};
    if (state->precious || state->record->values->len == 0 || goes_on_as_text(self, state)) {
        return;
    }
    drop_later_spellings(self, state);
    for (guint i = 0; guards != NULL && i < G_N_ELEMENTS(off_words); i++) {
        if (configure_lists_value(state, off_words[i])) {
            drop_same_as(self, state, guards, off_words[i]);
        }
    }
    /* The form without an argument is the one that people are told of. */
    if (guards != NULL && option_form_is_plain(state) && configure_lists_value(state, "yes")) {
        drop_same_as(self, state, guards, "yes");
    }
}
