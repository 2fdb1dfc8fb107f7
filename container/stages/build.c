#include "container/stages/build.h"
#include "container/build/parallel.h"
#include "container/build/workspace.h"
#include "container/stages/compile.h"
#include "core/file.h"
#include "core/json.h"
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

void build_free(Build *self)
{
    if (self != NULL) {
        for (guint i = 0; i < self->configurations->len; i++) {
            g_free(((BuiltConfiguration *)self->configurations->pdata[i])->build);
        }
        g_ptr_array_unref(self->failures);
        g_clear_pointer(&self->proof, proof_free);
        g_clear_pointer(&self->store, store_free);
        arena_free(self->arena);
        g_free(self);
    }
}

typedef struct {
    const BuildRequest *request;
    Build *build;
    char *scratch;
    char *tool; /* what makes bitcode, for keys */
    GError *error;
} Building;

static void report(const Building *self, const char *what, guint done, guint total)
{
    if (self->request->progress != NULL) {
        self->request->progress(what, done, total, self->request->data);
    }
}

/* ---- a: configure ---------------------------------------------------------------------------- */

typedef struct {
    Building *building;
    GPtrArray *messages; /* char * by configuration; NULL: it went well */
    gint done;
} Configuring;

static ConfigureRequest configure_request(const BuildRequest *request,
                                          const Configuration *configuration, const char *c,
                                          const char *cxx, guint jobs)
{
    return (ConfigureRequest){.driver = request->driver,
                              .sandbox = request->sandbox,
                              .matrix = request->matrix,
                              .configuration = configuration,
                              .folder = request->folder,
                              .c = c,
                              .cxx = cxx,
                              .jobs = jobs};
}

static void configure_one(guint index, gpointer data)
{
    Configuring *configuring = data;
    const BuildRequest *request = configuring->building->request;
    const DriverWords *driver = compilers_driver(request->compilers);
    g_autofree char *c = g_strdup_printf("%s-%d", driver->c, XAAS_LLVM_VERSION);
    g_autofree char *cxx = g_strdup_printf("%s-%d", driver->cxx, XAAS_LLVM_VERSION);
    const ConfigureRequest one = configure_request(
        request, request->matrix->configurations->pdata[index], c, cxx, request->jobs);
    g_autoptr(GError) error = NULL;
    if (!configure_run(&one, &error)) {
        configuring->messages->pdata[index] = g_strdup(error->message);
    }
    guint done = (guint)g_atomic_int_add(&configuring->done, 1) + 1;
    report(configuring->building, "configuring", done, request->matrix->configurations->len);
}

static void configure_all(Building *self)
{
    const GPtrArray *configurations = self->request->matrix->configurations;
    g_autoptr(GPtrArray) messages = g_ptr_array_new();
    g_ptr_array_set_size(messages, (int)configurations->len);
    Configuring configuring = {.building = self, .messages = messages};
    report(self, "configuring", 0, configurations->len);
    parallel_for(configurations->len, self->request->jobs, configure_one, &configuring);
    for (guint i = 0; i < configurations->len; i++) {
        const Configuration *configuration = configurations->pdata[i];
        if (messages->pdata[i] != NULL) {
            g_ptr_array_add(self->build->failures, messages->pdata[i]);
            continue;
        }
        BuiltConfiguration *built = arena_new0(self->build->arena, BuiltConfiguration);
        built->configuration = configuration;
        built->build = workspace_build(self->request->folder, configuration->name);
        built->units = arena_array(self->build->arena);
        g_ptr_array_add(self->build->configurations, built);
    }
}

/* ---- b: commands ----------------------------------------------------------------------------- */

