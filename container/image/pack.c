#include "container/image/pack.h"
#include "container/build/workspace.h"
#include "container/image/manifest.h"
#include "container/image/recipe.h"
#include "core/file.h"
#include "core/json.h"
#include "xaas_llvm_version.h"
#include <glib/gstdio.h>
#include <string.h>

static json_t *settings_json(const GPtrArray *settings)
{
    json_t *object = json_object();
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        json_object_set_new(object, setting->option, json_of_text(setting->value));
    }
    return object;
}

static json_t *configurations_json(const Build *build)
{
    json_t *list = json_array();
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        guint units = 0;
        for (guint k = 0; k < built->units->len; k++) {
            units += ((const BuiltUnit *)built->units->pdata[k])->module != NULL ? 1 : 0;
        }
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:i, s:i}", "name", built->configuration->name, "settings",
                            settings_json(built->configuration->settings), "units", (int)units,
                            "other_units", (int)(built->units->len - units)));
    }
    return list;
}

json_t *pack_container_json(const PackRequest *request)
{
    const Matrix *matrix = request->build_request->matrix;
    const Build *build = request->build;
    const BuildCounts *counts = &build->counts;
    g_autofree char *llvm = module_llvm_version();
    json_t *numbers = json_pack("{s:i, s:i, s:i, s:i, s:i}", "units", (int)counts->units, "classes",
                                (int)counts->classes, "modules", (int)counts->modules, "functions",
                                (int)counts->store.functions, "stored_functions",
                                (int)counts->store.stored_functions);
    return json_pack("{s:s, s:{s:o, s:o}, s:o, s:s, s:I, s:s, s:o, s:o, s:o, s:o, s:o}", "schema",
                     PACK_SCHEMA, "project", "name", json_of_text(matrix->project->name), "version",
                     json_of_text(matrix->project->version), "specification",
                     json_of_text(matrix->specification), "llvm", llvm, "timestamp",
                     (json_int_t)request->build_request->sandbox->timestamp, "isolation",
                     isolation_text(request->build_request->sandbox->isolation), "common",
                     settings_json(matrix->common), "varied", json_of_texts(matrix->varied),
                     "points", matrix_points_json(matrix), "configurations",
                     configurations_json(build), "counts", numbers);
}

static guint target_number(GPtrArray *targets, const char *target)
{
    for (guint i = 0; i < targets->len; i++) {
        if (g_str_equal(targets->pdata[i], target)) {
            return i;
        }
    }
    g_ptr_array_add(targets, (gpointer)target);
    return targets->len - 1;
}

/* Units have few ways to generate code: each stands there once, as the frontend's words. */
static guint frontend_number(json_t *frontends, char *const *words)
{
    json_t *list = json_array();
    for (; *words != NULL; words++) {
        json_array_append_new(list, json_of_text(*words));
    }
    for (gsize i = 0; i < json_array_size(frontends); i++) {
        if (json_equal(json_array_get(frontends, i), list)) {
            json_decref(list);
            return (guint)i;
        }
    }
    json_array_append_new(frontends, list);
    return (guint)json_array_size(frontends) - 1;
}

static json_t *unit_json(const BuiltUnit *built, GPtrArray *targets, json_t *frontends)
{
    const Unit *unit = built->unit;
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:s, s:o}", "source", json_of_text(unit->source), "directory",
                  json_of_text(unit->directory), "output", json_of_text(unit->output), "kind",
                  unit_kind_text(unit->kind), "options", json_of_texts(unit->options));
    if (built->module == NULL) {
        json_object_set_new(object, "why_not", json_of_text(unit->why_not));
        json_object_set_new(object, "command", json_of_texts(unit->original));
        return object;
    }
    json_object_set_new(object, "module", json_string(built->module));
    json_object_set_new(object, "class", json_string(built->key));
    json_object_set_new(object, "level", json_string(proof_level_text(built->proof->level)));
    json_object_set_new(object, "target",
                        json_integer(target_number(targets, built->proof->target)));
    json_object_set_new(object, "frontend",
                        json_integer(frontend_number(frontends, built->proof->frontend->rest)));
    if (built->proof->apart != NULL) {
        json_object_set_new(object, "apart", json_of_text(built->proof->apart));
    }
    if (built->dependence != NULL) {
        json_object_set_new(object, "dependence", json_of_text(built->dependence));
    }
    return object;
}

