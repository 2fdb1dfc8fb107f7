#include "container/image/needed.h"
#include "container/audit/dynamic.h"
#include "container/build/process.h"
#include <glib/gstdio.h>
#include <string.h>

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

/* The command for an empty library, as it runs here; its output comes last. */
static GPtrArray *words_of(const NeededLibraries *self, const json_t *command, const char *output,
                           GHashTable *made)
{
    const LibraryWords *rules = configure_library_words(self->request->driver);
    GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
    gboolean is_output = FALSE;
    gsize index;
    const json_t *item;
    json_array_foreach(command, index, item)
    {
        const char *word = json_string_value(item);
        const char *next = json_string_value(json_array_get(command, index + 1));
        gboolean names_output = g_strcmp0(word, rules->output) == 0 && g_strcmp0(next, output) == 0;
        if (index == 0) {
            g_ptr_array_add(words, real(self, word));
            add_list(words, rules->first);
        } else if (word != NULL && !is_output && !names_output && !is_made(self, word, made) &&
                   !g_strv_contains(rules->leave, word)) {
            g_ptr_array_add(words, real(self, word));
        }
        is_output = names_output;
    }
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

static json_t *ask(const NeededLibraries *self, GPtrArray *words)
{
    static const char name[] = "nothing";
    const Sandbox *sandbox = self->request->sandbox;
    g_autofree char *inside = g_build_filename(sandbox_output(sandbox, self->scratch), name, NULL);
    g_autofree char *path = g_build_filename(self->scratch, name, NULL);
    g_ptr_array_add(words, g_steal_pointer(&inside));
    g_ptr_array_add(words, NULL);
    g_auto(GStrv) command =
        sandbox_command(sandbox, &(SandboxRequest){.command = (const char *const *)words->pdata,
                                                   .build = self->build,
                                                   .output = self->scratch});
    g_auto(ProcessResult) result = {0};
    gboolean linked =
        process_run(&(ProcessRequest){.command = (const char *const *)command}, &result, NULL) &&
        result.status == 0;
    json_t *found = linked ? sonames_in(path) : json_null();
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
