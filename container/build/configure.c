#include "container/build/driver_parts.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/file.h"
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - configure - error, configure_error)

#define LOG_BYTES_MAX (64u * 1024u * 1024u)
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

static GPtrArray *words_for(const ConfigureRequest *request, const char *build, char **words)
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

static gboolean run(const ConfigureRequest *request, const char *build, GPtrArray *command,
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
    g_autofree char *said = file_read(log, LOG_BYTES_MAX, NULL, NULL);
    g_autofree char *tail = said == NULL ? NULL : process_last_lines(said, LOG_LINES_QUOTED);
    g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED,
                "configuration %s: `%s` ended with status %d%s; its log is %s and ends with: %s",
                request->configuration->name, text, result.status, remedy(request, said), log,
                tail == NULL ? "" : tail);
    return FALSE;
}

/* `more` (may be NULL) are further words, `const char *`. */
static gboolean capture(const ConfigureRequest *request, const char *build, char **words,
                        const GPtrArray *more, ProcessResult *result, GError **error)
{
    g_autoptr(GPtrArray) command = words_for(request, build, words);
    for (guint i = 0; more != NULL && i < more->len; i++) {
        g_ptr_array_add(command, g_strdup(more->pdata[i]));
    }
    g_ptr_array_add(command, NULL);
    g_auto(GStrv) inside = sandbox_command(
        request->sandbox, &(SandboxRequest){.command = (const char *const *)command->pdata,
                                            .build = build,
                                            .build_is_writable = TRUE});
    return process_run_well(&(ProcessRequest){.command = (const char *const *)inside}, result,
                            error);
}

/* Never follows a link out of the tree. */
static void remove_tree(const char *path, guint depth)
{
    g_autoptr(GDir) folder = depth > BUILD_TREE_DEPTH_MAX ? NULL : g_dir_open(path, 0, NULL);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        GStatBuf status;
        if (g_lstat(child, &status) == 0 && S_ISDIR(status.st_mode)) {
            remove_tree(child, depth + 1);
        } else {
            g_unlink(child);
        }
    }
    g_rmdir(path);
}

/* A tree that was configured before is kept, for its generator sees what has changed. One that was
 * not, not to the end, or with other settings, is made anew: what a second run of CMake leaves is
 * not what the first one does. */
static gboolean prepare_tree(const ConfigureRequest *request, const char *build,
                             const GPtrArray *command, gboolean *configured, char **digest,
                             GError **error)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < command->len; i++) {
        const char *word = command->pdata[i];
        g_checksum_update(checksum, (const guchar *)word, (gssize)strlen(word) + 1);
    }
    *digest = g_strdup(g_checksum_get_string(checksum));
    g_autofree char *stamp = workspace_log(request->folder, request->configuration->name, "stamp");
    g_autofree char *known = file_read(stamp, LOG_BYTES_MAX, NULL, NULL);
    g_autofree char *commands = g_build_filename(build, "compile_commands.json", NULL);
    *configured = g_strcmp0(known, *digest) == 0 && g_file_test(commands, G_FILE_TEST_IS_REGULAR);
    if (*configured) {
        return TRUE;
    }
    g_unlink(stamp);
    remove_tree(build, 0);
    if (g_mkdir_with_parents(build, 0777) != 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s cannot be made: %s", build,
                    g_strerror(errno));
        return FALSE;
    }
    return TRUE;
}

static gboolean configure(const ConfigureRequest *request, const char *build, GError **error)
{
    const CMakeDriver *driver = request->driver;
    g_autoptr(GPtrArray) command = words_for(request, build, driver->configure);
    for (guint i = 0; driver->default_options[i] != NULL; i++) {
        if (setting_of(request->matrix->common, driver->default_options[i]) == NULL &&
            setting_of(request->configuration->settings, driver->default_options[i]) == NULL) {
            g_autofree char *value = replaced(request, build, driver->default_values[i]);
            g_ptr_array_add(command, g_strdup_printf("-D%s=%s", driver->default_options[i], value));
        }
    }
    add_settings(command, request->matrix->common);
    add_settings(command, request->configuration->settings);
    gboolean configured = FALSE;
    g_autofree char *digest = NULL;
    if (!prepare_tree(request, build, command, &configured, &digest, error)) {
        return FALSE;
    }
    g_autofree char *log =
        workspace_log(request->folder, request->configuration->name, "configure");
    g_autofree char *stamp = workspace_log(request->folder, request->configuration->name, "stamp");
    return configured || (run(request, build, command, TRUE, log, error) &&
                          file_write(stamp, digest, strlen(digest), error));
}

