#include "container/build/step_fate.h"
#include "container/build/driver_parts.h"
#include "container/build/step.h"
#include "container/build/unit.h"
#include "container/build/workspace.h"
#include "core/json.h"

StepFates *step_fates_new(const ConfigureRequest *request)
{
    StepFates *self = g_new0(StepFates, 1);
    self->request = request;
    self->made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->lost = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    self->installed = configure_installed(request);
    self->objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return self;
}

void step_fates_free(StepFates *self)
{
    if (self != NULL) {
        g_hash_table_unref(self->made);
        g_hash_table_unref(self->lost);
        g_hash_table_unref(self->installed);
        g_hash_table_unref(self->objects);
        g_clear_pointer(&self->generated, g_hash_table_unref);
        g_free(self);
    }
}

/* Without isolation the name of an object may hold the path of its source. */
static char *neutral(const StepFates *self, const char *text)
{
    const ConfigureRequest *request = self->request;
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    return sandbox_neutral_text(request->sandbox, build, text);
}

void step_fates_add(const StepFates *self, GHashTable *set, const char *output)
{
    char *name = neutral(self, output);
    g_hash_table_add(set, g_build_filename(SANDBOX_BUILD, name, NULL));
    g_hash_table_add(set, name);
}

gboolean step_fates_has(const StepFates *self, GHashTable *set, const char *output)
{
    g_autofree char *name = neutral(self, output);
    return g_hash_table_contains(set, name);
}

void step_fates_lose(const StepFates *self, GHashTable *outputs)
{
    GHashTableIter iter;
    gpointer output;
    if (outputs == NULL) {
        return;
    }
    g_hash_table_iter_init(&iter, outputs);
    while (g_hash_table_iter_next(&iter, &output, NULL)) {
        step_fates_add(self, self->lost, output);
    }
}

/* Those of one of a step's lists that are in a set, as named and absolute: a set. */
static GHashTable *listed_of(const StepFates *self, const json_t *step, const char *list,
                             GHashTable *set)
{
    GHashTable *found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index;
    const json_t *item;
    json_array_foreach(json_object_get(step, list), index, item)
    {
        const char *name = json_string_value(item);
        if (step_fates_has(self, set, name)) {
            step_fates_add(self, found, name);
        }
    }
    return found;
}

/* One of what a step works on and is lost; the caller frees it. */
static char *first_lost(const StepFates *self, const json_t *step)
{
    static const char *const lists[] = {"inputs", "before"};
    gsize index;
    const json_t *item;
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        json_array_foreach(json_object_get(step, lists[i]), index, item)
        {
            char *name = neutral(self, json_string_value(item));
            if (g_hash_table_contains(self->lost, name)) {
                return name;
            }
            g_free(name);
        }
    }
    return g_strdup("?");
}

/* Whether a step works on something of a set. The build tool says so, and not its words, for other
 * things may be called the same. Only of what has to be there before, which may be a plugin that a
 * program looks for when it runs, words tell whether they mean it. */
static gboolean works_on(const StepFates *self, const json_t *step, const char *line,
                         GHashTable *set)
{
    g_autoptr(GHashTable) inputs = listed_of(self, step, "inputs", set);
    g_autoptr(GHashTable) before = listed_of(self, step, "before", set);
    return g_hash_table_size(inputs) > 0 ||
           (g_hash_table_size(before) > 0 && step_names(self->request->driver, before, line) != 0);
}

/* Whether something is there at deployment that is made then: a unit's object, or a step's output.
 */
static gboolean is_made_then(const StepFates *self, const char *recorded)
{
    return step_fates_has(self, self->objects, recorded) ||
           step_fates_has(self, self->made, recorded);
}

/* Whether an output that the list of commands leaves out, for it names one of each command only, is
 * made of something that is made at deployment. */
