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

static void uncalled_macro_free(gpointer data)
{
    UncalledMacro *self = data;
    g_free(self->name);
    g_free(self);
}

/* A name is what an AC_DEFUN gives, the beginning of one that it computes ([PART_]NAME_HERE),
 * stands within that AC_DEFUN, or outside of all. */
typedef enum { NAME_DEFINED, NAME_COMPUTED, NAME_INSIDE, NAME_OUTSIDE } NamePlace;

/* Where a text is being read. */
typedef struct {
    const char *at;
    gboolean begins_line;
    gboolean inside; /* of a definition */
    guint brackets;  /* that are open there */
} Reading;

/* Goes to `end`, which may be where the definition closes. Its brackets count in comments as well:
 * there they quote. */
static void go_to(Reading *self, const char *end)
{
    for (; self->at < end; self->at++) {
        if (self->inside && *self->at == '[') {
            self->brackets++;
        } else if (*self->at == ']' && self->brackets > 0) {
            self->brackets--;
        } else if (*self->at == ')' && self->brackets == 0) {
            self->inside = FALSE;
        }
    }
}

static const char *next_line(const char *at)
{
    return at + strcspn(at, "\n");
}

/* The name that an AC_DEFUN gives here, AC_DEFUN_ONCE( [NAME], ...); NULL where there is none. */
static const char *defined_name(const char *at, gsize length)
{
    if (!g_str_has_prefix(at, "AC_DEFUN") || at[length] != '(') {
        return NULL;
    }
    at += length + 1;
    at += strspn(at, " \t\n");
    at += *at == '[' ? 1 : 0;
    return g_ascii_isalpha(*at) || *at == '_' ? at : NULL;
}

/* Whether the name that an AC_DEFUN gives ends here, and its body comes. */
static gboolean ends_name(const char *at)
{
    at += *at == ']' ? 1 : 0;
    at += strspn(at, " \t\n");
    return *at == ',' || *at == ')' || *at == '\0';
}

typedef void (*TakeName)(const char *name, gsize length, NamePlace place, gpointer data);

/* Hands the names in the text on, one by one, but not those in comments. */
static void each_name(const char *text, TakeName take, gpointer data)
{
    Reading self = {.at = text, .begins_line = TRUE};
    const char *defined = NULL;
    while (*self.at != '\0') {
        gsize length = strspn(self.at, NAME_CHARACTERS);
        if (length == 0) {
            go_to(&self, self.begins_line && *self.at == '#' ? next_line(self.at) : self.at + 1);
            self.begins_line =
                self.at[-1] == '\n' || (self.begins_line && g_ascii_isspace(self.at[-1]));
            continue;
        }
        self.begins_line = FALSE;
        if (length == strlen("dnl") && strncmp(self.at, "dnl", length) == 0) {
            go_to(&self, next_line(self.at));
            continue;
        }
        gboolean definition = self.at == defined;
        NamePlace place = self.inside ? NAME_INSIDE : NAME_OUTSIDE;
        if (definition) {
            place = ends_name(self.at + length) ? NAME_DEFINED : NAME_COMPUTED;
        }
        take(self.at, length, place, data);
        defined = definition ? NULL : defined_name(self.at, length);
        if (defined != NULL) {
            self.inside = TRUE;
            self.brackets = defined[-1] == '[' ? 1 : 0;
        }
        self.at = defined != NULL ? defined : self.at + length;
    }
}

typedef struct {
    GHashTable *macros;  /* name -> Macro * */
    GHashTable *by_file; /* path -> GPtrArray * of Macro *, borrowed: what the file defines */
    const char *path;    /* of the file that is read */
    Macro *current;      /* the one defined last */
    GQueue declaring;    /* Macro *, whose callers are still to be told */
} Search;

static void take_definition(const char *name, gsize length, NamePlace place, gpointer data)
{
    Search *self = data;
    if (place != NAME_DEFINED) {
        return;
    }
    g_autofree char *key = g_strndup(name, length);
    Macro *macro = g_hash_table_lookup(self->macros, key);
    if (macro == NULL) {
        macro = g_new0(Macro, 1);
        macro->name = g_steal_pointer(&key);
        macro->callers = g_ptr_array_new();
        g_hash_table_insert(self->macros, macro->name, macro);
    }
    GPtrArray *of_file = g_hash_table_lookup(self->by_file, self->path);
    if (of_file == NULL) {
        of_file = g_ptr_array_new();
        g_hash_table_insert(self->by_file, (gpointer)self->path, of_file);
    }
    g_ptr_array_add(of_file, macro);
}

static void mark_declaring(Search *self, Macro *macro)
{
    if (!macro->declares) {
        macro->declares = TRUE;
        g_queue_push_tail(&self->declaring, macro);
    }
}

static void take_call(const char *name, gsize length, NamePlace place, gpointer data)
{
    Search *self = data;
    g_autofree char *key = g_strndup(name, length);
    Macro *macro = g_hash_table_lookup(self->macros, key);
    if (place == NAME_DEFINED || place == NAME_COMPUTED) {
        self->current = place == NAME_DEFINED ? macro : NULL;
        return;
    }
    Macro *caller = place == NAME_INSIDE ? self->current : NULL;
    if (macro != NULL && macro != caller) {
        macro->called = TRUE;
        if (caller != NULL) {
            g_ptr_array_add(macro->callers, caller);
        }
    } else if (caller != NULL &&
               (strcmp(key, "AC_ARG_ENABLE") == 0 || strcmp(key, "AC_ARG_WITH") == 0)) {
        mark_declaring(self, caller);
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
        self->path = file->path;
        if (text != NULL) {
            each_name(text, take, self);
        }
    }
}

/* Of the macros of each file those that nothing calls. */
static GHashTable *uncalled_by_file(GHashTable *by_file)
{
    GHashTable *uncalled =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    GHashTableIter iterator;
    gpointer path = NULL;
    gpointer value = NULL;
    g_hash_table_iter_init(&iterator, by_file);
    while (g_hash_table_iter_next(&iterator, &path, &value)) {
        const GPtrArray *defined = value;
        GPtrArray *macros = g_ptr_array_new_with_free_func(uncalled_macro_free);
        for (guint i = 0; i < defined->len; i++) {
            const Macro *macro = defined->pdata[i];
            if (!macro->called) {
                UncalledMacro *found = g_new0(UncalledMacro, 1);
                *found = (UncalledMacro){g_strdup(macro->name), macro->declares};
                g_ptr_array_add(macros, found);
            }
        }
        g_hash_table_insert(uncalled, path, macros);
    }
    return uncalled;
}

GHashTable *uncalled_macros(const Tree *tree, gboolean *cut)
{
    g_autoptr(GHashTable) macros = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, macro_free);
    g_autoptr(GHashTable) by_file =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    Search search = {.macros = macros, .by_file = by_file};
    g_queue_init(&search.declaring);
    look_through(tree, &search, take_definition, cut);
    look_through(tree, &search, take_call, cut);
    while (!g_queue_is_empty(&search.declaring)) {
        const Macro *macro = g_queue_pop_head(&search.declaring);
        for (guint i = 0; i < macro->callers->len; i++) {
            mark_declaring(&search, macro->callers->pdata[i]);
        }
    }
    return uncalled_by_file(by_file);
}
