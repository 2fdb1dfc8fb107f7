#include "container/deploy/objects.h"
#include "container/build/sandbox.h"
#include "container/build/workspace.h"
#include "container/deploy/kept_units.h"
#include "container/ir/work.h"
#include "core/json.h"
#include "core/parallel.h"
#include <errno.h>
#include <string.h>

/* One object to make; units with the same module and options share it. */
typedef struct {
    const json_t *unit;   /* the first one */
    char *key;            /* in the cache */
    GPtrArray *outputs;   /* char *: paths in the build tree */
    char *attributes;     /* of its functions */
    char *usual;          /* what others have in their place; NULL: the same */
    const char *recorded; /* the target of the unit's own command */
    LowerForm form;
    const Pipeline *pipeline;
    guint number;        /* among all tasks */
    const json_t *words; /* the frontend's */
    Lowered lowered;
    gboolean cached;
    GError *error;
} Task;

typedef struct {
    const ObjectsRequest *request;
    ObjectsResult *result;
    GPtrArray *pipelines;      /* Pipeline *, by number of the frontend */
    Apart *apart;              /* NULL: no pipeline needs it */
    GHashTable *by_key;        /* char * -> Task, which it owns */
    GPtrArray *tasks;          /* Task * in order */
    GPtrArray *uncached;       /* Task *: those whose code is to be made */
    LLVMCodeGenOptLevel level; /* the highest of all units that are wanted */
    GMutex telling;            /* of progress, for what follows */
    guint done;
} Making;

void objects_result_clear(ObjectsResult *self)
{
    g_clear_pointer(&self->own_targets, g_hash_table_unref);
    g_clear_pointer(&self->notes, g_ptr_array_unref);
}

static void task_free(gpointer data)
{
    Task *task = data;
    g_ptr_array_unref(task->outputs);
    g_free(task->key);
    g_free(task->attributes);
    g_free(task->usual);
    lowered_clear(&task->lowered);
    g_clear_error(&task->error);
    g_free(task);
}

char *objects_triple(const json_t *units, GError **error)
{
    const json_t *frontends = json_object_get(units, "frontends");
    gsize index, place;
    const json_t *unit, *word;
    json_array_foreach(json_object_get(units, "units"), index, unit)
    {
        const json_t *words =
            json_array_get(frontends, (gsize)json_integer_value(json_object_get(unit, "frontend")));
        json_array_foreach(json_text(unit, "module") == NULL ? NULL : words, place, word)
        {
            const char *next = json_string_value(json_array_get(words, place + 1));
            if (g_strcmp0(json_string_value(word), "-triple") == 0 && next != NULL) {
                return g_strdup(next);
            }
        }
    }
    const char *name = json_text(units, "configuration");
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED,
                "the configuration %s has no unit that became bitcode, so that there is nothing to "
                "generate code of; build the project where it is to run, from a source container "
                "(build --source-container)",
                name == NULL ? "" : name);
    return NULL;
}

/* ---- which ------------------------------------------------------------------------------------
 */

static gboolean is_wanted(const Making *self, const json_t *unit)
{
    const char *output = json_text(unit, "output");
    return output != NULL &&
           (self->request->wanted == NULL || g_hash_table_contains(self->request->wanted, output));
}

/* Where a unit's object goes: names are the build tool's, relative to the build tree. */
static char *output_path(const Making *self, const json_t *unit)
{
    g_autofree char *inside = g_canonicalize_filename(json_text(unit, "output"), SANDBOX_BUILD);
    return g_str_has_prefix(inside, SANDBOX_BUILD "/")
               ? g_build_filename(self->request->build, inside + strlen(SANDBOX_BUILD), NULL)
               : NULL;
}

static gboolean malformed(const json_t *unit, const char *what, GError **error)
{
    const char *source = json_text(unit, "source");
    g_set_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED, "%s: the image does not say %s",
                source == NULL ? "a unit" : source, what);
    return FALSE;
}

/* The unit's pipeline; NULL when it is no bitcode, or the image does not say. */
static const Pipeline *pipeline_of(const Making *self, const json_t *unit)
{
    const json_t *number = json_object_get(unit, "frontend");
    gsize frontend = (gsize)json_integer_value(number);
    return json_text(unit, "module") == NULL || !json_is_integer(number) ||
                   frontend >= self->pipelines->len
               ? NULL
               : self->pipelines->pdata[frontend];
}