static gboolean read_commands(Building *self)
{
    Build *build = self->build;
    for (guint i = 0; i < build->configurations->len; i++) {
        BuiltConfiguration *built = build->configurations->pdata[i];
        const UnitReader reader = {build->arena, self->request->compilers, self->request->sandbox,
                                   built->configuration->name, built->build};
        const GPtrArray *units = units_read(&reader, &self->error);
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
        report(self, "reading commands", i + 1, build->configurations->len);
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
            if (unit_kind_has_bitcode(unit->unit->kind)) {
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
        BuiltUnit *unit = built_units->pdata[i];
        unit->proof = build->proof->proofs->pdata[i];
        unit->key = unit->proof->key;
        if (unit->proof->failure != NULL) {
            g_ptr_array_add(build->failures,
                            g_strdup_printf("configuration %s, %s: %s", unit->unit->configuration,
                                            unit->unit->source, unit->proof->failure));
        } else {
            g_hash_table_add(classes, (gpointer)unit->key);
        }
    }
    build->counts.classes = g_hash_table_size(classes);
    return write_classes(self);
}

/* ---- d: compile ------------------------------------------------------------------------------ */

char **build_compile_vector(Arena *arena, const BuildRequest *request, const Unit *unit,
                            const char *build, const char *key, const GPtrArray **command)
{
    const DriverWords *driver = compilers_driver(request->compilers);
    g_autofree char *scratch = g_build_filename(request->folder, "scratch", NULL);
    const char *output =
        arena_printf(arena, "%s/%s.bc", sandbox_output(request->sandbox, scratch), key);
    GPtrArray *words = unit_command(arena, request->compilers, unit, &driver->bitcode, output);
    if (request->sandbox->isolation == ISOLATION_NONE) {
        /* The later of two maps that fit wins, and a build tree may lie within the sources. */
        const char *maps[] = {
            arena_printf(arena, "%s%s=%s", driver->map_prefix, request->sandbox->source,
                         SANDBOX_SOURCE),
            arena_printf(arena, "%s%s=%s", driver->map_prefix, build, SANDBOX_BUILD)};
        for (gsize i = 0; i < G_N_ELEMENTS(maps); i++) {
            g_ptr_array_insert(words, 1 + (int)i, (gpointer)maps[i]);
        }
    }
    *command = words;
    return sandbox_command(request->sandbox,
                           &(SandboxRequest){.command = (const char *const *)words->pdata,
                                             .directory = unit->directory,
                                             .build = build,
                                             .output = scratch});
}

static gboolean write_job(Building *self, const BuiltUnit *unit, const char *key)
{
    g_autoptr(Arena) arena = arena_new();
    const GPtrArray *command = NULL;
    g_auto(GStrv) vector =
        build_compile_vector(arena, self->request, unit->unit, unit->proof->build, key, &command);
    const CompileJob job = {.key = key,
                            .configuration = unit->unit->configuration,
                            .source = unit->unit->source,
                            .command = (const char *const *)command->pdata,
                            .vector = (const char *const *)vector,
                            .target = unit->proof->target};
    return compile_job_write(self->request->folder, &job, &self->error);
}

/* Calls for each unit that has a class, in the order of configurations and commands. */
static gboolean each_unit(Building *self, gboolean (*visit)(Building *, BuiltUnit *, gpointer),
                          gpointer data)
{
    for (guint i = 0; i < self->build->configurations->len; i++) {
        const BuiltConfiguration *built = self->build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            BuiltUnit *unit = built->units->pdata[k];
            if (unit->key != NULL && !visit(self, unit, data)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

typedef struct {
    GHashTable *seen; /* keys */
    GPtrArray *keys;  /* in order */
} Classes;

static gboolean add_class(Building *self, BuiltUnit *unit, gpointer data)
{
    Classes *classes = data;
    if (!g_hash_table_add(classes->seen, (gpointer)unit->key)) {
        return TRUE;
    }
    g_ptr_array_add(classes->keys, (gpointer)unit->key);
    return write_job(self, unit, unit->key);
}

static gboolean compile(Building *self, const char *what, const GPtrArray *keys)
{
    const BuildRequest *request = self->request;
    return graph_run(&(GraphRequest){.folder = request->folder,
                                     .program = request->program,
                                     .launcher = request->launcher,
                                     .jobs = request->jobs,
                                     .keep_going = request->keep_going,
                                     .what = what,
                                     .progress = request->progress,
                                     .data = request->data},
                     keys, &self->error);
}

typedef struct {
    GHashTable *first_target; /* key -> target of the unit that was compiled */
    Classes more;
} Separation;

/* A class whose module depends on the target becomes one class a target. */
static gboolean separate(Building *self, BuiltUnit *unit, gpointer data)
{
    Separation *separation = data;
    const char *first = g_hash_table_lookup(separation->first_target, unit->key);
    if (first == NULL) {
        g_hash_table_insert(separation->first_target, (gpointer)unit->key,
                            (gpointer)unit->proof->target);
        return TRUE;
    }
    if (g_str_equal(first, unit->proof->target)) {
        return TRUE;
    }
    g_auto(ModuleRecord) record = {0};
    if (!module_record_read(self->request->folder, unit->key, &record, NULL) ||
        record.dependence == NULL) {
        return TRUE;
    }
    Arena *arena = self->build->arena;
    unit->dependence = arena_strdup(arena, record.dependence);
    g_autofree char *text = g_strdup_printf("target/1\n%s\n%s", unit->key, unit->proof->target);
    g_autofree char *key = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    unit->key = arena_intern(arena, key);
    return add_class(self, unit, &separation->more);
}

static gboolean take_module(Building *self, BuiltUnit *unit, gpointer data)
{
    GHashTable *known = data;
    const char *digest = g_hash_table_lookup(known, unit->key);
    if (digest == NULL) {
        g_auto(ModuleRecord) record = {0};
        if (!module_record_read(self->request->folder, unit->key, &record, NULL)) {
            digest = "";
            g_autofree char *log = workspace_path(self->request->folder, "logs", unit->key, ".txt");
            /* What Ninja did not come to has no log: it is no failure of its own. */
            if (g_file_test(log, G_FILE_TEST_EXISTS)) {
                g_ptr_array_add(self->build->failures,
                                compile_job_failure(self->request->folder, unit->key));
            }
        } else {
            digest = arena_strdup(self->build->arena, record.digest);
            self->build->counts.class_bytes += record.bytes;
        }
        g_hash_table_insert(known, (gpointer)unit->key, (gpointer)digest);
    }
    unit->module = *digest == '\0' ? NULL : digest;
    return TRUE;
}

static gboolean compile_all(Building *self)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    Classes classes = {seen, self->build->keys};
    if (!each_unit(self, add_class, &classes) || !compile(self, "compiling", classes.keys)) {
        return FALSE;
    }
    g_autoptr(GHashTable) first_target = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) more = g_ptr_array_new();
    Separation separation = {first_target, {seen, more}};
    if (!each_unit(self, separate, &separation) ||
        (more->len > 0 && !compile(self, "compiling for further targets", more))) {
        return FALSE;
    }
    g_ptr_array_extend(self->build->keys, more, NULL, NULL);
    self->build->counts.classes = self->build->keys->len;
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    return each_unit(self, take_module, known);
}

/* ---- e: merge -------------------------------------------------------------------------------- */

typedef struct {
    const char *key;
    const char *digest;
    char *text;
    GError *error;
} Merged;

typedef struct {
    Building *building;
    Merged *window;
} Merging;

static void load_one(guint index, gpointer data)
{
    Merging *merging = data;
    Merged *merged = &merging->window[index];
    g_autofree char *path =
        workspace_path(merging->building->request->folder, "modules", merged->key, ".bc");
    g_autoptr(Module) module = module_load(path, &merged->error);
    if (module == NULL) {
        return;
    }
    merged->text = module_text(module);
    g_autofree char *digest = module_digest(merged->text);
    if (!g_str_equal(digest, merged->digest)) {
        g_set_error(&merged->error, MODULE_ERROR, MODULE_ERROR_DIFFERS,
                    "%s does not hold what its record says; delete both and build again", path);
    }
}

static gboolean collect_modules(Building *self, BuiltUnit *unit, gpointer data)
{
    (void)self;
    GPtrArray *units = data;
    if (unit->module != NULL) {
        g_ptr_array_add(units, unit);
    }
    return TRUE;
}

/* Modules are read by several threads, a window at a time, and added in order, so that numbers in
 * the store do not depend on who was faster. */
static gboolean merge_window(Building *self, Merged *window, guint count)
{
    Merging merging = {self, window};
    parallel_for(count, self->request->jobs, load_one, &merging);
    gboolean merged = TRUE;
    for (guint i = 0; i < count; i++) {
        if (merged && window[i].error != NULL) {
            g_propagate_error(&self->error, g_steal_pointer(&window[i].error));
            merged = FALSE;
        }
        merged =
            merged && store_add(self->build->store, window[i].text, window[i].digest, &self->error);
        g_clear_pointer(&window[i].text, g_free);
        g_clear_error(&window[i].error);
    }
    return merged;
}

static gboolean merge_all(Building *self)
{
    Build *build = self->build;
    build->store = store_new();
    g_autoptr(GPtrArray) units = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    each_unit(self, collect_modules, units);
    g_autoptr(GArray) window = g_array_new(FALSE, TRUE, sizeof(Merged));
    for (guint i = 0; i <= units->len; i++) {
        if (i == units->len || window->len == 4 * self->request->jobs) {
            if (!merge_window(self, (Merged *)(void *)window->data, window->len)) {
                return FALSE;
            }
            g_array_set_size(window, 0);
            report(self, "merging", i, units->len);
        }
        const BuiltUnit *unit = i < units->len ? units->pdata[i] : NULL;
        if (unit != NULL && g_hash_table_add(seen, (gpointer)unit->module)) {
            g_array_append_val(window, ((Merged){.key = unit->key, .digest = unit->module}));
        }
    }
    build->counts.modules = g_hash_table_size(seen);
    build->counts.store = store_counts(build->store);
    g_autofree char *folder = g_build_filename(self->request->folder, "store", NULL);
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        g_set_error(&self->error, GRAPH_ERROR, GRAPH_ERROR_PATH, "%s cannot be made", folder);
        return FALSE;
    }
    return store_write(build->store, folder, &self->error);
}

/* ---------------------------------------------------------------------------------------------- */

/* A configuration with a unit that failed is no configuration that works. */
static void drop_failed(Build *build)
{
    for (guint i = build->configurations->len; i-- > 0;) {
        BuiltConfiguration *built = build->configurations->pdata[i];
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            built->failures += unit->proof != NULL && unit->module == NULL ? 1 : 0;
        }
        if (built->failures > 0) {
            g_free(built->build);
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
        return read_commands(self);
    case STAGE_PROVE:
        return prove_all(self);
    case STAGE_COMPILE:
        if (!compile_all(self)) {
            return FALSE;
        }
        drop_failed(self->build);
        return TRUE;
    case STAGE_MERGE:
        return merge_all(self);
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
