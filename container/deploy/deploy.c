#include "container/deploy/deploy.h"
#include "container/deploy/result_image.h"
#include "container/deploy/whole_link.h"
#include "core/file.h"
#include "core/json.h"
#include "core/terminal.h"
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

typedef struct {
    const DeployRequest *request;
    DeployResult *result;
    const json_t *units;
    PipelineRules *rules;
    ObjectCache *cache;
    Target *target;
    DeployTree *tree;
    Sandbox *sandbox;
    Place *place; /* NULL when an image is written */
    char *stage;  /* folder that is installed to, with the whole prefix below it */
    char *staged; /* the prefix there */
    LibraryNeeds *needs;
    ReplayRequest replay;
    char *log;
    char *link_folder;
    char **link_words;
    GPtrArray *linked; /* char * */
    GError **error;
} Deploying;

static void note(Deploying *self, char *text)
{
    g_ptr_array_add(self->result->notes, text);
}

/* The first of many texts, and how many more there are. The caller frees it. */
static char *shown(const GPtrArray *texts)
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

/* ---- prepare --------------------------------------------------------------------------------- */

/* Why a machine with these attributes (NULL: of another architecture) cannot run the result; NULL
 * when it can. The caller frees it. */
static char *refusal_by(const Deploying *self, const char *machine)
{
    const DeployResult *result = self->result;
    if (machine == NULL) {
        return g_strdup_printf("it is of another architecture than %s", result->triple);
    }
    gsize index;
    const json_t *recorded;
    json_array_foreach(json_object_get(self->units, "targets"), index, recorded)
    {
        g_autofree char *inner = target_attributes(self->target, json_string_value(recorded));
        g_autoptr(GPtrArray) lacking = target_lacking_all(result->triple, machine, inner);
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
        refusal_by(self, self->request->machine != NULL ? self->request->machine : host);
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
    }
    if (self->target == NULL || !objects_check_target(self->units, self->target, self->error)) {
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
    self->cache = self->rules == NULL ? NULL : object_cache_open(request->cache, self->error);
    if (self->cache == NULL || !choose_target(self)) {
        return FALSE;
    }
    gboolean is_image = request->image_layout != NULL;
    self->place = is_image ? NULL : place_open(request->prefix, self->error);
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
    g_autoptr(GHashTable) others =
        request->whole_program == WHOLE_PROGRAM_NONE ? NULL : replay_words_of_others(&self->replay);
    g_autofree char *folder = g_build_filename(self->tree->folder, "apart", NULL);
    const ObjectsRequest objects = {.container = request->container,
                                    .units = self->units,
                                    .wanted = words,
                                    .whole_program = request->whole_program,
                                    .others = others,
                                    .target = self->target,
                                    .rules = self->rules,
                                    .cache = self->cache,
                                    .relocation = self->tree->relocation,
                                    .build = self->tree->build,
                                    .apart = {.folder = folder,
                                              .program = request->program,
                                              .knowledge = request->knowledge,
                                              .isolation = request->isolation},
                                    .jobs = request->jobs,
                                    .progress = request->progress,
                                    .data = request->data};
    if (!objects_make(&objects, &self->result->objects, self->error)) {
        return FALSE;
    }
    for (guint i = 0; i < self->result->objects.notes->len; i++) {
        note(self, g_strdup(self->result->objects.notes->pdata[i]));
    }
    guint apart = self->result->objects.units - self->result->objects.whole;
    if (request->whole_program != WHOLE_PROGRAM_NONE && apart > 0) {
        note(self,
             g_strdup_printf("%u of %u units are not optimised together with the others: "
                             "their own commands ask for less, or for something else, than "
                             "the linker does at level %u",
                             apart, self->result->objects.units, self->result->objects.level));
    }
    if (self->result->objects.others > 0) {
        guint kept = self->result->objects.others;
        note(self, g_strdup_printf("%u %s no bitcode, and for the CPU that %s own command named",
                                   kept, count_noun(kept, "object is", "objects are"),
                                   count_noun(kept, "its", "their")));
    }
    return TRUE;
}

/* Links become those of a linker that optimises whole programs. */
static gboolean prepare_links(Deploying *self)
{
    const DeployRequest *request = self->request;
    DeployResult *result = self->result;
    if (request->whole_program == WHOLE_PROGRAM_NONE || result->objects.whole == 0) {
        return TRUE;
    }
    self->link_folder = object_cache_links(self->cache);
    if (self->link_folder == NULL) {
        self->link_folder = g_build_filename(self->tree->folder, "links", NULL);
        g_mkdir_with_parents(self->link_folder, 0700);
    }
    g_autofree char *cpu =
        result->target == NULL ? NULL : target_value(result->target, "target-cpu");
    const WholeLinkRequest links = {.rules = self->rules,
                                    .sandbox = self->sandbox,
                                    .build = self->tree->build,
                                    .cache = self->link_folder,
                                    .cpu = cpu,
                                    .level = result->objects.level,
                                    .jobs = request->jobs};
    self->link_words = whole_link_words(&links, self->error);
    /* Such a linker has threads of its own, and takes much memory. */
    self->replay.link_jobs = 1;
    self->replay.link_words = (const char *const *)self->link_words;
    self->replay.link_folder = self->link_folder;
    return self->link_words != NULL;
}

/* What "everything" lacks. */
static void tell_left_out(Deploying *self)
{
    const json_t *outputs = json_object_get(self->tree->recipe, "left_out");
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    gsize index;
    const json_t *output;
    json_array_foreach(outputs, index, output)
    {
        if (json_is_string(output)) {
            g_ptr_array_add(names, (gpointer)json_string_value(output));
        }
    }
    if (names->len > 0 && self->replay.everything) {
        g_autofree char *list = shown(names);
        note(self, g_strdup_printf("the image leaves out, on request or because it does not "
                                   "compile, what the default build does not need: %s",
                                   list));
    }
}

static gboolean link_all(Deploying *self)
{
    if (!prepare_links(self)) {
        return FALSE;
    }
    if (!replay_steps(&self->replay, self->linked, self->error)) {
        return FALSE;
    }
    self->result->links = self->linked->len;
    tell_left_out(self);
    return TRUE;
}

/* Adds a line to the error. */
static void tell_more(const Deploying *self, const char *what)
{
    GError *error = self->error != NULL ? *self->error : NULL;
    if (error != NULL) {
        char *message = g_strconcat(error->message, "\n", what, NULL);
        g_free(error->message);
        error->message = message;
    }
}

static gboolean run_tests(Deploying *self)
{
    if (!self->request->check) {
        return TRUE;
    }
    g_autofree char *host = target_host(self->result->triple);
    g_autofree char *refusal = refusal_by(self, host);
    if (refusal != NULL) {
        g_set_error(self->error, REPLAY_ERROR, REPLAY_ERROR_MISSING,
                    "the project's tests cannot run on this machine: %s; deploy without --check",
                    refusal);
        return FALSE;
    }
    if (replay_check(&self->replay, &self->result->tests, self->error)) {
        return TRUE;
    }
    if (self->request->keep == NULL) {
        tell_more(self, "--keep-build DIR leaves the build tree, with what the tests said, at DIR");
    }
    return FALSE;
}

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

static void tell_unrelocated(Deploying *self)
{
    const Relocation *relocation = self->tree->relocation;
    g_auto(RelocationLeft) left = {0};
    if (relocation == NULL) {
        return;
    }
    relocation_left(relocation, self->staged, &left);
    if (left.files->len > 0) {
        g_autofree char *list = shown(left.files);
        note(self, g_strdup_printf("%u %s a prefix that does not exist, in a form in which it "
                                   "could not be replaced: %s; build the image for %s alone",
                                   left.files->len,
                                   count_noun(left.files->len, "file names", "files name"), list,
                                   relocation_prefix(relocation)));
    }
    if (left.unread->len > 0) {
        g_autofree char *list = shown(left.unread);
        note(self, g_strdup_printf(
                       "%u %s of the installation cannot be read, so that nobody knows "
                       "whether they name a prefix that does not exist: %s",
                       left.unread->len,
                       count_noun(left.unread->len, "file or folder", "files and folders"), list));
    }
}

static gboolean install(Deploying *self)
{
    if (!replay_install(&self->replay, self->stage, self->request->prefix, self->error)) {
        return FALSE;
    }
    const char *configured = json_string_value(json_object_get(self->tree->recipe, "prefix"));
    guint moved = configured == NULL ? 0 : place_gather(self->stage, configured, self->staged);
    if (moved > 0) {
        note(self, g_strdup_printf("%u of the files were installed by absolute paths below %s, "
                                   "the prefix that the project was configured with, and are below "
                                   "this one; programs may still look there",
                                   moved, configured));
    }
    if (g_file_test(self->staged, G_FILE_TEST_IS_DIR)) {
        tell_unrelocated(self);
    } else {
        note(self, g_strdup_printf("nothing is installed, for the project's install rules install "
                                   "nothing below the prefix; --keep-build DIR leaves what was "
                                   "built%s",
                                   self->request->keep != NULL ? ", as it does here" : ""));
    }
    g_autoptr(GPtrArray) outside = place_outside(self->stage, self->staged);
    if (outside->len > 0) {
        g_autofree char *list = shown(outside);
        note(self, g_strdup_printf("outside of the prefix, and so not installed: %s", list));
    }
    return TRUE;
}

/* ---- check ----------------------------------------------------------------------------------- */

static gboolean refuse(Deploying *self, DeployError code, GPtrArray *texts, const char *what)
{
    for (guint i = 0; i < texts->len && self->request->audit == DEPLOY_AUDIT_REPORT; i++) {
        note(self, g_strdup(texts->pdata[i]));
    }
    if (texts->len == 0 || self->request->audit == DEPLOY_AUDIT_REPORT) {
        return TRUE;
    }
    g_autofree char *list = shown(texts);
    g_set_error(self->error, DEPLOY_ERROR, code, "%s: %s", what, list);
    return FALSE;
}

static gboolean check_libraries(Deploying *self)
{
    const DeployRequest *request = self->request;
    g_autofree char *host = target_host(self->result->triple);
    if (host == NULL && request->root == NULL) {
        note(self, g_strdup("libraries were not looked for: this machine is of another "
                            "architecture; name its root file system with --root"));
        return TRUE;
    }
    for (guint i = 0; i < self->needs->unsearched->len; i++) {
        note(self, g_strdup_printf("libraries in %s are needed where no run path names it: set "
                                   "LD_LIBRARY_PATH, or name it in ld.so.conf",
                                   (const char *)self->needs->unsearched->pdata[i]));
    }
    return refuse(self, DEPLOY_ERROR_LIBRARIES, self->needs->missing,
                  "the programs cannot run here, for libraries are missing or too old; install "
                  "them, or name the root file system that has them with --root");
}

/* A binary without symbols does not tell which functions were given a target of their own. */
static gboolean is_sure(const Deploying *self, const AuditReport *report)
{
    return report->symbols > 0 || g_hash_table_size(self->result->objects.own_targets) == 0;
}

static gboolean check_instructions(Deploying *self)
{
    g_autoptr(GPtrArray) exceeding = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < self->needs->binaries->len; i++) {
        const char *path = self->needs->binaries->pdata[i];
        const AuditRequest request = {.path = path,
                                      .knowledge = self->request->knowledge,
                                      .attributes = self->result->target,
                                      .own_targets = self->result->objects.own_targets};
        AuditReport *report = audit_file(&request, self->error);
        if (report == NULL) {
            return FALSE;
        }
        g_ptr_array_add(self->result->reports, report);
        g_free(report->path);
        report->path = g_strconcat(self->request->prefix, path + strlen(self->staged), NULL);
        if (report->exceeding_instructions > 0 && is_sure(self, report)) {
            g_ptr_array_add(exceeding,
                            g_strdup_printf("%s: %" G_GUINT64_FORMAT " instructions, first in %s",
                                            report->path, report->exceeding_instructions,
                                            (const char *)report->exceeding->pdata[0]));
        } else if (report->exceeding_instructions > 0) {
            note(self, g_strdup_printf("%s has code that the target cannot run, and no symbols "
                                       "that tell whether it stands behind a check",
                                       report->path));
        }
    }
    return refuse(self, DEPLOY_ERROR_EXCEEDS, exceeding,
                  "code that was not compiled for the target exceeds it; --audit report installs "
                  "it nevertheless");
}

static gboolean check(Deploying *self)
{
    if (self->request->audit == DEPLOY_AUDIT_NONE && self->request->image_layout == NULL) {
        return TRUE;
    }
    const LibraryNeedsRequest request = {.root = self->request->root,
                                         .folder = self->staged,
                                         .prefix = self->request->prefix,
                                         .triple = self->result->triple};
    self->needs = library_needs_find(&request);
    return self->request->audit == DEPLOY_AUDIT_NONE ||
           (check_libraries(self) && check_instructions(self));
}

/* ---- commit ---------------------------------------------------------------------------------- */

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
    case DEPLOY_TEST:
        return run_tests(self);
    case DEPLOY_INSTALL:
        return install(self);
    case DEPLOY_CHECK:
        return check(self);
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
        tell_more(&self, where);
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
