/* What the default build does not need, and so may be broken: as much of it as can be made. */
#include "container/build/driver_parts.h"
#include "container/build/failed.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include "core/text_list.h"
#include <glib/gstdio.h>
#include <string.h>

/* Of so many commands that failed it is found out how they end. */
#define FAILED_ASKED_MAX 256u
/* So many of the outputs that could not be made are named. */
#define UNMADE_NAMED 3u

typedef struct {
    const char *build;
    const GPtrArray *outputs;
    gboolean network;
    const char *step;    /* what its logs are called */
    GHashTable *lacking; /* is filled with those for which something is missing; NULL: not wanted */
} Optional;

/* Removes what a run that failed has left of the outputs. Where something else failed, too, nobody
 * knows what that has left. */
static void remove_failed(const ConfigureRequest *request, const Optional *optional,
                          const char *said)
{
    const Sandbox *sandbox = request->sandbox;
    g_autofree char *source =
        sandbox->own_sources ? sandbox_source_folder(sandbox, optional->build) : NULL;
    g_autoptr(GHashTable) asked = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) targets = configure_targets(request, optional->build);
    for (guint i = 0; i < optional->outputs->len; i++) {
        g_hash_table_add(asked, optional->outputs->pdata[i]);
    }
    if (!failed_outputs_remove(said, &(OutputFolders){optional->build, source},
                               &(FailedOutputs){asked, targets})) {
        configure_tree_forget(request);
    }
}

gboolean configure_misses_rule(const CMakeDriver *driver, const char *said)
{
    return !failed_command_any(said) && strstr(said, driver->no_rule) != NULL;
}

gboolean configure_lacked_space(const CMakeDriver *driver, const char *said)
{
    return failures_lacked_space(driver->failures, said);
}

/* FALSE, an error, and *said, what the build tool said, when it does not go well. */
static gboolean run_once(const ConfigureRequest *request, const Optional *optional, char **words,
                         char **said, GError **error)
{
    g_autoptr(GPtrArray) command =
        configure_make_words(request, optional->build, optional->outputs, words);
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, optional->step);
    if (driver_run(request, optional->build, command, optional->network, log, error)) {
        return TRUE;
    }
    *said = file_read(log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    return FALSE;
}

/* Adds those of `count` outputs from `first` on for which nothing is missing: by halves, for most
 * are of that kind. */
static void add_with_rules(const ConfigureRequest *request, const Optional *optional, guint first,
                           guint count, GPtrArray *found)
{
    g_autoptr(GPtrArray) outputs = g_ptr_array_new();
    g_autofree char *said = NULL;
    for (guint i = first; i < first + count; i++) {
        g_ptr_array_add(outputs, optional->outputs->pdata[i]);
    }
    const Optional part = {optional->build, outputs, FALSE, "told", NULL};
    if (run_once(request, &part, request->driver->only_tell, &said, NULL) || said == NULL ||
        !configure_misses_rule(request->driver, said)) {
        g_ptr_array_extend(found, outputs, NULL, NULL);
    } else if (count > 1) {
        add_with_rules(request, optional, first, count / 2, found);
        add_with_rules(request, optional, first + count / 2, count - count / 2, found);
    }
}

static void note_lacking(const Optional *optional, const GPtrArray *found)
{
    for (guint i = 0; optional->lacking != NULL && i < optional->outputs->len; i++) {
        const char *output = optional->outputs->pdata[i];
        if (!text_list_has(found, output)) {
            g_hash_table_add(optional->lacking, g_strdup(output));
        }
    }
}

/* Makes the others when something is missing for some, for then the build tool runs nothing. What
 * it says is added to what it has said. */
static void make_others(const ConfigureRequest *request, const Optional *optional, char **said,
                        GError **error)
{
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_autofree char *step = g_strconcat(optional->step, "-others", NULL);
    g_autofree char *more = NULL;
    g_autoptr(GError) failure = NULL;
    add_with_rules(request, optional, 0, optional->outputs->len, found);
    const Optional others = {optional->build, found, optional->network, step, NULL};
    /* Where the build tool has its description made anew first, it does not come to tell. */
    note_lacking(optional, found->len == optional->outputs->len ? none : found);
    if (found->len == 0 || found->len == optional->outputs->len ||
        run_once(request, &others, request->driver->keep_going, &more, &failure)) {
        return;
    }
    char *both = g_strconcat(*said, "\n", more == NULL ? "" : more, NULL);
    GError *joined =
        g_error_new(failure->domain, failure->code, "%s\n%s", (*error)->message, failure->message);
    g_free(*said);
    *said = both;
    g_clear_error(error);
    *error = joined;
}

/* As many outputs as can be made. FALSE, an error, and *said, what the build tool said, when some
 * cannot. */
