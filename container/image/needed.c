#include "container/image/needed.h"
#include "container/audit/dynamic.h"
#include "container/build/process.h"
#include <glib/gstdio.h>
#include <string.h>

/* Files in the scratch folder: what is linked, and an object that needs something. */
#define OUTPUT "nothing"
#define NEEDS "needs.o"

struct NeededLibraries {
    const ConfigureRequest *request;
    const char *build;
    char *scratch;     /* folder for what is linked, on the host; NULL: it could not be made */
    GHashTable *known; /* words in one text -> json_t, or json null where nothing was said */
};

NeededLibraries *needed_libraries_new(const ConfigureRequest *request, const char *build)
{
    NeededLibraries *self = g_new0(NeededLibraries, 1);
    self->request = request;
    self->build = build;
    self->scratch = g_dir_make_tmp("xaas-needed-XXXXXX", NULL);
    self->known =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)json_decref);
    return self;
}

void needed_libraries_free(NeededLibraries *self)
{
    if (self != NULL) {
        if (self->scratch != NULL) {
            g_rmdir(self->scratch);
        }
        g_free(self->scratch);
        g_hash_table_unref(self->known);
        g_free(self);
    }
}

/* Whether a word is something that the project makes: an output, or a file that is not there yet.
 */
static gboolean is_made(const NeededLibraries *self, const char *word, GHashTable *made)
{
    if (g_hash_table_contains(made, word)) {
        return TRUE;
    }
    if (*word == '-' || *word == '\0' || *word == '/') {
        return FALSE;
    }
    g_autofree char *path = g_build_filename(self->build, word, NULL);
    return !g_file_test(path, G_FILE_TEST_EXISTS) || g_str_has_suffix(word, ".o");
}

static char *real(const NeededLibraries *self, const char *word)
{
    return sandbox_real_text(self->request->sandbox, self->build, word);
}

static void add_list(GPtrArray *words, const char *const *list)
{
    for (; *list != NULL; list++) {
        g_ptr_array_add(words, g_strdup(*list));
    }
}

/* The words behind a link's program that neither say what it makes nor name what the project
 * makes. */
static void add_brought(const NeededLibraries *self, GPtrArray *words, const json_t *command,
                        const char *output, GHashTable *made)
{
    const LibraryWords *rules = configure_library_words(self->request->driver);
    gboolean is_output = FALSE;
    gsize index;
    const json_t *item;
    json_array_foreach(command, index, item)
    {
        const char *word = json_string_value(item);
        const char *next = json_string_value(json_array_get(command, index + 1));
        gboolean names_output = g_strcmp0(word, rules->output) == 0 && g_strcmp0(next, output) == 0;
        if (index > 0 && word != NULL && !is_output && !names_output &&
            !is_made(self, word, made) && !g_strv_contains(rules->leave, word)) {
            g_ptr_array_add(words, real(self, word));
        }
        is_output = names_output;
    }
}

/* The command for an empty library, as it runs here; its output comes last. */
static GPtrArray *words_of(const NeededLibraries *self, const json_t *command, const char *output,
                           GHashTable *made)
{
    const LibraryWords *rules = configure_library_words(self->request->driver);
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, real(self, json_string_value(json_array_get(command, 0))));
    add_list(words, rules->first);
    add_brought(self, words, command, output, made);
    add_list(words, rules->last);
    g_ptr_array_add(words, g_strdup(rules->output));
    return words;
}

static json_t *sonames_in(const char *path)
{
    g_autoptr(Binary) binary = binary_open(path, NULL);
    if (binary == NULL) {
        return json_null();
    }
    g_autoptr(Dynamic) dynamic = dynamic_read(binary);
    json_t *list = json_array();
    for (guint i = 0; i < dynamic->needed->len; i++) {
        json_array_append_new(list, json_string(dynamic->needed->pdata[i]));
    }
    return list;
}

/* Takes over `words`, of which the last one is what stands before the output. Whether something was
 * linked: it is at the path then. */
