/* CMake presets of version 3, which CMake 3.21 and later read (cmake-presets(7)). */
#include "core/json.h"
#include "discover/review/exports/writer.h"

static json_t *cache_variables(const GPtrArray *settings)
{
    json_t *variables = json_object();
    for (guint i = 0; i < settings->len; i++) {
        const ExportSetting *setting = settings->pdata[i];
        json_object_set_new(variables, setting->point->option, json_of_preset_text(setting->value));
    }
    return variables;
}

static json_t *preset(const ExportInput *input, const ExportConfiguration *configuration)
{
    g_autoptr(GString) title = g_string_new(NULL);
    for (guint i = 0; i < configuration->settings->len; i++) {
        const ExportSetting *setting = configuration->settings->pdata[i];
        g_string_append_printf(title, "%s%s=%s", i == 0 ? "" : ", ", setting->point->option,
                               setting->value);
    }
    const char *name = arena_printf(input->arena, "xaas-%s", configuration->name);
    json_t *preset =
        json_pack("{s:s, s:s, s:o, s:o}", "name", name, "inherits", "xaas", "displayName",
                  json_of_text(title->len == 0 ? "the project's defaults" : title->str),
                  "cacheVariables", cache_variables(configuration->settings));
    const char *generator = export_generator(input, configuration);
    if (!g_str_equal(generator, EXPORT_GENERATOR)) {
        json_object_set_new(preset, "generator", json_string(generator));
    }
    return preset;
}

char *export_cmake_presets(const ExportInput *input, GError **error)
{
    if (g_strcmp0(input->build, "cmake") != 0) {
        g_set_error(error, EXPORT_ERROR, EXPORT_ERROR_FORM,
                    "presets are CMake's, and the project is built by %s; name another form",
                    input->build == NULL ? "nothing that is known" : input->build);
        return NULL;
    }
    json_t *presets = json_array();
    json_array_append_new(presets, json_pack("{s:s, s:b, s:s, s:s}", "name", "xaas", "hidden", 1,
                                             "generator", EXPORT_GENERATOR, "binaryDir",
                                             "${sourceDir}/build/${presetName}"));
    for (guint i = 0; i < input->configurations->len; i++) {
        json_array_append_new(presets, preset(input, input->configurations->pdata[i]));
    }
    json_t *root = json_pack("{s:i, s:{s:i, s:i, s:i}, s:o}", "version", 3, "cmakeMinimumRequired",
                             "major", 3, "minor", 21, "patch", 0, "configurePresets", presets);
    char *text = json_document_text(root);
    json_decref(root);
    return text;
}
