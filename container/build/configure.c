#include "container/build/driver_parts.h"
#include "container/build/failed.h"
#include "container/build/process.h"
#include "container/build/step.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - configure - error, configure_error)

#define LOG_LINES_QUOTED 12u
#define BUILD_TREE_DEPTH_MAX 64u
/* What programs say in the sandbox's language when they may not write. */
#define READ_ONLY "Read-only file system"

static char *replaced(const ConfigureRequest *request, const char *build, const char *word)
{
    g_autoptr(GString) text = g_string_new(word);
    const char *folder = request->matrix->folder;
    g_autofree char *source = g_build_filename(sandbox_source(request->sandbox), folder, NULL);
    g_string_replace(text, "{source}", source, 0);
    g_string_replace(text, "{build}", sandbox_build(request->sandbox, build), 0);
    g_string_replace(text, "{c}", request->c, 0);
    g_string_replace(text, "{c++}", request->cxx, 0);
    g_string_replace(text, PREFIX_WORD,
                     request->prefix != NULL ? request->prefix : request->driver->prefix, 0);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static const char *setting_of(const GPtrArray *settings, const char *option)
{
    const char *value = NULL;
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        value = g_str_equal(setting->option, option) ? setting->value : value;
    }
    return value;
}

char *configure_prefix(const ConfigureRequest *request)
{
    const CMakeDriver *driver = request->driver;
    for (guint i = 0; driver->default_options[i] != NULL; i++) {
        if (g_str_equal(driver->default_values[i], PREFIX_WORD)) {
            const char *option = driver->default_options[i];
            const char *value = setting_of(request->configuration->settings, option);
            value = value != NULL ? value : setting_of(request->matrix->common, option);
            if (value != NULL) {
                return g_strdup(value);
            }
        }
    }
    return g_strdup(request->prefix != NULL ? request->prefix : driver->prefix);
}

static void add_settings(GPtrArray *command, const GPtrArray *settings)
{
    for (guint i = 0; i < settings->len; i++) {
        const Setting *setting = settings->pdata[i];
        g_ptr_array_add(command, g_strdup_printf("-D%s=%s", setting->option, setting->value));
    }
}

GPtrArray *configure_words(const ConfigureRequest *request, const char *build, char **words)
{
    GPtrArray *command = g_ptr_array_new_with_free_func(g_free);
    for (; *words != NULL; words++) {
        g_ptr_array_add(command, replaced(request, build, *words));
    }
    return command;
}

/* What may help, by what the failed command said. */
static const char *remedy(const ConfigureRequest *request, const char *said)
{
    const Sandbox *sandbox = request->sandbox;
    if (said != NULL && strstr(said, request->driver->collides) != NULL) {
        return " (Ninja refuses a project of which two targets make one file; an option of the "
               "project may take one of them away, such as another BUILD_SHARED_LIBS)";
    }
    if (said == NULL || sandbox->isolation == ISOLATION_NONE) {
        return "";
    }
    if (strstr(said, READ_ONLY) != NULL && !sandbox->own_sources) {
        return " (it may have written among the sources; --copy-source lets it)";
    }
    if (sandbox->network || !g_regex_match(request->driver->downloads, said, 0, NULL)) {
        return "";
    }
    /* Only a deployment from source knows the prefix. */
    return request->prefix != NULL
               ? " (it may have downloaded something, which a deployment cannot)"
               : " (it may have downloaded something; --network lets it)";
}

