#include "container/build/workspace.h"
#include "container/stages/build_parts.h"
#include "core/parallel.h"
#include <glib/gstdio.h>

typedef struct {
    const char *key;
    const char *digest;
    char *text;
    GError *error;
} Merged;

typedef struct {
    Building *building;
    Merged *window;
} Merging;

static void load_one(guint index, gpointer data)
{
    Merging *merging = data;
    Merged *merged = &merging->window[index];
    g_autofree char *path =
        workspace_path(merging->building->request->folder, "modules", merged->key, ".bc");
    g_autoptr(Module) module = module_load(path, &merged->error);
    if (module == NULL) {
        return;
    }
    merged->text = module_text(module);
    g_autofree char *digest = module_digest(merged->text);
    if (!g_str_equal(digest, merged->digest)) {
        g_set_error(&merged->error, MODULE_ERROR, MODULE_ERROR_DIFFERS,
                    "%s does not hold what its record says; delete both and build again", path);
        return;
    }
    module_names_add(merging->building->build->names, digest, module);
}

static gboolean collect_modules(Building *self, BuiltUnit *unit, gpointer data)
{
    (void)self;
    GPtrArray *units = data;
    if (unit->module != NULL) {
        g_ptr_array_add(units, unit);
    }
    return TRUE;
}

/* Modules are read by several threads, a window at a time, and added in order, so that numbers in
 * the store do not depend on who was faster. */
static gboolean merge_window(Building *self, Merged *window, guint count)
{
    Merging merging = {self, window};
    parallel_for(count, self->request->jobs, load_one, &merging);
    gboolean merged = TRUE;
    for (guint i = 0; i < count; i++) {
        if (merged && window[i].error != NULL) {
            g_propagate_error(&self->error, g_steal_pointer(&window[i].error));
            merged = FALSE;
        }
        merged =
            merged && store_add(self->build->store, window[i].text, window[i].digest, &self->error);
        g_clear_pointer(&window[i].text, g_free);
        g_clear_error(&window[i].error);
    }
    return merged;
}

gboolean build_merge_all(Building *self)
{
    Build *build = self->build;
    build->store = store_new();
    build->names = module_names_new();
    g_autoptr(GPtrArray) units = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    build_each_unit(self, collect_modules, units);
    g_autoptr(GArray) window = g_array_new(FALSE, TRUE, sizeof(Merged));
    for (guint i = 0; i <= units->len; i++) {
        if (i == units->len || window->len == 4 * self->request->jobs) {
            if (!merge_window(self, (Merged *)(void *)window->data, window->len)) {
                return FALSE;
            }
            g_array_set_size(window, 0);
            build_report(self, "merging", i, units->len);
        }
        const BuiltUnit *unit = i < units->len ? units->pdata[i] : NULL;
        if (unit != NULL && g_hash_table_add(seen, (gpointer)unit->module)) {
            g_array_append_val(window, ((Merged){.key = unit->key, .digest = unit->module}));
        }
    }
    build->counts.modules = g_hash_table_size(seen);
    build->counts.store = store_counts(build->store);
    g_autofree char *folder = g_build_filename(self->request->folder, "store", NULL);
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        g_set_error(&self->error, GRAPH_ERROR, GRAPH_ERROR_PATH, "%s cannot be made", folder);
        return FALSE;
    }
    return store_write(build->store, folder, &self->error);
}
