#include "container/build/process.h"
#include "container/build/step_fate.h"
#include "container/build/workspace.h"
#include "container/stages/build_parts.h"
#include "core/file.h"
#include "core/json.h"
#include "core/parallel.h"
#include "xaas_llvm_version.h"
#include <glib/gstdio.h>
#include <string.h>

static const char *const stage_names[] = {
#define X(id, text) [STAGE_##id] = text,
    STAGES(X)
#undef X
};

gboolean stage_parse(const char *text, Stage *stage)
{
    for (guint i = 0; i < STAGE_COUNT; i++) {
        if (g_str_equal(stage_names[i], text)) {
            *stage = (Stage)i;
            return TRUE;
        }
    }
    return FALSE;
}

const char *stage_text(Stage stage)
{
    return stage_names[stage];
}

static void built_configuration_clear(BuiltConfiguration *self)
{
    g_free(self->build);
    g_clear_pointer(&self->lost, g_hash_table_unref);
}

void build_free(Build *self)
{
    if (self != NULL) {
        for (guint i = 0; i < self->configurations->len; i++) {
            built_configuration_clear(self->configurations->pdata[i]);
        }
        g_ptr_array_unref(self->failures);
        g_ptr_array_unref(self->left_out);
        g_ptr_array_unref(self->notes);
        g_clear_pointer(&self->proof, proof_free);
        g_clear_pointer(&self->store, store_free);
        g_clear_pointer(&self->names, module_names_free);
        arena_free(self->arena);
        g_free(self);
    }
}

void build_report(const Building *self, const char *what, guint done, guint total)
{
    if (self->request->progress != NULL) {
        self->request->progress(what, done, total, self->request->data);
    }
}

/* ---- a: configure ---------------------------------------------------------------------------- */

typedef struct {
    Building *building;
    GPtrArray *messages; /* char * by configuration; NULL: it went well */
    LeftOut *left_out;   /* the same */
    LeftOut *unmade;     /* the same */
    GMutex telling;      /* of progress, for what follows */
    guint done;
} Configuring;

ConfigureRequest build_configure_request(const BuildRequest *request,
                                         const Configuration *configuration)
{
    return (ConfigureRequest){.driver = request->driver,
                              .compilers = request->compilers,
                              .sandbox = request->sandbox,
                              .matrix = request->matrix,
                              .configuration = configuration,
                              .folder = request->folder,
                              .c = "",
                              .cxx = "",
                              .jobs = request->jobs,
                              .recorder = request->recorder};
}

static const char *configuring_text(const BuildRequest *request)
{
    return configure_builds(request->driver) ? "building and recording" : "configuring";
}

static void configure_one(guint index, gpointer data)
{
    Configuring *configuring = data;
    const BuildRequest *request = configuring->building->request;
    const DriverWords *driver = compilers_driver(request->compilers);
    g_autofree char *c = g_strdup_printf("%s-%d", driver->c, XAAS_LLVM_VERSION);
    g_autofree char *cxx = g_strdup_printf("%s-%d", driver->cxx, XAAS_LLVM_VERSION);
    ConfigureRequest one =
        build_configure_request(request, request->matrix->configurations->pdata[index]);
    one.c = c;
    one.cxx = cxx;
    g_autoptr(GError) error = NULL;
    LeftOut *left_out = request->default_only ? NULL : &configuring->left_out[index];
    if (!configure_run(&one, left_out, &configuring->unmade[index], &error)) {
        configuring->messages->pdata[index] = g_strdup(error->message);
    }
    g_mutex_lock(&configuring->telling);
    configuring->done++;
    build_report(configuring->building, configuring_text(request), configuring->done,
                 request->matrix->configurations->len);
    g_mutex_unlock(&configuring->telling);
}