/* The kind of each output, by the rule that makes it. */
static GHashTable *step_kinds(const ConfigureRequest *request, const char *build, GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!capture(request, build, request->driver->list_targets, NULL, &result, error)) {
        return NULL;
    }
    GHashTable *kinds = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        const char *colon = strrchr(*line, ':');
        if (colon == NULL || colon[1] == '\0') {
            continue;
        }
        for (guint i = 0; i < request->driver->steps->len; i++) {
            const StepRow *row = request->driver->steps->pdata[i];
            if (g_regex_match(row->pattern, colon + 2, 0, NULL)) {
                g_hash_table_replace(kinds, g_strndup(*line, (gsize)(colon - *line)), row->kind);
                break;
            }
        }
    }
    return kinds;
}

/* What the build tool lists as JSON; a new reference, NULL and an error when it is no list. */
static json_t *capture_list(const ConfigureRequest *request, const char *build, char **words,
                            GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!capture(request, build, words, NULL, &result, error)) {
        return NULL;
    }
    json_error_t mistake;
    json_t *list = json_loadb(result.out, result.length, 0, &mistake);
    if (!json_is_array(list)) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED,
                    "the build tool lists no steps: %s", mistake.text);
        json_decref(list);
        return NULL;
    }
    return list;
}

/* The place of each command in the order in which the build tool would run them, by its text.
 * `targets` NULL: what it builds by default. */
static GHashTable *command_order(const ConfigureRequest *request, const char *build,
                                 const GPtrArray *targets, GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!capture(request, build, request->driver->list_order, targets, &result, error)) {
        return NULL;
    }
    GHashTable *places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (!g_hash_table_contains(places, lines[i])) {
            g_hash_table_insert(places, g_strdup(lines[i]), GUINT_TO_POINTER(i + 1));
        }
    }
    return places;
}

/* The targets that bring what compiling needs; elements are to be freed. */
static GPtrArray *generated_targets(const ConfigureRequest *request, const char *build,
                                    GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!capture(request, build, request->driver->list_targets, NULL, &result, error)) {
        return NULL;
    }
    GPtrArray *targets = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        char *colon = strrchr(*line, ':');
        if (colon != NULL) {
            *colon = '\0';
            if (g_regex_match(request->driver->generated_targets, *line, 0, NULL)) {
                g_ptr_array_add(targets, g_strdup(*line));
            }
        }
    }
    return targets;
}

/* The kind of steps that are commands of the project's own. */
#define PROJECT_COMMAND "command"

/* The commands of outputs, one for each, to be freed with g_strfreev. Outputs of one command give
 * one line, so that what is asked at once may come out shorter: then each is asked for itself. */
static char **commands_of(const ConfigureRequest *request, const char *build,
                          const GPtrArray *outputs, GError **error)
{
    char **words = request->driver->list_command_of;
    g_auto(ProcessResult) all = {0};
    if (!capture(request, build, words, outputs, &all, error)) {
        return NULL;
    }
    g_auto(GStrv) lines = g_strsplit(g_strchomp(all.out), "\n", -1);
    if (g_strv_length(lines) == outputs->len) {
        return g_steal_pointer(&lines);
    }
    g_autoptr(GPtrArray) commands = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < outputs->len; i++) {
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        g_ptr_array_add(one, outputs->pdata[i]);
        g_auto(ProcessResult) result = {0};
        if (!capture(request, build, words, one, &result, error)) {
            return NULL;
        }
        g_ptr_array_add(commands, g_strdup(g_strchomp(result.out)));
    }
    g_ptr_array_add(commands, NULL);
    return (char **)g_ptr_array_steal(commands, NULL);
}

