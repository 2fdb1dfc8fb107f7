#include "container/image/recipe.h"
#include "container/build/step_fate.h"
#include "container/build/workspace.h"
#include "container/image/closed.h"
#include "container/image/layout.h"
#include "container/image/machine_code.h"
#include "container/image/needed.h"
#include "container/image/recipe_links.h"
#include "core/file.h"
#include "core/json.h"
#include "core/text_order.h"
#include <glib/gstdio.h>
#include <string.h>

G_DEFINE_QUARK(xaas - recipe - error, recipe_error)

#define SCRIPT_BYTES_MAX (64u * 1024u * 1024u)

typedef struct {
    const ConfigureRequest *request;
    const BuiltConfiguration *built;
    Recipe *recipe;
    StepFates *fates;
    json_t *left_out; /* outputs of steps that make them */
    GHashTable *kept; /* files of the build tree */
    GHashTable *cpus; /* outputs of the project's commands, absolute -> what they name a processor
                         with */
    RecipeLinks *links;
    NeededLibraries *needed;
    GError **error;
} Making;

void recipe_free(Recipe *self)
{
    if (self != NULL) {
        json_decref(self->document);
        g_hash_table_unref(self->sources);
        g_hash_table_unref(self->folders);
        g_clear_pointer(&self->kept, g_ptr_array_unref);
        g_clear_pointer(&self->leading_out, g_ptr_array_unref);
        g_free(self);
    }
}

static char *neutral(const Making *self, const char *text)
{
    return sandbox_neutral_text(self->request->sandbox, self->built->build, text);
}

/* ---- files ----------------------------------------------------------------------------------- */

static gboolean take_path(Making *self, const char *path, guint depth);

/* As take_path(), of files only. */
static gboolean take_file(Making *self, const char *path, guint depth)
{
    g_autofree char *host = recipe_links_host(self->links, path);
    return host == NULL || !g_file_test(host, G_FILE_TEST_IS_REGULAR) ||
           take_path(self, path, depth);
}

static gboolean take_script(Making *self, const char *host, guint depth);

/* What lies below a folder of the project belongs to it, but for what version control keeps. Links
 * to folders are not followed: they could lead back. */
