#include "container/deploy/deploying.h"
#include "container/deploy/result_image.h"
#include "core/file.h"
#include "core/json.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - deploy - error, deploy_error)

/* In the folder of the build tree: what the last step said. */
#define STEP_LOG "step.log"
#define MISSING_SHOWN 20u

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
    g_free(self->tests);
    g_clear_pointer(&self->notes, g_ptr_array_unref);
    g_clear_pointer(&self->reports, g_ptr_array_unref);
    objects_result_clear(&self->objects);
}

void deploying_note(Deploying *self, char *text)
{
    g_ptr_array_add(self->result->notes, text);
}

char *deploying_list(const GPtrArray *texts)
{
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < texts->len && i < MISSING_SHOWN; i++) {
        g_string_append_printf(all, "%s%s", i > 0 ? "; " : "", (const char *)texts->pdata[i]);
    }
    if (texts->len > MISSING_SHOWN) {
        g_string_append_printf(all, "; and %u more", texts->len - MISSING_SHOWN);
    }
    return g_string_free(g_steal_pointer(&all), FALSE);
}

void deploying_tell_more(const Deploying *self, const char *what)
{
    GError *error = self->error != NULL ? *self->error : NULL;
    if (error != NULL) {
        char *message = g_strconcat(error->message, "\n", what, NULL);
        g_free(error->message);
        error->message = message;
    }
}

/* ---- prepare --------------------------------------------------------------------------------- */

char *deploying_refusal(const Deploying *self, const char *machine)
{
    const DeployResult *result = self->result;
    if (machine == NULL) {
        return g_strdup_printf("it is of another architecture than %s", result->triple);
    }
    g_autofree char *outer = target_machine(self->target, machine);
    gsize index;
    const json_t *recorded;
    json_array_foreach(json_object_get(self->units, "targets"), index, recorded)
    {
        if (target_keeps(self->target, json_string_value(recorded))) {
            continue;
        }
        g_autofree char *inner = target_attributes(self->target, json_string_value(recorded));
        g_autofree char *asked = target_asks(self->target, inner);
        g_autoptr(GPtrArray) lacking = target_lacking_all(result->triple, outer, asked);
        if (lacking->len > 0) {
            g_ptr_array_add(lacking, NULL);
            g_autofree char *names = g_strjoinv(", ", (char **)lacking->pdata);
            return g_strdup_printf("it lacks %s", names);
        }
    }
    return NULL;
}

/* Said, and no reason not to build it. */
static void look_at_machine(Deploying *self)
{
    g_autofree char *host = target_host(self->result->triple);
    self->result->refusal =
        deploying_refusal(self, self->request->machine != NULL ? self->request->machine : host);
}

static gboolean choose_target(Deploying *self)
{
    const DeployRequest *request = self->request;
    DeployResult *result = self->result;
    result->triple = objects_triple(self->units, self->error);
    self->target =
        result->triple == NULL ? NULL : target_new(request->target, result->triple, self->error);
    g_autofree char *baseline =
        self->target == NULL ? NULL : pipeline_rules_baseline(self->rules, result->triple);
    if (self->target != NULL) {
        target_add_baseline(self->target, baseline);
        g_autofree char *unneeded = pipeline_rules_unneeded(self->rules, result->triple);
        target_set_unneeded(self->target, unneeded);
        target_set_choices(self->target, pipeline_rules_choices(self->rules, result->triple));
    }
    if (self->target == NULL ||
        !objects_check_target(self->units, self->target, request->keep_unit_targets, self->error)) {
        return FALSE;
    }
    if (self->target->cpu != NULL) {
        result->target = target_text(self->target->cpu, self->target->features);
    }
    look_at_machine(self);
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
    self->callees = self->rules == NULL ? NULL : callees_load(request->knowledge, self->error);
    self->failures = self->callees == NULL ? NULL : failures_load(request->knowledge, self->error);
    self->cache = self->failures == NULL ? NULL : object_cache_open(request->cache, self->error);
    if (self->cache == NULL || !choose_target(self)) {
        return FALSE;
    }
    gboolean is_image = request->image_layout != NULL;
    self->place = is_image ? NULL : place_open(request->prefix, request->watch, self->error);
    const DeployTreeRequest wanted = {.layout = request->layout,
                                      .tag = request->tag,
                                      .configuration = request->configuration,
                                      .prefix = self->place != NULL ? self->place->prefix
                                                                    : request->prefix,
                                      .parent = request->scratch,
                                      .tests = request->check};
    self->tree = !is_image && self->place == NULL ? NULL : deploy_tree_new(&wanted, self->error);
    self->sandbox = self->tree == NULL ? NULL
                                       : sandbox_new(request->isolation, request->root,
                                                     self->tree->source, 0, self->error);
    if (self->sandbox == NULL) {
        return FALSE;
    }
    /* They were unpacked for this deployment, beside the build tree, and some projects link into
     * folders of theirs. */
    self->sandbox->own_sources = TRUE;
    self->log = g_build_filename(self->tree->folder, STEP_LOG, NULL);
    self->stage = is_image ? g_build_filename(self->tree->folder, "stage", NULL)
                           : g_strdup(self->place->stage);
    self->staged = g_build_filename(self->stage, request->prefix, NULL);
    g_mkdir_with_parents(self->stage, 0777);
    self->replay = (ReplayRequest){.tree = self->tree,
                                   .sandbox = self->sandbox,
                                   .linker = request->linker,
                                   .jobs = request->jobs,
                                   .link_jobs = request->jobs,
                                   .everything = request->everything || request->check,
                                   .failures = self->failures,
                                   .log = self->log,
                                   .progress = request->progress,
                                   .data = request->data};
    return check_tools(self);
}

