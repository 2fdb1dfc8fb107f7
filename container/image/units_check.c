#include "container/image/units_check.h"
#include <glib.h>

static gboolean names_one_of(const json_t *unit, const char *key, const json_t *list)
{
    const json_t *number = json_object_get(unit, key);
    return json_is_integer(number) && json_integer_value(number) >= 0 &&
           json_integer_value(number) < (json_int_t)json_array_size(list);
}

static const char *fault_of(const json_t *units, const json_t *unit)
{
    static const char *const places[] = {"source", "directory"};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        if (!json_is_string(json_object_get(unit, places[i]))) {
            return places[i];
        }
    }
    if (json_object_get(unit, "left_out") != NULL) {
        return json_is_string(json_object_get(unit, "left_out")) ? NULL : "left_out";
    }
    if (json_object_get(unit, "module") == NULL) {
        return json_is_string(json_object_get(unit, "why_not")) ? NULL : "module or why_not";
    }
    if (!json_is_string(json_object_get(unit, "module"))) {
        return "module";
    }
    if (!json_is_string(json_object_get(unit, "output"))) {
        return "output";
    }
    if (!names_one_of(unit, "target", json_object_get(units, "targets"))) {
        return "target";
    }
    return names_one_of(unit, "frontend", json_object_get(units, "frontends")) ? NULL : "frontend";
}

char *units_fault(const json_t *units)
{
    const json_t *list = json_object_get(units, "units");
    if (!json_is_array(list)) {
        return g_strdup("there is no list of units");
    }
    gsize index;
    const json_t *unit;
    json_array_foreach(list, index, unit)
    {
        const char *fault = fault_of(units, unit);
        if (fault != NULL) {
            const char *source = json_string_value(json_object_get(unit, "source"));
            return g_strdup_printf("unit %u (%s): \"%s\" is missing, or nothing that it can be",
                                   (guint)index, source != NULL ? source : "?", fault);
        }
    }
    return NULL;
}