/* A link has one pipeline for all of its units: what wants another one keeps code of its own, and
 * so does what keeps its own target. What something else than a link reads, an archive that is
 * installed for instance, has such code, too; there a link takes the bitcode that stands beside it.
 */
static LowerForm form_of(const Making *self, const json_t *unit, const Pipeline *pipeline,
                         gboolean keeps)
{
    const ObjectsRequest *request = self->request;
    if (request->whole_program == WHOLE_PROGRAM_NONE || pipeline->level != self->level ||
        !pipeline_is_usual(pipeline) || keeps) {
        return LOWER_CODE;
    }
    return g_hash_table_contains(request->others, json_text(unit, "output")) ? LOWER_BOTH
                                                                             : LOWER_BITCODE;
}

/* NULL when the unit's module does not hold the path that stands for the prefix. */
static const Relocation *relocation_of(const Making *self, const json_t *unit)
{
    return json_is_true(json_object_get(unit, "relocates")) ? self->request->relocation : NULL;
}

static gboolean add_unit(Making *self, const json_t *unit, GError **error)
{
    const char *module = json_text(unit, "module");
    g_autofree char *path = output_path(self, unit);
    if (path == NULL) {
        return malformed(unit, "where its object belongs", error);
    }
    if (module == NULL) {
        self->result->others++;
        if (!g_file_test(path, G_FILE_TEST_IS_REGULAR)) {
            return malformed(unit, "its code: it is no bitcode, and its object is missing", error);
        }
        return TRUE;
    }
    const char *recorded = json_string_value(
        json_array_get(json_object_get(self->request->units, "targets"),
                       (gsize)json_integer_value(json_object_get(unit, "target"))));
    const Pipeline *pipeline = pipeline_of(self, unit);
    if (recorded == NULL || pipeline == NULL) {
        return malformed(unit, "how its code is generated; build it again with this version",
                         error);
    }
    self->result->units++;
    const Target *target = self->request->target;
    gboolean keeps = target_keeps(target, recorded);
    g_autofree char *attributes = target_attributes(target, recorded);
    g_autofree char *usual = keeps ? target_given(target, recorded) : NULL;
    self->result->kept += keeps ? 1 : 0;
    const LowerRequest lower = {.attributes = attributes,
                                .recorded = keeps ? NULL : recorded,
                                .usual = usual,
                                .callees = self->request->callees,
                                .pipeline = pipeline,
                                .form = form_of(self, unit, pipeline, keeps),
                                .whole_program = self->request->whole_program};
    self->result->whole += lower.form != LOWER_CODE ? 1 : 0;
    const Relocation *relocation = relocation_of(self, unit);
    g_autofree char *relocated = relocation == NULL ? NULL : relocation_key(relocation);
    g_autofree char *key = object_cache_key(self->request->cache, module, &lower, relocated);
    Task *task = g_hash_table_lookup(self->by_key, key);
    if (task == NULL) {
        task = g_new0(Task, 1);
        task->unit = unit;
        task->key = g_strdup(key);
        task->outputs = g_ptr_array_new_with_free_func(g_free);
        task->attributes = g_steal_pointer(&attributes);
        task->usual = g_steal_pointer(&usual);
        task->recorded = recorded;
        task->pipeline = pipeline;
        task->number = self->tasks->len;
        task->words = json_array_get(json_object_get(self->request->units, "frontends"),
                                     (gsize)json_integer_value(json_object_get(unit, "frontend")));
        task->form = lower.form;
        g_hash_table_insert(self->by_key, g_steal_pointer(&key), task);
        g_ptr_array_add(self->tasks, task);
    }
    g_ptr_array_add(task->outputs, g_steal_pointer(&path));
    return TRUE;
}

/* ---- how ------------------------------------------------------------------------------------- */