static gboolean take_folder(Making *self, const char *path, const char *host, guint depth)
{
    g_autoptr(GDir) folder = depth > RECIPE_DEPTH_MAX ? NULL : g_dir_open(host, 0, NULL);
    for (const char *name; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *child = g_build_filename(path, name, NULL);
        g_autofree char *child_host = g_build_filename(host, name, NULL);
        if (g_str_equal(name, ".git")) {
            continue;
        }
        if (g_file_test(child_host, G_FILE_TEST_IS_SYMLINK)) {
            g_autofree char *end = recipe_links_follow(self->links, child);
            if (end != NULL && !take_file(self, end, depth + 1)) {
                return FALSE;
            }
        } else if (!take_path(self, child, depth + 1)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void note_folders(Making *self, const char *path)
{
    static const char up[] = "/..";
    for (const char *at = strstr(path, up); at != NULL; at = strstr(at + 1, up)) {
        if (at[strlen(up)] == '/' || at[strlen(up)] == '\0') {
            g_autofree char *before = g_strndup(path, (gsize)(at - path));
            g_hash_table_add(self->recipe->folders, g_canonicalize_filename(before, "/"));
        }
    }
}

/* `path` is as seen inside the sandbox. What is not there yet is made by a step, or optional; what
 * a step makes may be there from a build of the user's own. */
static gboolean take_path(Making *self, const char *path, guint depth)
{
    g_autofree char *named = g_canonicalize_filename(path, "/");
    if (!recipe_links_is_ours(named) || g_hash_table_contains(self->fates->made, named)) {
        return TRUE;
    }
    note_folders(self, path);
    g_autofree char *plain = recipe_links_follow(self->links, named);
    g_autofree char *host = plain == NULL ? NULL : recipe_links_host(self->links, plain);
    if (host == NULL || g_hash_table_contains(self->fates->made, plain)) {
        return TRUE;
    }
    if (g_file_test(host, G_FILE_TEST_IS_DIR)) {
        return take_folder(self, plain, host, depth);
    }
    gboolean is_source = FALSE;
    const char *relative = recipe_links_relative(plain, &is_source);
    GHashTable *set = is_source ? self->recipe->sources : self->kept;
    if (!g_file_test(host, G_FILE_TEST_IS_REGULAR) || g_hash_table_contains(set, relative)) {
        return TRUE;
    }
    if (g_hash_table_size(set) >= RECIPE_FILES_MAX) {
        g_set_error(self->error, RECIPE_ERROR, RECIPE_ERROR_LIMIT,
                    "configuration %s: more than %u files are installed",
                    self->built->configuration->name, RECIPE_FILES_MAX);
        return FALSE;
    }
    g_hash_table_add(set, g_strdup(relative));
    return !g_str_has_suffix(plain, ".cmake") || take_script(self, host, depth + 1);
}

/* The paths that a script names in quotes. */
static gboolean take_script(Making *self, const char *host, guint depth)
{
    g_autofree char *bytes =
        depth > RECIPE_DEPTH_MAX ? NULL : file_read(host, SCRIPT_BYTES_MAX, NULL, NULL);
    g_autofree char *text = bytes == NULL ? NULL : neutral(self, bytes);
    for (const char *c = text == NULL ? NULL : strchr(text, '"'); c != NULL;) {
        const char *end = strchr(c + 1, '"');
        if (c[1] == '/' && end != NULL) {
            g_autofree char *path = g_strndup(c + 1, (gsize)(end - c - 1));
            gsize length = strlen(path);
            if (length > 1 && path[length - 1] == '/') {
                path[length - 1] = '\0';
            }
            if (memchr(path, '\n', length) == NULL && !take_path(self, path, depth)) {
                return FALSE;
            }
        }
        c = strchr(c + 1, '"');
    }
    return TRUE;
}

/* The files that a word names: as a whole, or behind what options put in front. */
static gboolean take_word(Making *self, const char *word)
{
    for (const char *c = strchr(word, '/'); c != NULL; c = strchr(c + 1, '/')) {
        gboolean begins = c == word || (!g_ascii_isalnum(c[-1]) && strchr("/._-+", c[-1]) == NULL);
        if (begins) {
            g_autofree char *path = g_strndup(c, strcspn(c, ","));
            if (!take_file(self, path, 0)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* What the build tool says that a step works on, but for what is made at deployment: words of
 * commands may not name it, and links name files of the build tree relatively. */
static gboolean take_inputs(Making *self, const json_t *recorded)
{
    gsize index;
    const json_t *input;
    json_array_foreach(json_object_get(recorded, "inputs"), index, input)
    {
        const char *as_named = json_string_value(input);
        g_autofree char *name = neutral(self, as_named);
        g_autofree char *path = g_canonicalize_filename(name, SANDBOX_BUILD);
        if (!step_fates_has(self->fates, self->fates->objects, as_named) &&
            !take_file(self, path, 0)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean take_words(Making *self, const json_t *commands)
{
    gsize index, place;
    const json_t *command, *word;
    json_array_foreach(commands, index, command)
    {
        json_array_foreach(command, place, word)
        {
            if (!take_word(self, json_string_value(word))) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

/* Links without the launchers that the project found where it was configured (RULE_LAUNCH_LINK):
 * the machine of the deployment may not have them, and what stands first is the linker. */
static void leave_launchers(const Making *self, const char *kind, const json_t *commands)
{
    gsize index;
    json_t *command;
    const Compilers *compilers = self->request->compilers;
    gboolean makes = g_str_equal(kind, "link") || g_str_equal(kind, "archive");
    json_array_foreach(makes && compilers != NULL ? commands : NULL, index, command)
    {
        g_autoptr(GPtrArray) words = g_ptr_array_new();
        gsize place;
        const json_t *word;
        json_array_foreach(command, place, word)
        {
            g_ptr_array_add(words, (gpointer)json_string_value(word));
        }
        g_ptr_array_add(words, NULL);
        guint end = compilers_peel_step(compilers, (const char *const *)words->pdata);
        for (guint i = 0; i < end; i++) {
            json_array_remove(command, 0);
        }
    }
}

/* The sonames that all commands of a link bring in; a new reference, NULL when none tells. */
static json_t *needed_of(const Making *self, const char *kind, const json_t *commands,
                         const char *output)
{
    gsize index;
    const json_t *command;
    json_array_foreach(g_str_equal(kind, "link") ? commands : NULL, index, command)
    {
        json_t *needed = needed_libraries_of(self->needed, command, output, self->fates->made);
        if (needed != NULL) {
            return needed;
        }
    }
    return NULL;
}

static gboolean add_taken(Making *self, const json_t *recorded, json_t *commands,
                          const char *directory, json_t *steps)
{
    const char *kind = json_string_value(json_object_get(recorded, "kind"));
    g_autofree char *output = neutral(self, json_string_value(json_object_get(recorded, "output")));
    leave_launchers(self, kind, commands);
    gboolean taken = take_words(self, commands) && take_inputs(self, recorded);
    json_t *needed = needed_of(self, kind, commands, output);
    json_t *step = json_pack("{s:s, s:o, s:O, s:o, s:o}", "kind", kind, "output",
                             json_of_text(output), "default", json_object_get(recorded, "default"),
                             "directory", json_of_text(directory), "commands", commands);
    if (needed != NULL) {
        json_object_set_new(step, "needed", needed);
    }
    json_array_append_new(steps, step);
    return taken;
}

/* What a command that has run may have compiled, and for which processor. */
static void note_cpu(Making *self, const json_t *recorded, const char *output)
{
    const char *line = json_string_value(json_object_get(recorded, "command"));
    char *cpu = configure_cpu_of(self->request->driver, line);
    if (cpu != NULL) {
        g_hash_table_replace(self->cpus, g_canonicalize_filename(output, SANDBOX_BUILD), cpu);
    }
}

static gboolean add_step(Making *self, const json_t *recorded, json_t *steps)
{
    json_t *commands = NULL;
    g_autofree char *directory = NULL;
    g_autofree char *output = neutral(self, json_string_value(json_object_get(recorded, "output")));
    g_autoptr(GError) error = NULL;
    switch (step_fates_next(self->fates, recorded, &commands, &directory, &error)) {
    case STEP_TAKEN:
        return add_taken(self, recorded, commands, directory, steps);
    case STEP_LEFT_OUT:
        json_array_append_new(self->left_out, json_of_text(output));
        return TRUE;
    case STEP_FAILS:
        g_propagate_prefixed_error(self->error, g_steal_pointer(&error),
                                   "configuration %s, %s: ", self->built->configuration->name,
                                   output);
        return FALSE;
    case STEP_BEFORE:
        note_cpu(self, recorded, output);
        break;
    }
    return TRUE;
}

static gboolean add_steps(Making *self, json_t *steps)
{
    json_t *recorded = configure_steps(self->request, self->error);
    gboolean added = recorded != NULL;
    gsize index;
    const json_t *item;
    json_array_foreach(recorded, index, item)
    {
        added = added && add_step(self, item, steps);
    }
    json_decref(recorded);
    return added;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Whether the installation reads a unit's object itself. */
static gboolean is_installed(GHashTable *installed, const BuiltUnit *unit)
{
    gpointer may_miss = NULL;
    return g_hash_table_lookup_extended(installed, unit->unit->output, NULL, &may_miss) &&
           !(unit->optional && GPOINTER_TO_INT(may_miss));
}

/* The objects that only their own compiler makes; the others' that are installed. */
static void take_objects(Making *self)
{
    g_autoptr(GHashTable) installed = configure_installed(self->request);
    json_t *objects = json_array();
    for (guint i = 0; i < self->built->units->len; i++) {
        const BuiltUnit *unit = self->built->units->pdata[i];
        if (unit->unit->output != NULL) {
            step_fates_add(self->fates, self->fates->objects, unit->unit->output);
        }
        if (unit->left_out != NULL) {
            step_fates_add(self->fates, self->fates->lost, unit->unit->output);
        } else if (unit->module == NULL && unit->unit->output != NULL) {
            g_hash_table_add(self->kept, g_strdup(unit->unit->output));
        } else if (unit->unit->output != NULL && is_installed(installed, unit)) {
            json_array_append_new(objects, json_of_text(unit->unit->output));
        }
    }
    json_object_set_new(self->recipe->document, "objects", objects);
}

/* Commands go to the tree's folders and write to them, be they empty or not. */
static gboolean take_kept(Making *self)
{
    g_autoptr(TreeRest) rest = tree_rest_new();
    g_autoptr(GPtrArray) files = configure_kept_files(self->request, FALSE, rest);
    for (guint i = 0; i < rest->folders->len; i++) {
        g_autofree char *name = neutral(self, rest->folders->pdata[i]);
        g_hash_table_add(self->recipe->folders, g_build_filename(SANDBOX_BUILD, name, NULL));
    }
    for (guint i = 0; i < files->len; i++) {
        g_autofree char *host = g_build_filename(self->built->build, files->pdata[i], NULL);
        g_hash_table_add(self->kept, g_strdup(files->pdata[i]));
        if (configure_is_install_script(self->request->driver, files->pdata[i]) &&
            !take_script(self, host, 0)) {
            return FALSE;
        }
    }
    return TRUE;
}

Recipe *recipe_new(const ConfigureRequest *request, const BuiltConfiguration *built,
                   const ModuleNames *names, GError **error)
{
    g_autoptr(Recipe) recipe = g_new0(Recipe, 1);
    recipe->sources = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    recipe->folders = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(StepFates) fates = step_fates_new(request);
    g_autoptr(GHashTable) kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) cpus = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(NeededLibraries) needed = needed_libraries_new(request, built->build);
    json_t *left_out = json_array();
    g_autoptr(RecipeLinks) links = recipe_links_new(request, built);
    Making self = {request, built, recipe, fates, left_out, kept, cpus, links, needed, error};
    json_t *steps = json_array();
    json_t *install = json_of_vector(configure_install(request->driver));
    json_t *check = json_of_vector(configure_check(request->driver));
    g_autofree char *prefix = configure_prefix(request);
    gboolean relocatable = g_str_equal(prefix, configure_placeholder(request->driver));
    recipe->document =
        json_pack("{s:o, s:o, s:o, s:b, s:o}", "steps", steps, "install", install, "prefix",
                  json_of_text(prefix), "relocatable", relocatable, "check", check);
    json_object_set_new(recipe->document, "left_out", left_out);
    json_t *told = configure_told(request);
    json_object_update_missing(recipe->document, told);
    json_decref(told);
    json_object_set_new(recipe->document, "check_again",
                        json_of_vector(configure_check_again(request->driver)));
    json_object_set_new(recipe->document, "check_none",
                        json_string(configure_check_none(request->driver)));
    json_object_set_new(recipe->document, "check_environment",
                        json_of_vector(configure_check_environment(request->driver)));
    take_objects(&self);
    step_fates_lose(fates, built->lost);
    if (!add_steps(&self, steps) || !take_kept(&self)) {
        return NULL;
    }
    const ClosedRequest closed = {request->sandbox, built, names, needed, steps, fates->made};
    if (names != NULL && closed_by_links(&closed)) {
        json_object_set_new(recipe->document, "closed", json_true());
    }
    json_t *installed_links = recipe_links_json(links);
    if (json_array_size(installed_links) > 0) {
        json_object_set(recipe->document, "installed_links", installed_links);
    }
    json_decref(installed_links);
    recipe->leading_out = recipe_links_leading_out(links);
    recipe->kept = g_ptr_array_new_with_free_func(g_free);
    GHashTableIter iter;
    gpointer path;
    g_hash_table_iter_init(&iter, kept);
    while (g_hash_table_iter_next(&iter, &path, NULL)) {
        g_ptr_array_add(recipe->kept, g_strdup(path));
    }
    g_ptr_array_sort(recipe->kept, text_order);
    const MachineCodeRequest code = {built, links, cpus};
    json_object_set_new(recipe->document, "machine_code",
                        machine_code_list(&code, recipe->kept, recipe->sources));
    return g_steal_pointer(&recipe);
}

char *recipe_neutral_file(const ConfigureRequest *request, const BuiltConfiguration *built,
                          const char *path, GError **error)
{
    if (request->sandbox->isolation == ISOLATION_BUBBLEWRAP ||
        !configure_is_script(request->driver, path)) {
        return NULL;
    }
    g_autofree char *host = g_build_filename(built->build, path, NULL);
    g_autofree char *text = file_read(host, SCRIPT_BYTES_MAX, NULL, error);
    return text == NULL ? NULL : sandbox_neutral_text(request->sandbox, built->build, text);
}