/* Takes what both have lost. */
static GHashTable *all_lost(LeftOut *left_out, LeftOut *unmade)
{
    GHashTable *lost = g_steal_pointer(&left_out->outputs);
    GHashTableIter iter;
    gpointer output;
    if (lost == NULL || unmade->outputs == NULL) {
        return lost != NULL ? lost : g_steal_pointer(&unmade->outputs);
    }
    g_hash_table_iter_init(&iter, unmade->outputs);
    while (g_hash_table_iter_next(&iter, &output, NULL)) {
        g_hash_table_add(lost, g_strdup(output));
    }
    return lost;
}

/* How each message ends, whatever the configuration's own build tree is called; NULL where there is
 * none. The caller unrefs. */
static GPtrArray *last_words(const BuildRequest *request, const GPtrArray *messages)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < messages->len; i++) {
        const Configuration *configuration = request->matrix->configurations->pdata[i];
        const char *message = messages->pdata[i];
        g_autofree char *build = workspace_build(request->folder, configuration->name);
        g_ptr_array_add(all, message == NULL ? NULL
                                             : sandbox_neutral_text(request->sandbox, build,
                                                                    configure_last_words(message)));
    }
    return all;
}

/* The message, with the names of all configurations after it that end with the same words; NULL
 * where an earlier one did. */
static char *failure_told(const GPtrArray *messages, const GPtrArray *words, guint index,
                          const GPtrArray *configurations)
{
    g_autoptr(GString) alike = g_string_new(NULL);
    for (guint i = 0; i < messages->len; i++) {
        if (i == index || g_strcmp0(words->pdata[i], words->pdata[index]) != 0) {
            continue;
        }
        if (i < index) {
            return NULL;
        }
        const Configuration *configuration = configurations->pdata[i];
        g_string_append_printf(alike, "%s%s", alike->len > 0 ? ", " : "", configuration->name);
    }
    return alike->len == 0 ? g_strdup(messages->pdata[index])
                           : g_strdup_printf("%s\n    (with the same words: %s)",
                                             (const char *)messages->pdata[index], alike->str);
}

static void configure_all(Building *self)
{
    const GPtrArray *configurations = self->request->matrix->configurations;
    g_autoptr(GPtrArray) messages = g_ptr_array_new_with_free_func(g_free);
    g_autofree LeftOut *left_out = g_new0(LeftOut, configurations->len);
    g_ptr_array_set_size(messages, (int)configurations->len);
    g_autofree LeftOut *unmade = g_new0(LeftOut, configurations->len);
    Configuring configuring = {
        .building = self, .messages = messages, .left_out = left_out, .unmade = unmade};
    build_report(self, configuring_text(self->request), 0, configurations->len);
    g_mutex_init(&configuring.telling);
    /* A build that is recorded has its own jobs. */
    guint at_once = configure_builds(self->request->driver) ? 1 : self->request->jobs;
    parallel_for(configurations->len, at_once, configure_one, &configuring);
    g_mutex_clear(&configuring.telling);
    g_autoptr(GPtrArray) words = last_words(self->request, messages);
    for (guint i = 0; i < configurations->len; i++) {
        const Configuration *configuration = configurations->pdata[i];
        if (unmade[i].said != NULL) {
            g_ptr_array_add(self->build->notes, g_steal_pointer(&unmade[i].said));
        }
        if (messages->pdata[i] != NULL) {
            char *told = failure_told(messages, words, i, configurations);
            if (told != NULL) {
                g_ptr_array_add(self->build->failures, told);
            }
            left_out_clear(&left_out[i]);
            left_out_clear(&unmade[i]);
            continue;
        }
        if (left_out[i].said != NULL) {
            g_ptr_array_add(self->build->left_out,
                            g_strdup_printf("left out, for the default build does not need it: %s",
                                            left_out[i].said));
        }
        BuiltConfiguration *built = arena_new0(self->build->arena, BuiltConfiguration);
        built->configuration = configuration;
        built->build = workspace_build(self->request->folder, configuration->name);
        built->units = arena_array(self->build->arena);
        built->lost = all_lost(&left_out[i], &unmade[i]);
        left_out_clear(&left_out[i]);
        left_out_clear(&unmade[i]);
        g_ptr_array_add(self->build->configurations, built);
    }
    build_note_unused(self);
    build_note_missing(self);
}