static gboolean is_made_of_such(const StepFates *self, const char *recorded)
{
    const ConfigureRequest *request = self->request;
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autoptr(GPtrArray) asked = g_ptr_array_new();
    g_ptr_array_add(asked, (gpointer)recorded);
    g_autoptr(GHashTable) all = configure_inputs(request, build, asked, NULL);
    const json_t *made_of = all == NULL ? NULL : g_hash_table_lookup(all, recorded);
    gsize index;
    const json_t *input;
    json_array_foreach(json_object_get(made_of, "inputs"), index, input)
    {
        if (is_made_then(self, json_string_value(input))) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_file(const StepFates *self, const char *recorded)
{
    const ConfigureRequest *request = self->request;
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autofree char *path =
        g_canonicalize_filename(recorded, sandbox_build(request->sandbox, build));
    g_autofree char *host = sandbox_host_path(request->sandbox, build, path);
    return host == NULL || g_file_test(host, G_FILE_TEST_EXISTS);
}

/* Adds to what is lost the files that a link names, and that are neither there nor made later: what
 * was to make them did not, or no step of ours does. */
static void lose_missing(const StepFates *self, const json_t *step, const char *line)
{
    gsize index;
    const json_t *input;
    json_array_foreach(json_object_get(step, "inputs"), index, input)
    {
        const char *recorded = json_string_value(input);
        if (is_made_then(self, recorded) || is_file(self, recorded)) {
            continue;
        }
        g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        step_fates_add(self, names, recorded);
        if (step_names(self->request->driver, names, line) != 0 &&
            !is_made_of_such(self, recorded)) {
            step_fates_add(self, self->lost, recorded);
        }
    }
}

/* Whether an output is among what the build tool was asked to make before anything was compiled. It
 * is found out when a step asks first, for most projects have none; where the build tool does not
 * tell, nothing is. */
static gboolean is_generated(StepFates *self, const char *output)
{
    if (self->generated == NULL) {
        const ConfigureRequest *request = self->request;
        g_autofree char *build = workspace_build(request->folder, request->configuration->name);
        g_auto(Generated) generated = {0};
        self->generated = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        gboolean known = configure_generated(request, build, &generated, NULL);
        const GPtrArray *const lists[] = {generated.needed, generated.besides};
        for (gsize i = 0; known && i < G_N_ELEMENTS(lists); i++) {
            for (guint k = 0; k < lists[i]->len; k++) {
                step_fates_add(self, self->generated, lists[i]->pdata[k]);
            }
        }
    }
    return g_hash_table_contains(self->generated, output);
}

/* Whether a command has made its output before anything was compiled, with a program that was built
 * for it: that is there, and its words do not say that they read what is linked. A file alone says
 * nothing, for configuring may have written one for the command to replace. */
static gboolean is_there(StepFates *self, const char *output, const char *line)
{
    const ConfigureRequest *request = self->request;
    g_autofree char *build = workspace_build(request->folder, request->configuration->name);
    g_autofree char *path = g_build_filename(build, output, NULL);
    return !g_path_is_absolute(output) && g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
           (step_names(self->request->driver, self->made, line) & STEP_NAMES_OTHER) == 0 &&
           is_generated(self, output);
}

/* A command of the project's that is not run at deployment. Of one that nobody needs, nothing is
 * there that it would make of what is linked. One that has failed when it was run would fail again,
 * and was told. */
static gboolean is_before(StepFates *self, const json_t *step, const char *output, const char *line,
                          gboolean lacks)
{
    if (g_hash_table_contains(self->lost, output)) {
        return TRUE;
    }
    gboolean is_later =
        lacks || (works_on(self, step, line, self->made) && !is_there(self, output, line));
    if (is_later && !json_is_true(json_object_get(step, "default"))) {
        step_fates_add(self, self->lost, output);
        return TRUE;
    }
    return !is_later;
}

StepFate step_fates_next(StepFates *self, const json_t *step, json_t **commands, char **directory,
                         GError **error)
{
    gboolean is_command = g_str_equal(json_string_value(json_object_get(step, "kind")), "command");
    g_autofree char *output = neutral(self, json_string_value(json_object_get(step, "output")));
    g_autofree char *line = neutral(self, json_string_value(json_object_get(step, "command")));
    g_autofree char *folder = neutral(self, json_string_value(json_object_get(step, "directory")));
    if (!is_command) {
        lose_missing(self, step, line);
    }
    gboolean lacks = works_on(self, step, line, self->lost);
    if (is_command && is_before(self, step, output, line, lacks)) {
        return STEP_BEFORE;
    }
    if (lacks) {
        g_autofree char *lost = first_lost(self, step);
        g_set_error(error, STEP_ERROR, STEP_ERROR_LACKS, "what it works on cannot be made: %s",
                    lost);
    } else {
        *commands = step_commands(self->request->driver, line, &folder, error);
    }
    if (!lacks && *commands != NULL) {
        step_fates_add(self, self->made, output);
        *directory = g_steal_pointer(&folder);
        return STEP_TAKEN;
    }
    step_fates_add(self, self->lost, output);
    gboolean is_missed = !is_command || configure_is_installed(self->installed, output);
    return json_is_true(json_object_get(step, "default")) && is_missed ? STEP_FAILS : STEP_LEFT_OUT;
}
