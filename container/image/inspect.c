#include "container/image/inspect.h"
#include "container/build/workspace.h"
#include "core/json.h"
#include "core/text_order.h"
#include <string.h>

static const json_t *units_of(const Container *container, guint configuration)
{
    return json_object_get(container->units->pdata[configuration], "units");
}

/* The source's folder below the project's root, or what stands for generated ones. */
static char *folder_of(const char *source)
{
    g_autofree char *folder = g_path_get_dirname(source == NULL ? "" : source);
    return g_strdup(folder[0] == '/' ? folder + 1 : folder);
}

static const char *settings_of(Arena *arena, const json_t *configuration)
{
    g_autoptr(GString) line = g_string_new(NULL);
    const char *option;
    json_t *value;
    json_object_foreach(json_object_get(configuration, "settings"), option, value)
    {
        g_string_append_printf(line, "%s%s=%s", line->len > 0 ? ", " : "", option,
                               json_string_value(value));
    }
    return arena_strdup(arena, line->str);
}

/* How many configurations have a module: module -> count. */
static GHashTable *module_spread(const Container *container)
{
    GHashTable *spread = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < container->units->len; i++) {
        g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
        gsize index;
        const json_t *unit;
        json_array_foreach(units_of(container, i), index, unit)
        {
            const char *module = json_text(unit, "module");
            if (module != NULL && g_hash_table_add(seen, (gpointer)module)) {
                guint so_far = GPOINTER_TO_UINT(g_hash_table_lookup(spread, module));
                g_hash_table_replace(spread, (gpointer)module, GUINT_TO_POINTER(so_far + 1));
            }
        }
    }
    return spread;
}

static void collect_folders(Inspection *self)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->container->units->len; i++) {
        gsize index;
        const json_t *unit;
        json_array_foreach(units_of(self->container, i), index, unit)
        {
            g_autofree char *folder = folder_of(json_text(unit, "source"));
            const char *kept = arena_intern(self->arena, folder);
            if (json_text(unit, "module") != NULL && g_hash_table_add(seen, (gpointer)kept)) {
                g_ptr_array_add(self->folders, (gpointer)kept);
            }
        }
    }
    g_ptr_array_sort(self->folders, text_order);
}

static guint folder_number(const Inspection *self, const char *folder)
{
    guint number = 0;
    while (number + 1 < self->folders->len && !g_str_equal(self->folders->pdata[number], folder)) {
        number++;
    }
    return number;
}

static void count_configuration(Inspection *self, guint number, GHashTable *spread,
                                GHashTable *classes)
{
    const Container *container = self->container;
    const json_t *configuration =
        json_array_get(json_object_get(container->container, "configurations"), number);
    ConfigurationCounts *counts = arena_new0(self->arena, ConfigurationCounts);
    counts->name = container->names->pdata[number];
    counts->settings = settings_of(self->arena, configuration);
    counts->folders = arena_alloc(self->arena, (self->folders->len + 1) * sizeof(FolderCounts));
    g_autoptr(GHashTable) modules = g_hash_table_new(g_str_hash, g_str_equal);
    gsize index;
    const json_t *unit;
    json_array_foreach(units_of(container, number), index, unit)
    {
        const char *module = json_text(unit, "module");
        if (module == NULL) {
            *(json_text(unit, "left_out") != NULL ? &counts->left_out : &counts->others) += 1;
            continue;
        }
        counts->units++;
        self->units++;
        guint spread_to = GPOINTER_TO_UINT(g_hash_table_lookup(spread, module));
        g_autofree char *folder = folder_of(json_text(unit, "source"));
        FolderCounts *in_folder = &counts->folders[folder_number(self, folder)];
        in_folder->units++;
        in_folder->shared += spread_to == container->names->len ? 1 : 0;
        if (json_text(unit, "class") != NULL) {
            g_hash_table_add(classes, (gpointer)json_text(unit, "class"));
        }
        if (g_hash_table_add(modules, (gpointer)module)) {
            guint functions = 0, shared = 0;
            counts->own_modules += spread_to == 1 ? 1 : 0;
            if (container->store != NULL &&
                store_module_functions(container->store, module, &functions, &shared)) {
                counts->functions += functions;
            }
        }
    }
    counts->modules = g_hash_table_size(modules);
    g_ptr_array_add(self->configurations, counts);
}