/* ---- b: commands ----------------------------------------------------------------------------- */

static void leave_out_unasked(BuildCounts *counts, BuiltUnit *unit)
{
    unit->unasked = TRUE;
    unit->left_out = "only what the default build needs was asked for";
    *(unit_kind_has_bitcode(unit->unit->kind) ? &counts->units : &counts->others) -= 1;
    counts->left_out++;
}

/* A unit whose output the build tool does not list is taken for one that is needed. */
static void read_optional(Building *self, BuiltConfiguration *built, GHashTable *optional)
{
    for (guint i = 0; i < built->units->len; i++) {
        BuiltUnit *unit = built->units->pdata[i];
        unit->optional =
            unit->unit->output != NULL && g_hash_table_contains(optional, unit->unit->output);
        if (unit->optional && self->request->default_only) {
            leave_out_unasked(&self->build->counts, unit);
        } else if (unit->optional && built->lost != NULL &&
                   g_hash_table_contains(built->lost, unit->unit->output)) {
            unit->left_out = "what it needs cannot be made";
            self->build->counts.others -= unit_kind_has_bitcode(unit->unit->kind) ? 0 : 1;
        }
    }
}

/* A link that takes a shell, or a file that nothing makes, cannot be deployed, nor what is made of
 * what is linked and installed: better to know that before anything is compiled. The failures are
 * those of the configuration. */
static gboolean check_steps(Building *self, BuiltConfiguration *built)
{
    const ConfigureRequest request = build_configure_request(self->request, built->configuration);
    g_autoptr(StepFates) fates = step_fates_new(&request);
    step_fates_lose(fates, built->lost);
    for (guint i = 0; i < built->units->len; i++) {
        const BuiltUnit *unit = built->units->pdata[i];
        if (unit->unit->output != NULL) {
            step_fates_add(fates, fates->objects, unit->unit->output);
        }
    }
    json_t *steps = configure_steps(&request, &self->error);
    gboolean known = steps != NULL;
    gsize index;
    const json_t *step;
    json_array_foreach(steps, index, step)
    {
        g_autoptr(GError) why = NULL;
        g_autofree char *directory = NULL;
        json_t *commands = NULL;
        StepFate fate = step_fates_next(fates, step, &commands, &directory, &why);
        gboolean fails = fate == STEP_FAILS;
        if (fails || fate == STEP_LEFT_OUT) {
            g_ptr_array_add(fails ? self->build->failures : self->build->left_out,
                            g_strdup_printf("configuration %s, %s: %s%s",
                                            built->configuration->name,
                                            json_string_value(json_object_get(step, "output")),
                                            fails ? "" : "it is left out: ", why->message));
            built->failures += fails ? 1 : 0;
        }
        json_decref(commands);
    }
    json_decref(steps);
    return known;
}

static gboolean read_commands(Building *self)
{
    Build *build = self->build;
    for (guint i = 0; i < build->configurations->len; i++) {
        BuiltConfiguration *built = build->configurations->pdata[i];
        const ConfigureRequest request =
            build_configure_request(self->request, built->configuration);
        g_autoptr(GHashTable) commands =
            g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        g_autoptr(GHashTable) optional =
            configure_optional_outputs(&request, commands, &self->error);
        const UnitReader reader = {.arena = build->arena,
                                   .compilers = self->request->compilers,
                                   .sandbox = self->request->sandbox,
                                   .configuration = built->configuration->name,
                                   .build = built->build,
                                   .commands = commands};
        const GPtrArray *units = optional == NULL ? NULL : units_read(&reader, &self->error);
        if (units == NULL) {
            return FALSE;
        }
        for (guint k = 0; k < units->len; k++) {
            BuiltUnit *unit = arena_new0(build->arena, BuiltUnit);
            unit->unit = units->pdata[k];
            g_ptr_array_add(built->units, unit);
            *(unit_kind_has_bitcode(unit->unit->kind) ? &build->counts.units
                                                      : &build->counts.others) += 1;
        }
        read_optional(self, built, optional);
        if (!check_steps(self, built)) {
            return FALSE;
        }
        build_report(self, "reading commands", i + 1, build->configurations->len);
    }
    return TRUE;
}

