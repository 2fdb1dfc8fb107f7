/* The image's own layers, each of what its name says. */
#include "container/build/workspace.h"
#include "container/image/machine_code.h"
#include "container/image/pack_parts.h"
#include "container/image/recipe.h"
#include "core/json.h"
#include "core/text_order.h"
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

/* Of those that a note is about. */
#define LINKS_SHOWN 8u

static gboolean add_json(Layer *layer, const char *path, json_t *document, GError **error)
{
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    return layer_add_bytes(layer, path, text, strlen(text), 0644, error);
}

Blob *pack_container_layer(const PackRequest *request, GError **error)
{
    g_autoptr(Layer) layer = layer_new();
    return add_json(layer, PACK_FOLDER "/container.json", pack_container_json(request), error)
               ? layer_write(layer, request->layout, request->build_request->sandbox->timestamp,
                             error)
               : NULL;
}

Blob *pack_store_layer(const PackRequest *request, GError **error)
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
        g_ptr_array_sort(names, text_order);
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
    g_autofree char *name = sandbox_neutral_text(configure->sandbox, built->build, path);
    g_autofree char *to = g_build_filename(folder, "build", name, NULL);
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
    g_autoptr(GPtrArray) files = configure_kept_files(configure, TRUE, rest);
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
    return to == NULL || layer_path_fault(to) != NULL || layer_add_folder(layer, to, error);
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

/* Nothing of what they lead to is in the image. */
static void note_leading_out(const PackRequest *request, const BuiltConfiguration *built,
                             const Recipe *recipe)
{
    if (recipe->leading_out->len == 0 || request->notes == NULL) {
        return;
    }
    g_autoptr(GString) list = g_string_new(NULL);
    for (guint i = 0; i < MIN(recipe->leading_out->len, LINKS_SHOWN); i++) {
        const char *path = recipe->leading_out->pdata[i];
        g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", path);
    }
    if (recipe->leading_out->len > LINKS_SHOWN) {
        g_string_append_printf(list, " and %u more", recipe->leading_out->len - LINKS_SHOWN);
    }
    g_ptr_array_add(
        request->notes,
        g_strdup_printf("configuration %s: links that lead out of the project, or to its "
                        "top, are not followed, and nothing of what they lead to is in the image, "
                        "where deployments may miss it: %s; where it belongs to the "
                        "project, plan with a --source that holds both, and --folder",
                        built->configuration->name, list->str));
}

/* Code that no unit became is for the processor that it was compiled for. */
static void note_machine_code(const PackRequest *request, const BuiltConfiguration *built,
                              const Recipe *recipe)
{
    g_autofree char *text = machine_code_text(json_object_get(recipe->document, "machine_code"));
    if (text != NULL && request->notes != NULL) {
        g_ptr_array_add(
            request->notes,
            g_strdup_printf(
                "configuration %s: %s; no deployment can make it fit another processor, as it "
                "can where the build tool compiles",
                built->configuration->name, text));
    }
}

Blob *pack_configuration_layer(const PackRequest *request, const BuiltConfiguration *built,
                               GHashTable *sources, Layer *tests, GError **error)
{
    const BuildRequest *build = request->build_request;
    const ConfigureRequest configure = build_configure_request(build, built->configuration);
    const char *name = built->configuration->name;
    g_autofree char *folder = g_build_filename(PACK_FOLDER, "configurations", name, NULL);
    g_autofree char *units = g_build_filename(folder, "units.json", NULL);
    g_autofree char *steps = g_build_filename(folder, "recipe.json", NULL);
    g_autoptr(Layer) layer = layer_new();
    g_autoptr(Recipe) recipe = recipe_new(&configure, built, request->build->names, error);
    if (recipe == NULL || (tests != NULL && !add_tests(tests, &configure, built, recipe, error)) ||
        !add_json(layer, steps, json_incref(recipe->document), error) ||
        !add_json(layer, units, pack_units_json(build->sandbox, built), error)) {
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
    note_leading_out(request, built, recipe);
    note_machine_code(request, built, recipe);
    return layer_write(layer, request->layout, build->sandbox->timestamp, error);
}

typedef struct {
    Layer *layer;
    const CMakeDriver *driver;
    const GHashTable *there; /* what the image has already */
    const char *root;
    GStatBuf layout; /* the folder of images that is written to */
    GError **error;
} Gathering;

/* What builds leave may lie among the sources, and is none of them. */
static gboolean is_of_builds(const Gathering *self, const char *path)
{
    GStatBuf status;
    gboolean is_layout = g_stat(path, &status) == 0 && status.st_ino == self->layout.st_ino &&
                         status.st_dev == self->layout.st_dev;
    return is_layout || workspace_is_there(path);
}

/* A project could name any file of this machine. */
static gboolean leads_out(const Gathering *self, const char *link)
{
    char *end = realpath(link, NULL);
    char *root = realpath(self->root, NULL);
    gsize length = root == NULL ? 0 : strlen(root);
    gboolean is_inside =
        end != NULL && root != NULL && strncmp(end, root, length) == 0 && end[length] == '/';
    free(end);
    free(root);
    return !is_inside;
}

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
        if (configure_leaves_source(self->driver, name) || layer_path_fault(path) != NULL ||
            (is_link && leads_out(self, from))) {
            continue;
        }
        if (g_file_test(from, G_FILE_TEST_IS_DIR)) {
            gboolean is_source = !is_link && !is_of_builds(self, from);
            if (is_source && (!layer_add_folder(self->layer, to, self->error) ||
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

Blob *pack_tests_layer(const PackRequest *request, Layer *tests, GHashTable *sources,
                       GError **error)
{
    const BuildRequest *build = request->build_request;
    Gathering gathering = {.layer = tests,
                           .driver = build->driver,
                           .there = sources,
                           .root = build->sandbox->source,
                           .error = error};
    if (g_stat(request->layout, &gathering.layout) != 0) {
        gathering.layout = (GStatBuf){0};
    }
    return gather(&gathering, "", 0)
               ? layer_write(tests, request->layout, build->sandbox->timestamp, error)
               : NULL;
}

Blob *pack_sources_layer(const PackRequest *request, GHashTable *sources, GError **error)
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

Blob *pack_sbom_layer(const PackRequest *request, GError **error)
{
    g_autoptr(Layer) layer = layer_new();
    return add_json(layer, PACK_SBOM, pack_sbom(request), error)
               ? layer_write(layer, request->layout, request->build_request->sandbox->timestamp,
                             error)
               : NULL;
}
