#include "container/deploy/deploy.h"
#include "core/file.h"
#include "core/json.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

static const char *const stage_names[] = {
#define X(id, text) [DEPLOY_##id] = text,
    DEPLOY_STAGES(X)
#undef X
};

void deploy_result_clear(DeployResult *self)
{
    g_free(self->target);
    g_free(self->triple);
    g_free(self->refusal);
    g_clear_pointer(&self->notes, g_ptr_array_unref);
    objects_result_clear(&self->objects);
}

typedef struct {
    const DeployRequest *request;
    DeployResult *result;
    const json_t *units;
    PipelineRules *rules;
    ObjectCache *cache;
    Target *target;
    DeployTree *tree;
    Sandbox *sandbox;
    Place *place;
    ReplayRequest replay;
    char *log;
    GPtrArray *linked; /* char * */
    GError **error;
} Deploying;

static void note(Deploying *self, char *text)
{
    g_ptr_array_add(self->result->notes, text);
}

/* ---- prepare --------------------------------------------------------------------------------- */

/* Whether this machine can run the result: said, and no reason not to build it. */
static void look_at_host(Deploying *self)
{
    DeployResult *result = self->result;
    g_autofree char *host = target_host(result->triple);
    if (host == NULL) {
        result->refusal = g_strdup_printf("it is of another architecture than %s", result->triple);
        return;
    }
    g_autoptr(GPtrArray) lacking = NULL;
    gsize index;
    const json_t *recorded;
    json_array_foreach(json_object_get(self->units, "targets"), index, recorded)
    {
        g_autofree char *inner = target_attributes(self->target, json_string_value(recorded));
        lacking = target_lacking(result->triple, host, inner);
        if (lacking->len > 0) {
            g_ptr_array_add(lacking, NULL);
            g_autofree char *names = g_strjoinv(", ", (char **)lacking->pdata);
            result->refusal = g_strdup_printf("it lacks %s", names);
            return;
        }
        g_clear_pointer(&lacking, g_ptr_array_unref);
    }
}

static gboolean choose_target(Deploying *self)
{
    const DeployRequest *request = self->request;
    DeployResult *result = self->result;
    result->triple = objects_triple(request->container, self->units, self->error);
    self->target =
        result->triple == NULL ? NULL : target_new(request->target, result->triple, self->error);
    g_autofree char *baseline =
        self->target == NULL ? NULL : pipeline_rules_baseline(self->rules, result->triple);
    if (self->target != NULL) {
        target_add_features(self->target, baseline);
    }
    if (self->target == NULL || !objects_check_target(self->units, self->target, self->error)) {
        return FALSE;
    }
    if (self->target->cpu != NULL) {
        result->target = target_text(self->target->cpu, self->target->features);
    }
    look_at_host(self);
    return TRUE;
}

/* The prefix of a program that is missing decides nothing: all that is missing is named at once. */
static gboolean check_tools(Deploying *self)
{
    g_autoptr(GPtrArray) missing = replay_missing(&self->replay);
    if (missing->len == 0) {
        return TRUE;
    }
    g_ptr_array_add(missing, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **)missing->pdata);
    g_set_error(self->error, REPLAY_ERROR, REPLAY_ERROR_MISSING,
                "linking needs what is not here: %s; install it, name a root file system that has "
                "it with --root, or another program to link with by --linker",
                names);
    return FALSE;
}

static gboolean prepare(Deploying *self)
{
    const DeployRequest *request = self->request;
    self->rules = pipeline_rules_load(request->knowledge, self->error);
    self->cache = self->rules == NULL ? NULL : object_cache_open(request->cache, self->error);
    if (self->cache == NULL || !choose_target(self)) {
        return FALSE;
    }
    self->place = place_open(request->prefix, self->error);
    self->tree = self->place == NULL
                     ? NULL
                     : deploy_tree_new(request->layout, request->tag, request->configuration,
                                       g_get_tmp_dir(), self->error);
    self->sandbox = self->tree == NULL ? NULL
                                       : sandbox_new(request->isolation, request->root,
                                                     self->tree->source, 0, self->error);
    if (self->sandbox == NULL) {
        return FALSE;
    }
    self->log = g_build_filename(self->tree->folder, "step.log", NULL);
    self->replay = (ReplayRequest){.tree = self->tree,
                                   .sandbox = self->sandbox,
                                   .linker = request->linker,
                                   .everything = request->everything,
                                   .log = self->log,
                                   .progress = request->progress,
                                   .data = request->data};
    return check_tools(self);
}

/* ---- lower, link, install -------------------------------------------------------------------- */

