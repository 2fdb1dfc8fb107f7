/* What the project's own commands make of nothing that is compiled, and whether a link takes it. */
#include "container/build/driver_parts.h"
#include <string.h>

/* The rule that runs nothing. */
#define PHONY ": phony"

/* The part of the build tool's graph that leads to the outputs, up to where something is compiled.
 * Names belong to `inputs`, or to `outputs` that were asked for. */
typedef struct {
    GHashTable *kinds;  /* of what rules make that the driver knows */
    GHashTable *made;   /* made_names() */
    GHashTable *users;  /* what is made of a name: GPtrArray * of names; what was seen is a key */
    GPtrArray *inputs;  /* GHashTable *, one for each time that was asked */
    GPtrArray *next;    /* names to ask for */
    GPtrArray *of_code; /* names for which something is compiled or linked, or made of such */
} Graph;

/* What the build tool makes, char *, and whether a rule does it that runs nothing. */
static GHashTable *made_names(const ConfigureRequest *request, const char *build, GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!configure_capture(request, build, request->driver->list_targets, NULL, &result, error)) {
        return NULL;
    }
    GHashTable *made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        const char *colon = strrchr(*line, ':');
        if (colon != NULL) {
            g_hash_table_replace(made, g_strndup(*line, (gsize)(colon - *line)),
                                 GINT_TO_POINTER(g_str_equal(colon, PHONY)));
        }
    }
    return made;
}

/* The list of what is made of a name, which is told apart when it is seen for the first time: a
 * source leads no further, nor does what is compiled. */
static GPtrArray *users_of(const Graph *self, const char *name)
{
    GPtrArray *users = g_hash_table_lookup(self->users, name);
    if (users == NULL) {
        gpointer runs_nothing = NULL;
        users = g_ptr_array_new();
        g_hash_table_insert(self->users, (gpointer)name, users);
        if (g_hash_table_lookup_extended(self->made, name, NULL, &runs_nothing)) {
            gboolean leads_on =
                GPOINTER_TO_INT(runs_nothing) ||
                g_strcmp0(g_hash_table_lookup(self->kinds, name), PROJECT_COMMAND) == 0;
            g_ptr_array_add(leads_on ? self->next : self->of_code, (gpointer)name);
        }
    }
    return users;
}

static void add_names(const Graph *self, const char *output, const json_t *names)
{
    gsize index;
    const json_t *name;
    json_array_foreach(names, index, name)
    {
        g_ptr_array_add(users_of(self, json_string_value(name)), (gpointer)output);
    }
}

/* Asks for all that has come up at once, and for what comes up by that, until nothing does. */
static gboolean add_all(const Graph *self, const ConfigureRequest *request, const char *build,
                        GError **error)
{
    while (self->next->len > 0) {
        GHashTable *inputs = configure_inputs(request, build, self->next, error);
        if (inputs == NULL) {
            return FALSE;
        }
        g_ptr_array_add(self->inputs, inputs);
        g_ptr_array_set_size(self->next, 0);
        GHashTableIter iter;
        gpointer output, made_of;
        g_hash_table_iter_init(&iter, inputs);
        while (g_hash_table_iter_next(&iter, &output, &made_of)) {
            add_names(self, output, json_object_get(made_of, "inputs"));
            add_names(self, output, json_object_get(made_of, "before"));
        }
    }
    return TRUE;
}

/* The set of what is made of code, names of the graph. */
static GHashTable *made_of_code(const Graph *self)
{
    GHashTable *set = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->of_code->len; i++) {
        if (g_hash_table_add(set, self->of_code->pdata[i])) {
            g_ptr_array_extend(self->of_code,
                               g_hash_table_lookup(self->users, self->of_code->pdata[i]), NULL,
                               NULL);
        }
    }
    return set;
}

static Graph graph_new(GHashTable *kinds, GHashTable *made)
{
    return (Graph){
        .kinds = kinds,
        .made = made,
        .users =
            g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref),
        .inputs = g_ptr_array_new_with_free_func((GDestroyNotify)g_hash_table_unref),
        .next = g_ptr_array_new(),
        .of_code = g_ptr_array_new(),
    };
}

static void graph_clear(Graph *self)
{
    g_clear_pointer(&self->users, g_hash_table_unref);
    g_clear_pointer(&self->inputs, g_ptr_array_unref);
    g_clear_pointer(&self->next, g_ptr_array_unref);
    g_clear_pointer(&self->of_code, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Graph, graph_clear)

/* Those of what the project's own commands make for which nothing is compiled: names of `usual`.
 * NULL and an error when the build tool does not tell. */
static GPtrArray *uncompiled(const ConfigureRequest *request, const char *build,
                             const UsualOutputs *usual, GHashTable *made, GError **error)
{
    g_auto(Graph) graph = graph_new(usual->kinds, made);
    for (guint i = 0; i < usual->own->len; i++) {
        users_of(&graph, usual->own->pdata[i]);
    }
    if (!add_all(&graph, request, build, error)) {
        return NULL;
    }
    g_autoptr(GHashTable) of_code = made_of_code(&graph);
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < usual->own->len; i++) {
        if (!g_hash_table_contains(of_code, usual->own->pdata[i])) {
            g_ptr_array_add(found, usual->own->pdata[i]);
        }
    }
    return found;
}

gboolean configure_add_uncompiled(const ConfigureRequest *request, const char *build,
                                  const UsualOutputs *usual, Generated *generated, GError **error)
{
    if (usual->own->len == 0) {
        return TRUE;
    }
    g_autoptr(GHashTable) made = made_names(request, build, error);
    g_autoptr(GPtrArray) found =
        made == NULL ? NULL : uncompiled(request, build, usual, made, error);
    if (found == NULL || found->len == 0) {
        return found != NULL;
    }
    /* What comes up when it is asked what links are made of leads to one. */
    g_auto(Graph) linked = graph_new(usual->kinds, made);
    g_ptr_array_extend(linked.next, usual->linked, NULL, NULL);
    if (!add_all(&linked, request, build, error)) {
        return FALSE;
    }
    for (guint i = 0; i < found->len; i++) {
        gboolean is_linked = g_hash_table_contains(linked.users, found->pdata[i]);
        g_ptr_array_add(is_linked ? generated->needed : generated->besides,
                        g_strdup(found->pdata[i]));
    }
    return TRUE;
}
