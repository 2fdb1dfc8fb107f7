#include "discover/autotools/python_conditions.h"
#include <string.h>

#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"

typedef struct {
    Arena *arena;
    PythonLookup lookup;
    gpointer data;
} Asked;

static gboolean is_false(const char *expression)
{
    static const char *const words[] = {"0", "None", "False", "[]", "''", "\"\"", "{}", NULL};
    g_autofree char *value = g_strndup(expression, strcspn(expression, "\n"));
    return g_strv_contains(words, g_strstrip(value));
}

/* hasattr(self, 'c'): surely not, where nobody assigns it anywhere. */
static gboolean may_have(const Asked *self, const char *call)
{
    g_auto(GStrv) parts = g_strsplit_set(call, "'\"", 3);
    gboolean own = strstr(parts[0], "self") != NULL && g_strv_length(parts) == 3;
    return !own || self->lookup(self->data, parts[1], TRUE) != NULL;
}

/* "== 'x'" or nothing behind an attribute. */
static gboolean may_be(const Asked *self, const char *expression, const char *rest)
{
    gboolean equal = g_str_has_prefix(rest, "==");
    if (!equal) {
        return *rest != '\0' || !is_false(expression);
    }
    const char *is = python_string(self->arena, expression, self->lookup, self->data);
    const char *wanted = python_string(self->arena, rest + 2, self->lookup, self->data);
    return is == NULL || wanted == NULL || strcmp(is, wanted) == 0;
}

static gboolean term_may_hold(const Asked *self, const char *term)
{
    if (g_str_has_prefix(term, "hasattr(")) {
        return may_have(self, term);
    }
    gboolean negated = g_str_has_prefix(term, "not ");
    const char *name = term + (negated ? strlen("not ") : 0);
    if (!g_str_has_prefix(name, "self.")) {
        return TRUE;
    }
    name += strlen("self.");
    gsize length = strspn(name, NAME_CHARACTERS);
    g_autofree char *attribute = g_strndup(name, length);
    const char *expression = self->lookup(self->data, attribute, TRUE);
    const char *rest = name + length + strspn(name + length, " ");
    if (expression == NULL) {
        return TRUE;
    }
    if (negated) {
        return *rest != '\0' || is_false(expression);
    }
    return may_be(self, expression, rest);
}

gboolean python_may_hold(Arena *arena, const char *condition, PythonLookup lookup, gpointer data)
{
    const Asked self = {arena, lookup, data};
    if (condition == NULL || python_find(condition, " or ") != NULL) {
        return TRUE;
    }
    g_autofree char *text = g_strdup(condition);
    gsize length = strlen(text);
    if (length > 0 && text[length - 1] == ':') {
        text[length - 1] = '\0';
    }
    g_auto(GStrv) terms = g_strsplit(text, " and ", -1);
    for (guint i = 0; terms[i] != NULL; i++) {
        if (!term_may_hold(&self, g_strstrip(terms[i]))) {
            return FALSE;
        }
    }
    return TRUE;
}