static gboolean lower(const Making *self, Task *task)
{
    const char *module = json_text(task->unit, "module");
    g_autofree char *text = store_text(self->request->container->store, module, &task->error);
    if (text == NULL) {
        return FALSE;
    }
    const Relocation *relocation = relocation_of(self, task->unit);
    if (relocation != NULL) {
        char *relocated = relocation_module(relocation, text);
        g_free(text);
        text = relocated;
    }
    const LowerRequest request = {.text = text,
                                  .length = strlen(text),
                                  .attributes = task->attributes,
                                  .recorded = task->usual == NULL ? task->recorded : NULL,
                                  .usual = task->usual,
                                  .callees = self->request->callees,
                                  .pipeline = task->pipeline,
                                  .form = task->form,
                                  .whole_program = self->request->whole_program};
    work_begin(json_text(task->unit, "source"));
    gboolean lowered = task->pipeline->llvm->len > 0
                           ? apart_lower(self->apart, task->number, task->words, &request,
                                         &task->lowered, &task->error)
                           : lower_module(&request, &task->lowered, &task->error);
    work_end();
    if (lowered) {
        object_cache_put(self->request->cache, task->key, &task->lowered);
    }
    return lowered;
}

static void write_outputs(Making *self, Task *task)
{
    gboolean written = TRUE;
    for (guint i = 0; written && i < task->outputs->len; i++) {
        const char *path = task->outputs->pdata[i];
        g_autofree char *folder = g_path_get_dirname(path);
        g_mkdir_with_parents(folder, 0777);
        written = g_file_set_contents_full(path, task->lowered.bytes, (gssize)task->lowered.length,
                                           G_FILE_SET_CONTENTS_NONE, 0644, &task->error);
    }
    g_clear_pointer(&task->lowered.bytes, g_free);
    if (self->request->progress != NULL) {
        g_mutex_lock(&self->telling);
        self->done++;
        self->request->progress("generating code", self->done, self->tasks->len,
                                self->request->data);
        g_mutex_unlock(&self->telling);
    }
}

static void take_one(guint index, gpointer data)
{
    Making *self = data;
    Task *task = self->tasks->pdata[index];
    task->cached = object_cache_get(self->request->cache, task->key, &task->lowered);
    if (task->cached) {
        write_outputs(self, task);
    }
}

static void make_one(guint index, gpointer data)
{
    Making *self = data;
    Task *task = self->uncached->pdata[index];
    if (lower(self, task)) {
        write_outputs(self, task);
    }
}

/* The store is by far the largest part of an image, and nobody has to read it for code that is
 * there. */
static gboolean make_all(Making *self, GError **error)
{
    g_mutex_init(&self->telling);
    parallel_for(self->tasks->len, self->request->jobs, take_one, self);
    for (guint i = 0; i < self->tasks->len; i++) {
        if (!((const Task *)self->tasks->pdata[i])->cached) {
            g_ptr_array_add(self->uncached, self->tasks->pdata[i]);
        }
    }
    gboolean loaded = self->uncached->len == 0 || container_load(self->request->container, error);
    if (loaded) {
        parallel_for(self->uncached->len, self->request->jobs, make_one, self);
    }
    g_mutex_clear(&self->telling);
    return loaded;
}

static void add_note(ObjectsResult *result, const char *note)
{
    if (!g_ptr_array_find_with_equal_func(result->notes, note, g_str_equal, NULL)) {
        g_ptr_array_add(result->notes, g_strdup(note));
    }
}

/* Of all units, not of all tasks: units whose code is the same share one, whatever the command of
 * one of them asked for in vain. */
static void collect_notes(Making *self)
{
    gsize index;
    const json_t *unit;
    json_array_foreach(json_object_get(self->request->units, "units"), index, unit)
    {
        const Pipeline *pipeline = is_wanted(self, unit) ? pipeline_of(self, unit) : NULL;
        for (guint i = 0; pipeline != NULL && i < pipeline->notes->len; i++) {
            add_note(self->result, pipeline->notes->pdata[i]);
        }
    }
}

