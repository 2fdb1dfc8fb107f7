#include "container/image/container.h"
#include "container/image/pack.h"
#include "container/image/recipe_check.h"
#include "core/file.h"
#include <glib/gstdio.h>
#include <string.h>

/* Which layers are read, and what of them. */
/* clang-format off */
typedef enum {
    READING_ALL,            /* every layer: configurations and store */
    READING_CONFIGURATIONS, /* what tells about configurations */
    READING_STORE           /* the store alone */
} ReadingKind;
/* clang-format on */

typedef struct {
    Container *container;
    ReadingKind kind;
    GHashTable *units;   /* configuration -> json_t */
    GHashTable *recipes; /* the same */
} Reading;

void container_free(Container *self)
{
    if (self == NULL) {
        return;
    }
    json_decref(self->container);
    g_ptr_array_unref(self->names);
    g_ptr_array_unref(self->units);
    g_ptr_array_unref(self->recipes);
    store_free(self->store);
    for (const char *const *name = store_files(); self->folder != NULL && *name != NULL; name++) {
        g_autofree char *path = g_build_filename(self->folder, *name, NULL);
        g_unlink(path);
    }
    if (self->folder != NULL) {
        g_rmdir(self->folder);
    }
    g_free(self->folder);
    g_free(self->scratch);
    g_free(self->layout);
    json_decref(self->manifest);
    json_decref(self->config);
    g_free(self->digest);
    g_free(self);
}

static const char *store_file(const char *path)
{
    for (const char *const *name = store_files(); *name != NULL; name++) {
        if (g_str_has_prefix(path, PACK_FOLDER "/") &&
            g_str_equal(path + strlen(PACK_FOLDER "/"), *name)) {
            return *name;
        }
    }
    return NULL;
}

/* "xaas/configurations/NAME/FILE": NAME, to be freed; NULL for other paths. */
static char *configuration_of(const char *path, const char *file)
{
    static const char prefix[] = PACK_FOLDER "/configurations/";
    const char *name = g_str_has_prefix(path, prefix) ? path + strlen(prefix) : NULL;
    const char *slash = name == NULL ? NULL : strchr(name, '/');
    return slash != NULL && g_str_equal(slash + 1, file) ? g_strndup(name, (gsize)(slash - name))
                                                         : NULL;
}

static gboolean wants(const char *path, gpointer data)
{
    const Reading *self = data;
    if (store_file(path) != NULL) {
        return self->kind != READING_CONFIGURATIONS;
    }
    g_autofree char *units = configuration_of(path, "units.json");
    g_autofree char *recipe = configuration_of(path, "recipe.json");
    return self->kind != READING_STORE &&
           (units != NULL || recipe != NULL || g_str_equal(path, PACK_FOLDER "/container.json"));
}

static gboolean wants_layer(const Reading *self, const char *holds)
{
    switch (self->kind) {
    case READING_ALL:
        return TRUE;
    case READING_CONFIGURATIONS:
        return holds == NULL || g_str_equal(holds, PACK_HOLDS_CONTAINER) ||
               g_str_has_prefix(holds, PACK_HOLDS_CONFIGURATION);
    case READING_STORE:
        return holds == NULL || g_str_equal(holds, PACK_HOLDS_STORE);
    }
    return TRUE;
}

static gboolean visit(const Member *member, gpointer data, GError **error)
{
    Reading *self = data;
    if (member->bytes == NULL) {
        return TRUE;
    }
    const char *name = store_file(member->path);
    if (name != NULL) {
        g_autofree char *path = g_build_filename(self->container->folder, name, NULL);
        return file_write(path, member->bytes, member->length, error);
    }
    json_t *document = json_loadb(member->bytes, member->length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(document)) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED, "%s is no JSON object",
                    member->path);
        json_decref(document);
        return FALSE;
    }
    char *units = configuration_of(member->path, "units.json");
    char *recipe = configuration_of(member->path, "recipe.json");
    if (units != NULL) {
        g_hash_table_replace(self->units, units, document);
    } else if (recipe != NULL) {
        g_hash_table_replace(self->recipes, recipe, document);
    } else {
        json_decref(self->container->container);
        self->container->container = document;
    }
    return TRUE;
}