static gboolean lower_all(Deploying *self)
{
    const DeployRequest *request = self->request;
    g_autoptr(GHashTable) words = replay_words(&self->replay);
    const ObjectsRequest objects = {.container = request->container,
                                    .units = self->units,
                                    .wanted = words,
                                    .target = self->target,
                                    .rules = self->rules,
                                    .cache = self->cache,
                                    .build = self->tree->build,
                                    .form = LOWER_OBJECT,
                                    .jobs = request->jobs,
                                    .progress = request->progress,
                                    .data = request->data};
    if (!objects_make(&objects, &self->result->objects, self->error)) {
        return FALSE;
    }
    for (guint i = 0; i < self->result->objects.notes->len; i++) {
        note(self, g_strdup(self->result->objects.notes->pdata[i]));
    }
    if (self->result->objects.others > 0) {
        note(self, g_strdup_printf("%u objects are as the image holds them, for the CPU that their "
                                   "own command named: they are no bitcode",
                                   self->result->objects.others));
    }
    return TRUE;
}

static gboolean link_all(Deploying *self)
{
    if (!replay_steps(&self->replay, self->linked, self->error)) {
        return FALSE;
    }
    self->result->links = self->linked->len;
    return TRUE;
}

static gboolean write_record(Deploying *self, const char *staged)
{
    g_autofree char *path = g_build_filename(staged, PLACE_RECORD, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    json_t *document = deploy_json(self->request, self->result);
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        g_set_error(self->error, PLACE_ERROR, PLACE_ERROR_WRITE, "%s cannot be made: %s", folder,
                    g_strerror(errno));
        return FALSE;
    }
    return file_write(path, text, strlen(text), self->error);
}

static gboolean install(Deploying *self)
{
    g_autofree char *staged = place_staged(self->place);
    if (!replay_install(&self->replay, self->place->stage, self->place->prefix, self->error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) outside = place_outside(self->place);
    for (guint i = 0; i < outside->len; i++) {
        note(self, g_strdup_printf("%s lies outside of the prefix and was not installed",
                                   (const char *)outside->pdata[i]));
    }
    return write_record(self, staged) && place_commit(self->place, self->error);
}

static gboolean keep_tree(Deploying *self)
{
    if (self->request->keep == NULL) {
        return TRUE;
    }
    self->tree->keep = g_rename(self->tree->folder, self->request->keep) == 0;
    if (!self->tree->keep) {
        note(self, g_strdup_printf("the build tree could not be kept at %s: %s",
                                   self->request->keep, g_strerror(errno)));
    }
    return TRUE;
}

static gboolean run_stage(Deploying *self, DeployStage stage)
{
    switch (stage) {
    case DEPLOY_PREPARE:
        return prepare(self);
    case DEPLOY_LOWER:
        return lower_all(self);
    case DEPLOY_LINK:
        return link_all(self);
    case DEPLOY_INSTALL:
        return install(self) && keep_tree(self);
    case DEPLOY_STAGE_COUNT:
        break;
    }
    return TRUE;
}

static void deploying_clear(Deploying *self)
{
    place_close(self->place);
    sandbox_free(self->sandbox);
    deploy_tree_free(self->tree);
    target_free(self->target);
    object_cache_close(self->cache);
    pipeline_rules_free(self->rules);
    g_ptr_array_unref(self->linked);
    g_free(self->log);
}

gboolean deploy_run(const DeployRequest *request, DeployResult *result, GError **error)
{
    *result = (DeployResult){.notes = g_ptr_array_new_with_free_func(g_free)};
    Deploying self = {.request = request,
                      .result = result,
                      .units = container_units(request->container, request->configuration),
                      .linked = g_ptr_array_new_with_free_func(g_free),
                      .error = error};
    gboolean done = TRUE;
    for (DeployStage stage = DEPLOY_PREPARE; done && stage < DEPLOY_STAGE_COUNT; stage++) {
        gint64 begin = g_get_monotonic_time();
        done = run_stage(&self, stage);
        result->seconds[stage] = (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
    }
    deploying_clear(&self);
    return done;
}

json_t *deploy_json(const DeployRequest *request, const DeployResult *result)
{
    json_t *seconds = json_object();
    for (DeployStage stage = DEPLOY_PREPARE; stage < DEPLOY_STAGE_COUNT; stage++) {
        json_object_set_new(seconds, stage_names[stage], json_real(result->seconds[stage]));
    }
    g_autofree char *llvm = module_llvm_version();
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:s, s:i, s:i, s:i, s:i, s:i, s:o, s:o}", "schema",
        "xaas-deployment/1", "image", request->container->digest, "configuration",
        request->configuration, "target", request->target, "triple", result->triple, "attributes",
        json_of_text(result->target), "refusal", json_of_text(result->refusal), "llvm", llvm,
        "units", (int)result->objects.units, "other_units", (int)result->objects.others, "lowered",
        (int)result->objects.lowered, "cached", (int)result->objects.cached, "links",
        (int)result->links, "notes", json_of_texts(result->notes), "seconds", seconds);
}
