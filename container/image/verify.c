#include "container/image/verify.h"
#include "container/build/workspace.h"
#include "container/image/pack.h"
#include "container/image/verify_recipe.h"
#include "container/stages/compile.h"
#include "core/parallel.h"
#include <glib/gstdio.h>
#include <string.h>

#define FINDINGS_MAX 1000u
#define NO_MODULE "the container has no module for it"

void verify_result_clear(VerifyResult *self)
{
    g_clear_pointer(&self->findings, g_ptr_array_unref);
}

/* One unit and what the container says about it. */
typedef struct {
    const BuiltUnit *unit;
    const char *module; /* NULL: the container has its object instead, or nothing */
    gboolean left_out;  /* it has nothing, for the unit's command fails */
    gboolean relocates; /* the container says that the module holds the prefix */
    const char *target;
    char *key;
} Task;

static void task_free(gpointer data)
{
    Task *task = data;
    g_free(task->key);
    g_free(task);
}

typedef struct {
    const VerifyRequest *request;
    VerifyResult *result;
    GPtrArray *tasks;   /* Task * */
    GPtrArray *modules; /* Task *: one for each distinct module */
    ModuleNames *names; /* of these */
    GMutex lock;
    GError *error;
} Verifying;

/* `count` is the one that it is of. */
static void find(Verifying *self, guint *count, char *finding)
{
    g_mutex_lock(&self->lock);
    (*count)++;
    if (self->result->findings->len < FINDINGS_MAX) {
        g_ptr_array_add(self->result->findings, finding);
    } else {
        g_free(finding);
    }
    g_mutex_unlock(&self->lock);
}

static void find_unit(Verifying *self, const BuiltUnit *unit, const char *what)
{
    find(self, &self->result->differences,
         g_strdup_printf("configuration %s, %s: %s", unit->unit->configuration, unit->unit->source,
                         what));
}

/* The unit at the same place of the same configuration, which has to be the same source: the
 * container has its path as the sandbox sees it. */
static const json_t *recorded_unit(const Verifying *self, const BuiltConfiguration *built,
                                   const json_t *units, const Unit *unit)
{
    const json_t *recorded = json_array_get(json_object_get(units, "units"), unit->number);
    const char *source = json_string_value(json_object_get(recorded, "source"));
    g_autofree char *neutral =
        sandbox_neutral_text(self->request->build_request->sandbox, built->build, unit->source);
    return g_strcmp0(source, neutral) == 0 ? recorded : NULL;
}

static gboolean is_left_out(const json_t *recorded)
{
    return json_is_string(json_object_get(recorded, "left_out"));
}

/* Nothing that the default build needs may be left out, whatever it is and why, and what has a
 * module is not left out. */
static gboolean may_be_left_out(Verifying *self, const BuiltUnit *unit, const json_t *recorded)
{
    if (!is_left_out(recorded)) {
        return TRUE;
    }
    if (!unit->optional) {
        find_unit(self, unit, "the default build needs it, and the container leaves it out");
        return FALSE;
    }
    if (json_object_get(recorded, "module") != NULL) {
        find_unit(self, unit, "the container leaves it out, and has a module for it");
        return FALSE;
    }
    return TRUE;
}

static void add_task(Verifying *self, const BuiltUnit *unit, const json_t *recorded,
                     const json_t *units)
{
    const char *module = json_string_value(json_object_get(recorded, "module"));
    const json_t *target =
        json_array_get(json_object_get(units, "targets"),
                       (gsize)json_integer_value(json_object_get(recorded, "target")));
    gboolean left_out = is_left_out(recorded);
    if (left_out && json_is_true(json_object_get(recorded, "unasked"))) {
        return;
    }
    if (module == NULL && !left_out && !json_is_string(json_object_get(recorded, "why_not"))) {
        find_unit(self, unit, NO_MODULE);
        return;
    }
    if (module != NULL && g_strcmp0(json_string_value(target), unit->proof->target) != 0) {
        find_unit(self, unit, "its command asks for another target than the container says");
        return;
    }
    Task *task = g_new0(Task, 1);
    task->unit = unit;
    task->module = module;
    task->left_out = left_out;
    task->relocates = json_is_true(json_object_get(recorded, "relocates"));
    task->target = unit->proof->target;
    g_autofree char *text =
        g_strdup_printf("verify/1\n%s\n%u\n%s\n%s", unit->unit->configuration, unit->unit->number,
                        unit->proof->key, unit->proof->target);
    task->key = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_ptr_array_add(self->tasks, task);
}

