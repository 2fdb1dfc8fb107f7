/* What the build tool makes of outputs, and what it makes them of, by its own graph. */
#include "container/build/driver_parts.h"
#include "container/build/process.h"
#include "core/json.h"
#include <string.h>

/* So many outputs are asked for at once: a command line is not endless. */
#define ASKED_MAX 256u

/* What is listed of the outputs from *at on, of as many as can be asked for at once; *at is then
 * the first of the others. */
static gboolean ask_some(const ConfigureRequest *request, const char *build,
                         const GPtrArray *outputs, guint *at, ProcessResult *result, GError **error)
{
    g_autoptr(GPtrArray) asked = g_ptr_array_new();
    while (*at < outputs->len && asked->len < ASKED_MAX) {
        g_ptr_array_add(asked, outputs->pdata[(*at)++]);
    }
    /* What is found out while it is built (uses of modules) is told, too. */
    return configure_ask(request, build, request->driver->list_inputs, asked, result, error);
}

/* Adds what is listed behind "  outputs:", a line each, to the set, and what is new to `next`. */
static void add_listed(const char *said, GHashTable *outputs, GPtrArray *next)
{
    g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
    gboolean within = FALSE;
    for (char **line = lines; *line != NULL; line++) {
        if (!g_str_has_prefix(*line, "    ")) {
            within = g_str_equal(*line, "  outputs:");
        } else if (within && !g_hash_table_contains(outputs, *line + strlen("    "))) {
            char *name = g_strdup(*line + strlen("    "));
            g_hash_table_add(outputs, name);
            g_ptr_array_add(next, name);
        }
    }
}

/* Only what the build tool knows can be asked for. */
static GPtrArray *known_of(GHashTable *outputs, const GPtrArray *targets)
{
    GPtrArray *known = g_ptr_array_new();
    for (guint i = 0; i < targets->len; i++) {
        if (g_hash_table_contains(outputs, targets->pdata[i])) {
            g_ptr_array_add(known, targets->pdata[i]);
        }
    }
    return known;
}

/* The set owns the names that `next` gets, which each come once: so it ends. */
gboolean configure_add_dependents(const ConfigureRequest *request, const char *build,
                                  GHashTable *outputs, GError **error)
{
    g_autoptr(GPtrArray) targets = configure_targets(request, build);
    g_autoptr(GPtrArray) next = known_of(outputs, targets);
    for (guint i = 0; i < next->len;) {
        g_auto(ProcessResult) result = {0};
        if (!ask_some(request, build, next, &i, &result, error)) {
            return FALSE;
        }
        add_listed(result.out, outputs, next);
    }
    return TRUE;
}

/* Adds a line of what a query lists below "input:". */
static void add_input(json_t *inputs, const char *line)
{
    static const char before[] = "|| ", validation[] = "|@ ", implicit[] = "| ";
    line += strspn(line, " ");
    if (g_str_has_prefix(line, before)) {
        json_array_append_new(json_object_get(inputs, "before"),
                              json_of_text(line + strlen(before)));
    } else if (!g_str_has_prefix(line, validation)) {
        line += g_str_has_prefix(line, implicit) ? strlen(implicit) : 0;
        json_array_append_new(json_object_get(inputs, "inputs"), json_of_text(line));
    }
}

/* The list reads "OUTPUT:", "  input: RULE", "    NAME", "  outputs:". */
static void add_inputs(const char *said, GHashTable *all)
{
    g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
    json_t *inputs = NULL;
    gboolean within = FALSE;
    for (char **line = lines; *line != NULL; line++) {
        gsize length = strlen(*line);
        if (**line != ' ' && length > 0 && (*line)[length - 1] == ':') {
            inputs = json_pack("{s:[], s:[]}", "inputs", "before");
            g_hash_table_replace(all, g_strndup(*line, length - 1), inputs);
            within = FALSE;
        } else if (!g_str_has_prefix(*line, "    ")) {
            within = g_str_has_prefix(*line, "  input:");
        } else if (within && inputs != NULL) {
            add_input(inputs, *line);
        }
    }
}

GHashTable *configure_inputs(const ConfigureRequest *request, const char *build,
                             const GPtrArray *outputs, GError **error)
{
    g_autoptr(GHashTable) all =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)json_decref);
    for (guint i = 0; i < outputs->len;) {
        g_auto(ProcessResult) result = {0};
        if (!ask_some(request, build, outputs, &i, &result, error)) {
            return NULL;
        }
        add_inputs(result.out, all);
    }
    return g_steal_pointer(&all);
}