static gboolean make_optional(const ConfigureRequest *request, const Optional *optional,
                              char **said, GError **error)
{
    if (optional->outputs->len == 0 ||
        run_once(request, optional, request->driver->keep_going, said, error)) {
        return TRUE;
    }
    if (*said != NULL && configure_misses_rule(request->driver, *said)) {
        make_others(request, optional, said, error);
    }
    remove_failed(request, optional, *said == NULL ? "" : *said);
    return FALSE;
}

/* A shell of its own stands between, for a command may end its parent, which is the build tool
 * elsewhere. */
gboolean configure_status(const ConfigureRequest *request, const char *command, gboolean network,
                          int *status)
{
    const char *const words[] = {"/bin/sh", "-c",    "/bin/sh -c \"$1\"; exit $?",
                                 "sh",      command, NULL};
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_auto(GStrv) inside = sandbox_command(
        request->sandbox,
        &(SandboxRequest){
            .command = words, .build = build, .build_is_writable = TRUE, .network = network});
    g_auto(ProcessResult) result = {0};
    gboolean ran =
        process_run(&(ProcessRequest){.command = (const char *const *)inside}, &result, NULL);
    *status = result.status;
    return ran;
}

/* Whether a command that failed was ended by a signal without a word, or succeeds when it is run
 * again; where the build tool does not tell how they ended, of more than can be run again nobody
 * knows. Of one that cannot be run it is believed that it failed by itself. */
static gboolean is_ended(const ConfigureRequest *request, const char *said)
{
    g_auto(FailedCommand) failed = {0};
    guint asked = 0;
    for (const char *at = failed_command_next(&failed, said, said); at != NULL;) {
        int status = failed.status;
        gboolean known = status >= 0;
        if (!known && asked++ == FAILED_ASKED_MAX) {
            return TRUE;
        }
        known = known || configure_status(request, failed.command, TRUE, &status);
        if (known && (status == 0 || failed_status_is_signal(status))) {
            return TRUE;
        }
        failed_command_clear(&failed);
        at = failed_command_next(&failed, said, at);
    }
    return FALSE;
}

/* What lies in the tree is listed twice, the second time absolutely, and either may be read. */
static void add_absolute(const ConfigureRequest *request, const char *build, GHashTable *outputs)
{
    const char *folder = sandbox_build(request->sandbox, build);
    g_autoptr(GPtrArray) absolute = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;
    g_hash_table_iter_init(&iter, outputs);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        g_ptr_array_add(absolute, g_canonicalize_filename(name, folder));
    }
    /* Adding a name that is there frees the one that was. */
    for (guint i = 0; i < absolute->len; i++) {
        g_hash_table_add(outputs, absolute->pdata[i]);
    }
}

gboolean configure_generate_optional(const ConfigureRequest *request, const char *build,
                                     const GPtrArray *outputs, LeftOut *left_out, GError **error)
{
    g_autoptr(GHashTable) lost = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const Optional optional = {build, outputs, TRUE, "generate-optional", lost};
    g_autofree char *said = NULL;
    g_autoptr(GError) failure = NULL;
    if (make_optional(request, &optional, &said, &failure)) {
        return TRUE;
    }
    /* What failed because the machine lacks something is a failure. */
    if (said == NULL || g_error_matches(failure, CONFIGURE_ERROR, CONFIGURE_ERROR_ENDED) ||
        failures_lacked(request->driver->failures, said)) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    if (is_ended(request, said)) {
        g_propagate_prefixed_error(error, g_steal_pointer(&failure),
                                   "what the default build does not need was ended while it was "
                                   "made, or fails at times only (--default-only does without "
                                   "it): ");
        return FALSE;
    }
    remove_failed(request, &optional, said);
    g_autoptr(GPtrArray) targets = configure_targets(request, build);
    failed_outputs_add(said, targets, lost);
    add_absolute(request, build, lost);
    if (!configure_add_dependents(request, build, lost, error)) {
        return FALSE;
    }
    *left_out = (LeftOut){g_strdup(failure->message), g_steal_pointer(&lost)};
    return TRUE;
}

/* Adds the first few of the names, as they are seen inside; the build tool lists most twice. */
static void add_first_names(const ConfigureRequest *request, const char *build, GHashTable *names,
                            GString *text)
{
    guint count = 0;
    g_autoptr(GList) sorted = g_list_sort(g_hash_table_get_keys(names), (GCompareFunc)strcmp);
    for (const GList *item = sorted; item != NULL; item = item->next) {
        g_autofree char *name = sandbox_neutral_text(request->sandbox, build, item->data);
        if (!g_str_has_prefix(name, SANDBOX_BUILD "/") && count++ < UNMADE_NAMED) {
            g_string_append_printf(text, "%s%s", count == 1 ? "" : ", ", name);
        }
    }
    if (count > UNMADE_NAMED) {
        g_string_append_printf(text, " and %u more", count - UNMADE_NAMED);
    }
}