/* The compiler refuses its command before it reads the source, or something that it needs cannot be
 * made: there can be nothing to compare. */
static void check_refused(Verifying *self, const BuiltUnit *unit, const json_t *recorded)
{
    if (!is_left_out(recorded)) {
        find_unit(self, unit,
                  unit->proof == NULL
                      ? "what it needs cannot be made, and the container does not leave it out"
                      : "its command is refused, and the container does not leave it out");
    }
}

/* What code is generated by has to be what the unit's own command says, and its object has to go
 * where that one's goes. FALSE when there is nothing to compare. */
static gboolean check_record(Verifying *self, const BuiltConfiguration *built,
                             const BuiltUnit *unit, const json_t *recorded, const json_t *units)
{
    const Sandbox *sandbox = self->request->build_request->sandbox;
    if (recorded == NULL) {
        find_unit(self, unit, "the container has another unit in its place, or none");
        return FALSE;
    }
    const char *const places[][2] = {{"output", unit->unit->output},
                                     {"directory", unit->unit->directory}};
    for (gsize i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *neutral =
            places[i][1] == NULL ? NULL : sandbox_neutral_text(sandbox, built->build, places[i][1]);
        if (g_strcmp0(json_string_value(json_object_get(recorded, places[i][0])), neutral) != 0) {
            find_unit(self, unit, "the container has its object at another place");
            return FALSE;
        }
    }
    gboolean has_module = json_object_get(recorded, "module") != NULL;
    if (has_module && unit->unit->why_not != NULL) {
        find_unit(self, unit, "it cannot become bitcode, and the container has a module for it");
        return FALSE;
    }
    if (has_module && unit->proof != NULL && unit->proof->failure == NULL) {
        json_t *own = pack_words_json(sandbox, built->build, unit->proof->frontend->rest);
        gsize frontend = (gsize)json_integer_value(json_object_get(recorded, "frontend"));
        const json_t *said = json_array_get(json_object_get(units, "frontends"), frontend);
        if (!json_equal(said, own)) {
            find_unit(self, unit, "its command has other options than the container says");
        }
        json_decref(own);
    }
    return TRUE;
}

/* Nothing of the image may go without a counterpart: what is not compared is not verified. */
static void check_others(Verifying *self)
{
    const Container *container = self->request->container;
    for (guint i = 0; i < container->names->len; i++) {
        const char *name = container->names->pdata[i];
        if (matrix_find(self->request->build_request->matrix, name) == NULL) {
            find(self, &self->result->differences,
                 g_strdup_printf("the container has a configuration %s, which the matrix has not",
                                 name));
        }
    }
}

static void check_count(Verifying *self, const BuiltConfiguration *built, const json_t *units)
{
    gsize count = json_array_size(json_object_get(units, "units"));
    if (count > built->units->len) {
        find(self, &self->result->differences,
             g_strdup_printf("configuration %s: the container has %" G_GSIZE_FORMAT
                             " units, the compile commands %u",
                             built->configuration->name, count, built->units->len));
    }
}

static void check_recipe(Verifying *self, const BuiltConfiguration *built, const json_t *units)
{
    const json_t *recipe = container_recipe(self->request->container, built->configuration->name);
    g_autofree char *what = verify_recipe(self->request->build_request, built, units, recipe,
                                          self->request->sample == 0 ? self->names : NULL);
    if (what != NULL) {
        find(self, &self->result->differences,
             g_strdup_printf("configuration %s: %s", built->configuration->name, what));
    }
}