/* Adds what commands of the project's own make of nothing, which the list of commands leaves out:
 * `listed` is the set of outputs in it. */
static gboolean add_made_of_nothing(const ConfigureRequest *request, const char *build,
                                    GHashTable *kinds, GHashTable *listed, GHashTable *needed,
                                    GPtrArray *command, GError **error)
{
    g_autoptr(GPtrArray) outputs = g_ptr_array_new();
    GHashTableIter iter;
    gpointer output, kind;
    g_hash_table_iter_init(&iter, kinds);
    while (g_hash_table_iter_next(&iter, &output, &kind)) {
        if (g_str_equal(kind, PROJECT_COMMAND) && !g_path_is_absolute(output) &&
            !g_hash_table_contains(listed, output)) {
            g_ptr_array_add(outputs, output);
        }
    }
    if (outputs->len == 0) {
        return TRUE;
    }
    g_ptr_array_sort(outputs, texts_compare);
    g_auto(GStrv) commands = commands_of(request, build, outputs, error);
    for (guint i = 0; commands != NULL && i < outputs->len; i++) {
        if (g_hash_table_contains(needed, commands[i])) {
            g_ptr_array_add(command, g_strdup(outputs->pdata[i]));
        }
    }
    return commands != NULL;
}

/* Adds what the project's own commands make of that which these targets bring. The rest of it is
 * objects of object libraries, which nobody needs who compiles them himself; those of a program
 * that generates something are built because its output needs them. */
static gboolean add_generated_outputs(const ConfigureRequest *request, const char *build,
                                      const GPtrArray *targets, GPtrArray *command, GError **error)
{
    g_autoptr(GHashTable) kinds = step_kinds(request, build, error);
    g_autoptr(GHashTable) needed =
        kinds == NULL ? NULL : command_order(request, build, targets, error);
    json_t *commands =
        needed == NULL ? NULL : capture_list(request, build, request->driver->list_commands, error);
    g_autoptr(GHashTable) listed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index;
    const json_t *item;
    json_array_foreach(commands, index, item)
    {
        const char *output = json_string_value(json_object_get(item, "output"));
        const char *text = json_string_value(json_object_get(item, "command"));
        if (output != NULL) {
            g_hash_table_add(listed, g_strdup(output));
        }
        if (output != NULL && text != NULL && g_hash_table_contains(needed, text) &&
            g_strcmp0(g_hash_table_lookup(kinds, output), PROJECT_COMMAND) == 0) {
            g_ptr_array_add(command, g_strdup(output));
        }
    }
    gboolean known = commands != NULL &&
                     add_made_of_nothing(request, build, kinds, listed, needed, command, error);
    json_decref(commands);
    return known;
}

/* Brings the sources that belong to a build tree up to date. Files that the project wrote among
 * them are newer and stay. */
static gboolean copy_sources(const Sandbox *sandbox, const char *build, GError **error)
{
    if (!sandbox->own_sources) {
        return TRUE;
    }
    g_autofree char *from = g_build_filename(sandbox->source, ".", NULL);
    g_autofree char *to = sandbox_source_folder(sandbox, build);
    if (g_mkdir_with_parents(to, 0777) != 0) {
        g_set_error(error, CONFIGURE_ERROR, CONFIGURE_ERROR_FAILED, "%s: cannot be made: %s", to,
                    g_strerror(errno));
        return FALSE;
    }
    const char *const command[] = {"cp", "-a", "-u", "--reflink=auto", "--", from, to, NULL};
    g_auto(ProcessResult) result = {0};
    return process_run_well(&(ProcessRequest){.command = command}, &result, error);
}

