#include "discover/autotools/python_takers.h"
#include "discover/autotools/python_file.h"
#include <string.h>

#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"

struct PythonTakers {
    Arena *arena;
    GPtrArray *methods; /* const char *: ".PopBool(", in the order of the files */
    GHashTable *by_method;
};

PythonTakers *python_takers_new(Arena *arena)
{
    PythonTakers *self = g_new0(PythonTakers, 1);
    self->arena = arena;
    self->methods = arena_array(arena);
    self->by_method = g_hash_table_new(g_str_hash, g_str_equal);
    return self;
}

void python_takers_free(PythonTakers *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->by_method);
        g_free(self);
    }
}

/* Behind "--" as a literal of its own and a "+"; NULL when there is none. */
static const char *behind_dashes(const char *at)
{
    for (; *at != '\0'; at++) {
        gboolean literal =
            (*at == '\'' || *at == '"') && strncmp(at + 1, "--", 2) == 0 && at[3] == *at;
        const char *sign = literal ? at + 4 + strspn(at + 4, " ") : "";
        if (*sign == '+') {
            return sign + 1 + strspn(sign + 1, " ");
        }
    }
    return NULL;
}

/* Whether a line looks for "--" and the parameter; `bare`: without a "=" behind it. */
static gboolean looks_for(const char *line, const char *parameter, gboolean *bare)
{
    gsize length = strlen(parameter);
    gboolean found = FALSE;
    for (const char *at = line; (at = behind_dashes(at)) != NULL;) {
        if (strncmp(at, parameter, length) != 0 || strspn(at, NAME_CHARACTERS) != length) {
            continue;
        }
        const char *rest = at + length + strspn(at + length, " ");
        const char *more = rest + 1 + strspn(*rest == '+' ? rest + 1 : "", " ");
        gboolean word = *rest == '+' && (*more == '\'' || *more == '"') && more[1] == '=';
        found = TRUE;
        *bare = *bare || (!word && *rest != '+');
    }
    return found;
}

/* Dictionaries and the environment have methods of these names: of whose an object is, nothing here
 * knows. */
static gboolean is_of_dictionary(const char *method)
{
    static const char *const names[] = {".get(", ".pop(", ".setdefault(", ".update("};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strcmp(method, names[i]) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The method that begins at a line, with what it looks for. */
static void read_method(PythonTakers *self, const GPtrArray *lines, guint begin)
{
    const PythonLine *head = lines->pdata[begin];
    const char *open = strchr(head->text, '(');
    const GPtrArray *parameters = open != NULL ? python_arguments(self->arena, open) : NULL;
    if (parameters == NULL || parameters->len < 2 || strcmp(parameters->pdata[0], "self") != 0) {
        return;
    }
    PythonTaker taker = {FALSE, FALSE, FALSE};
    gboolean takes = FALSE;
    for (guint i = begin + 1; i < lines->len; i++) {
        const PythonLine *line = lines->pdata[i];
        if (line->indent <= head->indent) {
            break;
        }
        takes = looks_for(line->text, parameters->pdata[1], &taker.bare) || takes;
        taker.path = taker.path || strstr(line->text, "os.path.") != NULL;
        taker.off = taker.off || g_str_has_suffix(line->text, "= False");
    }
    if (takes) {
        const char *name = head->text + strlen("def ");
        const char *method = arena_printf(self->arena, ".%.*s(", (int)strcspn(name, " ("), name);
        PythonTaker *added = arena_new0(self->arena, PythonTaker);
        *added = taker;
        if (!is_of_dictionary(method) &&
            g_hash_table_insert(self->by_method, (gpointer)method, added)) {
            g_ptr_array_add(self->methods, (gpointer)method);
        }
    }
}

void python_takers_read(PythonTakers *self, const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++) {
        const PythonLine *line = lines->pdata[i];
        if (line->indent > 0 && g_str_has_prefix(line->text, "def ")) {
            read_method(self, lines, i);
        }
    }
}

const PythonTaker *python_takers_find(const PythonTakers *self, const char *line, const char **open)
{
    for (guint i = 0; i < self->methods->len; i++) {
        const char *method = self->methods->pdata[i];
        const char *found = python_find(line, method);
        /* What such a method's own object is called with belongs to the taking itself. */
        gboolean own = found != NULL && found - line >= 4 && strncmp(found - 4, "self", 4) == 0;
        if (found != NULL && !own) {
            *open = found + strlen(method) - 1;
            return g_hash_table_lookup(self->by_method, method);
        }
    }
    return NULL;
}
