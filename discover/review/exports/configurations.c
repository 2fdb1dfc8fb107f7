/* Which configurations an export offers: the defaults, and each value of each point once, together
 * with the settings that it takes. All combinations would be too many to build; those who want some
 * choose them with `xaas-container plan`. */
#include "core/nearest.h"
#include "core/point_flag.h"
#include "discover/review/exports/writer.h"
#include <string.h>

#define SWITCH_ON "ON"
#define SWITCH_OFF "OFF"
/* What a setting takes may take more in turn. */
#define NEEDS_DEPTH_MAX 8u

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

static const ExportSetting *find_setting(const GPtrArray *settings, const Point *point)
{
    for (guint i = 0; i < settings->len; i++) {
        const ExportSetting *setting = settings->pdata[i];
        if (setting->point == point) {
            return setting;
        }
    }
    return NULL;
}

static void add_with_needs(const ExportInput *input, GPtrArray *settings, const Point *point,
                           const char *value, guint depth);

static void add_requirements(const ExportInput *input, GPtrArray *settings,
                             const GPtrArray *requirements, guint depth)
{
    for (guint i = 0; i < requirements->len; i++) {
        const Requirement *requirement = requirements->pdata[i];
        const Point *point =
            requirement->option == NULL ? NULL : export_point(input, requirement->option);
        if (point != NULL) {
            add_with_needs(input, settings, point,
                           requirement->value == NULL ? SWITCH_ON : requirement->value, depth);
        }
    }
}

/* A switch that is on unless somebody turns it off, and that the project refuses beside this one.
 */
static void add_conflicts(const ExportInput *input, GPtrArray *settings, const GPtrArray *conflicts,
                          guint depth)
{
    for (guint i = 0; i < conflicts->len; i++) {
        const Requirement *conflict = conflicts->pdata[i];
        const Point *point = conflict->option == NULL || conflict->value != NULL
                                 ? NULL
                                 : export_point(input, conflict->option);
        if (point != NULL && point->kind == POINT_SWITCH &&
            g_strcmp0(point_default_setting(point), SWITCH_ON) == 0) {
            add_with_needs(input, settings, point, SWITCH_OFF, depth);
        }
    }
}

/* What the option's own condition says for sure: "GPU=CUDA", "not MPI". */
static void add_condition(const ExportInput *input, GPtrArray *settings, const Condition *condition,
                          guint depth)
{
    g_autoptr(GPtrArray) literals = condition_shared_literals(condition);
    for (guint i = 0; i < literals->len; i++) {
        const Condition *literal = literals->pdata[i];
        gboolean negated = literal->kind == CONDITION_NOT;
        const Condition *atom = negated ? literal->operands[0] : literal;
        const Point *point = atom->subject_kind == CONDITION_SUBJECT_OPTION
                                 ? export_point(input, atom->subject)
                                 : NULL;
        if (point == NULL) {
            continue;
        }
        if (atom->relation == NULL && point->kind == POINT_SWITCH) {
            add_with_needs(input, settings, point, negated ? SWITCH_OFF : SWITCH_ON, depth);
        } else if (!negated && g_strcmp0(atom->relation, "=") == 0) {
            add_with_needs(input, settings, point, atom->value, depth);
        }
    }
}

static void add_with_needs(const ExportInput *input, GPtrArray *settings, const Point *point,
                           const char *value, guint depth)
{
    if (depth > NEEDS_DEPTH_MAX || find_setting(settings, point) != NULL || !is_one_line(value)) {
        return;
    }
    ExportSetting *setting = arena_new0(input->arena, ExportSetting);
    *setting = (ExportSetting){point, value};
    g_ptr_array_add(settings, setting);
    add_condition(input, settings, point->condition, depth + 1);
    if (g_str_equal(value, SWITCH_OFF)) {
        return;
    }
    add_requirements(input, settings, point->requires, depth + 1);
    add_conflicts(input, settings, point->conflicts, depth + 1);
    for (guint i = 0; i < point->values->len; i++) {
        const PointValue *candidate = point->values->pdata[i];
        if (g_str_equal(candidate->value, value)) {
            add_requirements(input, settings, candidate->requires, depth + 1);
            add_conflicts(input, settings, candidate->conflicts, depth + 1);
        }
    }
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
    add_with_needs(input, configuration->settings, point, value, 0);
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

static gboolean value_is_known(const Point *point, const char *value)
{
    if (point->kind == POINT_SWITCH) {
        return g_str_equal(value, SWITCH_ON) || g_str_equal(value, SWITCH_OFF);
    }
    if (point->kind != POINT_CHOICE || point->free_form) {
        return is_one_line(value);
    }
    for (guint i = 0; i < point->values->len; i++) {
        if (g_str_equal(((const PointValue *)point->values->pdata[i])->value, value)) {
            return is_one_line(value);
        }
    }
    return FALSE;
}

static void refuse_option(const ExportInput *input, const char *option, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < input->points->len; i++) {
        g_ptr_array_add(names, (gpointer)((const Point *)input->points->pdata[i])->option);
    }
    g_autofree char *question = nearest_question(names, option, "");
    g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING,
                "%s is no point of the specification's first build system, or was rejected%s",
                option, question);
}

static void refuse_value(const Point *point, const char *value, GError **error)
{
    if (!is_one_line(value)) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING,
                    "a value of %s cannot hold control characters", point->option);
        return;
    }
    g_autoptr(GString) known = g_string_new(point->kind == POINT_SWITCH ? "ON, OFF" : NULL);
    for (guint i = 0; i < point->values->len; i++) {
        g_string_append_printf(known, "%s%s", i == 0 ? "" : ", ",
                               ((const PointValue *)point->values->pdata[i])->value);
    }
    g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING, "%s has no value \"%s\"; it has: %s",
                point->option, value, known->str);
}

ExportConfiguration *export_configuration_of(const ExportInput *input, GError **error)
{
    ExportConfiguration *configuration = new_configuration(input, "chosen");
    const char *const *texts = input->request->settings;
    for (; texts != NULL && *texts != NULL; texts++) {
        const char *equals = strchr(*texts, '=');
        if (equals == NULL) {
            g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING,
                        "\"%s\" is no setting; write OPTION=VALUE", *texts);
            return NULL;
        }
        g_autofree char *option = g_strndup(*texts, (gsize)(equals - *texts));
        const Point *point = export_point(input, option);
        if (point == NULL) {
            refuse_option(input, option, error);
            return NULL;
        }
        const char *value = arena_strdup(input->arena, equals + 1);
        if (!value_is_known(point, value)) {
            refuse_value(point, value, error);
            return NULL;
        }
        add_with_needs(input, configuration->settings, point, value, 0);
    }
    return configuration;
}