/* Another version's files may look like damaged ones of this version, so that it is told by its
 * name, before any of them is read. An image without a name is told by check_annotations. */
static gboolean check_form(const char *form, GError **error)
{
    if (form == NULL || g_str_equal(form, PACK_SCHEMA)) {
        return TRUE;
    }
    if (g_str_has_prefix(form, PACK_FORM)) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_VERSION,
                    "the image is of the form %s, and this program reads " PACK_SCHEMA
                    "; " IMAGE_REMEDY,
                    form);
    } else {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_VERSION,
                    "the image is of the form %s, and this needs an IR container, " PACK_SCHEMA,
                    form);
    }
    return FALSE;
}

/* LLVM reads what earlier releases of the same major version wrote; others change the text form and
 * what instructions mean. */
static gboolean check_llvm(const char *image, GError **error)
{
    g_autofree char *program = module_llvm_version();
    gsize major = strcspn(program, ".");
    if (strcspn(image, ".") == major && strncmp(image, program, major) == 0) {
        return TRUE;
    }
    g_set_error(
        error, LAYOUT_ERROR, LAYOUT_ERROR_VERSION,
        "the image's modules are LLVM %s's, and this program runs with LLVM %s; " IMAGE_REMEDY,
        image, program);
    return FALSE;
}

static gboolean check_annotations(const json_t *manifest, const json_t *config, GError **error)
{
    static const char *const wanted[] = {"org.opencontainers.image.created",
                                         "io.xaas.configurations", "io.xaas.llvm",
                                         "io.xaas.specification", "io.xaas.schema"};
    const json_t *labels = json_object_get(json_object_get(config, "config"), "Labels");
    for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++) {
        const char *value = layout_says(manifest, config, wanted[i]);
        const char *label = json_string_value(json_object_get(labels, wanted[i]));
        if (value == NULL || g_strcmp0(value, label) != 0) {
            g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                        "the image's annotation %s is missing or not what its configuration says; "
                        "it is no IR container of this version",
                        wanted[i]);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean read_layers(Reading *self, GError **error)
{
    const Container *container = self->container;
    const json_t *layers = json_object_get(container->manifest, "layers");
    const json_t *diffs = json_object_get(json_object_get(container->config, "rootfs"), "diff_ids");
    if (json_array_size(layers) == 0 || json_array_size(layers) != json_array_size(diffs)) {
        g_set_error_literal(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                            "the image does not have as many diff_ids as layers");
        return FALSE;
    }
    const LayerReader reader = {wants, visit, self, FALSE};
    gsize index;
    const json_t *descriptor;
    json_array_foreach(layers, index, descriptor)
    {
        const char *diff = json_string_value(json_array_get(diffs, index));
        if (diff == NULL) {
            g_set_error_literal(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                                "a diff_id of the image is no text");
            return FALSE;
        }
        gboolean read = wants_layer(self, layer_holds(container->manifest, index))
                            ? layer_read(container->layout, descriptor, diff, &reader, error)
                            : layer_is_there(container->layout, descriptor, error);
        if (!read) {
            return FALSE;
        }
    }
    return TRUE;
}

static void count_layers(Container *self)
{
    gsize index;
    const json_t *descriptor;
    json_array_foreach(json_object_get(self->manifest, "layers"), index, descriptor)
    {
        self->bytes += (guint64)json_integer_value(json_object_get(descriptor, "size"));
        self->layers++;
    }
}

static gboolean arrange(Reading *self, GError **error)
{
    const json_t *list = json_object_get(self->container->container, "configurations");
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *name = json_string_value(json_object_get(item, "name"));
        json_t *units = name == NULL ? NULL : g_hash_table_lookup(self->units, name);
        if (units == NULL) {
            g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                        "the image lacks the units of the configuration %s",
                        name == NULL ? "without a name" : name);
            return FALSE;
        }
        g_ptr_array_add(self->container->names, g_strdup(name));
        g_ptr_array_add(self->container->units, json_incref(units));
        json_t *recipe = g_hash_table_lookup(self->recipes, name);
        if (!recipe_check(recipe, name, error)) {
            return FALSE;
        }
        g_ptr_array_add(self->container->recipes,
                        recipe != NULL ? json_incref(recipe) : json_object());
    }
    if (!json_is_array(list)) {
        g_set_error_literal(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                            "the image holds no " PACK_FOLDER "/container.json; it is no IR "
                            "container");
        return FALSE;
    }
    return check_form(json_string_value(json_object_get(self->container->container, "schema")),
                      error);
}

