#include "container/build/driver_parts.h"
#include "container/build/failed.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <string.h>

G_DEFINE_QUARK(xaas - configure - error, configure_error)

#define LOG_LINES_QUOTED 12u
#define ENDS_WITH " ends with: "
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
    if (strstr(said, READ_ONLY) != NULL && configure_builds(request->driver)) {
        return " (it may call the prefix otherwise, and have installed elsewhere; --define "
               "NAME={prefix} of `plan` tells it)";
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

/* The first error, where the last lines do not show it: what is made side by side goes on for a
 * while after it, and so does configuring. The caller frees it. */
static char *first_further_up(const ConfigureRequest *request, const char *said, const char *tail)
{
    g_autofree char *line = NULL;
    g_autofree char *first = failures_announced(request->driver->failures, said, &line);
    if (first == NULL) {
        first = failures_first_error(request->driver->failures, said);
        line = g_strdup(first);
    }
    return first == NULL || strstr(tail, line) != NULL ? NULL : g_steal_pointer(&first);
}

/* Where the log is when a person reads of it. The caller frees it. */
static char *log_told(const ConfigureRequest *request, const char *log)
{
    if (request->not_kept != NULL) {
        return g_strdup_printf("its log (%s keeps it)", request->not_kept);
    }
    g_autofree char *name = g_path_get_basename(log);
    g_autofree char *kept =
        request->kept == NULL ? g_strdup(log) : g_build_filename(request->kept, name, NULL);
    return g_strdup_printf("its log is %s and", kept);
}

const char *configure_last_words(const char *message)
{
    const char *at = strstr(message, ENDS_WITH);
    return at == NULL ? message : at + strlen(ENDS_WITH);
}

gboolean driver_run(const ConfigureRequest *request, const char *build, GPtrArray *command,
                    gboolean network, const char *log, GError **error)
{
    return driver_run_placed(request, build, command, &(DriverRun){.network = network, .log = log},
                             error);
}

gboolean driver_run_placed(const ConfigureRequest *request, const char *build, GPtrArray *command,
                           const DriverRun *run, GError **error)
{
    const char *log = run->log;
    g_ptr_array_add(command, NULL);
    g_auto(GStrv) inside = sandbox_command(
        request->sandbox, &(SandboxRequest){.command = (const char *const *)command->pdata,
                                            .build = build,
                                            .build_is_writable = TRUE,
                                            .network = run->network,
                                            .place = run->place,
                                            .placed = run->placed});
    g_auto(ProcessResult) result = {0};
    if (!process_run(&(ProcessRequest){.command = (const char *const *)inside, .log = log}, &result,
                     error)) {
        return FALSE;
    }
    if (result.status == 0) {
        return TRUE;
    }
    g_autofree char *text = process_command_text((const char *const *)command->pdata + run->ours);
    g_autofree char *said = file_read(log, PROCESS_LOG_BYTES_MAX, NULL, NULL);
    g_autofree char *tail = said == NULL ? NULL : process_last_lines(said, LOG_LINES_QUOTED);
    g_autofree char *first = said == NULL ? NULL : first_further_up(request, said, tail);
    g_autofree char *told = log_told(request, log);
    gboolean is_projects =
        said != NULL &&
        (failed_command_ends(said, result.status) ||
         (result.status == FAILURES_STATUS_ERROR && strstr(said, request->driver->no_rule)));
    g_set_error(error, CONFIGURE_ERROR,
                is_projects ? CONFIGURE_ERROR_FAILED : CONFIGURE_ERROR_ENDED,
                "configuration %s: `%s` ended with status %d%s%s%s; %s" ENDS_WITH "%s",
                request->configuration->name, text, result.status, remedy(request, said),
                first != NULL ? "; its first error is " : "", first != NULL ? first : "", told,
                tail == NULL ? "" : tail);
    return FALSE;
}

static void add_arguments(GPtrArray *command, const char *of, const GPtrArray *arguments)
{
    for (guint i = 0; i < arguments->len; i++) {
        g_ptr_array_add(command, g_strconcat(of, " ", arguments->pdata[i], NULL));
    }
}

/* Everything that CMake is told; of a build that is recorded, what its tree hangs on. The caller
 * unrefs. */
static GPtrArray *configure_command(const ConfigureRequest *request, const char *build)
{
    const CMakeDriver *driver = request->driver;
    GPtrArray *command = configure_words(request, build, driver->configure);
    for (guint i = 0; driver->recorded.rows != NULL && i < driver->recorded.rows->len; i++) {
        const RecordedRow *row = driver->recorded.rows->pdata[i];
        g_autoptr(GPtrArray) words = configure_words(request, build, row->run);
        g_ptr_array_extend_and_steal(command, g_steal_pointer(&words));
    }
    for (guint i = 0; driver->default_options[i] != NULL; i++) {
        if (setting_of(request->matrix->common, driver->default_options[i]) == NULL &&
            setting_of(request->configuration->settings, driver->default_options[i]) == NULL) {
            g_autofree char *value = replaced(request, build, driver->default_values[i]);
            g_ptr_array_add(command, g_strdup_printf("-D%s=%s", driver->default_options[i], value));
        }
    }
    add_settings(command, request->matrix->common);
    add_settings(command, request->configuration->settings);
    add_arguments(command, "", request->matrix->arguments);
    add_arguments(command, "", request->configuration->arguments);
    add_arguments(command, "make", request->matrix->make_arguments);
    if (request->matrix->makefile != NULL) {
        g_ptr_array_add(command, g_strconcat("-f", request->matrix->makefile, NULL));
    }
    return command;
}

GPtrArray *configure_make_words(const ConfigureRequest *request, const char *build,
                                const GPtrArray *outputs, char **more)
{
    GPtrArray *command = configure_words(request, build, request->driver->generate);
    for (; more != NULL && *more != NULL; more++) {
        g_ptr_array_add(command, g_strdup(*more));
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
    g_autoptr(GPtrArray) command = configure_make_words(request, build, outputs, NULL);
    g_autofree char *log = workspace_log(request->folder, request->configuration->name, "generate");
    return outputs->len == 0 || driver_run(request, build, command, TRUE, log, error);
}

void left_out_clear(LeftOut *self)
{
    g_clear_pointer(&self->said, g_free);
    g_clear_pointer(&self->outputs, g_hash_table_unref);
}

/* The tree with what is generated in it; *kept says whether an earlier run has left it. */
static gboolean make_tree(const ConfigureRequest *request, LeftOut *left_out, LeftOut *unmade,
                          gboolean *kept, GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GPtrArray) command = configure_command(request, build);
    g_auto(Generated) generated = {0};
    g_auto(TreeState) tree = {0};
    gboolean made = configure_tree(request, build, command, left_out == NULL, &tree, error);
    *kept = tree.kept;
    if (made && configure_builds(request->driver) && request->install_to != NULL) {
        return TRUE; /* it is installed, and there is no graph */
    }
    made = made && configure_generated(request, build, &generated, error) &&
           generate(request, build, generated.needed, error) &&
           configure_make_besides(request, build, generated.besides, unmade, error) &&
           (left_out == NULL ||
            configure_generate_optional(request, build, generated.optional, left_out, error));
    /* What has failed may have left anything. */
    gboolean is_whole =
        made && unmade->said == NULL && (left_out == NULL || left_out->said == NULL);
    return made && (!is_whole || configure_tree_remember(request, &tree, error));
}

gboolean configure_run(const ConfigureRequest *request, LeftOut *left_out, LeftOut *unmade,
                       GError **error)
{
    gboolean kept = FALSE;
    g_autoptr(GError) failure = NULL;
    gboolean made = make_tree(request, left_out, unmade, &kept, &failure);
    /* What an earlier run has made of that which now fails is there, and whatever else that run has
     * made: nobody could tell. What is needed may fail for nothing else. */
    if (kept && (!made || unmade->said != NULL || (left_out != NULL && left_out->said != NULL))) {
        g_clear_error(&failure);
        left_out_clear(unmade);
        if (left_out != NULL) {
            left_out_clear(left_out);
        }
        return make_tree(request, left_out, unmade, &kept, error);
    }
    if (!made) {
        g_propagate_error(error, g_steal_pointer(&failure));
    }
    return made;
}

gboolean configure_build(const ConfigureRequest *request, const GPtrArray *outputs, GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GPtrArray) command = configure_make_words(request, build, outputs, NULL);
    g_autofree char *log = workspace_log(request->folder, request->configuration->name, "objects");
    return (outputs != NULL && outputs->len == 0) ||
           driver_run(request, build, command, FALSE, log, error);
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
