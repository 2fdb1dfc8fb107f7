#include "container/plan/matrix.h"
#include "core/json.h"
#include "core/yaml_write.h"
#include <string.h>

#define FIELD(Struct, member, label, field_kind, field_presence, ...)                              \
    {.name = (label),                                                                              \
     .kind = FIELD_##field_kind,                                                                   \
     .presence = FIELD_##field_presence,                                                           \
     .offset = offsetof(Struct, member),                                                           \
     __VA_ARGS__}
#define TYPE(identifier, Struct, label, ...)                                                       \
    static const RecordType identifier = {.name = (label),                                         \
                                          .size = sizeof(Struct),                                  \
                                          .fields = identifier##_fields,                           \
                                          .field_count = G_N_ELEMENTS(identifier##_fields),        \
                                          __VA_ARGS__}

gboolean setting_option_is_valid(const char *option)
{
    gsize length = strspn(option, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789_.+/-");
    const char *begin = option + (g_str_has_prefix(option, "--") ? strlen("--") : 0);
    return *begin != '\0' && option[length] == '\0' && *begin != '-';
}

gboolean build_system_is_known(const char *name)
{
    static const char *const names[] = {BUILD_SYSTEM_CMAKE, BUILD_SYSTEM_AUTOTOOLS,
                                        BUILD_SYSTEM_MAKE, NULL};
    return g_strv_contains(names, name);
}

gboolean matrix_folder_is_valid(const char *folder)
{
    g_auto(GStrv) parts = g_strsplit(folder, "/", -1);
    return *folder != '\0' && *folder != '/' && !g_strv_contains((const char *const *)parts, "..");
}

/* The name becomes part of command lines, where anything else could be read as another argument. */
static char *check_setting(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Setting *self = record;
    *field = "option";
    return setting_option_is_valid(self->option)
               ? NULL
               : g_strdup("an option's name is made of letters, digits and \"_.+/-\"; correct it");
}

static const RecordField setting_type_fields[] = {
    FIELD(Setting, option, "option", TEXT, REQUIRED),
    FIELD(Setting, value, "value", TEXT, REQUIRED),
};
TYPE(setting_type, Setting, "setting", .check = check_setting);

static char *check_configuration(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Configuration *self = record;
    gsize length = strspn(self->name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789._+-");
    *field = "name";
    if (length == 0 || length > MATRIX_NAME_BYTES_MAX || self->name[length] != '\0' ||
        self->name[0] == '.' || self->name[0] == '-') {
        return g_strdup_printf("a configuration's name is 1 to %u letters, digits and \"._+-\" and "
                               "begins with neither dot nor dash; rename it",
                               MATRIX_NAME_BYTES_MAX);
    }
    return NULL;
}

static const RecordField configuration_type_fields[] = {
    FIELD(Configuration, name, "name", TEXT, REQUIRED),
    FIELD(Configuration, settings, "settings", RECORDS, REQUIRED, .type = &setting_type),
    FIELD(Configuration, arguments, "arguments", TEXTS, OPTIONAL),
};
TYPE(configuration_type, Configuration, "configuration", .check = check_configuration);

static const RecordField dropped_type_fields[] = {
    FIELD(DroppedConfiguration, settings, "settings", RECORDS, REQUIRED, .type = &setting_type),
    FIELD(DroppedConfiguration, reasons, "reasons", TEXTS, REQUIRED),
};
TYPE(dropped_type, DroppedConfiguration, "dropped configuration");

static const RecordField project_type_fields[] = {
    FIELD(MatrixProject, name, "name", TEXT, REQUIRED),
    FIELD(MatrixProject, version, "version", TEXT, OPTIONAL),
};
TYPE(project_type, MatrixProject, "project");

static const RecordField value_type_fields[] = {
    FIELD(MatrixValue, value, "value", TEXT, REQUIRED),
    FIELD(MatrixValue, name, "name", TEXT, OPTIONAL),
    FIELD(MatrixValue, packages, "packages", TEXTS, OPTIONAL),
};
TYPE(value_type, MatrixValue, "value");

static const RecordField point_type_fields[] = {
    FIELD(MatrixPoint, option, "option", TEXT, REQUIRED),
    FIELD(MatrixPoint, category, "category", WORD, REQUIRED, .words = category_words),
    FIELD(MatrixPoint, name, "name", TEXT, OPTIONAL),
    FIELD(MatrixPoint, polarity, "polarity", WORD, OPTIONAL, .words = polarity_words),
    FIELD(MatrixPoint, default_value, "default", TEXT, OPTIONAL),
    FIELD(MatrixPoint, packages, "packages", TEXTS, OPTIONAL),
    FIELD(MatrixPoint, values, "values", RECORDS, OPTIONAL, .type = &value_type),
};
TYPE(point_type, MatrixPoint, "point");

/* Points in a document of their own. */
typedef struct {
    GPtrArray *points; /* MatrixPoint * */
} PointList;

static const RecordField point_list_type_fields[] = {
    FIELD(PointList, points, "points", RECORDS, REQUIRED, .type = &point_type),
};
TYPE(point_list_type, PointList, "list of points");

/* CMake has options only, which are settings. */
static char *check_arguments(const Matrix *self)
{
    gboolean takes_none = g_str_equal(matrix_build_system(self), BUILD_SYSTEM_CMAKE);
    gboolean has_some =
        self->arguments->len > 0 || self->make_arguments->len > 0 || self->makefile != NULL;
    for (guint i = 0; i < self->configurations->len; i++) {
        const Configuration *configuration = self->configurations->pdata[i];
        has_some = has_some || configuration->arguments->len > 0;
    }
    return takes_none && has_some
               ? g_strdup("CMake takes neither arguments nor a makefile; leave them out, or say "
                          "`build_system: autotools` or `make`")
               : NULL;
}

static char *check_matrix(void *record, Arena *arena, const char **field)
{
    (void)arena;
    const Matrix *self = record;
    if (!g_str_equal(self->schema, MATRIX_SCHEMA)) {
        *field = "schema";
        return g_strdup_printf("this version reads \"%s\", not \"%s\"; plan the matrix anew",
                               MATRIX_SCHEMA, self->schema);
    }
    if (self->folder != NULL && !matrix_folder_is_valid(self->folder)) {
        *field = "folder";
        return g_strdup("a folder within the source, without \"..\"; correct it");
    }
    if (!build_system_is_known(matrix_build_system(self))) {
        *field = "build_system";
        return g_strdup("configurations are built with " BUILD_SYSTEMS_TEXT "; correct it");
    }
    if (self->makefile != NULL && !matrix_folder_is_valid(self->makefile)) {
        *field = "makefile";
        return g_strdup("a file within the folder, without \"..\"; correct it");
    }
    *field = "arguments";
    char *fault = check_arguments(self);
    if (fault != NULL) {
        return fault;
    }
    *field = "configurations";
    if (self->configurations->len == 0 || self->configurations->len > MATRIX_CONFIGURATIONS_MAX) {
        return g_strdup_printf("a matrix has 1 to %u configurations; this one has %u",
                               MATRIX_CONFIGURATIONS_MAX, self->configurations->len);
    }
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->configurations->len; i++) {
        const Configuration *configuration = self->configurations->pdata[i];
        if (!g_hash_table_add(names, (gpointer)configuration->name)) {
            return g_strdup_printf("two configurations are called %s; rename one",
                                   configuration->name);
        }
    }
    return NULL;
}

static const RecordField matrix_type_fields[] = {
    FIELD(Matrix, schema, "schema", TEXT, REQUIRED),
    FIELD(Matrix, project, "project", RECORD, REQUIRED, .type = &project_type),
    FIELD(Matrix, specification, "specification", TEXT, REQUIRED),
    FIELD(Matrix, source, "source", TEXT, REQUIRED),
    FIELD(Matrix, folder, "folder", TEXT, OPTIONAL),
    FIELD(Matrix, build_system, "build_system", TEXT, OPTIONAL),
    FIELD(Matrix, makefile, "makefile", TEXT, OPTIONAL),
    FIELD(Matrix, arguments, "arguments", TEXTS, OPTIONAL),
    FIELD(Matrix, make_arguments, "make_arguments", TEXTS, OPTIONAL),
    FIELD(Matrix, common, "common", RECORDS, OPTIONAL, .type = &setting_type),
    FIELD(Matrix, varied, "varied", TEXTS, OPTIONAL),
    FIELD(Matrix, configurations, "configurations", RECORDS, REQUIRED, .type = &configuration_type),
    FIELD(Matrix, dropped, "dropped", RECORDS, OPTIONAL, .type = &dropped_type),
    FIELD(Matrix, points, "points", RECORDS, OPTIONAL, .type = &point_type),
};
TYPE(matrix_type, Matrix, "matrix", .check = check_matrix, .schema = MATRIX_SCHEMA);

Matrix *matrix_new(Arena *arena)
{
    Matrix *self = arena_new0(arena, Matrix);
    self->arena = arena;
    self->schema = MATRIX_SCHEMA;
    self->project = arena_new0(arena, MatrixProject);
    self->arguments = arena_array(arena);
    self->make_arguments = arena_array(arena);
    self->common = arena_array(arena);
    self->varied = arena_array(arena);
    self->points = arena_array(arena);
    self->configurations = arena_array(arena);
    self->dropped = arena_array(arena);
    return self;
}

const char *matrix_build_system(const Matrix *self)
{
    return self->build_system != NULL ? self->build_system : BUILD_SYSTEM_CMAKE;
}

Setting *setting_new(Arena *arena, const char *option, const char *value)
{
    Setting *self = arena_new0(arena, Setting);
    self->option = arena_intern(arena, option);
    self->value = arena_intern(arena, value);
    return self;
}

Matrix *matrix_load(Arena *arena, const char *path, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_load(path, error);
    if (document == NULL) {
        return NULL;
    }
    Matrix *self = record_read(&matrix_type, arena, document, yaml_root(document), error);
    if (self != NULL) {
        self->arena = arena;
    }
    return self;
}

char *matrix_text(const Matrix *self)
{
    static const char *const header[] = {
        "# Written by xaas-container plan. Configurations may be removed, added and renamed here;",
        "# xaas-container build FILE -o oci:DIR:TAG makes the container.", NULL};
    static const char *const flow[] = {"settings", "common",    "varied",         "project",
                                       "points",   "arguments", "make_arguments", NULL};
    json_t *root = record_json(&matrix_type, self);
    char *text = yaml_write(root, &(YamlStyle){.header = header, .flow = flow});
    json_decref(root);
    return text;
}

json_t *matrix_points_json(const Matrix *self)
{
    json_t *list = json_array();
    for (guint i = 0; i < self->points->len; i++) {
        json_array_append_new(list, record_json(&point_type, self->points->pdata[i]));
    }
    return list;
}

GPtrArray *matrix_points_read(Arena *arena, const json_t *array, const char *name, GError **error)
{
    json_t *root = json_pack("{s:O}", "points", array);
    g_autofree char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), name, error);
    const PointList *list = document == NULL ? NULL
                                             : record_read(&point_list_type, arena, document,
                                                           yaml_root(document), error);
    return list == NULL ? NULL : list->points;
}

