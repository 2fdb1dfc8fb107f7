#include "discover/autotools/python_names.h"
#include "discover/autotools/python_file.h"
#include <string.h>

#define NAME_BYTES G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"
/* Calls around a list. */
#define AROUND_MAX 4u

struct PythonNames {
    Arena *arena;
    GHashTable *constants; /* name -> "'...'", const char *; NULL: several */
    GHashTable *lists;     /* name -> "[...]", const char * */
    GHashTable *switches;  /* name of a function -> PythonSwitch * */
};

PythonNames *python_names_new(Arena *arena)
{
    PythonNames *self = g_new0(PythonNames, 1);
    *self = (PythonNames){arena, g_hash_table_new(g_str_hash, g_str_equal),
                          g_hash_table_new(g_str_hash, g_str_equal),
                          g_hash_table_new(g_str_hash, g_str_equal)};
    return self;
}

void python_names_free(PythonNames *self)
{
    g_hash_table_unref(self->constants);
    g_hash_table_unref(self->lists);
    g_hash_table_unref(self->switches);
    g_free(self);
}

/* "NAME = text" or "NAME += text". What is assigned again, or where it is not certain that it is
 * done, is no constant. */
static void read_assignment(PythonNames *self, const PythonLine *line)
{
    const char *text = line->text;
    gsize length = strspn(text, NAME_BYTES);
    const char *sign = text + length + strspn(text + length, " \t");
    gboolean adds = *sign == '+' && sign[1] == '=';
    if (length == 0 || (!adds && (*sign != '=' || sign[1] == '='))) {
        return;
    }
    const char *key = arena_intern_length(self->arena, text, length);
    const char *value = sign + (adds ? 2 : 1);
    value += strspn(value, " \t");
    gboolean first = !g_hash_table_contains(self->constants, key);
    gboolean certain = line->indent == 0 && !adds && first && (*value == '\'' || *value == '"');
    g_hash_table_insert(self->constants, (gpointer)key, certain ? (gpointer)value : NULL);
    if (line->indent == 0 && !adds && strchr("[({", *value) != NULL && *value != '\0') {
        g_hash_table_insert(self->lists, (gpointer)key, (gpointer)value);
    }
}

/* The words for on and off that a line of a function has as literals. */
static void read_words(PythonNames *self, const char *text, PythonSwitch *words)
{
    static const char *const on[] = {"true", "yes", "on", "1", NULL};
    static const char *const off[] = {"false", "no", "off", "0", NULL};
    for (const char *at = strpbrk(text, "'\""); at != NULL; at = strpbrk(at, "'\"")) {
        const char *end = strchr(at + 1, *at);
        if (end == NULL) {
            return;
        }
        const char *literal = arena_intern_length(self->arena, at + 1, (gsize)(end - at - 1));
        g_autofree char *lower = g_ascii_strdown(literal, -1);
        words->on = words->on == NULL && g_strv_contains(on, lower) ? literal : words->on;
        words->off = words->off == NULL && g_strv_contains(off, lower) ? literal : words->off;
        at = end + 1;
    }
}

void python_names_read(PythonNames *self, const GPtrArray *lines)
{
    const char *function = NULL;
    PythonSwitch words = {NULL, NULL};
    for (guint i = 0; i <= lines->len; i++) {
        const PythonLine *line = i < lines->len ? lines->pdata[i] : NULL;
        if ((line == NULL || line->indent == 0) && function != NULL) {
            if (words.on != NULL && words.off != NULL) {
                PythonSwitch *added = arena_new0(self->arena, PythonSwitch);
                *added = words;
                g_hash_table_insert(self->switches, (gpointer)function, added);
            }
            function = NULL;
        }
        if (line == NULL) {
            break;
        }
        if (line->indent == 0 && g_str_has_prefix(line->text, "def ")) {
            const char *name = line->text + strlen("def ");
            function = arena_intern_length(self->arena, name, strspn(name, NAME_BYTES));
            words = (PythonSwitch){NULL, NULL};
        } else {
            read_assignment(self, line);
        }
        if (function != NULL) {
            read_words(self, line->text, &words);
        }
    }
}

const char *python_names_constant(const PythonNames *self, const char *name)
{
    return g_hash_table_lookup(self->constants, name);
}

const char *python_names_list(const PythonNames *self, const char *expression)
{
    static const char *const calls[] = {"list(", "sorted(", "tuple(", "set("};
    const char *inner = expression;
    for (guint turn = 0; turn < AROUND_MAX; turn++) {
        for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
            if (g_str_has_prefix(inner, calls[i])) {
                const GPtrArray *arguments =
                    python_arguments(self->arena, inner + strlen(calls[i]) - 1);
                inner = arguments->len > 0 ? arguments->pdata[0] : "";
            }
        }
    }
    gsize length = strspn(inner, NAME_BYTES);
    const char *behind = inner + length;
    if (length > 0 && (*behind == '\0' || strcmp(behind, ".keys()") == 0)) {
        g_autofree char *name = g_strndup(inner, length);
        inner = g_hash_table_lookup(self->lists, name);
    }
    return inner != NULL && *inner != '\0' && strchr("[({", *inner) != NULL ? inner : NULL;
}

const PythonSwitch *python_names_switch(const PythonNames *self, const char *function)
{
    static const PythonSwitch standard = {"yes", "no"};
    const char *last = strrchr(function, '.');
    const char *name = last != NULL ? last + 1 : function;
    const PythonSwitch *known = g_hash_table_lookup(self->switches, name);
    return known == NULL && strcmp(name, "strtobool") == 0 ? &standard : known;
}
