#include "discover/autotools/uncalled.h"
#include <string.h>

#define NAME_CHARACTERS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_"

typedef struct Macro Macro;
struct Macro {
    char *name;
    GPtrArray *callers; /* Macro *, borrowed: those whose text has its name */
    gboolean declares;  /* an option, itself or through what it calls */
    gboolean called;    /* by another, or outside of all */
};

static void macro_free(gpointer data)
{
    Macro *self = data;
    g_free(self->name);
    g_ptr_array_unref(self->callers);
    g_free(self);
}

/* Hands the names in the text on, one by one, but not those in comments. `definition`: the name is
 * what an AC_DEFUN gives. */
typedef void (*TakeName)(const char *name, gsize length, gboolean definition, gpointer data);

static const char *next_line(const char *at)
{
    return at + strcspn(at, "\n");
}

static void each_name(const char *text, TakeName take, gpointer data)
{
    gboolean definition = FALSE;
    gboolean begins_line = TRUE;
    for (const char *at = text; *at != '\0';) {
        gsize length = strspn(at, NAME_CHARACTERS);
        if (length == 0) {
            at = begins_line && *at == '#' ? next_line(at) : at + 1;
            begins_line = at[-1] == '\n' || (begins_line && g_ascii_isspace(at[-1]));
            continue;
        }
        begins_line = FALSE;
        if (length == strlen("dnl") && strncmp(at, "dnl", length) == 0) {
            at = next_line(at);
            continue;
        }
        take(at, length, definition, data);
        definition =
            g_str_has_prefix(at, "AC_DEFUN") &&
            (at[length] == '(' && (at[length + 1] == '[' || g_ascii_isalpha(at[length + 1])));
        at += length;
    }
}

typedef struct {
    GHashTable *macros; /* name -> Macro * */
    Macro *current;     /* whose text this is; NULL outside of all */
    GQueue declaring;   /* Macro *, whose callers are still to be told */
} Search;

static void take_definition(const char *name, gsize length, gboolean definition, gpointer data)
{
    Search *self = data;
    g_autofree char *key = definition ? g_strndup(name, length) : NULL;
    if (key != NULL && !g_hash_table_contains(self->macros, key)) {
        Macro *macro = g_new0(Macro, 1);
        macro->name = g_steal_pointer(&key);
        macro->callers = g_ptr_array_new();
        g_hash_table_insert(self->macros, macro->name, macro);
    }
}

static void mark_declaring(Search *self, Macro *macro)
{
    if (!macro->declares) {
        macro->declares = TRUE;
        g_queue_push_tail(&self->declaring, macro);
    }
}

static void take_call(const char *name, gsize length, gboolean definition, gpointer data)
{
    Search *self = data;
    g_autofree char *key = g_strndup(name, length);
    Macro *macro = g_hash_table_lookup(self->macros, key);
    if (definition) {
        self->current = macro;
    } else if (macro != NULL && macro != self->current) {
        macro->called = TRUE;
        if (self->current != NULL) {
            g_ptr_array_add(macro->callers, self->current);
        }
    } else if (self->current != NULL &&
               (strcmp(key, "AC_ARG_ENABLE") == 0 || strcmp(key, "AC_ARG_WITH") == 0)) {
        mark_declaring(self, self->current);
    }
}

static void look_through(const Tree *tree, Search *self, TakeName take, gboolean *cut)
{
    const GPtrArray *files = tree_files(tree);
    guint count = 0;
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = files->pdata[i];
        if (file->kind != TREE_AUTOCONF || file->linked) {
            continue;
        }
        if (count++ >= UNCALLED_FILES_MAX || file->size > UNCALLED_FILE_BYTES_MAX) {
            *cut = TRUE;
            continue;
        }
        g_autofree char *text = tree_read_text(tree, file->path, NULL, NULL);
        self->current = NULL;
        if (text != NULL) {
            each_name(text, take, self);
        }
    }
}

GHashTable *uncalled_macros(const Tree *tree, gboolean *cut)
{
    g_autoptr(GHashTable) macros = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, macro_free);
    Search search = {.macros = macros};
    g_queue_init(&search.declaring);
    look_through(tree, &search, take_definition, cut);
    look_through(tree, &search, take_call, cut);
    while (!g_queue_is_empty(&search.declaring)) {
        const Macro *macro = g_queue_pop_head(&search.declaring);
        for (guint i = 0; i < macro->callers->len; i++) {
            mark_declaring(&search, macro->callers->pdata[i]);
        }
    }
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GHashTableIter iterator;
    gpointer value = NULL;
    g_hash_table_iter_init(&iterator, macros);
    while (g_hash_table_iter_next(&iterator, NULL, &value)) {
        const Macro *macro = value;
        if (!macro->called) {
            g_hash_table_insert(names, g_strdup(macro->name), GINT_TO_POINTER(macro->declares));
        }
    }
    return names;
}
