#include "container/build/process.h"
#include "container/build/workspace.h"
#include "container/stages/build_parts.h"
#include "container/stages/compile.h"
#include "core/file.h"
#include "core/json.h"
#include <glib/gstdio.h>
#include <string.h>

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
                            .target = unit->proof->target,
                            .placeholder = configure_placeholder(self->request->driver)};
    if (unit->proof->unpinned) {
        g_autofree char *old = workspace_path(self->request->folder, "modules", key, ".json");
        g_unlink(old);
    }
    return compile_job_write(self->request->folder, &job, &self->error);
}

/* Calls for each unit that has a class, in the order of configurations and commands. */
gboolean build_each_unit(Building *self, gboolean (*visit)(Building *, BuiltUnit *, gpointer),
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

static gboolean run_graph(Building *self, const char *what, const GPtrArray *keys,
                          gboolean keep_going)
{
    const BuildRequest *request = self->request;
    return keys->len == 0 || graph_run(&(GraphRequest){.folder = request->folder,
                                                       .program = request->program,
                                                       .launcher = request->launcher,
                                                       .jobs = request->jobs,
                                                       .keep_going = keep_going,
                                                       .what = what,
                                                       .progress = request->progress,
                                                       .data = request->data},
                                       keys, &self->error);
}

static gboolean add_needed(Building *self, BuiltUnit *unit, gpointer data)
{
    (void)self;
    if (!unit->optional) {
        g_hash_table_add(data, (gpointer)unit->key);
    }
    return TRUE;
}

static gboolean all_are_there(const Building *self, const GPtrArray *keys)
{
    for (guint i = 0; i < keys->len; i++) {
        g_auto(ModuleRecord) record = {0};
        if (!module_record_read(self->request->folder, keys->pdata[i], &record, NULL)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* What the default build does not need comes last, and all of it: one that fails stops nothing. */
static gboolean compile(Building *self, const char *what, const GPtrArray *keys)
{
    g_autoptr(GHashTable) needed = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) first = g_ptr_array_new();
    g_autoptr(GPtrArray) optional = g_ptr_array_new();
    build_each_unit(self, add_needed, needed);
    for (guint i = 0; i < keys->len; i++) {
        gboolean is_needed = g_hash_table_contains(needed, keys->pdata[i]);
        g_ptr_array_add(is_needed ? first : optional, keys->pdata[i]);
    }
    if (!run_graph(self, what, first, self->request->keep_going)) {
        return FALSE;
    }
    if (!self->request->keep_going && !all_are_there(self, first)) {
        return TRUE;
    }
    g_autofree char *rest = g_strconcat(what, " what the default build does not need", NULL);
    return run_graph(self, rest, optional, TRUE);
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

/* What has become of a class. */
typedef struct {
    const char *digest;     /* NULL: it failed, or is kept as objects */
    const char *left_out;   /* the compiler's first error; NULL: it said none */
    gboolean failed;        /* it has a log, and nothing else */
    gboolean told;          /* it is among the failures */
    const char *why_object; /* of its units; NULL: it is a module, or failed */
    gboolean relocates;
} Outcome;

static Outcome *class_outcome(Building *self, const char *key)
{
    const char *folder = self->request->folder;
    Arena *arena = self->build->arena;
    Outcome *outcome = arena_new0(arena, Outcome);
    g_auto(ModuleRecord) record = {0};
    if (!module_record_read(folder, key, &record, NULL)) {
        g_autofree char *log = workspace_path(folder, "logs", key, ".txt");
        /* What Ninja did not come to has no log: it is no failure of its own. */
        g_autofree char *said = file_read(log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
        g_autofree char *first =
            compile_job_source_error(configure_failures(self->request->driver), folder, key);
        outcome->left_out = first == NULL ? NULL : arena_strdup(arena, first);
        outcome->failed = said != NULL;
        self->build->counts.classes--;
    } else if (record.reads != NULL) {
        outcome->why_object = arena_printf(
            arena, "its assembly may read a file (%s), which no module can hold", record.reads);
    } else {
        outcome->digest = arena_strdup(arena, record.digest);
        outcome->relocates = record.relocates;
        self->build->counts.class_bytes += record.bytes;
    }
    return outcome;
}

static gboolean take_module(Building *self, BuiltUnit *unit, gpointer data)
{
    GHashTable *known = data;
    Outcome *outcome = g_hash_table_lookup(known, unit->key);
    if (outcome == NULL) {
        outcome = class_outcome(self, unit->key);
        g_hash_table_insert(known, (gpointer)unit->key, outcome);
    }
    if (outcome->left_out != NULL && unit->optional) {
        unit->left_out = outcome->left_out;
    } else if (outcome->failed && !outcome->told) {
        g_ptr_array_add(self->build->failures,
                        compile_job_failure(self->request->folder, unit->key));
        outcome->told = TRUE;
    }
    unit->module = outcome->digest;
    unit->relocates = outcome->relocates;
    unit->why_object = outcome->why_object;
    if (unit->why_object != NULL) {
        self->build->counts.units--;
        self->build->counts.others++;
    }
    return TRUE;
}

/* Where nothing has failed Ninja came to everything: then what has no log was never started, which
 * a launcher decides. */
static gboolean tell_not_started(Building *self, BuiltUnit *unit, gpointer data)
{
    GHashTable *known = data;
    Outcome *outcome = g_hash_table_lookup(known, unit->key);
    gboolean has_code = outcome->digest != NULL || outcome->why_object != NULL;
    if (!has_code && !outcome->told && unit->left_out == NULL) {
        g_autofree char *log = workspace_graph_log(self->request->folder);
        g_ptr_array_add(self->build->failures,
                        g_strdup_printf("configuration %s, %s: its compiler was never started; %s "
                                        "has what the build tool and the launcher said",
                                        unit->unit->configuration, unit->unit->source, log));
        outcome->told = TRUE;
        /* The first failure ends the run, so that the others were not tried. */
        return self->request->keep_going;
    }
    return TRUE;
}

gboolean build_compile_all(Building *self)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    Classes classes = {seen, self->build->keys};
    if (!build_each_unit(self, add_class, &classes) || !compile(self, "compiling", classes.keys)) {
        return FALSE;
    }
    g_autoptr(GHashTable) first_target = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) more = g_ptr_array_new();
    Separation separation = {first_target, {seen, more}};
    if (!build_each_unit(self, separate, &separation) ||
        !compile(self, "compiling for further targets", more)) {
        return FALSE;
    }
    g_ptr_array_extend(self->build->keys, more, NULL, NULL);
    self->build->counts.classes = self->build->keys->len;
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    if (!build_each_unit(self, take_module, known)) {
        return FALSE;
    }
    if (self->request->keep_going || self->build->failures->len == 0) {
        build_each_unit(self, tell_not_started, known);
    }
    return TRUE;
}