json_t *pack_units_json(const BuiltConfiguration *built)
{
    g_autoptr(GPtrArray) targets = g_ptr_array_new();
    json_t *units = json_array();
    json_t *frontends = json_array();
    for (guint i = 0; i < built->units->len; i++) {
        json_array_append_new(units, unit_json(built->units->pdata[i], targets, frontends));
    }
    return json_pack("{s:s, s:o, s:o, s:o}", "configuration", built->configuration->name, "targets",
                     json_of_texts(targets), "frontends", frontends, "units", units);
}

static gboolean add_json(Layer *layer, const char *path, json_t *document, GError **error)
{
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    return layer_add_bytes(layer, path, text, strlen(text), 0644, error);
}

/* What everybody reads is apart from what is large. */
static Blob *container_layer(const PackRequest *request, GError **error)
{
    g_autoptr(Layer) layer = layer_new();
    return add_json(layer, PACK_FOLDER "/container.json", pack_container_json(request), error)
               ? layer_write(layer, request->layout, request->build_request->sandbox->timestamp,
                             error)
               : NULL;
}

static Blob *store_layer(const PackRequest *request, GError **error)
{
    g_autoptr(Layer) layer = layer_new();
    for (const char *const *name = store_files(); *name != NULL; name++) {
        g_autofree char *from =
            g_build_filename(request->build_request->folder, "store", *name, NULL);
        g_autofree char *to = g_build_filename(PACK_FOLDER, *name, NULL);
        if (!layer_add_file(layer, to, from, 0644, error)) {
            return NULL;
        }
    }
    return layer_write(layer, request->layout, request->build_request->sandbox->timestamp, error);
}

/* The names of the data files, sorted; NULL and an error when the folder cannot be read. The caller
 * unrefs. */
static GPtrArray *knowledge_files(const char *knowledge, GError **error)
{
    g_autoptr(GDir) folder = g_dir_open(knowledge, 0, error);
    GPtrArray *names = folder == NULL ? NULL : g_ptr_array_new_with_free_func(g_free);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        if (g_str_has_suffix(name, ".yaml")) {
            g_ptr_array_add(names, g_strdup(name));
        }
    }
    if (names != NULL) {
        g_ptr_array_sort(names, texts_compare);
    }
    return names;
}

Blob *pack_tool_layer(const ToolLayer *request, GError **error)
{
    g_autoptr(Layer) layer = layer_new();
    g_autoptr(GPtrArray) names = knowledge_files(request->knowledge, error);
    if (names == NULL ||
        !layer_add_file(layer, "usr/bin/xaas-container", request->program, 0755, error)) {
        return NULL;
    }
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *from = g_build_filename(request->knowledge, names->pdata[i], NULL);
        g_autofree char *to = g_build_filename("usr/share/xaas/container", names->pdata[i], NULL);
        if (!layer_add_file(layer, to, from, 0644, error)) {
            return NULL;
        }
    }
    return layer_write(layer, request->layout, request->timestamp, error);
}

/* What only its owner may run stays runnable in the image; all else that tells files apart does
 * not matter. */
static guint mode_of(const char *path)
{
    GStatBuf status;
    return g_stat(path, &status) == 0 && (status.st_mode & S_IXUSR) != 0 ? 0755 : 0644;
}

static gboolean add_kept(Layer *layer, const ConfigureRequest *configure,
                         const BuiltConfiguration *built, const char *folder, const char *path,
                         GError **error)
{
    g_autofree char *from = g_build_filename(built->build, path, NULL);
    g_autofree char *to = g_build_filename(folder, "build", path, NULL);
    g_autoptr(GError) failure = NULL;
    g_autofree char *text = recipe_neutral_file(configure, built, path, &failure);
    if (failure != NULL) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    return text != NULL ? layer_add_bytes(layer, to, text, strlen(text), mode_of(from), error)
                        : layer_add_file(layer, to, from, mode_of(from), error);
}

