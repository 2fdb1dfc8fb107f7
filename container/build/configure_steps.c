/* What the build tool tells of a configured tree: which steps there are, what they are for, and in
 * which order it would run them. */
#include "container/build/driver_parts.h"
#include "container/build/process.h"
#include "container/build/workspace.h"
#include "core/json.h"
#include "core/text_order.h"
#include <string.h>

/* The command in the sandbox, NULL-terminated. */
static char **asking(const ConfigureRequest *request, const char *build, char **words,
                     const GPtrArray *more)
{
    g_autoptr(GPtrArray) command = configure_words(request, build, words);
    for (guint i = 0; more != NULL && i < more->len; i++) {
        g_ptr_array_add(command, g_strdup(more->pdata[i]));
    }
    g_ptr_array_add(command, NULL);
    return sandbox_command(request->sandbox,
                           &(SandboxRequest){.command = (const char *const *)command->pdata,
                                             .build = build,
                                             .build_is_writable = TRUE});
}

gboolean configure_ask(const ConfigureRequest *request, const char *build, char **words,
                       const GPtrArray *more, ProcessResult *result, GError **error)
{
    g_auto(GStrv) command = asking(request, build, words, more);
    return process_run_well(&(ProcessRequest){.command = (const char *const *)command}, result,
                            error);
}

gboolean configure_capture(const ConfigureRequest *request, const char *build, char **words,
                           const GPtrArray *more, ProcessResult *result, GError **error)
{
    Answers *answers = request->driver->answers;
    g_auto(GStrv) command = asking(request, build, words, more);
    g_autofree char *description = g_build_filename(build, request->driver->graph, NULL);
    g_autofree char *question = answers_question(description, (const char *const *)command);
    if (question != NULL && answers_find(answers, question, result)) {
        return TRUE;
    }
    if (!process_run_well(&(ProcessRequest){.command = (const char *const *)command}, result,
                          error)) {
        return FALSE;
    }
    if (question != NULL) {
        answers_add(answers, question, result);
    }
    return TRUE;
}

