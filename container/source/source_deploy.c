#include "container/source/source_deploy.h"
#include "container/build/configure.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "container/deploy/place.h"
#include "container/deploy/replay.h"
#include "container/deploy/tree.h"
#include "container/plan/plan.h"
#include "container/plan/rephrase.h"
#include "core/file.h"
#include "core/json.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

/* The one configuration of a native build, for the names of folders and logs. */
#define CONFIGURATION "native"

typedef struct {
    const SourceDeployRequest *request;
    SourceDeployResult *result;
    const Specification *specification;
    DeployTree *tree;
    CMakeDriver *driver;
    Sandbox *sandbox;
    Place *place;
    Matrix *matrix;
    Configuration configuration;
    ConfigureRequest configure;
    GError **error;
} Deploying;

void source_deploy_result_clear(SourceDeployResult *self)
{
    g_free(self->digest);
}

/* ---- what to build --------------------------------------------------------------------------- */

/* "POINT=V": a point's id or option, or any other option of the build. */
static gboolean add_setting(Deploying *self, GPtrArray *given, const char *text)
{
    Arena *arena = self->request->selector->arena;
    const char *equals = strchr(text, '=');
    g_autofree char *name = equals == NULL ? NULL : g_strndup(text, (gsize)(equals - text));
    gboolean ambiguous = FALSE;
    const Point *point =
        name == NULL ? NULL : specification_point(self->specification, name, &ambiguous);
    if (name == NULL || ambiguous || (point == NULL && !setting_option_is_valid(name))) {
        g_set_error(self->error, SOURCE_ERROR, SOURCE_ERROR_SETTING,
                    "--set %s: write POINT=VALUE with the id or the option of one point", text);
        return FALSE;
    }
    g_ptr_array_add(given, setting_new(arena, point != NULL ? point->option : name, equals + 1));
    return TRUE;
}

static void add_words(GPtrArray *to, const char *const *words, Arena *arena)
{
    for (; words != NULL && *words != NULL; words++) {
        g_ptr_array_add(to, (gpointer)arena_intern(arena, *words));
    }
}

/* What is no setting, for those who build with a configure script or makefiles. */
static gboolean take_words(Deploying *self, const char *system)
{
    const SourceDeployRequest *request = self->request;
    const char *const *words =
        request->arguments != NULL ? request->arguments : request->make_arguments;
    if (words != NULL && g_str_equal(system, BUILD_SYSTEM_CMAKE)) {
        g_set_error(self->error, SOURCE_ERROR, SOURCE_ERROR_SETTING,
                    "--%s %s: CMake takes options only; --set gives one",
                    request->arguments != NULL ? "argument" : "make-argument", words[0]);
        return FALSE;
    }
    add_words(self->matrix->arguments, request->arguments, request->selector->arena);
    add_words(self->matrix->make_arguments, request->make_arguments, request->selector->arena);
    return TRUE;
}

/* The specification, as the build system that it is built with says it. */
static gboolean read_specification(Deploying *self)
{
    Arena *arena = self->request->selector->arena;
    const Specification *read = specification_load(arena, self->tree->specification, self->error);
    const char *system = read == NULL ? NULL : plan_build_system(read, NULL, self->error);
    self->driver =
        system == NULL ? NULL : cmake_driver_load(self->request->knowledge, system, self->error);
    self->matrix = matrix_new(arena);
    if (self->driver == NULL || !plan_folder(read, system, &self->matrix->folder, self->error) ||
        !take_words(self, system)) {
        return FALSE;
    }
    if (g_str_equal(system, BUILD_SYSTEM_MAKE)) {
        self->matrix->makefile = plan_makefile(read, self->matrix->folder);
    }
    self->specification = configure_builds(self->driver)
                              ? specification_rephrased(arena, read, system, self->matrix->folder)
                              : read;
    return TRUE;
}

