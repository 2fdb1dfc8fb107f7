#include "container/program/deploy_options.h"
#include "container/program/selector.h"
#include "container/select/from_image.h"
#include "core/choice.h"
#include <string.h>

static gboolean has_settings(const json_t *configuration, const json_t *common, char **set)
{
    for (char **item = set; item != NULL && *item != NULL; item++) {
        const char *equals = strchr(*item, '=');
        g_autofree char *name = g_strndup(*item, (gsize)(equals - *item));
        const json_t *value = json_object_get(json_object_get(configuration, "settings"), name);
        value = value != NULL ? value : json_object_get(common, name);
        const char *text = json_string_value(value);
        if (text == NULL || !values_are_same(text, equals + 1)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The best that fits the machine. */
static const char *choose_by_machine(const Container *container, const DeployOptions *options,
                                     const Console *console, GError **error)
{
    g_autoptr(Arena) arena = arena_new();
    Selector selector = {.arena = arena};
    const SelectorOptions from = {options->system, options->prefer};
    const GPtrArray *offers =
        selector_open(&selector, &from, console, error)
            ? offers_of_image(&selector, container, options->keep_unit_targets, error)
            : NULL;
    if (offers == NULL) {
        return NULL;
    }
    selector_warn(&selector, offers_settings(arena, offers), console);
    const char *name = select_configuration(&selector, offers, error);
    /* The container's own text outlives the selection. */
    for (guint i = 0; name != NULL && i < container->names->len; i++) {
        if (g_str_equal(container->names->pdata[i], name)) {
            return container->names->pdata[i];
        }
    }
    return NULL;
}

const char *deploy_choice(const Container *container, const DeployOptions *options,
                          const Console *console, GError **error)
{
    if (options->configuration == NULL && options->set == NULL && container->names->len > 1) {
        return choose_by_machine(container, options, console, error);
    }
    g_autoptr(GString) names = g_string_new(NULL);
    g_autoptr(GString) fitting = g_string_new(NULL);
    const char *chosen = NULL;
    guint count = 0;
    if (!pairs_are_whole("set", options->set, error)) {
        return NULL;
    }
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(container->container, "configurations"), index, item)
    {
        const char *name = json_string_value(json_object_get(item, "name"));
        gboolean fits = options->configuration == NULL || g_str_equal(options->configuration, name);
        g_string_append_printf(names, "%s%s", index > 0 ? ", " : "", name);
        if (fits &&
            has_settings(item, json_object_get(container->container, "common"), options->set)) {
            g_string_append_printf(fitting, "%s%s", count > 0 ? ", " : "", name);
            chosen = name;
            count++;
        }
    }
    if (count == 0) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "the image has no such configuration; it has: %s", names->str);
        return NULL;
    }
    if (count > 1) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_USAGE,
                    "%u configurations of the image fit; name one of them with --configuration: %s",
                    count, fitting->str);
        return NULL;
    }
    return chosen;
}