/* It is kept as an object, with nothing to compare that with. */
static gboolean is_object(const json_t *recorded)
{
    return recorded != NULL && json_object_get(recorded, "module") == NULL &&
           !is_left_out(recorded);
}

static void collect_tasks(Verifying *self)
{
    const Build *build = self->request->build;
    guint total = 0;
    for (guint i = 0; i < build->configurations->len; i++) {
        total += ((const BuiltConfiguration *)build->configurations->pdata[i])->units->len;
    }
    guint step = self->request->sample == 0 ? 1 : MAX(total / self->request->sample, 1);
    guint number = 0;
    check_others(self);
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        const json_t *units = container_units(self->request->container, built->configuration->name);
        if (units == NULL) {
            find(self, &self->result->differences,
                 g_strdup_printf("the container has no configuration %s",
                                 built->configuration->name));
            continue;
        }
        check_count(self, built, units);
        for (guint k = 0; k < built->units->len; k++) {
            const BuiltUnit *unit = built->units->pdata[k];
            const json_t *recorded = recorded_unit(self, built, units, unit->unit);
            self->result->objects += is_object(recorded) ? 1 : 0;
            if (!check_record(self, built, unit, recorded, units) ||
                !may_be_left_out(self, unit, recorded)) {
                continue;
            }
            if (unit->proof != NULL && unit->proof->failure == NULL && number++ % step == 0) {
                add_task(self, unit, recorded, units);
            } else if (unit->left_out != NULL) {
                check_refused(self, unit, recorded);
            }
        }
    }
}

/* Rebuilds a module, has LLVM read it, sets the target and takes it off again. */
static void check_module(guint index, gpointer data)
{
    Verifying *self = data;
    const Task *task = self->modules->pdata[index];
    g_autoptr(GError) error = NULL;
    g_autofree char *text = store_text(self->request->container->store, task->module, &error);
    g_autoptr(Module) module = text == NULL ? NULL : module_parse(text, strlen(text), &error);
    if (module == NULL) {
        find(self, &self->result->differences, g_strdup(error->message));
        return;
    }
    module_names_add(self->names, task->module, module);
    module_set_target(module, task->target);
    module_canonicalise(module, task->target);
    g_autofree char *again = module_text(module);
    if (!g_str_equal(again, text)) {
        find_unit(self, task->unit, "its module changes when LLVM reads it");
    }
}

/* Once the modules were read, for what they need. */
static void check_recipes(Verifying *self)
{
    const Build *build = self->request->build;
    for (guint i = 0; i < build->configurations->len; i++) {
        const BuiltConfiguration *built = build->configurations->pdata[i];
        const json_t *units = container_units(self->request->container, built->configuration->name);
        if (units != NULL) {
            check_recipe(self, built, units);
        }
    }
}

static void check_modules(Verifying *self)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < self->tasks->len; i++) {
        const Task *task = self->tasks->pdata[i];
        if (task->module != NULL && g_hash_table_add(seen, (gpointer)task->module)) {
            g_ptr_array_add(self->modules, (gpointer)task);
        }
    }
    self->result->modules = self->modules->len;
    parallel_for(self->modules->len, self->request->build_request->jobs, check_module, self);
}

/* What an earlier verification compiled is no evidence for this one, unless it is the same one that
 * goes on: then a unit counts whose key (its command and all that it reads) and job are the same.
 */