static json_t *cache_variables(const GPtrArray *settings)
{
    json_t *variables = json_object();
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        json_object_set_new(variables, setting->option, json_of_preset_text(setting->value));
    }
    return variables;
}

char *matrix_presets(const Matrix *self)
{
    json_t *presets = json_array();
    json_array_append_new(presets, json_pack("{s:s, s:b, s:s, s:s, s:o}", "name", "xaas", "hidden",
                                             1, "generator", MATRIX_GENERATOR, "binaryDir",
                                             "${sourceDir}/build/${presetName}", "cacheVariables",
                                             cache_variables(self->common)));
    for (guint i = 0; i < self->configurations->len; i++) {
        const Configuration *configuration = self->configurations->pdata[i];
        g_autofree char *name = g_strconcat("xaas-", configuration->name, NULL);
        const char *title = settings_text(self->arena, configuration->settings);
        json_array_append_new(presets,
                              json_pack("{s:s, s:s, s:o, s:o}", "name", name, "inherits", "xaas",
                                        "displayName", json_of_text(title), "cacheVariables",
                                        cache_variables(configuration->settings)));
    }
    json_t *vendor =
        json_pack("{s:{s:o, s:o}}", "xaas/1", "specification", json_of_text(self->specification),
                  "project", json_of_text(self->project->name));
    json_t *root = json_pack("{s:i, s:{s:i, s:i, s:i}, s:o, s:o}", "version", 3,
                             "cmakeMinimumRequired", "major", 3, "minor", 21, "patch", 0,
                             "configurePresets", presets, "vendor", vendor);
    char *text = json_document_text(root);
    json_decref(root);
    return text;
}

const char *settings_text(Arena *arena, const GPtrArray *settings)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        g_string_append_printf(text, "%s%s=%s", i > 0 ? ", " : "", setting->option, setting->value);
    }
    return arena_strdup(arena, text->str);
}

const Configuration *matrix_find(const Matrix *self, const char *name)
{
    for (guint i = 0; i < self->configurations->len; i++) {
        const Configuration *configuration = self->configurations->pdata[i];
        if (g_str_equal(configuration->name, name)) {
            return configuration;
        }
    }
    return NULL;
}