/* What of a build tree its configuration's layer leaves out. */
static gboolean add_tests(Layer *tests, const ConfigureRequest *configure,
                          const BuiltConfiguration *built, const Recipe *recipe, GError **error)
{
    g_autofree char *folder =
        g_build_filename(PACK_FOLDER, "configurations", built->configuration->name, NULL);
    g_autoptr(TreeRest) rest = tree_rest_new();
    g_autoptr(GPtrArray) files = configure_kept_files(configure, rest);
    g_autoptr(GHashTable) there = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < recipe->kept->len; i++) {
        g_hash_table_add(there, recipe->kept->pdata[i]);
    }
    for (guint i = 0; i < files->len; i++) {
        const char *path = files->pdata[i];
        if (!g_hash_table_contains(there, path) && layer_path_fault(path) == NULL &&
            !add_kept(tests, configure, built, folder, path, error)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < rest->folders->len; i++) {
        g_autofree char *to = g_build_filename(folder, "build", rest->folders->pdata[i], NULL);
        if (layer_path_fault(to) == NULL && !layer_add_folder(tests, to, error)) {
            return FALSE;
        }
    }
    recipe_add_links(recipe, configure, built, rest->links);
    return TRUE;
}

static gboolean same_bytes(const char *left, const char *right)
{
    g_autoptr(GMappedFile) a = g_mapped_file_new(left, FALSE, NULL);
    g_autoptr(GMappedFile) b = g_mapped_file_new(right, FALSE, NULL);
    gsize length = a == NULL ? 0 : g_mapped_file_get_length(a);
    return a != NULL && b != NULL && length == g_mapped_file_get_length(b) &&
           (length == 0 ||
            memcmp(g_mapped_file_get_contents(a), g_mapped_file_get_contents(b), length) == 0);
}

/* What stands for a path on the host where a folder is all that is needed. */
#define ONLY_A_FOLDER ""

/* Folders of the sources go to all others of them, those of the build tree to the layer. */
static gboolean add_folder(Layer *layer, GHashTable *sources, const char *folder, const char *path,
                           GError **error)
{
    static const char source[] = SANDBOX_SOURCE "/", build[] = SANDBOX_BUILD "/";
    if (g_str_has_prefix(path, source)) {
        const char *relative = path + strlen(source);
        if (!g_hash_table_contains(sources, relative)) {
            g_hash_table_insert(sources, g_strdup(relative), g_strdup(ONLY_A_FOLDER));
        }
        return TRUE;
    }
    g_autofree char *to = g_str_has_prefix(path, build)
                              ? g_build_filename(folder, "build", path + strlen(build), NULL)
                              : NULL;
    return to == NULL || layer_add_folder(layer, to, error);
}

/* The image has the sources once; `sources` is relative path -> path on the host. */
static gboolean add_source(GHashTable *sources, const Sandbox *sandbox,
                           const BuiltConfiguration *built, const char *path, GError **error)
{
    g_autofree char *folder = sandbox_source_folder(sandbox, built->build);
    g_autofree char *host = g_build_filename(folder, path, NULL);
    const char *there = g_hash_table_lookup(sources, path);
    if (there == NULL) {
        g_hash_table_insert(sources, g_strdup(path), g_steal_pointer(&host));
    } else if (!g_str_equal(there, host) && !same_bytes(there, host)) {
        g_set_error(
            error, LAYOUT_ERROR, LAYOUT_ERROR_PATH,
            "configurations made different files of %s among the sources, and the image has "
            "them once; leave one of these configurations out: %s, %s",
            path, there, host);
        return FALSE;
    }
    return TRUE;
}

