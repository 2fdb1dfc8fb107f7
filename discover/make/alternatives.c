#include "discover/make/alternatives.h"

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
