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

/* Whether ".." in a path that is seen inside leaves a folder by a link: it then names another file
 * than the text says. */
static gboolean leaves_link(const Building *self, const char *build, const char *path)
{
    for (const char *up = strstr(path, "/../"); up != NULL; up = strstr(up + 1, "/../")) {
        g_autofree char *left = g_strndup(path, (gsize)(up - path));
        g_autofree char *folder = g_canonicalize_filename(left, "/");
        g_autofree char *neutral = sandbox_neutral_text(self->request->sandbox, build, folder);
        if (!g_str_has_prefix(neutral, SANDBOX_BUILD "/") &&
            !g_str_has_prefix(neutral, SANDBOX_SOURCE "/")) {
            continue;
        }
        g_autofree char *host = sandbox_host_path(self->request->sandbox, build, folder);
        if (g_file_test(host, G_FILE_TEST_IS_SYMLINK)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether the compiler has read the files that the proof knows of, and no others. The scanner sees
 * directives only: not what macros of the program's text count (__COUNTER__) or tell pragmas. */
static gboolean reads_what_is_known(const Building *self, const BuiltUnit *unit, const char *key)
{
    const char *build = unit->proof->build;
    g_autofree char *rule = compile_job_rule(self->request->folder, key);
    g_autoptr(GPtrArray) closures =
        g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    g_ptr_array_add(closures, g_ptr_array_new());
    closures_parse(rule == NULL ? "" : rule, closures);
    GPtrArray *closure = closures->pdata[0];
    gboolean known = unit->proof->reads != NULL;
    for (guint i = 0; known && i < closure->len; i++) {
        g_autofree char *path = closure->pdata[i];
        g_autofree char *full = g_build_filename(unit->unit->directory, path, NULL);
        const char *absolute = g_path_is_absolute(path) ? path : full;
        g_autofree char *plain = g_canonicalize_filename(absolute, "/");
        known = !leaves_link(self, build, absolute);
        closure->pdata[i] = sandbox_neutral_text(self->request->sandbox, build, plain);
    }
    g_autofree char *digest = closure_digest(closure);
    return known && g_str_equal(digest, unit->proof->reads);
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
    if (unit->proof->unpinned || !reads_what_is_known(self, unit, key)) {
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
    GHashTable *first; /* key -> the unit that was compiled */
    GHashTable *apart; /* keys of which the compiler reads what no key tells */
    Classes more;
} Separation;

static gboolean move_out(Building *self, BuiltUnit *unit, Separation *separation,
                         const char *dependence, const char *about)
{
    Arena *arena = self->build->arena;
    unit->dependence = arena_strdup(arena, dependence);
    g_autofree char *text = g_strdup_printf("%s\n%s", unit->key, about);
    g_autofree char *key = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    unit->key = arena_intern(arena, key);
    return add_class(self, unit, &separation->more);
}

/* A class whose module depends on the target becomes one class a target, and one whose compiler
 * reads what no key tells one class a unit. */
static gboolean separate(Building *self, BuiltUnit *unit, gpointer data)
{
    Separation *separation = data;
    const BuiltUnit *first = g_hash_table_lookup(separation->first, unit->key);
    g_auto(ModuleRecord) record = {0};
    if (first == NULL) {
        g_hash_table_insert(separation->first, (gpointer)unit->key, unit);
        return TRUE;
    }
    if (!module_record_read(self->request->folder, unit->key, &record, NULL)) {
        return TRUE;
    }
    if (!g_hash_table_contains(separation->apart, unit->key)) {
        gboolean known = reads_what_is_known(self, first, unit->key);
        g_hash_table_insert(separation->apart, (gpointer)unit->key, GINT_TO_POINTER(!known));
    }
    if (g_hash_table_lookup(separation->apart, unit->key) != NULL) {
        g_autofree char *about =
            g_strdup_printf("unit/1\n%s\n%u", unit->unit->configuration, unit->unit->number);
        return move_out(self, unit, separation, "files that only the compiler finds", about);
    }
    if (record.dependence == NULL || g_str_equal(first->proof->target, unit->proof->target)) {
        return TRUE;
    }
    g_autofree char *about = g_strdup_printf("target/1\n%s", unit->proof->target);
    return move_out(self, unit, separation, record.dependence, about);
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
    g_autoptr(GHashTable) first = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) apart = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) more = g_ptr_array_new();
    Separation separation = {first, apart, {seen, more}};
    if (!build_each_unit(self, separate, &separation) ||
        !compile(self, "compiling what cannot be shared", more)) {
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
