/* What the project's own commands make of nothing that is compiled, and whether a link takes it. */
#include "container/build/driver_parts.h"
#include "container/build/step.h"
#include <string.h>

/* The rule that runs nothing. */
#define PHONY ": phony"

/* What is asked of one build tree. */
typedef struct {
    const ConfigureRequest *request;
    const char *build;
    const UsualOutputs *usual;
    GHashTable *made; /* made_names() */
    GError **error;
} Asking;

/* The part of the build tool's graph that leads to the outputs, up to where something is compiled.
 * Names belong to `inputs`, or to `outputs` that were asked for. */
typedef struct {
    const Asking *asking;
    GHashTable *tools; /* what counts as no code for a command that only starts it; NULL: nothing */
    GHashTable *users; /* what is made of a name: GPtrArray * of names; what was seen is a key */
    GPtrArray *inputs; /* GHashTable *, one for each time that was asked */
    GPtrArray *next;   /* names to ask for */
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
        if (g_hash_table_lookup_extended(self->asking->made, name, NULL, &runs_nothing)) {
            gboolean leads_on = GPOINTER_TO_INT(runs_nothing) ||
                                g_strcmp0(g_hash_table_lookup(self->asking->usual->kinds, name),
                                          PROJECT_COMMAND) == 0;
            gboolean is_tool = self->tools != NULL && g_hash_table_contains(self->tools, name);
            if (!is_tool) {
                g_ptr_array_add(leads_on ? self->next : self->of_code, (gpointer)name);
            }
        }
    }
    return users;
}

/* How an output's command names a tool. */
static guint names_tool(const Graph *self, const char *output, const char *tool)
{
    const char *text = g_hash_table_lookup(self->asking->usual->texts, output);
    g_autofree char *absolute = g_build_filename(SANDBOX_BUILD, tool, NULL);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(names, (gpointer)tool);
    g_hash_table_add(names, absolute);
    return text == NULL ? STEP_NAMES_OTHER : step_names(self->asking->request->driver, names, text);
}

/* What an output is made of, or has to be there before it. Of a tool that it is made of its command
 * may do no more than start it; one that is only there before, it need not name. */
static void add_names(const Graph *self, const char *output, const json_t *names, gboolean before)
{
    gsize index;
    const json_t *item;
    json_array_foreach(names, index, item)
    {
        const char *name = json_string_value(item);
        g_ptr_array_add(users_of(self, name), (gpointer)output);
        if (self->tools != NULL && g_hash_table_contains(self->tools, name)) {
            guint named = names_tool(self, output, name);
            if (named != STEP_NAMES_PROGRAM && !(before && named == 0)) {
                g_ptr_array_add(self->of_code, (gpointer)output);
            }
        }
    }
}

/* Asks for all that has come up at once, and for what comes up by that, until nothing does. */
static gboolean add_all(const Graph *self)
{
    const Asking *asking = self->asking;
    while (self->next->len > 0) {
        GHashTable *inputs =
            configure_inputs(asking->request, asking->build, self->next, asking->error);
        if (inputs == NULL) {
            return FALSE;
        }
        g_ptr_array_add(self->inputs, inputs);
        g_ptr_array_set_size(self->next, 0);
        GHashTableIter iter;
        gpointer output, made_of;
        g_hash_table_iter_init(&iter, inputs);
        while (g_hash_table_iter_next(&iter, &output, &made_of)) {
            add_names(self, output, json_object_get(made_of, "inputs"), FALSE);
            add_names(self, output, json_object_get(made_of, "before"), TRUE);
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

static Graph graph_new(const Asking *asking, GHashTable *tools)
{
    return (Graph){
        .asking = asking,
        .tools = tools,
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

/* Those of what the project's own commands make for which nothing is compiled but `tools`: names
 * of `usual`. NULL and an error when the build tool does not tell. */
static GPtrArray *uncompiled(const Asking *self, GHashTable *tools)
{
    const GPtrArray *own = self->usual->own;
    g_auto(Graph) graph = graph_new(self, tools);
    for (guint i = 0; i < own->len; i++) {
        users_of(&graph, own->pdata[i]);
    }
    if (!add_all(&graph)) {
        return NULL;
    }
    g_autoptr(GHashTable) of_code = made_of_code(&graph);
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < own->len; i++) {
        if (!g_hash_table_contains(of_code, own->pdata[i])) {
            g_ptr_array_add(found, own->pdata[i]);
        }
    }
    return found;
}

static gboolean is_installed(const Asking *self, GHashTable *installed, const char *name)
{
    g_autofree char *neutral = sandbox_neutral_text(self->request->sandbox, self->build, name);
    return configure_is_installed(installed, neutral);
}

/* What is linked and not installed, names of `usual`: whoever starts it runs a tool. */
static GHashTable *tools_of(const Asking *self, GHashTable *installed)
{
    const GPtrArray *linked = self->usual->linked;
    GHashTable *tools = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < linked->len; i++) {
        if (!is_installed(self, installed, linked->pdata[i])) {
            g_hash_table_add(tools, linked->pdata[i]);
        }
    }
    return tools;
}

/* Adds to `besides` what is installed, or becomes a part of such, where all that it needs code for
 * is tools that it starts: a deployment may have no shell for them. `done` was added before. */
static gboolean add_made_by_tools(const Asking *self, const GPtrArray *done, GPtrArray *besides)
{
    const GPtrArray *own = self->usual->own;
    g_autoptr(GHashTable) installed = configure_installed(self->request);
    g_autoptr(GHashTable) tools = tools_of(self, installed);
    g_autoptr(GPtrArray) found = uncompiled(self, tools);
    g_auto(Graph) wanted = graph_new(self, NULL);
    for (guint i = 0; i < own->len; i++) {
        if (is_installed(self, installed, own->pdata[i])) {
            users_of(&wanted, own->pdata[i]);
        }
    }
    if (found == NULL || !add_all(&wanted)) {
        return FALSE;
    }
    for (guint i = 0; i < found->len; i++) {
        if (g_hash_table_contains(wanted.users, found->pdata[i]) &&
            !g_ptr_array_find((GPtrArray *)done, found->pdata[i], NULL)) {
            g_ptr_array_add(besides, g_strdup(found->pdata[i]));
        }
    }
    return TRUE;
}

gboolean configure_add_uncompiled(const ConfigureRequest *request, const char *build,
                                  const UsualOutputs *usual, Generated *generated, GError **error)
{
    if (usual->own->len == 0) {
        return TRUE;
    }
    g_autoptr(GHashTable) made = made_names(request, build, error);
    const Asking asking = {request, build, usual, made, error};
    g_autoptr(GPtrArray) found = made == NULL ? NULL : uncompiled(&asking, NULL);
    if (found == NULL || !add_made_by_tools(&asking, found, generated->besides)) {
        return FALSE;
    }
    if (found->len == 0) {
        return TRUE;
    }
    /* What comes up when it is asked what links are made of leads to one. */
    g_auto(Graph) linked = graph_new(&asking, NULL);
    g_ptr_array_extend(linked.next, usual->linked, NULL, NULL);
    if (!add_all(&linked)) {
        return FALSE;
    }
    for (guint i = 0; i < found->len; i++) {
        gboolean is_linked = g_hash_table_contains(linked.users, found->pdata[i]);
        g_ptr_array_add(is_linked ? generated->needed : generated->besides,
                        g_strdup(found->pdata[i]));
    }
    return TRUE;
}