static gboolean choose(Deploying *self)
{
    const Selector *selector = self->request->selector;
    if (!read_specification(self)) {
        return FALSE;
    }
    GPtrArray *settings = arena_array(selector->arena);
    const char *const *set = self->request->set;
    for (; set != NULL && *set != NULL; set++) {
        if (!add_setting(self, settings, *set)) {
            return FALSE;
        }
    }
    self->result->offered = specification_settings(selector->arena, self->specification);
    self->result->decisions = select_for_specification(selector, self->specification, settings);
    for (guint i = 0; i < self->result->decisions->len; i++) {
        const Decision *decision = self->result->decisions->pdata[i];
        if (decision->chosen == NULL) {
            g_set_error(self->error, SOURCE_ERROR, SOURCE_ERROR_FITS,
                        "no value of %s fits this machine; xaas-container select --explain tells "
                        "why, --set chooses one all the same",
                        decision->point->id);
            return FALSE;
        }
    }
    GPtrArray *chosen = decisions_settings(selector->arena, self->result->decisions);
    g_ptr_array_extend(settings, chosen, NULL, NULL);
    self->result->settings = settings;
    if (configure_builds(self->driver)) {
        plan_word_settings(selector->arena, self->specification, settings);
    }
    return TRUE;
}

/* ---- the build ------------------------------------------------------------------------------- */

static gboolean prepare(Deploying *self)
{
    const SourceDeployRequest *request = self->request;
    json_t *manifest =
        layout_manifest(request->layout, request->tag, &self->result->digest, self->error);
    gboolean there = manifest != NULL;
    json_decref(manifest);
    self->tree =
        there ? deploy_tree_of_sources(request->layout, request->tag, request->scratch, self->error)
              : NULL;
    if (self->tree == NULL || !choose(self)) {
        return FALSE;
    }
    self->sandbox =
        sandbox_new(request->isolation, request->root, self->tree->source, 0, self->error);
    if (self->sandbox != NULL) {
        /* They were unpacked for this build, beside its tree. */
        self->sandbox->own_sources = !configure_builds(self->driver);
    }
    self->place =
        self->sandbox == NULL ? NULL : place_open(request->prefix, request->watch, self->error);
    if (self->place == NULL) {
        return FALSE;
    }
    self->matrix->common = self->result->settings;
    self->configuration = (Configuration){CONFIGURATION, arena_array(request->selector->arena),
                                          arena_array(request->selector->arena)};
    self->configure =
        (ConfigureRequest){.driver = self->driver,
                           .sandbox = self->sandbox,
                           .matrix = self->matrix,
                           .configuration = &self->configuration,
                           .folder = self->tree->folder,
                           .prefix = request->prefix,
                           .jobs = request->jobs,
                           .install_to = self->place->stage,
                           .kept = request->keep,
                           .not_kept = request->keep == NULL ? "--keep-build DIR" : NULL};
    configure_native(self->driver, &self->configure.c, &self->configure.cxx);
    return TRUE;
}

/* Takes over the failure of something that was run, and tells it with `where` before it. A full
 * disk says nothing of the project, whichever step finds it. */
static gboolean failed(const Deploying *self, const char *where, GError *failure)
{
    if (!configure_lacked_space(self->driver, failure->message)) {
        g_propagate_prefixed_error(self->error, failure, "%s", where);
        return FALSE;
    }
    g_set_error(self->error, REPLAY_ERROR, REPLAY_ERROR_SPACE,
                "%sa disk is full; make room there and deploy again: %s", where, failure->message);
    g_error_free(failure);
    return FALSE;
}

static gboolean install(Deploying *self)
{
    g_autofree char *build = workspace_build(self->tree->folder, CONFIGURATION);
    g_autoptr(GPtrArray) command = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(command, g_strdup("env"));
    g_ptr_array_add(
        command, g_strconcat("DESTDIR=", sandbox_output(self->sandbox, self->place->stage), NULL));
    for (const char *const *word = configure_install(self->driver); *word != NULL; word++) {
        g_autoptr(GString) filled = g_string_new(*word);
        g_string_replace(filled, "{prefix}", self->request->prefix, 0);
        g_ptr_array_add(command, g_string_free(g_steal_pointer(&filled), FALSE));
    }
    g_ptr_array_add(command, NULL);
    g_auto(GStrv) inside = sandbox_command(
        self->sandbox, &(SandboxRequest){.command = (const char *const *)command->pdata,
                                         .directory = sandbox_build(self->sandbox, build),
                                         .build = build,
                                         .build_is_writable = TRUE,
                                         .output = self->place->stage});
    g_auto(ProcessResult) result = {0};
    const ProcessRequest request = {.command = (const char *const *)inside};
    g_autoptr(GError) failure = NULL;
    return process_run_well(&request, &result, &failure) ||
           failed(self, "the installation: ", g_steal_pointer(&failure));
}

