/* Which configurations an export offers: the defaults, and each value of each point once, together
 * with the settings that it takes. All combinations would be too many to build; those who want some
 * choose them with `xaas-container plan`. */
#include "core/point_flag.h"
#include "discover/review/exports/writer.h"
#include <string.h>

gboolean export_value_is_usable(const PointValue *value)
{
    return value->rejected == NULL && is_one_line(value->value);
}

const char *export_argument(const ExportInput *input, const ExportSetting *setting)
{
    const Point *point = setting->point;
    if (point->flag == NULL) {
        return arena_printf(input->arena, "%s=%s", point->option, setting->value);
    }
    if (point->only_given) {
        gboolean left_out = g_strcmp0(point_default_setting(point), setting->value) == 0;
        return left_out ? NULL : point->flag;
    }
    if (point->kind == POINT_SWITCH) {
        const char *off =
            g_str_equal(setting->value, SWITCH_ON) ? NULL : flag_off(input->arena, point->flag);
        return off != NULL ? off : point->flag;
    }
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *value = point->values->pdata[i];
        if (value->flag != NULL && g_str_equal(value->value, setting->value)) {
            return value->flag;
        }
    }
    return arena_printf(input->arena, "%s%s", point->flag, setting->value);
}

void export_add_arguments(const ExportInput *input, const GPtrArray *settings, GPtrArray *arguments)
{
    for (guint i = 0; i < settings->len; i++) {
        const char *argument = export_argument(input, settings->pdata[i]);
        if (argument != NULL) {
            g_ptr_array_add(arguments, (gpointer)argument);
        }
    }
}

const Point *export_point(const ExportInput *input, const char *option)
{
    for (guint i = 0; i < input->points->len; i++) {
        const Point *point = input->points->pdata[i];
        if (g_str_equal(point->option, option)) {
            return point;
        }
    }
    return NULL;
}

static ExportConfiguration *new_configuration(const ExportInput *input, const char *name)
{
    ExportConfiguration *configuration = arena_new0(input->arena, ExportConfiguration);
    configuration->name = name;
    configuration->settings = arena_array(input->arena);
    return configuration;
}

static void add_value(const ExportInput *input, GPtrArray *list, GHashTable *names,
                      const Point *point, const char *value)
{
    if (list->len >= EXPORT_CONFIGURATIONS_MAX ||
        g_strcmp0(value, point_default_setting(point)) == 0) {
        return;
    }
    const char *text = point->kind == POINT_SWITCH && g_str_equal(value, SWITCH_ON)
                           ? point->option
                           : arena_printf(input->arena, "%s-%s", point->option, value);
    const char *name = plain_name(input->arena, text, '-', "configuration");
    for (guint i = 2; !g_hash_table_add(names, (gpointer)name); i++) {
        name = arena_printf(input->arena, "%s-%u", plain_name(input->arena, text, '-', "other"), i);
    }
    ExportConfiguration *configuration = new_configuration(input, name);
    ExportSettings settings = {input, configuration->settings, NULL};
    export_add_needs(&settings, export_add_setting(&settings, point, value), 0);
    g_ptr_array_add(list, configuration);
}

GPtrArray *export_configurations(const ExportInput *input)
{
    GPtrArray *list = arena_array(input->arena);
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_add(names, "default");
    g_ptr_array_add(list, new_configuration(input, "default"));
    for (guint i = 0; i < input->points->len; i++) {
        const Point *point = input->points->pdata[i];
        if (point->kind == POINT_SWITCH) {
            gboolean is_on = g_strcmp0(point_default_setting(point), SWITCH_ON) == 0;
            add_value(input, list, names, point, is_on ? SWITCH_OFF : SWITCH_ON);
        }
        for (guint k = 0; point->kind == POINT_CHOICE && k < point->values->len; k++) {
            const PointValue *value = point->values->pdata[k];
            if (export_value_is_usable(value)) {
                add_value(input, list, names, point, value->value);
            }
        }
    }
    return list;
}