gboolean driver_run(const ConfigureRequest *request, const char *build, GPtrArray *command,
                    gboolean network, const char *log, GError **error)
{
    g_ptr_array_add(command, NULL);
    g_auto(GStrv) inside = sandbox_command(
        request->sandbox, &(SandboxRequest){.command = (const char *const *)command->pdata,
                                            .build = build,
                                            .build_is_writable = TRUE,
                                            .network = network});
    g_auto(ProcessResult) result = {0};
    if (!process_run(&(ProcessRequest){.command = (const char *const *)inside, .log = log}, &result,
                     error)) {
        return FALSE;
    }
    if (result.status == 0) {
        return TRUE;
    }
    g_autofree char *text = process_command_text((const char *const *)command->pdata);
    g_autofree char *said = file_read(log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    g_autofree char *tail = said == NULL ? NULL : process_last_lines(said, LOG_LINES_QUOTED);
    /* What is made side by side goes on for a while after the first error. */
    g_autofree char *first =
        said == NULL ? NULL : failures_first_error(request->driver->failures, said);
    gboolean is_further_up = first != NULL && strstr(tail, first) == NULL;
    gboolean is_projects =
        said != NULL &&
        (failed_command_ends(said, result.status) ||
         (result.status == FAILURES_STATUS_ERROR && strstr(said, request->driver->no_rule)));
    g_set_error(error, CONFIGURE_ERROR,
                is_projects ? CONFIGURE_ERROR_FAILED : CONFIGURE_ERROR_ENDED,
                "configuration %s: `%s` ended with status %d%s%s%s; its log is %s and ends with: "
                "%s",
                request->configuration->name, text, result.status, remedy(request, said),
                is_further_up ? "; its first error is " : "", is_further_up ? first : "", log,
                tail == NULL ? "" : tail);
    return FALSE;
}

/* Everything that CMake is told. The caller unrefs. */
static GPtrArray *configure_command(const ConfigureRequest *request, const char *build)
{
    const CMakeDriver *driver = request->driver;
    GPtrArray *command = configure_words(request, build, driver->configure);
    for (guint i = 0; driver->default_options[i] != NULL; i++) {
        if (setting_of(request->matrix->common, driver->default_options[i]) == NULL &&
            setting_of(request->configuration->settings, driver->default_options[i]) == NULL) {
            g_autofree char *value = replaced(request, build, driver->default_values[i]);
            g_ptr_array_add(command, g_strdup_printf("-D%s=%s", driver->default_options[i], value));
        }
    }
    add_settings(command, request->matrix->common);
    add_settings(command, request->configuration->settings);
    return command;
}

/* The words that have the build tool make outputs. */
static GPtrArray *make_words(const ConfigureRequest *request, const char *build,
                             const GPtrArray *outputs, gboolean optional)
{
    GPtrArray *command = configure_words(request, build, request->driver->generate);
    for (char **word = request->driver->keep_going; optional && *word != NULL; word++) {
        g_ptr_array_add(command, g_strdup(*word));
    }
    g_ptr_array_add(command, g_strdup_printf("-j%u", request->jobs));
    for (guint i = 0; outputs != NULL && i < outputs->len; i++) {
        g_ptr_array_add(command, g_strdup(outputs->pdata[i]));
    }
    return command;
}

static gboolean generate(const ConfigureRequest *request, const char *build,
                         const GPtrArray *outputs, GError **error)
{
    g_autoptr(GPtrArray) command = make_words(request, build, outputs, FALSE);
    g_autofree char *log = workspace_log(request->folder, request->configuration->name, "generate");
    return outputs->len == 0 || driver_run(request, build, command, TRUE, log, error);
}

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
            workspace_remove_output(build, output->path);
            removed = TRUE;
        }
    }
    return removed;
}

typedef struct {
    const char *build;
    const GPtrArray *outputs;
    gboolean network;
    const char *log;
} Optional;

/* Removes what a run that failed has left of the outputs. Where something else failed, too, nobody
 * knows what that has left. */
static void remove_failed(const ConfigureRequest *request, const Optional *optional,
                          const char *said)
{
    g_autoptr(GHashTable) asked = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) targets = configure_targets(request, optional->build);
    for (guint i = 0; i < optional->outputs->len; i++) {
        g_hash_table_add(asked, optional->outputs->pdata[i]);
    }
    if (!failed_outputs_remove(said, optional->build, &(FailedOutputs){asked, targets})) {
        configure_tree_forget(request);
    }
}

