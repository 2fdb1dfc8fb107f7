#include "discover/program/analysis.h"
#include "core/data_folder.h"
#include "discover/program/cache_file.h"
#include "discover/program/no_build.h"
#include "discover/readers.h"
#include <string.h>
#include <sys/resource.h>

/* The second thread's work: the sources, while the first one follows the build files. */
typedef struct {
    const Analysis *analysis;
    SourceScanOptions options;
    Progress *progress;
    SourceIndex *result;
} Scan;

static void show_progress(guint done, guint total, void *data)
{
    progress_show(data, "sources", done, total);
}

static void show_walk(guint found, void *data)
{
    progress_count(data, "folders", found);
}

/* How far the scan of the sources stands back behind the reading of the build files, which takes
 * longer and nearly all in one thread: with two processors its threads would have half of one. */
#define SCAN_NICENESS 10

static gpointer scan_sources(gpointer data)
{
    Scan *scan = data;
    /* On Linux it is the calling thread that stands back, with the threads that it starts. */
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + SCAN_NICENESS);
    scan->result =
        source_index_scan(scan->analysis->tree, &scan->options, scan->analysis->diagnostics);
    return NULL;
}

/* Reading the knowledge files takes as long as walking a large tree: both at once. */
typedef struct {
    Analysis *analysis;
    const DiscoverOptions *options;
    const char *program;
    GError *error;
} KnowledgeLoad;

/* Hands an error of a library on as one with an exit status. */
static void hand_on(GError **error, ExitStatus status, GError *local)
{
    g_set_error_literal(error, PROGRAM_ERROR, (int)status, local->message);
    g_error_free(local);
}

static gboolean load_knowledge(Analysis *self, const DiscoverOptions *options, const char *program,
                               GError **error)
{
    g_autofree char *folder = options->knowledge != NULL
                                  ? g_strdup(options->knowledge)
                                  : data_folder_find(program, "knowledge", error);
    if (folder == NULL) {
        return FALSE;
    }
    GError *local = NULL;
    self->knowledge = knowledge_load(folder, &local);
    if (self->knowledge == NULL) {
        hand_on(error, EXIT_STATUS_ENVIRONMENT, local);
        return FALSE;
    }
    return TRUE;
}

static gpointer load_knowledge_beside(gpointer data)
{
    KnowledgeLoad *load = data;
    load_knowledge(load->analysis, load->options, load->program, &load->error);
    return NULL;
}

/* Opens the tree and loads what is known. Errors are told in the order of the steps, whichever
 * came first: knowledge, model, tree. */
static gboolean prepare(Analysis *self, const DiscoverOptions *options, const char *program,
                        Progress *progress, GError **error)
{
    KnowledgeLoad load = {self, options, program, NULL};
    GThread *thread = g_thread_new("knowledge", load_knowledge_beside, &load);
    GError *local = NULL;
    const TreeOptions walk = {.progress = show_walk, .data = progress};
    self->tree = tree_open_with(options->project, &walk, self->diagnostics, &local);
    g_thread_join(thread);
    g_autoptr(GError) tree_error = local;
    if (self->knowledge == NULL) {
        g_propagate_error(error, load.error);
        return FALSE;
    }
    /* What is wrong with keys or prompts should not show only after minutes of analysis. */
    if (options->llm != NULL) {
        self->model = model_new(options, program, error);
        if (self->model == NULL) {
            return FALSE;
        }
    }
    if (self->tree == NULL) {
        hand_on(error, EXIT_STATUS_INPUT, g_steal_pointer(&tree_error));
        return FALSE;
    }
    g_autofree char *too_large = no_build_too_large(self->tree);
    if (too_large != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s: %s", options->project, too_large);
        return FALSE;
    }
    return TRUE;
}

static gboolean read_build_files(Analysis *self, const DiscoverOptions *options,
                                 const char *program, GError **error)
{
    g_autofree char *stubs = options->stubs != NULL ? g_strdup(options->stubs)
                                                    : data_folder_find(program, "stubs", error);
    if (stubs == NULL) {
        return FALSE;
    }
    g_autoptr(GHashTable) definitions = cache_of_definitions(options->definitions);
    g_autoptr(GHashTable) environment = NULL;
    GError *local = NULL;
    if (options->environment != NULL) {
        environment = cache_file_read(options->environment, &local);
        if (environment == NULL) {
            hand_on(error, EXIT_STATUS_INPUT, local);
            return FALSE;
        }
    }
    const MachineVariables machine = knowledge_machine_variables(self->knowledge);
    const ReadersOptions read_options = {.stub_folder = stubs,
                                         .side_folders = knowledge_side_folders(self->knowledge),
                                         .build_scripts = knowledge_build_scripts(self->knowledge),
                                         .machine_variables = &machine,
                                         .concrete = options->concrete,
                                         .definitions = definitions,
                                         .environment = environment};
    if (!readers_read(self->tree, &read_options, self->facts, self->diagnostics, &local)) {
        hand_on(error, EXIT_STATUS_ENVIRONMENT, local);
        return FALSE;
    }
    return TRUE;
}