/* `tests` (NULL: not wanted) receives what else the build tree holds. */
static Blob *configuration_layer(const PackRequest *request, const BuiltConfiguration *built,
                                 GHashTable *sources, Layer *tests, GError **error)
{
    const BuildRequest *build = request->build_request;
    const ConfigureRequest configure = {.driver = build->driver,
                                        .sandbox = build->sandbox,
                                        .matrix = build->matrix,
                                        .configuration = built->configuration,
                                        .folder = build->folder,
                                        .c = "",
                                        .cxx = "",
                                        .jobs = build->jobs};
    const char *name = built->configuration->name;
    g_autofree char *folder = g_build_filename(PACK_FOLDER, "configurations", name, NULL);
    g_autofree char *units = g_build_filename(folder, "units.json", NULL);
    g_autofree char *steps = g_build_filename(folder, "recipe.json", NULL);
    g_autoptr(Layer) layer = layer_new();
    g_autoptr(Recipe) recipe = recipe_new(&configure, built, error);
    if (recipe == NULL || (tests != NULL && !add_tests(tests, &configure, built, recipe, error)) ||
        !add_json(layer, steps, json_incref(recipe->document), error) ||
        !add_json(layer, units, pack_units_json(built), error)) {
        return NULL;
    }
    for (guint i = 0; i < recipe->kept->len; i++) {
        if (!add_kept(layer, &configure, built, folder, recipe->kept->pdata[i], error)) {
            return NULL;
        }
    }
    GHashTableIter iter;
    gpointer path;
    g_hash_table_iter_init(&iter, recipe->sources);
    while (g_hash_table_iter_next(&iter, &path, NULL)) {
        if (!add_source(sources, build->sandbox, built, path, error)) {
            return NULL;
        }
    }
    g_hash_table_iter_init(&iter, recipe->folders);
    while (g_hash_table_iter_next(&iter, &path, NULL)) {
        if (!add_folder(layer, sources, folder, path, error)) {
            return NULL;
        }
    }
    return layer_write(layer, request->layout, build->sandbox->timestamp, error);
}

typedef struct {
    Layer *layer;
    const CMakeDriver *driver;
    const GHashTable *there; /* what the image has already */
    const char *root;
    GError **error;
} Gathering;

/* All sources but what version control keeps and what is there: nobody can tell what tests read.
 * Links to folders are not followed: they could lead back. */
