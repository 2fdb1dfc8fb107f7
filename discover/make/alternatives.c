#include "discover/make/alternatives.h"
#include "discover/make/option_values.h"
#include <string.h>

/* One assignment in a comment may be an old one, or show how to write it. */
#define OFFERS_MIN 2u

/* A name, as compilers and libraries have: no place, number or list of flags. */
static gboolean is_one_name(const char *text)
{
    return text != NULL && g_ascii_isalpha(*text) &&
           text[strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_+-")] == '\0';
}

GPtrArray *make_alternatives(const MakeVariable *variable)
{
    GPtrArray *found = g_ptr_array_new();
    guint offers = 0;
    for (guint i = 0; i < variable->declarations->len; i++) {
        const Declaration *declaration = &g_array_index(variable->declarations, Declaration, i);
        gboolean offer = declaration->kind == DECLARES_OFFER;
        if (!offer && declaration->kind != DECLARES_DEFAULT) {
            continue;
        }
        if (!is_one_name(declaration->value)) {
            g_ptr_array_set_size(found, 0);
            return found;
        }
        offers += offer ? 1 : 0;
        g_ptr_array_add(found, (gpointer)declaration);
    }
    if (offers < OFFERS_MIN) {
        g_ptr_array_set_size(found, 0);
    }
    return found;
}

/* The macro that "-DM=$(NAME)" defines as the variable's value; NULL for none. */
static const char *macro_of(const MakeReading *self, const char *name)
{
    g_autofree char *reference = g_strdup_printf("${%s}", name);
    for (guint i = 0; i < self->effects->len; i++) {
        const MakeEffect *effect = &g_array_index(self->effects, MakeEffect, i);
        if (effect->kind == EFFECT_DEFINITION && g_strcmp0(effect->detail, reference) == 0) {
            return effect->name;
        }
    }
    return NULL;
}

/* The text of "-DM=text" among the words of a line, if that is a plain one. The caller frees it. */
static char *defined_as(const char *line, const char *macro)
{
    g_autofree char *begin = g_strdup_printf("-D%s=", macro);
    g_auto(GStrv) words = g_strsplit_set(line, " \t", -1);
    for (guint i = 0; words[i] != NULL; i++) {
        const char *text = words[i] + strlen(begin);
        if (g_str_has_prefix(words[i], begin) && *text != '\0' &&
            text[strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_")] == '\0') {
            return g_strdup(text);
        }
    }
    return NULL;
}

void make_add_commented_definitions(MakeReading *self, const MakeVariable *variable,
                                    GPtrArray *values)
{
    const char *macro = macro_of(self, variable->name);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(Span));
    for (guint i = 0; macro != NULL && i < self->order->len; i++) {
        const MakeFile *file = ((const MakeSource *)self->order->pdata[i])->file;
        for (guint k = 0; k < file->statements->len; k++) {
            const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, k);
            char *text = statement->kind == MAKE_COMMENTED && statement->value != NULL
                             ? defined_as(statement->value, macro)
                             : NULL;
            if (text != NULL) {
                const Span at = {file->path, statement->line, 0};
                g_ptr_array_add(texts, text);
                g_array_append_val(places, at);
            }
        }
    }
    for (guint i = 0; texts->len >= OFFERS_MIN && i < texts->len; i++) {
        make_add_value(self, values, arena_intern(self->arena, texts->pdata[i]), VALUE_DECLARED,
                       g_array_index(places, Span, i));
    }
}

gboolean make_has_alternatives(const MakeFile *file, const char *name)
{
    const char *assigned = NULL;
    const char *first = NULL; /* of those in comments */
    gboolean several = FALSE;
    for (guint i = 0; i < file->statements->len; i++) {
        const MakeStatement *statement = &g_array_index(file->statements, MakeStatement, i);
        gboolean offer = statement->kind == MAKE_COMMENTED;
        if ((!offer && statement->kind != MAKE_ASSIGNMENT) || statement->targets != NULL ||
            g_strcmp0(statement->name, name) != 0) {
            continue;
        }
        if (!is_one_name(statement->value) || (!offer && assigned != NULL)) {
            return FALSE;
        }
        if (!offer) {
            assigned = statement->value;
        } else {
            several = several || (first != NULL && strcmp(first, statement->value) != 0);
            first = statement->value;
        }
    }
    return assigned != NULL && several;
}