/* ---- c: prove -------------------------------------------------------------------------------- */

/* What was shown, for people and for the next stage's reader: classes.json. */
static gboolean write_classes(Building *self)
{
    json_t *units = json_array();
    for (guint i = 0; i < self->build->proof->proofs->len; i++) {
        const UnitProof *proof = self->build->proof->proofs->pdata[i];
        json_array_append_new(units, json_pack("{s:s, s:o, s:o, s:s, s:o}", "configuration",
                                               proof->unit->configuration, "source",
                                               json_of_text(proof->unit->source), "class",
                                               json_of_text(proof->key), "level",
                                               proof_level_text(proof->level), "apart",
                                               json_of_text(proof->apart)));
    }
    g_autofree char *text = json_document_text(units);
    json_decref(units);
    g_autofree char *path = g_build_filename(self->request->folder, "classes.json", NULL);
    return file_write(path, text, strlen(text), &self->error);
}

/* What was shown of a unit. A command whose object no single module can stand for is no failure:
 * the object is made by the unit's own compiler. */
static void take_proof(Building *self, BuiltUnit *unit, const UnitProof *proof, GHashTable *classes)
{
    Build *build = self->build;
    unit->proof = proof;
    unit->key = proof->key;
    g_autofree char *first =
        proof->failure == NULL
            ? NULL
            : failures_first_error(configure_failures(self->request->driver), proof->failure);
    if (proof->frontend->object_only) {
        unit->why_object = proof->failure;
        build->counts.units--;
        build->counts.others++;
    } else if (first != NULL && unit->optional) {
        unit->left_out = arena_strdup(build->arena, first);
    } else if (proof->failure != NULL) {
        g_ptr_array_add(build->failures,
                        g_strdup_printf("configuration %s, %s: %s", unit->unit->configuration,
                                        unit->unit->source, proof->failure));
    } else {
        g_hash_table_add(classes, (gpointer)unit->key);
    }
}

static gboolean prove_all(Building *self)
{
    Build *build = self->build;
    g_autoptr(GPtrArray) units = g_ptr_array_new();
    g_autoptr(GPtrArray) builds = g_ptr_array_new();
    g_autoptr(GPtrArray) built_units = g_ptr_array_new();
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            BuiltUnit *unit = built->units->pdata[k];
            if (unit_kind_has_bitcode(unit->unit->kind) && unit->left_out == NULL) {
                g_ptr_array_add(units, (gpointer)unit->unit);
                g_ptr_array_add(builds, built->build);
                g_ptr_array_add(built_units, unit);
            }
        }
    }
    const ProveRequest request = {.compilers = self->request->compilers,
                                  .sandbox = self->request->sandbox,
                                  .scratch = self->scratch,
                                  .tool = self->tool,
                                  .jobs = self->request->jobs,
                                  .thorough = self->request->thorough,
                                  .progress = self->request->progress,
                                  .data = self->request->data};
    build->proof = prove(&request, units, builds, &self->error);
    if (build->proof == NULL) {
        return FALSE;
    }
    build->counts.prove = build->proof->counts;
    g_autoptr(GHashTable) classes = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < built_units->len; i++) {
        take_proof(self, built_units->pdata[i], build->proof->proofs->pdata[i], classes);
    }
    build->counts.classes = g_hash_table_size(classes);
    return write_classes(self);
}

/* ---------------------------------------------------------------------------------------------- */