/* The kind of each output, by the rule that makes it. */
static GHashTable *step_kinds(const ConfigureRequest *request, const char *build, GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!configure_capture(request, build, request->driver->list_targets, NULL, &result, error)) {
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
    if (!configure_capture(request, build, words, NULL, &result, error)) {
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
 * `targets` NULL: what it builds by default. The caller unrefs; NULL and an error when it does not
 * tell. */
static GHashTable *command_order(const ConfigureRequest *request, const char *build,
                                 const GPtrArray *targets, GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!configure_capture(request, build, request->driver->list_order, targets, &result, error)) {
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

GPtrArray *configure_targets(const ConfigureRequest *request, const char *build)
{
    g_auto(ProcessResult) result = {0};
    GPtrArray *targets = g_ptr_array_new_with_free_func(g_free);
    if (configure_capture(request, build, request->driver->list_targets, NULL, &result, NULL)) {
        g_auto(GStrv) lines = g_strsplit(result.out, "\n", -1);
        for (char **line = lines; *line != NULL; line++) {
            const char *colon = strrchr(*line, ':');
            if (colon != NULL) {
                g_ptr_array_add(targets, g_strndup(*line, (gsize)(colon - *line)));
            }
        }
    }
    return targets;
}

/* What the build tool makes of what has to be installed, char *. */
static GPtrArray *installed_outputs(const ConfigureRequest *request, const char *build)
{
    g_autoptr(GHashTable) names = configure_installed(request);
    g_autoptr(GPtrArray) targets = configure_targets(request, build);
    GPtrArray *installed = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < targets->len; i++) {
        gpointer may_miss = NULL;
        g_autofree char *name = sandbox_neutral_text(request->sandbox, build, targets->pdata[i]);
        if (g_hash_table_lookup_extended(names, name, NULL, &may_miss) &&
            !GPOINTER_TO_INT(may_miss)) {
            g_ptr_array_add(installed, g_strdup(targets->pdata[i]));
        }
    }
    return installed;
}

/* The commands that run when nothing is named, or something is installed. */
static GHashTable *usual_commands(const ConfigureRequest *request, const char *build,
                                  GError **error)
{
    g_autoptr(GHashTable) usual = command_order(request, build, NULL, error);
    g_autoptr(GPtrArray) installed = installed_outputs(request, build);
    if (usual == NULL || installed->len == 0) {
        return g_steal_pointer(&usual);
    }
    g_autoptr(GHashTable) more = command_order(request, build, installed, error);
    GHashTableIter iter;
    gpointer command;
    if (more == NULL) {
        return NULL;
    }
    g_hash_table_iter_init(&iter, more);
    while (g_hash_table_iter_next(&iter, &command, NULL)) {
        g_hash_table_add(usual, g_strdup(command));
    }
    return g_steal_pointer(&usual);
}

/* The targets that bring what compiling needs; elements are to be freed. */
static GPtrArray *generated_targets(const ConfigureRequest *request, const char *build,
                                    GError **error)
{
    g_auto(ProcessResult) result = {0};
    if (!configure_capture(request, build, request->driver->list_targets, NULL, &result, error)) {
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

/* The commands of outputs, one for each, to be freed with g_strfreev. Outputs of one command give
 * one line, so that what is asked at once may come out shorter: then each is asked for itself. */
static char **commands_of(const ConfigureRequest *request, const char *build,
                          const GPtrArray *outputs, GError **error)
{
    char **words = request->driver->list_command_of;
    g_auto(ProcessResult) all = {0};
    if (!configure_capture(request, build, words, outputs, &all, error)) {
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
        if (!configure_capture(request, build, words, one, &result, error)) {
            return NULL;
        }
        g_ptr_array_add(commands, g_strdup(g_strchomp(result.out)));
    }
    g_ptr_array_add(commands, NULL);
    return (char **)g_ptr_array_steal(commands, NULL);
}

/* What generating is told by: texts of commands are the keys of both sets. */
typedef struct {
    const Sandbox *sandbox;
    const char *build;
    GHashTable *wanted; /* commands that bring what compiling needs */
    GHashTable *usual;  /* commands that run when nothing is named */
    UsualOutputs outputs;
    Generated *generated;
} Generating;

/* A command that is not cut into lines where it has several, for those are not found among `usual`.
 */
static gboolean is_usual(GHashTable *usual, const char *command)
{
    return g_hash_table_contains(usual, command) || strchr(command, '\n') != NULL;
}

static gboolean is_linked(const char *kind)
{
    return g_str_equal(kind, "link") || g_str_equal(kind, "archive");
}

static void add_generated(const Generating *self, const char *output, const char *command,
                          const char *kind)
{
    if (g_str_equal(kind, PROJECT_COMMAND)) {
        g_hash_table_replace(self->outputs.texts, g_strdup(output),
                             sandbox_neutral_text(self->sandbox, self->build, command));
    }
    if (g_hash_table_contains(self->wanted, command)) {
        g_ptr_array_add(is_usual(self->usual, command) ? self->generated->needed
                                                       : self->generated->optional,
                        g_strdup(output));
    } else if (g_str_equal(kind, PROJECT_COMMAND) && g_hash_table_contains(self->usual, command)) {
        g_ptr_array_add(self->outputs.own, g_strdup(output));
    }
}

/* Adds what is in the list of commands; `listed` becomes the set of its outputs. */
static void add_listed(const Generating *self, const json_t *commands, GHashTable *listed)
{
    gsize index;
    const json_t *item;
    json_array_foreach(commands, index, item)
    {
        const char *output = json_string_value(json_object_get(item, "output"));
        const char *text = json_string_value(json_object_get(item, "command"));
        const char *kind = output == NULL ? NULL : g_hash_table_lookup(self->outputs.kinds, output);
        if (output != NULL) {
            g_hash_table_add(listed, g_strdup(output));
        }
        if (kind == NULL || text == NULL) {
            continue;
        }
        if (g_str_equal(kind, PROJECT_COMMAND)) {
            add_generated(self, output, text, kind);
        } else if (is_linked(kind) && is_usual(self->usual, text)) {
            g_ptr_array_add(self->outputs.linked, g_strdup(output));
        }
    }
}

/* Whether an output that the list of commands leaves out may be needed: what a command of the
 * project's own makes, or one that runs when something is linked, which has that as its first. */
static gboolean is_made_besides(const char *kind)
{
    return g_str_equal(kind, PROJECT_COMMAND) || is_linked(kind);
}

/* Adds what the list of commands leaves out, for it names what has inputs, and its first output:
 * `listed` is the set of outputs in it. */
static gboolean add_unlisted(const ConfigureRequest *request, const char *build, GHashTable *listed,
                             const Generating *generating, GError **error)
{
    GHashTable *kinds = generating->outputs.kinds;
    g_autoptr(GPtrArray) outputs = g_ptr_array_new();
    GHashTableIter iter;
    gpointer output, kind;
    g_hash_table_iter_init(&iter, kinds);
    while (g_hash_table_iter_next(&iter, &output, &kind)) {
        /* What lies in the tree is listed twice, the second time absolutely. */
        g_autofree char *name = sandbox_neutral_text(request->sandbox, build, output);
        if (is_made_besides(kind) && !g_str_has_prefix(name, SANDBOX_BUILD "/") &&
            !g_hash_table_contains(listed, output)) {
            g_ptr_array_add(outputs, output);
        }
    }
    if (outputs->len == 0) {
        return TRUE;
    }
    g_ptr_array_sort(outputs, text_order);
    g_auto(GStrv) commands = commands_of(request, build, outputs, error);
    for (guint i = 0; commands != NULL && i < outputs->len; i++) {
        add_generated(generating, outputs->pdata[i], commands[i],
                      g_hash_table_lookup(kinds, outputs->pdata[i]));
    }
    return commands != NULL;
}

void generated_clear(Generated *self)
{
    g_clear_pointer(&self->needed, g_ptr_array_unref);
    g_clear_pointer(&self->optional, g_ptr_array_unref);
    g_clear_pointer(&self->besides, g_ptr_array_unref);
}

/* What the targets bring besides is objects of object libraries, which nobody needs who compiles
 * them himself; those of a program that generates something are built because its output needs
 * them. What links take of what is made of no code (a library of an ExternalProject) is needed
 * likewise. Of what nobody needs so (manual pages, files that tests read) the default build makes
 * what it makes natively, too; what is made of code waits for the deployment. */
gboolean configure_generated(const ConfigureRequest *request, const char *build,
                             Generated *generated, GError **error)
{
    *generated = (Generated){.needed = g_ptr_array_new_with_free_func(g_free),
                             .optional = g_ptr_array_new_with_free_func(g_free),
                             .besides = g_ptr_array_new_with_free_func(g_free)};
    g_autoptr(GPtrArray) targets = generated_targets(request, build, error);
    if (targets == NULL || targets->len == 0) {
        return targets != NULL;
    }
    g_autoptr(GHashTable) kinds = step_kinds(request, build, error);
    g_autoptr(GHashTable) wanted =
        kinds == NULL ? NULL : command_order(request, build, targets, error);
    g_autoptr(GHashTable) usual = wanted == NULL ? NULL : usual_commands(request, build, error);
    json_t *commands =
        usual == NULL ? NULL : capture_list(request, build, request->driver->list_commands, error);
    g_autoptr(GPtrArray) own = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) linked = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    const Generating generating = {
        request->sandbox, build, wanted, usual, {kinds, own, linked, texts}, generated};
    g_autoptr(GHashTable) listed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    add_listed(&generating, commands, listed);
    gboolean known = commands != NULL && add_unlisted(request, build, listed, &generating, error);
    json_decref(commands);
    return known && configure_add_uncompiled(request, build, &generating.outputs, generated, error);
}

GHashTable *configure_optional_outputs(const ConfigureRequest *request, GHashTable *texts,
                                       GError **error)
{
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GHashTable) usual = usual_commands(request, build, error);
    json_t *commands =
        usual == NULL ? NULL : capture_list(request, build, request->driver->list_commands, error);
    if (commands == NULL) {
        return NULL;
    }
    GHashTable *optional = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index;
    const json_t *item;
    json_array_foreach(commands, index, item)
    {
        const char *output = json_string_value(json_object_get(item, "output"));
        const char *text = json_string_value(json_object_get(item, "command"));
        if (output != NULL && text != NULL && !is_usual(usual, text)) {
            g_hash_table_add(optional, g_strdup(output));
        }
        if (output != NULL && text != NULL) {
            g_hash_table_replace(texts, g_strdup(output), g_strdup(text));
        }
    }
    json_decref(commands);
    return optional;
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
    g_autoptr(GHashTable) usual = all == NULL ? NULL : usual_commands(request, build, error);
    g_autoptr(GHashTable) inputs =
        usual == NULL ? NULL : configure_inputs(request, build, outputs, error);
    json_t *list = inputs == NULL ? NULL : json_array();
    for (guint i = 0; list != NULL && i < steps->len; i++) {
        PlacedStep *placed = &g_array_index(steps, PlacedStep, i);
        const char *text =
            json_string_value(json_object_get(json_array_get(plain, placed->place), "command"));
        placed->place = GPOINTER_TO_UINT(g_hash_table_lookup(all, text));
        json_object_set_new(placed->step, "default",
                            json_boolean(g_hash_table_contains(usual, text)));
        json_t *made_of = g_hash_table_lookup(inputs, g_ptr_array_index(outputs, i));
        json_object_update(placed->step, made_of);
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