static gboolean link_words(const NeededLibraries *self, GPtrArray *words, const char *name,
                           const char *path)
{
    const Sandbox *sandbox = self->request->sandbox;
    g_ptr_array_add(words, g_build_filename(sandbox_output(sandbox, self->scratch), name, NULL));
    g_ptr_array_add(words, NULL);
    g_auto(GStrv) command =
        sandbox_command(sandbox, &(SandboxRequest){.command = (const char *const *)words->pdata,
                                                   .build = self->build,
                                                   .output = self->scratch});
    g_auto(ProcessResult) result = {0};
    return process_run(&(ProcessRequest){.command = (const char *const *)command}, &result, NULL) &&
           result.status == 0 && g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

static json_t *ask(const NeededLibraries *self, GPtrArray *words)
{
    g_autofree char *path = g_build_filename(self->scratch, OUTPUT, NULL);
    json_t *found = link_words(self, words, OUTPUT, path) ? sonames_in(path) : json_null();
    g_unlink(path);
    return found;
}

json_t *needed_libraries_of(NeededLibraries *self, const json_t *command, const char *output,
                            GHashTable *made)
{
    if (self->scratch == NULL || json_array_size(command) == 0) {
        return NULL;
    }
    g_autoptr(GPtrArray) words = words_of(self, command, output, made);
    g_autoptr(GString) key = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++) {
        g_string_append_printf(key, "%s\n", (const char *)words->pdata[i]);
    }
    json_t *found = g_hash_table_lookup(self->known, key->str);
    if (found == NULL) {
        found = ask(self, words);
        g_hash_table_insert(self->known, g_strdup(key->str), found);
    }
    return json_is_array(found) ? json_incref(found) : NULL;
}

/* ---- whether that is all ----------------------------------------------------------------------
 */

gboolean needed_libraries_is_link(const NeededLibraries *self, const json_t *command,
                                  const char *output)
{
    const char *option = configure_library_words(self->request->driver)->output;
    for (gsize i = 1; i < json_array_size(command); i++) {
        if (g_strcmp0(json_string_value(json_array_get(command, i - 1)), option) == 0 &&
            g_strcmp0(json_string_value(json_array_get(command, i)), output) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Of what else is said to linkers something may define names, or let it pass that nothing does: it
 * says so for one link, and not for all. Without it no more is found than with it. */
static void keep_libraries(const NeededLibraries *self, GPtrArray *words)
{
    GRegex *brings = configure_library_words(self->request->driver)->brings;
    for (guint i = words->len; i > 0; i--) {
        if (!g_regex_match(brings, words->pdata[i - 1], 0, NULL)) {
            g_ptr_array_remove_index(words, i - 1);
        }
    }
}

/* What all links bring in, one behind the other; what brings the same once. */
static void add_all_brought(const NeededLibraries *self, GPtrArray *words, const json_t *steps,
                            GHashTable *made)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index, k;
    const json_t *step, *command;
    json_array_foreach(steps, index, step)
    {
        const char *output = json_string_value(json_object_get(step, "output"));
        gboolean is_link = g_strcmp0(json_string_value(json_object_get(step, "kind")), "link") == 0;
        json_array_foreach(is_link ? json_object_get(step, "commands") : NULL, k, command)
        {
            if (!needed_libraries_is_link(self, command, output)) {
                continue;
            }
            g_autoptr(GPtrArray) brought = g_ptr_array_new_with_free_func(g_free);
            add_brought(self, brought, command, output, made);
            keep_libraries(self, brought);
            g_ptr_array_add(brought, NULL);
            if (g_hash_table_add(seen, g_strjoinv("\n", (char **)brought->pdata))) {
                add_list(words, (const char *const *)brought->pdata);
            }
        }
    }
}

gboolean needed_libraries_calls(const NeededLibraries *self, const char *option)
{
    return g_regex_match(configure_library_words(self->request->driver)->calls, option, 0, NULL);
}

gboolean needed_libraries_suffice(const NeededLibraries *self, const char *program,
                                  const json_t *steps, GBytes *object, GHashTable *made)
{
    const LibraryWords *rules = configure_library_words(self->request->driver);
    if (self->scratch == NULL) {
        return FALSE;
    }
    g_autofree char *path = g_build_filename(self->scratch, OUTPUT, NULL);
    g_autofree char *needs = g_build_filename(self->scratch, NEEDS, NULL);
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, real(self, program));
    add_list(words, rules->first);
    g_ptr_array_add(words, g_build_filename(sandbox_output(self->request->sandbox, self->scratch),
                                            NEEDS, NULL));
    add_all_brought(self, words, steps, made);
    add_list(words, rules->complete);
    g_ptr_array_add(words, g_strdup(rules->output));
    gboolean linked = g_file_set_contents(needs, g_bytes_get_data(object, NULL),
                                          (gssize)g_bytes_get_size(object), NULL) &&
                      link_words(self, words, OUTPUT, path);
    g_unlink(path);
    g_unlink(needs);
    return linked;
}
