/* What the image says of itself: container.json, units.json and the annotations. */
#include "container/image/manifest.h"
#include "container/image/pack_parts.h"
#include "core/json.h"

static json_t *settings_json(const GPtrArray *settings)
{
    json_t *object = json_object();
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        json_object_set_new(object, setting->option, json_of_text(setting->value));
    }
    return object;
}

static json_t *configurations_json(const Build *build)
{
    json_t *list = json_array();
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        guint units = 0, left_out = 0;
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            units += unit->module != NULL ? 1 : 0;
            left_out += unit->left_out != NULL ? 1 : 0;
        }
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:i, s:i, s:i}", "name", built->configuration->name,
                            "settings", settings_json(built->configuration->settings), "units",
                            (int)units, "other_units", (int)(built->units->len - units - left_out),
                            "left_out", (int)left_out));
    }
    return list;
}

json_t *pack_container_json(const PackRequest *request)
{
    const Matrix *matrix = request->build_request->matrix;
    const Build *build = request->build;
    const BuildCounts *counts = &build->counts;
    g_autofree char *llvm = module_llvm_version();
    json_t *numbers = json_pack("{s:i, s:i, s:i, s:i, s:i}", "units", (int)counts->units, "classes",
                                (int)counts->classes, "modules", (int)counts->modules, "functions",
                                (int)counts->store.functions, "stored_functions",
                                (int)counts->store.stored_functions);
    return json_pack("{s:s, s:{s:o, s:o}, s:o, s:s, s:I, s:s, s:o, s:o, s:o, s:o, s:o}", "schema",
                     PACK_SCHEMA, "project", "name", json_of_text(matrix->project->name), "version",
                     json_of_text(matrix->project->version), "specification",
                     json_of_text(matrix->specification), "llvm", llvm, "timestamp",
                     (json_int_t)request->build_request->sandbox->timestamp, "isolation",
                     isolation_text(request->build_request->sandbox->isolation), "common",
                     settings_json(matrix->common), "varied", json_of_texts(matrix->varied),
                     "points", matrix_points_json(matrix), "configurations",
                     configurations_json(build), "counts", numbers);
}

static guint target_number(GPtrArray *targets, const char *target)
{
    for (guint i = 0; i < targets->len; i++) {
        if (g_str_equal(targets->pdata[i], target)) {
            return i;
        }
    }
    g_ptr_array_add(targets, (gpointer)target);
    return targets->len - 1;
}

json_t *pack_words_json(const Sandbox *sandbox, const char *build, char *const *words)
{
    json_t *list = json_array();
    for (; *words != NULL; words++) {
        g_autofree char *neutral = sandbox_neutral_text(sandbox, build, *words);
        json_array_append_new(list, json_of_text(neutral));
    }
    return list;
}

/* Units have few ways to generate code: each stands there once, as the frontend's words. Takes the
 * list. */
static guint frontend_number(json_t *frontends, json_t *list)
{
    for (gsize i = 0; i < json_array_size(frontends); i++) {
        if (json_equal(json_array_get(frontends, i), list)) {
            json_decref(list);
            return (guint)i;
        }
    }
    json_array_append_new(frontends, list);
    return (guint)json_array_size(frontends) - 1;
}

/* How units are written down. */
typedef struct {
    const Sandbox *sandbox;
    const char *build;
    GPtrArray *targets;
    json_t *frontends;
} Writing;

/* As the recipe has it: an object of a source from elsewhere has that one's path in its name. */
static json_t *neutral_json(const Writing *self, const char *path)
{
    g_autofree char *text =
        path == NULL ? NULL : sandbox_neutral_text(self->sandbox, self->build, path);
    return json_of_text(text);
}

static json_t *unit_json(const Writing *self, const BuiltUnit *built)
{
    const Unit *unit = built->unit;
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:s, s:o}", "source", neutral_json(self, unit->source), "directory",
        neutral_json(self, unit->directory), "output", neutral_json(self, unit->output), "kind",
        unit_kind_text(unit->kind), "options", json_of_texts(unit->options));
    if (built->left_out != NULL) {
        json_object_set_new(object, "left_out", neutral_json(self, built->left_out));
        json_object_set_new(object, "unasked", json_boolean(built->unasked));
        return object;
    }
    if (built->module == NULL) {
        json_object_set_new(
            object, "why_not",
            json_of_text(built->why_object != NULL ? built->why_object : unit->why_not));
        json_object_set_new(object, "command", json_of_texts(unit->original));
        return object;
    }
    json_object_set_new(object, "module", json_string(built->module));
    json_object_set_new(object, "class", json_string(built->key));
    json_object_set_new(object, "level", json_string(proof_level_text(built->proof->level)));
    json_object_set_new(object, "target",
                        json_integer(target_number(self->targets, built->proof->target)));
    json_t *words = pack_words_json(self->sandbox, self->build, built->proof->frontend->rest);
    json_object_set_new(object, "frontend", json_integer(frontend_number(self->frontends, words)));
    if (built->relocates) {
        json_object_set_new(object, "relocates", json_true());
    }
    if (built->proof->apart != NULL) {
        json_object_set_new(object, "apart", json_of_text(built->proof->apart));
    }
    if (built->dependence != NULL) {
        json_object_set_new(object, "dependence", json_of_text(built->dependence));
    }
    return object;
}

json_t *pack_units_json(const Sandbox *sandbox, const BuiltConfiguration *built)
{
    g_autoptr(GPtrArray) targets = g_ptr_array_new();
    json_t *units = json_array();
    json_t *frontends = json_array();
    const Writing writing = {sandbox, built->build, targets, frontends};
    for (guint i = 0; i < built->units->len; i++) {
        json_array_append_new(units, unit_json(&writing, built->units->pdata[i]));
    }
    return json_pack("{s:s, s:o, s:o, s:o}", "configuration", built->configuration->name, "targets",
                     json_of_texts(targets), "frontends", frontends, "units", units);
}

char *pack_machine(const Build *build)
{
    static const char word[] = "-triple";
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            char *const *words = unit->proof == NULL ? NULL : unit->proof->frontend->rest;
            for (; words != NULL && *words != NULL; words++) {
                if (g_str_equal(*words, word) && words[1] != NULL) {
                    return g_strdup(words[1]);
                }
            }
        }
    }
    return NULL;
}

json_t *pack_annotations(const PackRequest *request)
{
    const Matrix *matrix = request->build_request->matrix;
    g_autofree char *llvm = module_llvm_version();
    g_autofree char *created = manifest_time(request->build_request->sandbox->timestamp);
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < request->build->configurations->len; i++) {
        const BuiltConfiguration *built = request->build->configurations->pdata[i];
        g_string_append_printf(names, "%s%s", i > 0 ? "," : "", built->configuration->name);
    }
    g_autoptr(GString) points = g_string_new(NULL);
    for (guint i = 0; i < matrix->varied->len; i++) {
        g_string_append_printf(points, "%s%s", i > 0 ? "," : "", (char *)matrix->varied->pdata[i]);
    }
    json_t *object =
        json_pack("{s:s, s:o, s:s, s:s, s:s, s:o, s:s}", "org.opencontainers.image.created",
                  created, "org.opencontainers.image.title", json_of_text(matrix->project->name),
                  "io.xaas.configurations", names->str, "io.xaas.points", points->str,
                  "io.xaas.llvm", llvm, "io.xaas.specification",
                  json_of_text(matrix->specification), "io.xaas.schema", PACK_SCHEMA);
    if (matrix->project->version != NULL) {
        json_object_set_new(object, "org.opencontainers.image.version",
                            json_of_text(matrix->project->version));
    }
    return object;
}
