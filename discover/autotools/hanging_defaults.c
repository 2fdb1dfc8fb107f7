/* Defaults that hang on something: what a script's variables hold where nobody gave the option. */
#include "discover/autotools/defaults.h"
#include "discover/autotools/option_form.h"
#include "discover/cmake/pure.h"
#include <string.h>

GArray *configure_texts_without(Configure *self, const OptionState *state, const Value *variable)
{
    if (variable == NULL || !configure_hands_on(self, state, variable)) {
        return NULL;
    }
    const DefinitionRecord *first = state->record->definitions->pdata[0];
    GArray *texts = g_array_new(FALSE, FALSE, sizeof(GuardedText));
    for (guint i = 0; i < variable->count; i++) {
        const Alternative *alternative = &variable->alternatives[i];
        Guard when = guard_and(self->guards, configure_expand(self, alternative->when),
                               configure_expand(self, first->exists));
        when = configure_assume(self, when, state, "");
        if (guard_is_false(when)) {
            continue;
        }
        const char *text = alternative->text;
        if (text == NULL || *text == '\0' || text_has_hole(text) || option_form_is_unset(text)) {
            g_array_unref(texts);
            return NULL;
        }
        if (strpbrk(text, " \t\n()") != NULL) {
            continue; /* words about a value */
        }
        GuardedText added = {arena_intern(self->arena, text), when};
        g_array_append_val(texts, added);
    }
    return texts;
}

GArray *configure_hanging_defaults(Configure *self, const OptionState *state)
{
    for (guint i = 0; i < state->touched->len; i++) {
        const Touched *touched = state->touched->pdata[i];
        GArray *texts = configure_texts_without(self, state, touched->value);
        if (texts == NULL) {
            texts = configure_texts_without(self, state,
                                            configure_variable(self, touched->name)->value);
        }
        if (texts != NULL) {
            return texts;
        }
    }
    return NULL;
}

gboolean configure_holds_plainly(Configure *self, Guard guard)
{
    g_autoptr(GArray) known = g_array_new(FALSE, FALSE, sizeof(GuardLiteral));
    for (guint i = 0; i < self->option_list->len; i++) {
        const OptionState *state = self->option_list->pdata[i];
        if (state->default_value != NULL) {
            symbol_literals(state->symbol, state->default_value, known);
        }
    }
    g_autoptr(GArray) support = guard_support(self->guards, guard);
    for (guint i = 0; i < support->len; i++) {
        GuardLiteral literal = {g_array_index(support, guint, i), FALSE};
        g_array_append_val(known, literal);
    }
    return guard_can_hold(self->guards, guard, (const GuardLiteral *)(const void *)known->data,
                          known->len);
}
