#include "discover/facts_automatic.h"
#include "core/switch_word.h"
#include <string.h>

struct AutomaticSwitches {
    GHashTable *truths; /* set of names of options that are asked whether they are true */
    GHashTable *texts;  /* set of names of options whose text is part of what comes of them */
};

static void note_truth(const Condition *atom, gpointer data)
{
    AutomaticSwitches *self = data;
    if (atom->subject_kind == CONDITION_SUBJECT_OPTION && atom->relation == NULL) {
        g_hash_table_add(self->truths, (gpointer)atom->subject);
    }
}

/* "-march=${ARCH}" is made of ARCH. */
static void note_texts(AutomaticSwitches *self, const char *text)
{
    for (const char *at = text != NULL ? strstr(text, "${") : NULL; at != NULL;
         at = strstr(at + 2, "${")) {
        const char *end = strchr(at, '}');
        if (end != NULL) {
            g_hash_table_add(self->texts, g_strndup(at + 2, (gsize)(end - at - 2)));
        }
    }
}

AutomaticSwitches *automatic_switches_new(const Facts *facts)
{
    AutomaticSwitches *self = g_new0(AutomaticSwitches, 1);
    self->truths = g_hash_table_new(g_str_hash, g_str_equal);
    self->texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < facts->effects->len; i++) {
        const Effect *effect = facts->effects->pdata[i];
        condition_each_atom(effect->when, note_truth, self);
        note_texts(self, effect->name);
        note_texts(self, effect->detail);
    }
    for (guint i = 0; i < facts->constraints->len; i++) {
        condition_each_atom(((const Constraint *)facts->constraints->pdata[i])->when, note_truth,
                            self);
    }
    return self;
}

void automatic_switches_free(AutomaticSwitches *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->truths);
        g_hash_table_unref(self->texts);
        g_free(self);
    }
}

/* Whether the project itself makes on or off of it: set(WITH_X ON CACHE STRING "" FORCE). */
static gboolean is_made_on_or_off(const Option *option)
{
    for (guint i = 0; i < option->definitions->len; i++) {
        const Definition *definition = option->definitions->pdata[i];
        for (guint k = 0; definition->force && k < definition->defaults->len; k++) {
            const char *value = ((const DefaultValue *)definition->defaults->pdata[k])->value;
            if (switch_word_is_on(value) || switch_word_is_off(value)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

gboolean automatic_switches_has(const AutomaticSwitches *self, const Option *option,
                                const char *word)
{
    return option->builder == BUILDER_CMAKE && option->type == OPTION_STRING &&
           switch_word_is_automatic(word) && !g_hash_table_contains(self->texts, option->name) &&
           (g_hash_table_contains(self->truths, option->name) || is_made_on_or_off(option));
}