/* Once a configuration has failed, the others matter only where those that work are packed. */
static void count_failures(Building *self)
{
    for (guint i = 0; i < self->build->configurations->len; i++) {
        BuiltConfiguration *built = self->build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            gboolean has_code =
                unit->proof == NULL || unit->module != NULL || unit->why_object != NULL;
            built->failures += has_code || unit->left_out != NULL ? 0 : 1;
        }
        gboolean goes_on = self->request->keep_going || self->build->failures->len == 0;
        if (goes_on && built->failures == 0 && build_objects_fail(self, built)) {
            built->failures++;
        }
    }
}

/* What is said of a build is said of the configurations that are left. */
static void uncount(BuildCounts *counts, const BuiltConfiguration *built)
{
    for (guint i = 0; i < built->units->len; i++) {
        const BuiltUnit *unit = built->units->pdata[i];
        gboolean is_unit = unit_kind_has_bitcode(unit->unit->kind) && unit->why_object == NULL;
        if (unit->unasked) {
            counts->left_out--;
        } else if (is_unit) {
            counts->units--;
        } else if (unit->left_out == NULL) {
            counts->others--;
        }
    }
}

/* A configuration with a unit that failed is no configuration that works. */
static void drop_failed(Build *build)
{
    for (guint i = build->configurations->len; i-- > 0;) {
        BuiltConfiguration *built = build->configurations->pdata[i];
        if (built->failures > 0) {
            uncount(&build->counts, built);
            built_configuration_clear(built);
            g_ptr_array_remove_index(build->configurations, i);
        }
    }
}

static gboolean run_stage(Building *self, Stage stage)
{
    switch (stage) {
    case STAGE_CONFIGURE:
        configure_all(self);
        return TRUE;
    case STAGE_COMMANDS:
        if (!read_commands(self)) {
            return FALSE;
        }
        drop_failed(self->build);
        return TRUE;
    case STAGE_PROVE:
        return prove_all(self);
    case STAGE_COMPILE:
        if (!build_compile_all(self)) {
            return FALSE;
        }
        count_failures(self);
        drop_failed(self->build);
        build_tell_left_out(self);
        build_tell_without_bitcode(self);
        return TRUE;
    case STAGE_MERGE:
        return build_merge_all(self);
    case STAGE_PACK:
    case STAGE_COUNT:
        break;
    }
    return TRUE;
}

static gboolean run_stages(Building *self)
{
    for (Stage stage = STAGE_CONFIGURE; stage <= MIN(self->request->stop_after, STAGE_MERGE);
         stage++) {
        gint64 begin = g_get_monotonic_time();
        if (!run_stage(self, stage)) {
            return FALSE;
        }
        self->build->counts.seconds[stage] =
            (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
        gboolean failed = self->build->failures->len > 0;
        if ((failed && !self->request->keep_going) || self->build->configurations->len == 0) {
            return TRUE;
        }
    }
    return TRUE;
}

Build *build_run(const BuildRequest *request, GError **error)
{
    Build *build = g_new0(Build, 1);
    build->arena = arena_new();
    build->configurations = arena_array(build->arena);
    build->keys = arena_array(build->arena);
    build->failures = g_ptr_array_new_with_free_func(g_free);
    build->left_out = g_ptr_array_new_with_free_func(g_free);
    build->notes = g_ptr_array_new_with_free_func(g_free);
    Building self = {.request = request, .build = build};
    g_autofree char *version = module_llvm_version();
    g_autofree char *tool = g_strdup_printf(
        "LLVM %s, SOURCE_DATE_EPOCH %" G_GINT64_FORMAT ", %s", version, request->sandbox->timestamp,
        request->sandbox->root_name != NULL ? request->sandbox->root_name
        : request->sandbox->root != NULL    ? request->sandbox->root
                                            : "host");
    g_autofree char *scratch = g_build_filename(request->folder, "scratch", NULL);
    self.tool = tool;
    self.scratch = scratch;
    if (!run_stages(&self)) {
        g_propagate_error(error, self.error);
        build_free(build);
        return NULL;
    }
    return build;
}