/* As many outputs as can be made. FALSE, an error, and *said, what the build tool said, when some
 * cannot. When something fails, the build tool does not come to what is made of it; what an earlier
 * run has made of it is there, and nobody could tell. So what this run has not made is removed, and
 * asked for once more. */
static gboolean make_optional(const ConfigureRequest *request, const Optional *optional,
                              char **said, GError **error)
{
    g_autoptr(GArray) old = old_outputs(optional->build, optional->outputs);
    gboolean made = optional->outputs->len == 0;
    for (guint round = 0; round < 2 && !made; round++) {
        g_autoptr(GPtrArray) command =
            make_words(request, optional->build, optional->outputs, TRUE);
        g_clear_error(error);
        g_clear_pointer(said, g_free);
        made =
            driver_run(request, optional->build, command, optional->network, optional->log, error);
        if (!made) {
            *said = file_read(optional->log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
            remove_failed(request, optional, *said == NULL ? "" : *said);
        }
        if (!made && (round > 0 || !remove_old(optional->build, old))) {
            break;
        }
    }
    return made;
}

/* What the default build does not need may be broken, and is often enough; but what failed because
 * the machine lacks something is a failure. */
static gboolean generate_optional(const ConfigureRequest *request, const char *build,
                                  const GPtrArray *outputs, char **left_out, GError **error)
{
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, "generate-optional");
    g_autofree char *said = NULL;
    g_autoptr(GError) failure = NULL;
    if (make_optional(request, &(Optional){build, outputs, TRUE, log}, &said, &failure)) {
        return TRUE;
    }
    if (said == NULL || g_error_matches(failure, CONFIGURE_ERROR, CONFIGURE_ERROR_ENDED) ||
        failures_lacked(request->driver->failures, said)) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    *left_out = g_strdup(failure->message);
    return TRUE;
}

gboolean configure_run(const ConfigureRequest *request, char **left_out, GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GPtrArray) command = configure_command(request, build);
    if (!configure_tree(request, build, command, left_out == NULL, error)) {
        return FALSE;
    }
    g_auto(Generated) generated = {0};
    if (!configure_generated(request, build, &generated, error) ||
        !generate(request, build, generated.needed, error)) {
        return FALSE;
    }
    return left_out == NULL ||
           generate_optional(request, build, generated.optional, left_out, error);
}

gboolean configure_build(const ConfigureRequest *request, const GPtrArray *outputs, GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GPtrArray) command = make_words(request, build, outputs, FALSE);
    g_autofree char *log = workspace_log(request->folder, request->configuration->name, "objects");
    return (outputs != NULL && outputs->len == 0) ||
           driver_run(request, build, command, FALSE, log, error);
}

char *configure_build_optional(const ConfigureRequest *request, const GPtrArray *outputs)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, "objects-optional");
    g_autoptr(GError) failure = NULL;
    char *said = NULL;
    if (make_optional(request, &(Optional){build, outputs, FALSE, log}, &said, &failure)) {
        return NULL;
    }
    if (said != NULL && !g_error_matches(failure, CONFIGURE_ERROR, CONFIGURE_ERROR_ENDED)) {
        return said;
    }
    g_free(said);
    return g_strdup_printf("the build tool was ended, or could not be started; its log is %s", log);
}

gboolean configure_status(const ConfigureRequest *request, const char *command, int *status)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autofree char *folder = g_strdup(sandbox_build(request->sandbox, build));
    json_t *commands = step_commands(request->driver, command, &folder, NULL);
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    gsize index;
    const json_t *word;
    json_array_foreach(json_array_get(commands, 0), index, word)
    {
        g_ptr_array_add(words, (gpointer)json_string_value(word));
    }
    g_ptr_array_add(words, NULL);
    g_auto(GStrv) inside = sandbox_command(
        request->sandbox, &(SandboxRequest){.command = (const char *const *)words->pdata,
                                            .directory = folder,
                                            .build = build,
                                            .build_is_writable = TRUE});
    g_auto(ProcessResult) result = {0};
    gboolean ran =
        json_array_size(commands) == 1 && words->len > 1 &&
        process_run(&(ProcessRequest){.command = (const char *const *)inside}, &result, NULL);
    *status = result.status;
    json_decref(commands);
    return ran;
}