static gboolean collect_results(Making *self, GError **error)
{
    for (guint i = 0; i < self->tasks->len; i++) {
        Task *task = self->tasks->pdata[i];
        if (task->error != NULL) {
            g_propagate_prefixed_error(error, g_steal_pointer(&task->error),
                                       "%s: ", json_text(task->unit, "source"));
            return FALSE;
        }
        *(task->cached ? &self->result->cached : &self->result->lowered) += 1;
        for (guint k = 0; k < task->lowered.own_targets->len; k++) {
            g_hash_table_add(self->result->own_targets,
                             g_strdup(task->lowered.own_targets->pdata[k]));
        }
    }
    collect_notes(self);
    return TRUE;
}

/* Where some units keep their targets, no link may take code of theirs for others. */
static gboolean check_kept(const Making *self, GError **error)
{
    if (self->result->kept == 0) {
        return TRUE;
    }
    g_autoptr(GArray) objects = g_array_new(FALSE, FALSE, sizeof(KeptUnit));
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < self->tasks->len; i++) {
        const Task *task = self->tasks->pdata[i];
        const KeptUnit object = {.source = json_text(task->unit, "source"),
                                 .path = task->outputs->pdata[0],
                                 .target = task->recorded,
                                 .exposed = task->lowered.exposed};
        g_array_append_val(objects, object);
    }
    gsize index;
    const json_t *unit;
    json_array_foreach(json_object_get(self->request->units, "units"), index, unit)
    {
        char *path = is_wanted(self, unit) && json_text(unit, "module") == NULL
                         ? output_path(self, unit)
                         : NULL;
        if (path != NULL) {
            const KeptUnit object = {.source = json_text(unit, "source"), .path = path};
            g_ptr_array_add(paths, path);
            g_array_append_val(objects, object);
        }
    }
    return kept_units_check(objects, self->request->callees, error);
}

static void find_level(Making *self)
{
    gsize index;
    const json_t *unit;
    json_array_foreach(json_object_get(self->request->units, "units"), index, unit)
    {
        const Pipeline *pipeline = is_wanted(self, unit) ? pipeline_of(self, unit) : NULL;
        self->level = pipeline != NULL ? MAX(self->level, pipeline->level) : self->level;
    }
    self->result->level = (guint)self->level;
}

/* Options that are the frontend's own are given in the same way. */
static gboolean drop_unknown_options(Making *self, Apart **apart, GError **error)
{
    for (guint i = 0; i < self->pipelines->len; i++) {
        const Pipeline *pipeline = self->pipelines->pdata[i];
        if (pipeline->llvm->len == 0) {
            continue;
        }
        *apart = *apart == NULL ? apart_new(&self->request->apart, error) : *apart;
        if (*apart == NULL) {
            return FALSE;
        }
        for (guint k = pipeline->llvm->len; k > 0; k--) {
            const char *option = pipeline->llvm->pdata[k - 1];
            if (!apart_knows(*apart, option)) {
                g_autofree char *text = g_strdup_printf(
                    "LLVM's library has no option %s, so that it is not taken over", option);
                add_note(self->result, text);
                g_ptr_array_remove_index(pipeline->llvm, k - 1);
            }
        }
    }
    return TRUE;
}

gboolean objects_make(const ObjectsRequest *request, ObjectsResult *result, GError **error)
{
    *result =
        (ObjectsResult){.own_targets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                        .notes = g_ptr_array_new_with_free_func(g_free)};
    g_autoptr(GPtrArray) pipelines = g_ptr_array_new_with_free_func((GDestroyNotify)pipeline_free);
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();
    g_autoptr(Apart) apart = NULL;
    g_autoptr(GHashTable) by_key =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, task_free);
    g_autoptr(GPtrArray) uncached = g_ptr_array_new();
    Making self = {.request = request,
                   .result = result,
                   .pipelines = pipelines,
                   .by_key = by_key,
                   .tasks = tasks,
                   .uncached = uncached};
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(request->units, "frontends"), index, item)
    {
        g_ptr_array_add(pipelines, pipeline_new(request->rules, item));
    }
    if (!drop_unknown_options(&self, &apart, error)) {
        return FALSE;
    }
    self.apart = apart;
    find_level(&self);
    json_array_foreach(json_object_get(request->units, "units"), index, item)
    {
        if (is_wanted(&self, item) && !add_unit(&self, item, error)) {
            return FALSE;
        }
    }
    return make_all(&self, error) && collect_results(&self, error) && check_kept(&self, error);
}
