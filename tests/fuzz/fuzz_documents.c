/* The JSON of an image that somebody else made: an object with container.json, units.json (of every
 * configuration) and recipe.json as "container", "units" and "recipe". Everything that reads them
 * gives an answer or an error; no step is run. */
#include "container/deploy/objects.h"
#include "container/deploy/order.h"
#include "container/deploy/replay.h"
#include "container/image/inspect.h"
#include "container/lower/target.h"
#include "container/select/from_image.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size);

#define INPUT_BYTES_MAX 65536u
#define TARGETS_MAX 4u

/* What reading an image makes of them; NULL when that refuses them. */
static Container *container_of(json_t *documents)
{
    json_t *container = json_object_get(documents, "container");
    json_t *units = json_object_get(documents, "units");
    json_t *recipe = json_object_get(documents, "recipe");
    const json_t *list = json_object_get(container, "configurations");
    if (!json_is_object(units) || !json_is_object(recipe) || !json_is_array(list)) {
        return NULL;
    }
    g_autoptr(Container) self = g_new0(Container, 1);
    self->digest = g_strdup("sha256:0");
    self->container = json_incref(container);
    self->names = g_ptr_array_new_with_free_func(g_free);
    self->units = g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
    self->recipes = g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *name = json_string_value(json_object_get(item, "name"));
        if (name == NULL) {
            return NULL;
        }
        g_ptr_array_add(self->names, g_strdup(name));
        g_ptr_array_add(self->units, json_incref(units));
        g_ptr_array_add(self->recipes, json_incref(recipe));
    }
    return g_steal_pointer(&self);
}

static void check_container(const Container *container)
{
    g_autoptr(Inspection) inspection = inspection_new(container);
    json_decref(inspection_json(inspection));
    json_decref(inspection_why(container, "a.c"));
    Arena *arena = arena_new();
    g_autoptr(GError) error = NULL;
    const Selector selector = {.arena = arena,
                               .knowledge = XAAS_SOURCE_ROOT "/container/knowledge"};
    const GPtrArray *offers = offers_of_image(&selector, container, FALSE, &error);
    g_assert_true((offers == NULL) == (error != NULL));
    arena_free(arena);
}

static void check_units(const json_t *units)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *triple = objects_triple(units, &error);
    g_assert_true((triple == NULL) == (error != NULL));
    /* Each of them has LLVM run. */
    if (triple == NULL || json_array_size(json_object_get(units, "targets")) > TARGETS_MAX) {
        return;
    }
    Target *target = target_new(TARGET_RECORDED, triple, &error);
    g_assert_true((target == NULL) == (error != NULL));
    if (target != NULL) {
        gboolean right = objects_check_target(units, target, TRUE, &error);
        g_assert_true(right == (error == NULL));
        target_free(target);
    }
}

static void check_recipe(json_t *recipe)
{
    json_t *steps = json_object_get(recipe, "steps");
    if (!json_is_array(steps) || !json_is_array(json_object_get(recipe, "install"))) {
        return;
    }
    DeployTree tree = {.source = "/nowhere/source", .build = "/nowhere/build", .recipe = recipe};
    const Sandbox sandbox = {.isolation = ISOLATION_BUBBLEWRAP, .source = tree.source};
    for (guint everything = 0; everything < 2; everything++) {
        const ReplayRequest request = {
            .tree = &tree, .sandbox = &sandbox, .everything = everything == 1};
        g_autoptr(GHashTable) words = replay_words(&request);
        g_autoptr(GHashTable) others = replay_words_of_others(&request);
        g_autoptr(GPtrArray) missing = replay_missing(&request);
        g_assert_nonnull(words);
        g_assert_nonnull(others);
        g_assert_nonnull(missing);
    }
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    gsize index;
    json_t *step;
    json_array_foreach(steps, index, step)
    {
        g_ptr_array_add(list, step);
    }
    g_autofree guint *order = order_steps(list);
    for (guint i = 0; i < list->len; i++) {
        g_assert_cmpuint(order[i], <, list->len);
    }
}

int LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
    json_t *documents = size > INPUT_BYTES_MAX
                            ? NULL
                            : json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    g_autoptr(Container) container = documents == NULL ? NULL : container_of(documents);
    if (container != NULL) {
        check_container(container);
        check_units(json_object_get(documents, "units"));
        check_recipe(json_object_get(documents, "recipe"));
    }
    json_decref(documents);
    return 0;
}