static gboolean gather(const Gathering *self, const char *folder, guint depth)
{
    g_autofree char *host = g_build_filename(self->root, folder, NULL);
    g_autoptr(GDir) open = depth > RECIPE_DEPTH_MAX ? NULL : g_dir_open(host, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *from = g_build_filename(self->root, path, NULL);
        g_autofree char *to = g_build_filename(PACK_FOLDER, "source", path, NULL);
        gboolean is_link = g_file_test(from, G_FILE_TEST_IS_SYMLINK);
        if (configure_leaves_source(self->driver, name) || layer_path_fault(path) != NULL) {
            continue;
        }
        if (g_file_test(from, G_FILE_TEST_IS_DIR)) {
            if (!is_link && (!layer_add_folder(self->layer, to, self->error) ||
                             !gather(self, path, depth + 1))) {
                return FALSE;
            }
        } else if (g_file_test(from, G_FILE_TEST_IS_REGULAR) &&
                   !g_hash_table_contains((GHashTable *)self->there, path) &&
                   !layer_add_file(self->layer, to, from, mode_of(from), self->error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static Blob *tests_layer(const PackRequest *request, Layer *tests, GHashTable *sources,
                         GError **error)
{
    const BuildRequest *build = request->build_request;
    const Gathering gathering = {tests, build->driver, sources, build->sandbox->source, error};
    return gather(&gathering, "", 0)
               ? layer_write(tests, request->layout, build->sandbox->timestamp, error)
               : NULL;
}

/* The project's files that are installed as they are, or that links read. */
static Blob *sources_layer(const PackRequest *request, GHashTable *sources, GError **error)
{
    const Sandbox *sandbox = request->build_request->sandbox;
    g_autoptr(Layer) layer = layer_new();
    GHashTableIter iter;
    gpointer path, from;
    g_hash_table_iter_init(&iter, sources);
    while (g_hash_table_iter_next(&iter, &path, &from)) {
        g_autofree char *to = g_build_filename(PACK_FOLDER, "source", path, NULL);
        gboolean added = g_str_equal(from, ONLY_A_FOLDER)
                             ? layer_add_folder(layer, to, error)
                             : layer_add_file(layer, to, from, mode_of(from), error);
        if (!added) {
            return NULL;
        }
    }
    return layer_write(layer, request->layout, sandbox->timestamp, error);
}

static Blob *sbom_layer(const PackRequest *request, GError **error)
{
    g_autoptr(Layer) layer = layer_new();
    return add_json(layer, PACK_SBOM, pack_sbom(request), error)
               ? layer_write(layer, request->layout, request->build_request->sandbox->timestamp,
                             error)
               : NULL;
}

/* ---- base ------------------------------------------------------------------------------------ */

typedef struct {
    const PackRequest *request;
    GPtrArray *layers; /* Blob * */
    json_t *config;    /* of the base; NULL: none */
    GError **error;
} Packing;

static gboolean copy_blob(const char *from_layout, const char *to_layout, const json_t *descriptor,
                          GError **error)
{
    g_autofree char *from = layout_blob_path(from_layout, descriptor, error);
    g_autofree char *to = from == NULL ? NULL : layout_blob_path(to_layout, descriptor, error);
    if (to == NULL || g_str_equal(from, to) || g_file_test(to, G_FILE_TEST_EXISTS)) {
        return to != NULL;
    }
    g_autoptr(GMappedFile) bytes = g_mapped_file_new(from, FALSE, error);
    return bytes != NULL && file_write(to, g_mapped_file_get_contents(bytes),
                                       g_mapped_file_get_length(bytes), error);
}

static gboolean add_base(Packing *self)
{
    const char *layout = self->request->base_layout;
    if (layout == NULL) {
        return TRUE;
    }
    json_t *manifest = layout_manifest(layout, self->request->base_tag, NULL, self->error);
    self->config = manifest == NULL
                       ? NULL
                       : layout_json(layout, json_object_get(manifest, "config"), self->error);
    const json_t *diffs = json_object_get(json_object_get(self->config, "rootfs"), "diff_ids");
    const json_t *layers = json_object_get(manifest, "layers");
    gboolean added = self->config != NULL;
    if (added && json_array_size(diffs) != json_array_size(layers)) {
        g_set_error(self->error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                    "the base %s:%s does not have as many layers as diff_ids", layout,
                    self->request->base_tag);
        added = FALSE;
    }
    gsize index;
    const json_t *descriptor;
    json_array_foreach(layers, index, descriptor)
    {
        added = added && copy_blob(layout, self->request->layout, descriptor, self->error);
        if (added) {
            Blob *blob = g_new0(Blob, 1);
            blob->digest = g_strdup(json_string_value(json_object_get(descriptor, "digest")));
            blob->diff = g_strdup(json_string_value(json_array_get(diffs, index)));
            blob->media_type =
                g_strdup(json_string_value(json_object_get(descriptor, "mediaType")));
            blob->size = (guint64)json_integer_value(json_object_get(descriptor, "size"));
            g_ptr_array_add(self->layers, blob);
        }
    }
    json_decref(manifest);
    return added;
}

/* ---- manifest -------------------------------------------------------------------------------- */

/* The machine that the modules are for: what the compiler's frontend was told; NULL when there is
 * no module. The caller frees it. */
static char *machine(const Build *build)
{
    static const char word[] = "-triple";
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            char *const *words = unit->proof == NULL ? NULL : unit->proof->frontend->rest;
            for (; words != NULL && *words != NULL; words++) {
                if (g_str_equal(*words, word) && words[1] != NULL) {
                    return g_strdup(words[1]);
                }
            }
        }
    }
    return NULL;
}

static json_t *annotations(const PackRequest *request)
{
    const Matrix *matrix = request->build_request->matrix;
    g_autofree char *llvm = module_llvm_version();
    g_autofree char *created = manifest_time(request->build_request->sandbox->timestamp);
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < request->build->configurations->len; i++) {
        const BuiltConfiguration *built = request->build->configurations->pdata[i];
        g_string_append_printf(names, "%s%s", i > 0 ? "," : "", built->configuration->name);
    }
    g_autoptr(GString) points = g_string_new(NULL);
    for (guint i = 0; i < matrix->varied->len; i++) {
        g_string_append_printf(points, "%s%s", i > 0 ? "," : "", (char *)matrix->varied->pdata[i]);
    }
    json_t *object =
        json_pack("{s:s, s:o, s:s, s:s, s:s, s:o, s:s}", "org.opencontainers.image.created",
                  created, "org.opencontainers.image.title", json_of_text(matrix->project->name),
                  "io.xaas.configurations", names->str, "io.xaas.points", points->str,
                  "io.xaas.llvm", llvm, "io.xaas.specification",
                  json_of_text(matrix->specification), "io.xaas.schema", PACK_SCHEMA);
    if (matrix->project->version != NULL) {
        json_object_set_new(object, "org.opencontainers.image.version",
                            json_of_text(matrix->project->version));
    }
    return object;
}

static char *write_manifest(const Packing *self)
{
    const PackRequest *request = self->request;
    json_t *labels = annotations(request);
    g_autofree char *triple = machine(request->build);
    char *digest = manifest_write(&(ManifestRequest){.layout = request->layout,
                                                     .tag = request->tag,
                                                     .machine = triple,
                                                     .layers = self->layers,
                                                     .annotations = labels,
                                                     .config = self->config,
                                                     .add_architecture = request->add_architecture},
                                  self->error);
    json_decref(labels);
    return digest;
}

/* `name` is of the configuration that the layer is for; NULL: for none. */
static gboolean add_layer(Packing *self, const char *holds, const char *name, Blob *blob)
{
    if (blob != NULL) {
        blob->holds = g_strconcat(holds, name, NULL);
        g_ptr_array_add(self->layers, blob);
    }
    return blob != NULL;
}

char *pack_image(const PackRequest *request, GError **error)
{
    g_autoptr(GPtrArray) layers = g_ptr_array_new_with_free_func((GDestroyNotify)blob_free);
    Packing self = {.request = request, .layers = layers, .error = error};
    const ToolLayer tool = {request->layout, request->build_request->program, request->knowledge,
                            request->build_request->sandbox->timestamp};
    gboolean packed =
        layout_open(request->layout, error) && add_base(&self) &&
        add_layer(&self, PACK_HOLDS_CONTAINER, NULL, container_layer(request, error)) &&
        add_layer(&self, PACK_HOLDS_STORE, NULL, store_layer(request, error)) &&
        add_layer(&self, PACK_HOLDS_TOOL, NULL, pack_tool_layer(&tool, error));
    g_autoptr(GHashTable) sources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(Layer) tests = request->tests ? layer_new() : NULL;
    for (guint i = 0; packed && i < request->build->configurations->len; i++) {
        const BuiltConfiguration *built = request->build->configurations->pdata[i];
        packed = add_layer(&self, PACK_HOLDS_CONFIGURATION, built->configuration->name,
                           configuration_layer(request, built, sources, tests, error));
    }
    packed = packed &&
             add_layer(&self, PACK_HOLDS_SOURCES, NULL, sources_layer(request, sources, error));
    packed = packed && (tests == NULL || add_layer(&self, PACK_HOLDS_TESTS, NULL,
                                                   tests_layer(request, tests, sources, error)));
    packed = packed && add_layer(&self, PACK_HOLDS_SBOM, NULL, sbom_layer(request, error));
    char *digest = packed ? write_manifest(&self) : NULL;
    json_decref(self.config);
    return digest;
}
