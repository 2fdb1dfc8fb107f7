#include "container/image/verify_recipe.h"
#include "container/image/recipe.h"
#include <string.h>

#define LINKS "links"
#define STEPS "steps"
#define CLOSED "closed"

/* The configuration as it was packed: with code, an object or nothing for each unit. Units are
 * `copies`; all else is borrowed. */
static BuiltConfiguration as_packed(const BuiltConfiguration *built, const json_t *units,
                                    GArray *copies, GPtrArray *pointers)
{
    for (guint i = 0; i < built->units->len; i++) {
        const json_t *recorded = json_array_get(json_object_get(units, "units"), i);
        BuiltUnit unit = *(const BuiltUnit *)built->units->pdata[i];
        unit.module = json_string_value(json_object_get(recorded, "module"));
        unit.left_out = json_string_value(json_object_get(recorded, "left_out"));
        g_array_append_val(copies, unit);
    }
    for (guint i = 0; i < copies->len; i++) {
        g_ptr_array_add(pointers, &g_array_index(copies, BuiltUnit, i));
    }
    BuiltConfiguration packed = *built;
    packed.units = pointers;
    return packed;
}

static const char *output_of(const json_t *step)
{
    const char *output = json_string_value(json_object_get(step, "output"));
    return output != NULL ? output : "?";
}

static char *steps_difference(const json_t *own, const json_t *recorded)
{
    gsize count = MAX(json_array_size(own), json_array_size(recorded));
    for (gsize i = 0; i < count; i++) {
        const json_t *left = json_array_get(own, i);
        const json_t *right = json_array_get(recorded, i);
        if (!json_equal(left, right)) {
            return g_strdup_printf("the step that makes %s is another one in the container",
                                   output_of(left != NULL ? left : right));
        }
    }
    return NULL;
}

/* The first member that `own` lacks, or has otherwise. */
static char *member_difference(json_t *own, json_t *recorded)
{
    const char *name;
    json_t *value;
    json_object_foreach(recorded, name, value)
    {
        const json_t *other = json_object_get(own, name);
        if (json_equal(value, other) || strcmp(name, LINKS) == 0) {
            continue;
        }
        char *steps = strcmp(name, STEPS) == 0 ? steps_difference(other, value) : NULL;
        return steps != NULL ? steps
                             : g_strdup_printf("\"%s\" of the recipe is not what the build tool "
                                               "says",
                                               name);
    }
    return NULL;
}

/* An image that does not say whether it is closed says nothing wrong; nor can one be found wrong
 * without names. */
static void take_closed(json_t *own, const json_t *recorded, const ModuleNames *names)
{
    json_t *said = json_object_get(recorded, CLOSED);
    if (said == NULL) {
        json_object_del(own, CLOSED);
    } else if (names == NULL) {
        json_object_set(own, CLOSED, said);
    }
}

char *verify_recipe(const BuildRequest *request, const BuiltConfiguration *built,
                    const json_t *units, const json_t *recorded, const ModuleNames *names)
{
    const ConfigureRequest configure = build_configure_request(request, built->configuration);
    g_autoptr(GArray) copies = g_array_new(FALSE, FALSE, sizeof(BuiltUnit));
    g_autoptr(GPtrArray) pointers = g_ptr_array_new();
    g_autoptr(GError) error = NULL;
    const BuiltConfiguration packed = as_packed(built, units, copies, pointers);
    g_autoptr(Recipe) recipe = recipe_new(&configure, &packed, names, &error);
    if (recipe == NULL) {
        return g_strdup_printf("what follows after code is generated cannot be told: %s",
                               error->message);
    }
    take_closed(recipe->document, recorded, names);
    char *difference = member_difference(recipe->document, (json_t *)recorded);
    return difference != NULL ? difference
                              : member_difference((json_t *)recorded, recipe->document);
}