/* The words of the lines that stand behind the sentence, up to one that begins at the margin. */
static GHashTable *words_behind(const char *said, const char *sentence)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const char *at = strstr(said, sentence);
    const char *line = at == NULL ? NULL : strchr(at, '\n');
    while (line != NULL && (line[1] == ' ' || line[1] == '\n')) {
        g_autofree char *text = g_strndup(line + 1, strcspn(line + 1, "\n"));
        g_strstrip(text);
        g_hash_table_add(words, g_steal_pointer(&text));
        line = strchr(line + 1, '\n');
    }
    return words;
}

static void add_unused(GPtrArray *unused, GHashTable *words, const GPtrArray *settings)
{
    for (guint i = 0; i < settings->len; i++) {
        const char *option = ((const Setting *)settings->pdata[i])->option;
        g_autofree char *name = g_strndup(option, strcspn(option, ":"));
        if (g_hash_table_contains(words, name)) {
            g_ptr_array_add(unused, (gpointer)option);
        }
    }
}

GPtrArray *configure_unused(const ConfigureRequest *request)
{
    GPtrArray *unused = g_ptr_array_new();
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, "configure");
    g_autofree char *said = file_read(log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    g_autoptr(GHashTable) words =
        words_behind(said == NULL ? "" : said, request->driver->says_unused);
    add_unused(unused, words, request->matrix->common);
    add_unused(unused, words, request->configuration->settings);
    return unused;
}

typedef struct {
    const CMakeDriver *driver;
    const char *root;
    gboolean all; /* whatever they are called */
    GPtrArray *files;
    TreeRest *rest; /* NULL: not wanted */
} Collecting;

static void collect(const Collecting *self, const char *folder, guint depth)
{
    const CMakeDriver *driver = self->driver;
    g_autofree char *path = g_build_filename(self->root, folder, NULL);
    g_autoptr(GDir) open = depth > BUILD_TREE_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *relative =
            *folder == '\0' ? g_strdup(name) : g_build_filename(folder, name, NULL);
        g_autofree char *full = g_build_filename(self->root, relative, NULL);
        GStatBuf status;
        if (g_regex_match(driver->leave, relative, 0, NULL) || g_lstat(full, &status) != 0) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            collect(self, relative, depth + 1);
            if (self->rest != NULL) {
                g_ptr_array_add(self->rest->folders, g_steal_pointer(&relative));
            }
        } else if (S_ISLNK(status.st_mode) && self->rest != NULL) {
            g_ptr_array_add(self->rest->links, g_steal_pointer(&relative));
        } else if (S_ISREG(status.st_mode) &&
                   (self->all || g_regex_match(driver->keep, relative, 0, NULL))) {
            g_ptr_array_add(self->files, g_steal_pointer(&relative));
        }
    }
}

TreeRest *tree_rest_new(void)
{
    TreeRest *self = g_new0(TreeRest, 1);
    self->folders = g_ptr_array_new_with_free_func(g_free);
    self->links = g_ptr_array_new_with_free_func(g_free);
    return self;
}

void tree_rest_free(TreeRest *self)
{
    if (self != NULL) {
        g_ptr_array_unref(self->folders);
        g_ptr_array_unref(self->links);
        g_free(self);
    }
}

GPtrArray *configure_kept_files(const ConfigureRequest *request, TreeRest *rest)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    collect(&(Collecting){request->driver, build, rest != NULL, files, rest}, "", 0);
    g_ptr_array_sort(files, texts_compare);
    if (rest != NULL) {
        g_ptr_array_sort(rest->folders, texts_compare);
        g_ptr_array_sort(rest->links, texts_compare);
    }
    return files;
}