/* Adds what is installed of what was lost, if anything is. */
static void add_installed_names(const ConfigureRequest *request, const char *build,
                                GHashTable *lost, GString *text)
{
    g_autoptr(GHashTable) installed = configure_installed(request);
    g_autoptr(GHashTable) missed = g_hash_table_new(g_str_hash, g_str_equal);
    GHashTableIter iter;
    gpointer output;
    g_hash_table_iter_init(&iter, lost);
    while (g_hash_table_iter_next(&iter, &output, NULL)) {
        if (g_hash_table_contains(installed, output)) {
            g_hash_table_add(missed, output);
        }
    }
    if (g_hash_table_size(missed) > 0) {
        g_string_append(text, "; what is installed of it: ");
        add_first_names(request, build, missed, text);
    }
}

gboolean configure_make_besides(const ConfigureRequest *request, const char *build,
                                const GPtrArray *outputs, LeftOut *unmade, GError **error)
{
    g_autoptr(GHashTable) lost = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const Optional optional = {build, outputs, TRUE, "generate-besides", lost};
    g_autofree char *said = NULL;
    g_autoptr(GError) failure = NULL;
    if (make_optional(request, &optional, &said, &failure)) {
        return TRUE;
    }
    if (said == NULL || g_error_matches(failure, CONFIGURE_ERROR, CONFIGURE_ERROR_ENDED)) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    g_autoptr(GPtrArray) targets = configure_targets(request, build);
    g_autoptr(GString) text = g_string_new("not made, though the default build makes it: ");
    failed_outputs_add(said, targets, lost);
    add_first_names(request, build, lost, text);
    add_absolute(request, build, lost);
    if (!configure_add_dependents(request, build, lost, error)) {
        return FALSE;
    }
    add_installed_names(request, build, lost, text);
    g_string_append_printf(
        text, "; no unit and no link needs it, but whatever installs or reads it misses it: %s",
        failure->message);
    *unmade = (LeftOut){g_string_free(g_steal_pointer(&text), FALSE), g_steal_pointer(&lost)};
    return TRUE;
}

/* ---- objects --------------------------------------------------------------------------------- */

typedef struct {
    char *path; /* as the build tool names it */
    gint64 time;
} OldOutput;

static void old_output_clear(gpointer data)
{
    g_free(((OldOutput *)data)->path);
}

/* When an output was written; 0: it is not there. */
static gint64 output_time(const char *build, const char *output)
{
    g_autofree char *path =
        g_path_is_absolute(output) ? g_strdup(output) : g_build_filename(build, output, NULL);
    GStatBuf status;
    return g_stat(path, &status) == 0
               ? (gint64)status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000
               : 0;
}

static GArray *old_outputs(const char *build, const GPtrArray *outputs)
{
    GArray *old = g_array_new(FALSE, FALSE, sizeof(OldOutput));
    g_array_set_clear_func(old, old_output_clear);
    for (guint i = 0; i < outputs->len; i++) {
        gint64 time = output_time(build, outputs->pdata[i]);
        if (time != 0) {
            g_array_append_val(old, ((OldOutput){g_strdup(outputs->pdata[i]), time}));
        }
    }
    return old;
}

/* Removes what is as it was before a run; whether there was any. */
static gboolean remove_old(const char *build, const GArray *old)
{
    gboolean removed = FALSE;
    for (guint i = 0; i < old->len; i++) {
        const OldOutput *output = &g_array_index(old, OldOutput, i);
        if (output_time(build, output->path) == output->time) {
            workspace_remove_output(&(OutputFolders){build, NULL}, output->path);
            removed = TRUE;
        }
    }
    return removed;
}

/* When something fails, the build tool does not come to what is made of it; what an earlier run has
 * made of it is there, and nobody could tell. So what this run has not made is removed, and asked
 * for once more. */
char *configure_build_optional(const ConfigureRequest *request, const GPtrArray *outputs)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    const Optional optional = {build, outputs, FALSE, "objects-optional", NULL};
    g_autoptr(GArray) old = old_outputs(build, outputs);
    g_autofree char *said = NULL;
    g_autoptr(GError) failure = NULL;
    if (make_optional(request, &optional, &said, &failure)) {
        return NULL;
    }
    if (remove_old(build, old)) {
        g_clear_error(&failure);
        g_clear_pointer(&said, g_free);
        if (make_optional(request, &optional, &said, &failure)) {
            return NULL;
        }
    }
    if (said != NULL && !g_error_matches(failure, CONFIGURE_ERROR, CONFIGURE_ERROR_ENDED)) {
        return g_steal_pointer(&said);
    }
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, optional.step);
    return g_strdup_printf("the build tool was ended, or could not be started; its log is %s", log);
}