static gboolean write_record(Deploying *self)
{
    g_autofree char *staged = place_staged(self->place);
    g_autofree char *record = g_build_filename(staged, PLACE_RECORD, NULL);
    g_autofree char *folder = g_path_get_dirname(record);
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        g_set_error(self->error, PLACE_ERROR, PLACE_ERROR_WRITE, "%s cannot be made: %s", folder,
                    g_strerror(errno));
        return FALSE;
    }
    json_t *document = source_deploy_json(self->request, self->result);
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    return file_write(record, text, strlen(text), self->error);
}

/* The build tree goes where a person wants to look at it. */
static gboolean keep_tree(Deploying *self)
{
    if (self->request->keep == NULL) {
        return TRUE;
    }
    g_autofree char *build = workspace_build(self->tree->folder, CONFIGURATION);
    if (g_rename(build, self->request->keep) != 0) {
        g_set_error(self->error, PLACE_ERROR, PLACE_ERROR_WRITE,
                    "the build tree cannot be moved to %s: %s", self->request->keep,
                    g_strerror(errno));
        return FALSE;
    }
    return TRUE;
}

/* After a failure it goes there, too, with what was said; that failure is what is told. */
static void keep_failed(const Deploying *self)
{
    if (self->request->keep == NULL || self->tree == NULL) {
        return;
    }
    g_autofree char *build = workspace_build(self->tree->folder, CONFIGURATION);
    g_autofree char *parent = g_path_get_dirname(build);
    g_autoptr(GDir) folder = g_dir_open(parent, 0, NULL);
    if (folder == NULL || g_rename(build, self->request->keep) != 0) {
        return;
    }
    for (const char *name = g_dir_read_name(folder); name != NULL; name = g_dir_read_name(folder)) {
        if (g_str_has_suffix(name, ".log")) {
            g_autofree char *from = g_build_filename(parent, name, NULL);
            g_autofree char *to = g_build_filename(self->request->keep, name, NULL);
            (void)g_rename(from, to);
        }
    }
}

static void report(const Deploying *self, const char *what, guint done)
{
    if (self->request->progress != NULL) {
        self->request->progress(what, done, 1, self->request->data);
    }
}

static gboolean finish(Deploying *self)
{
    return write_record(self) && place_commit(self->place, self->error) && keep_tree(self);
}

static gboolean deploy(Deploying *self)
{
    if (!prepare(self)) {
        return FALSE;
    }
    report(self, configure_builds(self->driver) ? "building and installing" : "configuring", 0);
    /* What cannot be made now is asked for once more with all the rest, which then says it. */
    g_auto(LeftOut) unmade = {0};
    g_autoptr(GError) failure = NULL;
    if (!configure_run(&self->configure, NULL, &unmade, &failure)) {
        return failed(self, "", g_steal_pointer(&failure));
    }
    if (configure_builds(self->driver)) {
        return finish(self);
    }
    report(self, "building", 0);
    if (!configure_build(&self->configure, NULL, &failure)) {
        return failed(self, "", g_steal_pointer(&failure));
    }
    report(self, "installing", 0);
    return install(self) && finish(self);
}

gboolean source_deploy(const SourceDeployRequest *request, SourceDeployResult *result,
                       GError **error)
{
    Deploying self = {.request = request, .result = result, .error = error};
    gboolean deployed = deploy(&self);
    if (!deployed) {
        keep_failed(&self);
    }
    g_clear_pointer(&self.place, place_close);
    g_clear_pointer(&self.sandbox, sandbox_free);
    g_clear_pointer(&self.driver, cmake_driver_free);
    g_clear_pointer(&self.tree, deploy_tree_free);
    return deployed;
}

json_t *source_deploy_json(const SourceDeployRequest *request, const SourceDeployResult *result)
{
    json_t *settings = json_object();
    for (guint i = 0; i < result->settings->len; i++) {
        const Setting *setting = result->settings->pdata[i];
        json_object_set_new(settings, setting->option, json_of_text(setting->value));
    }
    const System *system = request->selector->system;
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:s}", "schema", "xaas-deployment/1", "image",
                     json_of_text(result->digest), "prefix", json_of_text(request->prefix),
                     "target", json_of_text(system_target_cpu(system)), "settings", settings,
                     "built", "from source");
}