Inspection *inspection_new(const Container *container)
{
    Inspection *self = g_new0(Inspection, 1);
    self->arena = arena_new();
    self->container = container;
    self->configurations = arena_array(self->arena);
    self->folders = arena_array(self->arena);
    collect_folders(self);
    g_autoptr(GHashTable) spread = module_spread(container);
    g_autoptr(GHashTable) classes = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < container->names->len; i++) {
        count_configuration(self, i, spread, classes);
    }
    self->classes = g_hash_table_size(classes);
    self->modules = g_hash_table_size(spread);
    if (container->store != NULL) {
        self->store = store_counts(container->store);
    }
    return self;
}

void inspection_free(Inspection *self)
{
    if (self != NULL) {
        arena_free(self->arena);
        g_free(self);
    }
}

json_t *inspection_json(const Inspection *self)
{
    json_t *configurations = json_array();
    for (guint i = 0; i < self->configurations->len; i++) {
        const ConfigurationCounts *counts = self->configurations->pdata[i];
        json_t *folders = json_object();
        for (guint f = 0; f < self->folders->len; f++) {
            const FolderCounts *folder = &counts->folders[f];
            if (folder->units > 0) {
                json_object_set_new(folders, self->folders->pdata[f],
                                    json_pack("{s:i, s:i}", "units", (int)folder->units, "shared",
                                              (int)folder->shared));
            }
        }
        json_t *told =
            json_pack("{s:s, s:o, s:i, s:i, s:i, s:i, s:i, s:i, s:o}", "name", counts->name,
                      "settings", json_of_text(counts->settings), "units", (int)counts->units,
                      "other_units", (int)counts->others, "left_out", (int)counts->left_out,
                      "modules", (int)counts->modules, "own_modules", (int)counts->own_modules,
                      "functions", (int)counts->functions, "folders", folders);
        json_object_set(told, "machine_code",
                        json_object_get(self->container->recipes->pdata[i], "machine_code"));
        json_array_append_new(configurations, told);
    }
    return json_pack("{s:s, s:O, s:I, s:i, s:i, s:i, s:i, s:i, s:I, s:I, s:o, s:o}", "digest",
                     self->container->digest, "container", self->container->container, "bytes",
                     (json_int_t)self->container->bytes, "units", (int)self->units, "classes",
                     (int)self->classes, "modules", (int)self->modules, "functions",
                     (int)self->store.functions, "stored_functions",
                     (int)self->store.stored_functions, "function_bytes",
                     (json_int_t)self->store.function_bytes, "skeleton_bytes",
                     (json_int_t)self->store.skeleton_bytes, "configurations", configurations,
                     "left_out", inspection_left_out(self->container));
}

json_t *inspection_left_out(const Container *container)
{
    json_t *list = json_array();
    for (guint i = 0; i < container->units->len; i++) {
        gsize index;
        const json_t *unit;
        json_array_foreach(units_of(container, i), index, unit)
        {
            if (json_text(unit, "left_out") != NULL) {
                json_array_append_new(list,
                                      json_pack("{s:s, s:O?, s:O, s:b}", "configuration",
                                                (char *)container->names->pdata[i], "source",
                                                json_object_get(unit, "source"), "left_out",
                                                json_object_get(unit, "left_out"), "unasked",
                                                json_is_true(json_object_get(unit, "unasked"))));
            }
        }
    }
    return list;
}

json_t *inspection_why(const Container *container, const char *name)
{
    json_t *found = json_array();
    g_autofree char *ending = g_strconcat("/", name, NULL);
    for (guint i = 0; i < container->units->len; i++) {
        gsize index;
        const json_t *unit;
        json_array_foreach(units_of(container, i), index, unit)
        {
            const char *source = json_text(unit, "source");
            if (source == NULL ||
                !(g_str_equal(source, name) || g_str_has_suffix(source, ending))) {
                continue;
            }
            json_t *object =
                json_pack("{s:s}", "configuration", (char *)container->names->pdata[i]);
            static const char *const members[] = {"source",     "output",  "module",
                                                  "class",      "level",   "apart",
                                                  "dependence", "why_not", "left_out"};
            for (gsize m = 0; m < G_N_ELEMENTS(members); m++) {
                json_t *value = json_object_get(unit, members[m]);
                if (value != NULL) {
                    json_object_set(object, members[m], value);
                }
            }
            guint functions = 0, shared = 0;
            if (container->store != NULL && json_text(unit, "module") != NULL &&
                store_module_functions(container->store, json_text(unit, "module"), &functions,
                                       &shared)) {
                json_object_set_new(object, "functions", json_integer(functions));
                json_object_set_new(object, "shared_functions", json_integer(shared));
            }
            json_array_append_new(found, object);
        }
    }
    return found;
}