static gboolean write_jobs(Verifying *self, GPtrArray *keys)
{
    const BuildRequest *build = self->request->build_request;
    for (guint i = 0; i < self->tasks->len; i++) {
        const Task *task = self->tasks->pdata[i];
        g_autoptr(Arena) arena = arena_new();
        const GPtrArray *command = NULL;
        g_auto(GStrv) vector = build_compile_vector(arena, build, task->unit->unit,
                                                    task->unit->proof->build, task->key, &command);
        const CompileJob job = {.key = task->key,
                                .configuration = task->unit->unit->configuration,
                                .source = task->unit->unit->source,
                                .command = (const char *const *)command->pdata,
                                .vector = (const char *const *)vector,
                                .target = task->target,
                                .placeholder = configure_placeholder(build->driver),
                                .compare_only = TRUE};
        if (!self->request->resume || task->unit->proof->unpinned) {
            g_autofree char *old = workspace_path(build->folder, "modules", task->key, ".json");
            g_unlink(old);
        }
        if (!compile_job_write(build->folder, &job, &self->error)) {
            return FALSE;
        }
        g_ptr_array_add(keys, task->key);
    }
    return TRUE;
}

/* What is left out may not be what compiles, and is only shown not to be by an error of its source:
 * a compiler that is ended shows nothing. FALSE then. */
static gboolean check_left_out(Verifying *self, const Task *task, gboolean compiles)
{
    if (compiles) {
        find_unit(self, task->unit, "it compiles, and the container leaves it out");
        return TRUE;
    }
    g_autofree char *error =
        compile_job_source_error(configure_failures(self->request->build_request->driver),
                                 self->request->build_request->folder, task->key);
    return error != NULL;
}

static gboolean compile_units(Verifying *self)
{
    const BuildRequest *build = self->request->build_request;
    g_autoptr(GPtrArray) keys = g_ptr_array_new();
    const GraphRequest graph = {.folder = build->folder,
                                .program = build->program,
                                .launcher = build->launcher,
                                .jobs = build->jobs,
                                .keep_going = TRUE,
                                .what = "verifying",
                                .progress = build->progress,
                                .data = build->data};
    if (!write_jobs(self, keys) || !graph_run(&graph, keys, &self->error)) {
        return FALSE;
    }
    for (guint i = 0; i < self->tasks->len; i++) {
        const Task *task = self->tasks->pdata[i];
        g_auto(ModuleRecord) record = {0};
        gboolean compiles = module_record_read(build->folder, task->key, &record, NULL);
        if (task->left_out && check_left_out(self, task, compiles)) {
            continue;
        }
        if (!compiles) {
            g_autofree char *failure = compile_job_failure(build->folder, task->key);
            find(self, &self->result->failed, g_steal_pointer(&failure));
            continue;
        }
        if (task->module == NULL) {
            if (record.reads == NULL) {
                find_unit(self, task->unit, NO_MODULE);
            }
            continue;
        }
        if (record.reads != NULL) {
            find_unit(self, task->unit,
                      "its assembly may read a file, and the container has a module for it");
        } else if (!g_str_equal(record.digest, task->module)) {
            find_unit(self, task->unit, "its own command makes another module");
        } else if (record.relocates != task->relocates) {
            find_unit(self, task->unit, "the container is wrong about whether it holds the prefix");
        }
        self->result->units++;
    }
    return TRUE;
}

gboolean verify_container(const VerifyRequest *request, VerifyResult *result, GError **error)
{
    gint64 begin = g_get_monotonic_time();
    *result = (VerifyResult){.findings = g_ptr_array_new_with_free_func(g_free)};
    Verifying self = {.request = request,
                      .result = result,
                      .tasks = g_ptr_array_new_with_free_func(task_free),
                      .modules = g_ptr_array_new(),
                      .names = module_names_new()};
    g_mutex_init(&self.lock);
    collect_tasks(&self);
    check_modules(&self);
    check_recipes(&self);
    gboolean done = compile_units(&self);
    g_ptr_array_unref(self.modules);
    module_names_free(self.names);
    g_ptr_array_unref(self.tasks);
    g_mutex_clear(&self.lock);
    result->seconds = (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
    if (!done) {
        g_propagate_error(error, self.error);
    }
    return done;
}