/* ---- commit ---------------------------------------------------------------------------------- */

static gboolean write_record(Deploying *self)
{
    g_autofree char *path = g_build_filename(self->staged, PLACE_RECORD, NULL);
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

static gboolean write_image(Deploying *self)
{
    const DeployRequest *request = self->request;
    json_t *labels = json_pack("{s:s, s:s, s:s}", "io.xaas.image", request->container->digest,
                               "io.xaas.configuration", request->configuration, "io.xaas.target",
                               request->target);
    const ResultImageRequest image = {.layout = request->image_layout,
                                      .tag = request->image_tag,
                                      .staged = self->staged,
                                      .prefix = request->prefix,
                                      .root = request->root,
                                      .needs = self->needs,
                                      .triple = self->result->triple,
                                      .labels = labels};
    gboolean written = result_image_write(&image, self->error);
    json_decref(labels);
    return written;
}

static gboolean commit(Deploying *self)
{
    return write_record(self) &&
           (self->request->image_layout != NULL ? write_image(self)
                                                : place_commit(self->place, self->error));
}

static gboolean keep_tree(Deploying *self)
{
    if (self->request->keep == NULL) {
        return TRUE;
    }
    self->tree->keep = g_rename(self->tree->folder, self->request->keep) == 0;
    if (!self->tree->keep) {
        deploying_note(self, g_strdup_printf("the build tree could not be kept at %s: %s",
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
        return deploying_lower(self);
    case DEPLOY_LINK:
        return deploying_link(self);
    case DEPLOY_TEST:
        return deploying_test(self);
    case DEPLOY_INSTALL:
        return deploying_install(self);
    case DEPLOY_CHECK:
        return deploying_check(self);
    case DEPLOY_COMMIT:
        return commit(self) && keep_tree(self);
    case DEPLOY_STAGE_COUNT:
        break;
    }
    return TRUE;
}

static void deploying_clear(Deploying *self)
{
    place_close(self->place);
    library_needs_free(self->needs);
    g_free(self->stage);
    g_free(self->staged);
    sandbox_free(self->sandbox);
    deploy_tree_free(self->tree);
    target_free(self->target);
    object_cache_close(self->cache);
    pipeline_rules_free(self->rules);
    callees_free(self->callees);
    failures_free(self->failures);
    g_ptr_array_unref(self->linked);
    g_free(self->log);
    g_free(self->link_folder);
    g_strfreev(self->link_words);
}

gboolean deploy_run(const DeployRequest *request, DeployResult *result, GError **error)
{
    *result = (DeployResult){.notes = g_ptr_array_new_with_free_func(g_free),
                             .reports =
                                 g_ptr_array_new_with_free_func((GDestroyNotify)audit_report_free)};
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
    if (!done && self.tree != NULL && keep_tree(&self) && self.tree->keep) {
        g_autofree char *where =
            g_strdup_printf("the build tree is %s, and what its last step said %s/" STEP_LOG,
                            request->keep, request->keep);
        deploying_tell_more(&self, where);
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
    json_t *binaries = json_array();
    for (guint i = 0; i < result->reports->len; i++) {
        json_array_append_new(binaries, audit_json(result->reports->pdata[i]));
    }
    g_autofree char *llvm = module_llvm_version();
    json_t *document = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:s}", "schema", "xaas-deployment/1", "image",
        request->container->digest, "configuration", request->configuration, "target",
        request->target, "triple", result->triple, "attributes", json_of_text(result->target),
        "refusal", json_of_text(result->refusal), "llvm", llvm);
    const struct {
        const char *key;
        guint count;
    } counts[] = {{"units", result->objects.units},
                  {"other_units", result->objects.others},
                  {"lowered", result->objects.lowered},
                  {"cached", result->objects.cached},
                  {"kept_target_units", result->objects.kept},
                  {"whole_program_units", result->objects.whole},
                  {"links", result->links}};
    for (gsize i = 0; i < G_N_ELEMENTS(counts); i++) {
        json_object_set_new(document, counts[i].key, json_integer(counts[i].count));
    }
    json_object_set_new(document, "tests", json_of_text(result->tests));
    json_object_set_new(document, "whole_program",
                        json_string(whole_program_text(request->whole_program)));
    json_object_set_new(document, "notes", json_of_texts(result->notes));
    json_object_set_new(document, "binaries", binaries);
    json_object_set_new(document, "seconds", seconds);
    return document;
}