gboolean configure_run(const ConfigureRequest *request, GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    if (!copy_sources(request->sandbox, build, error) || !configure(request, build, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) targets = generated_targets(request, build, error);
    g_autoptr(GPtrArray) command = words_for(request, build, request->driver->generate);
    g_ptr_array_add(command, g_strdup_printf("-j%u", request->jobs));
    guint words = command->len;
    if (targets == NULL ||
        (targets->len > 0 && !add_generated_outputs(request, build, targets, command, error))) {
        return FALSE;
    }
    g_autofree char *log = workspace_log(request->folder, request->configuration->name, "generate");
    return command->len == words || run(request, build, command, TRUE, log, error);
}

typedef struct {
    json_t *step;
    guint place;
} PlacedStep;

static void placed_step_clear(gpointer data)
{
    json_decref(((PlacedStep *)data)->step);
}

static int placed_steps_compare(gconstpointer a, gconstpointer b)
{
    guint left = ((const PlacedStep *)a)->place, right = ((const PlacedStep *)b)->place;
    return left < right ? -1 : left > right;
}

/* `expanded` and `plain` are the same list, with response files written out and without. */
static GArray *collect_steps(GHashTable *kinds, const json_t *expanded, GPtrArray *outputs)
{
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(PlacedStep));
    g_array_set_clear_func(steps, placed_step_clear);
    gsize index;
    const json_t *item;
    json_array_foreach(expanded, index, item)
    {
        const char *output = json_string_value(json_object_get(item, "output"));
        const char *kind = output == NULL ? NULL : g_hash_table_lookup(kinds, output);
        if (kind != NULL) {
            json_t *step = json_pack("{s:s, s:O, s:O, s:s}", "kind", kind, "directory",
                                     json_object_get(item, "directory"), "command",
                                     json_object_get(item, "command"), "output", output);
            g_array_append_val(steps, ((PlacedStep){step, (guint)index}));
            g_ptr_array_add(outputs, (gpointer)output);
        }
    }
    return steps;
}

json_t *configure_steps(const ConfigureRequest *request, GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GHashTable) kinds = step_kinds(request, build, error);
    json_t *expanded =
        kinds == NULL ? NULL : capture_list(request, build, request->driver->list_steps, error);
    json_t *plain = expanded == NULL
                        ? NULL
                        : capture_list(request, build, request->driver->list_commands, error);
    g_autoptr(GPtrArray) outputs = g_ptr_array_new();
    g_autoptr(GArray) steps = plain == NULL ? NULL : collect_steps(kinds, expanded, outputs);
    g_autoptr(GHashTable) all =
        steps == NULL ? NULL : command_order(request, build, outputs, error);
    g_autoptr(GHashTable) usual = all == NULL ? NULL : command_order(request, build, NULL, error);
    json_t *list = usual == NULL ? NULL : json_array();
    for (guint i = 0; list != NULL && i < steps->len; i++) {
        PlacedStep *placed = &g_array_index(steps, PlacedStep, i);
        const char *text =
            json_string_value(json_object_get(json_array_get(plain, placed->place), "command"));
        placed->place = GPOINTER_TO_UINT(g_hash_table_lookup(all, text));
        json_object_set_new(placed->step, "default",
                            json_boolean(g_hash_table_contains(usual, text)));
    }
    if (list != NULL) {
        g_array_sort(steps, placed_steps_compare);
        for (guint i = 0; i < steps->len; i++) {
            json_array_append(list, g_array_index(steps, PlacedStep, i).step);
        }
    }
    json_decref(expanded);
    json_decref(plain);
    return list;
}

gboolean configure_build(const ConfigureRequest *request, const GPtrArray *outputs, GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GPtrArray) command = words_for(request, build, request->driver->generate);
    g_ptr_array_add(command, g_strdup_printf("-j%u", request->jobs));
    for (guint i = 0; outputs != NULL && i < outputs->len; i++) {
        g_ptr_array_add(command, g_strdup(outputs->pdata[i]));
    }
    g_autofree char *log = workspace_log(request->folder, request->configuration->name, "objects");
    return (outputs != NULL && outputs->len == 0) ||
           run(request, build, command, FALSE, log, error);
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