/* Why what was found of a build system is not read: the reader says it, or there is none. */
static const char *not_read(const BuildSystem *system)
{
    if (system->not_read != NULL) {
        return system->not_read;
    }
    switch (system->builder) {
    case BUILDER_CMAKE:
    case BUILDER_AUTOTOOLS:
    case BUILDER_MAKE:
    case BUILDER_ENVIRONMENT:
    case BUILDER_MESON:
        return "nothing in it could be followed";
    case BUILDER_OTHER:
        return NULL;
    }
    return NULL;
}

char *analysis_unread(const Analysis *self)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint more = 0;
    for (guint i = 0, told = 0; i < self->facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(self->facts->build_systems, i);
        if (system->vendored || system->read) {
            continue;
        }
        if (told++ >= ANALYSIS_UNREAD_TOLD_MAX) {
            more++;
            continue;
        }
        const char *reason = not_read(system);
        g_string_append_printf(text, "%s%s (%s) is recognised, but not read%s%s",
                               text->len > 0 ? "; " : "", builder_text(system->builder),
                               system->file, reason != NULL ? ": " : " yet",
                               reason != NULL ? reason : "");
    }
    if (more > 0) {
        g_string_append_printf(text, "; and %u more", more);
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* Another tool's file in the root says more of how the project is built than a makefile further
 * down that nobody reads; beside one in the root, what is wrong with that one comes first. `unread`
 * is taken. */
static char *beside_other_tool(const Analysis *self, char *unread, gboolean in_root)
{
    g_autofree char *others = unread;
    g_autofree char *tool = others != NULL ? no_build_other_tool(self->tree) : NULL;
    if (tool == NULL) {
        return g_steal_pointer(&others);
    }
    return in_root ? g_strdup_printf("%s; %s", others, tool)
                   : g_strdup_printf("%s; %s", tool, others);
}

/* A project without a build description that we read has nothing to specialise as far as we know.
 */
static gboolean has_build_system(const Analysis *self, const char *project, GError **error)
{
    g_autofree char *made = no_build_made_by(self->tree);
    if (made != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s: %s", project, made);
        return FALSE;
    }
    gboolean in_root = FALSE;
    for (guint i = 0; i < self->facts->build_systems->len; i++) {
        const BuildSystem *system = g_ptr_array_index(self->facts->build_systems, i);
        if (!system->vendored && system->read) {
            return TRUE;
        }
        in_root = in_root || (!system->vendored && *system->folder == '\0');
    }
    g_autofree char *unread = beside_other_tool(self, analysis_unread(self), in_root);
    if (unread != NULL) {
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s: %s", project, unread);
    } else {
        g_autofree char *reason =
            no_build_reason(self->tree, knowledge_build_scripts(self->knowledge));
        g_set_error(error, PROGRAM_ERROR, EXIT_STATUS_INPUT, "%s: %s", project, reason);
    }
    return FALSE;
}

/* The project chooses its name, and we a file by it: nothing that leads to another folder. */
static char *file_name_of(const Analysis *self)
{
    const char *name = self->facts->project_name;
    g_autofree char *folder = g_path_get_basename(tree_root(self->tree));
    g_autofree char *lower = g_ascii_strdown(name != NULL && *name != '\0' ? name : folder, -1);
    g_strcanon(lower, "abcdefghijklmnopqrstuvwxyz0123456789._+-", '-');
    const char *start = lower + strspn(lower, ".-");
    return g_strdup(*start != '\0' ? start : "project");
}

Analysis *analysis_run(const DiscoverOptions *options, const char *program, Progress *progress,
                       GError **error)
{
    gint64 start = g_get_monotonic_time();
    g_autoptr(Analysis) self = g_new0(Analysis, 1);
    self->arena = arena_new();
    self->diagnostics = diagnostics_new();
    self->facts = facts_new(self->arena);
    if (!prepare(self, options, program, progress, error)) {
        return NULL;
    }
    Scan scan = {.analysis = self,
                 .options = {.jobs = (guint)options->jobs,
                             .patterns = knowledge_source_patterns(self->knowledge),
                             .progress = show_progress,
                             .progress_data = progress}};
    GThread *thread = g_thread_new("sources", scan_sources, &scan);
    gboolean read = read_build_files(self, options, program, error);
    g_thread_join(thread);
    self->sources = scan.result;
    if (!read || !has_build_system(self, options->project, error)) {
        return NULL;
    }
    const ClassifyInput input = {self->knowledge, self->facts, self->sources, (guint)options->jobs};
    self->decisions = classify(&input, self->arena);
    self->name = file_name_of(self);
    self->microseconds = (guint64)(g_get_monotonic_time() - start);
    return g_steal_pointer(&self);
}

void analysis_free(Analysis *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->model, model_free);
    g_clear_pointer(&self->sources, source_index_free);
    g_clear_pointer(&self->tree, tree_free);
    g_clear_pointer(&self->knowledge, knowledge_free);
    g_clear_pointer(&self->diagnostics, diagnostics_free);
    g_clear_pointer(&self->arena, arena_free);
    g_free(self->name);
    g_free(self);
}

GPtrArray *analysis_decisions(const Analysis *self, const char *option)
{
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < self->decisions->len; i++) {
        Decision *decision = g_ptr_array_index(self->decisions, i);
        if (strcmp(decision->option->name, option) == 0) {
            g_ptr_array_add(found, decision);
        }
    }
    return found;
}