static gboolean make_folder(Container *self, GError **error)
{
    self->folder = g_build_filename(self->scratch, "store-XXXXXX", NULL);
    if (g_mkdtemp(self->folder) == NULL) {
        g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_WRITE, "%s cannot be made", self->folder);
        g_clear_pointer(&self->folder, g_free);
        return FALSE;
    }
    return TRUE;
}

static gboolean read_image(Reading *self, const char *tag, GError **error)
{
    Container *container = self->container;
    container->manifest = layout_manifest(container->layout, tag, &container->digest, error);
    container->config =
        container->manifest == NULL
            ? NULL
            : layout_json(container->layout, json_object_get(container->manifest, "config"), error);
    const char *form = layout_says(container->manifest, container->config, "io.xaas.schema");
    const char *llvm = layout_says(container->manifest, container->config, "io.xaas.llvm");
    if (container->config == NULL || !check_form(form, error) ||
        !check_annotations(container->manifest, container->config, error) ||
        (container->scratch != NULL && !check_llvm(llvm, error)) ||
        (self->kind == READING_ALL && !make_folder(container, error)) ||
        !read_layers(self, error) || !arrange(self, error)) {
        return FALSE;
    }
    count_layers(container);
    return TRUE;
}

static Container *read_kind(const char *layout, const char *tag, const char *scratch,
                            ReadingKind kind, GError **error)
{
    g_autoptr(Container) self = g_new0(Container, 1);
    self->names = g_ptr_array_new_with_free_func(g_free);
    self->units = g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
    self->recipes = g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
    self->layout = g_strdup(layout);
    self->scratch = g_strdup(scratch);
    g_autoptr(GHashTable) units =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)json_decref);
    g_autoptr(GHashTable) recipes =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)json_decref);
    Reading reading = {self, kind, units, recipes};
    return read_image(&reading, tag, error) ? g_steal_pointer(&self) : NULL;
}

Container *container_open(const char *layout, const char *tag, const char *scratch, GError **error)
{
    return read_kind(layout, tag, scratch, READING_CONFIGURATIONS, error);
}

Container *container_read(const char *layout, const char *tag, const char *scratch, GError **error)
{
    g_autoptr(Container) self = read_kind(layout, tag, scratch, READING_ALL, error);
    if (self == NULL) {
        return NULL;
    }
    self->store = store_open(self->folder, error);
    return self->store != NULL ? g_steal_pointer(&self) : NULL;
}

gboolean container_load(Container *self, GError **error)
{
    if (self->store != NULL) {
        return TRUE;
    }
    g_return_val_if_fail(self->scratch != NULL, FALSE);
    Reading reading = {.container = self, .kind = READING_STORE};
    if (self->folder == NULL && (!make_folder(self, error) || !read_layers(&reading, error))) {
        return FALSE;
    }
    self->store = store_open(self->folder, error);
    return self->store != NULL;
}

static const json_t *document_of(const Container *self, const GPtrArray *documents,
                                 const char *configuration)
{
    for (guint i = 0; i < self->names->len; i++) {
        if (g_str_equal(self->names->pdata[i], configuration)) {
            return documents->pdata[i];
        }
    }
    return NULL;
}

const json_t *container_units(const Container *self, const char *configuration)
{
    return document_of(self, self->units, configuration);
}

const json_t *container_recipe(const Container *self, const char *configuration)
{
    return document_of(self, self->recipes, configuration);
}
