/* The one configuration that --set says, with what its settings take. Settings that contradict each
 * other are refused: to follow one of them would drop another without a word. */
#include "core/nearest.h"
#include "discover/review/exports/writer.h"
#include <string.h>

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

/* FALSE and an error when `text` is no setting of a point, or of one that has another value
 * already. The same one twice, from a script and by hand, is no contradiction. */
static gboolean add_given(ExportSettings *self, const char *text, GError **error)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING,
                    "\"%s\" is no setting; write OPTION=VALUE", text);
        return FALSE;
    }
    g_autofree char *option = g_strndup(text, (gsize)(equals - text));
    const Point *point = export_point(self->input, option);
    if (point == NULL) {
        refuse_option(self->input, option, error);
        return FALSE;
    }
    const char *value = arena_strdup(self->input->arena, equals + 1);
    if (!value_is_known(point, value)) {
        refuse_value(point, value, error);
        return FALSE;
    }
    const ExportSetting *there = export_setting(self->settings, point);
    if (there != NULL && g_str_equal(there->value, value)) {
        return TRUE;
    }
    if (there != NULL) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING,
                    "%s is given twice, as %s and as %s; leave one of them out", option,
                    there->value, value);
        return FALSE;
    }
    export_add_setting(self, point, value);
    return TRUE;
}

ExportConfiguration *export_configuration_of(const ExportInput *input, GError **error)
{
    ExportConfiguration *configuration = arena_new0(input->arena, ExportConfiguration);
    *configuration = (ExportConfiguration){"chosen", arena_array(input->arena)};
    ExportSettings settings = {input, configuration->settings, NULL};
    const char *const *texts = input->request->settings;
    for (; texts != NULL && *texts != NULL; texts++) {
        if (!add_given(&settings, *texts, error)) {
            return NULL;
        }
    }
    /* All that was given stands there before anything is added that it takes. */
    guint given = settings.settings->len;
    for (guint i = 0; i < given; i++) {
        export_add_needs(&settings, settings.settings->pdata[i], 0);
    }
    if (settings.clash != NULL) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING,
                    "these settings contradict each other: %s; leave one of them out",
                    settings.clash);
        return NULL;
    }
    /* What nobody asked for is the project's own default, which is not for us to refuse. */
    const char *objection = given == 0 ? NULL : export_objection(input, configuration);
    if (objection != NULL) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_SETTING,
                    "this configuration is impossible: %s", objection);
        return NULL;
    }
    return configuration;
}
