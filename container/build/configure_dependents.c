/* What the build tool makes of outputs, by its own graph. */
#include "container/build/driver_parts.h"
#include "container/build/process.h"
#include <string.h>

/* So many outputs are asked for at once: a command line is not endless. */
#define ASKED_MAX 256u

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
        g_autoptr(GPtrArray) asked = g_ptr_array_new();
        g_auto(ProcessResult) result = {0};
        while (i < next->len && asked->len < ASKED_MAX) {
            g_ptr_array_add(asked, next->pdata[i++]);
        }
        if (!configure_capture(request, build, request->driver->list_inputs, asked, &result,
                               error)) {
            return FALSE;
        }
        add_listed(result.out, outputs, next);
    }
    return TRUE;
}
