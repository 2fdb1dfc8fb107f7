/* What the steps that would run name: words, and what of it this machine lacks. */
#include "container/deploy/replay_parts.h"
#include "core/file.h"
#include "core/path.h"
#include <string.h>

/* Calls for every word of a step; stops when that says so. */
static gboolean each_word(const json_t *step, gboolean (*visit)(const char *, gsize, gpointer),
                          gpointer data)
{
    gsize index, place;
    const json_t *command, *word;
    json_array_foreach(json_object_get(step, "commands"), index, command)
    {
        json_array_foreach(command, place, word)
        {
            const char *text = json_string_value(word);
            if (text != NULL && !visit(text, place, data)) {
                return FALSE;
            }
        }
    }
    return TRUE;
}

static gboolean keep_word(const char *word, gsize place, gpointer data)
{
    (void)place;
    g_hash_table_add(data, g_strdup(word));
    return TRUE;
}

static void add_installed_objects(const ReplayRequest *request, GHashTable *words)
{
    gsize index;
    const json_t *object;
    json_array_foreach(json_object_get(request->tree->recipe, "objects"), index, object)
    {
        if (json_is_string(object)) {
            keep_word(json_string_value(object), 0, words);
        }
    }
}

GHashTable *replay_words(const ReplayRequest *request)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index;
    const json_t *step;
    add_installed_objects(request, words);
    json_array_foreach(replay_steps_of(request), index, step)
    {
        if (replay_is_needed(request, step)) {
            each_word(step, keep_word, words);
        }
    }
    return words;
}

/* Scripts name what they install in quotes. */
static void keep_quoted(const char *text, GHashTable *words)
{
    static const char build[] = "\"" SANDBOX_BUILD "/";
    for (const char *c = strstr(text, build); c != NULL; c = strstr(c, build)) {
        c += strlen(build);
        g_hash_table_add(words, g_strndup(c, strcspn(c, "\"\n")));
    }
}

static void keep_installed(const char *folder, GHashTable *words)
{
    g_autoptr(GDir) open = g_dir_open(folder, 0, NULL);
    for (const char *name; open != NULL && (name = g_dir_read_name(open)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        gboolean is_link = g_file_test(path, G_FILE_TEST_IS_SYMLINK);
        if (!is_link && g_file_test(path, G_FILE_TEST_IS_DIR)) {
            keep_installed(path, words);
        } else if (!is_link && g_str_has_suffix(name, REPLAY_SCRIPT)) {
            g_autofree char *text = file_read(path, REPLAY_SCRIPT_BYTES_MAX, NULL, NULL);
            keep_quoted(text == NULL ? "" : text, words);
        }
    }
}

GHashTable *replay_words_of_others(const ReplayRequest *request)
{
    GHashTable *words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    gsize index;
    const json_t *step;
    json_array_foreach(replay_steps_of(request), index, step)
    {
        if (replay_is_needed(request, step) && !replay_is_kind(step, "link")) {
            each_word(step, keep_word, words);
        }
    }
    add_installed_objects(request, words);
    keep_installed(request->tree->build, words);
    return words;
}

typedef struct {
    const ReplayRequest *request;
    const json_t *step;
    GPtrArray *missing;
} Looking;

static gboolean is_there(const ReplayRequest *request, const char *path)
{
    g_autofree char *host = sandbox_host_path(request->sandbox, request->tree->build, path);
    return g_file_test(host, G_FILE_TEST_EXISTS);
}

static gboolean look(const char *word, gsize place, gpointer data)
{
    const Looking *self = data;
    gboolean replaced =
        place == 0 && self->request->linker != NULL && replay_is_kind(self->step, "link");
    gboolean outside =
        word[0] == '/' && !path_lies_in(word, SANDBOX_SOURCE) && !path_lies_in(word, SANDBOX_BUILD);
    if (outside && !replaced && !is_there(self->request, word) &&
        !g_ptr_array_find_with_equal_func(self->missing, word, g_str_equal, NULL)) {
        g_ptr_array_add(self->missing, g_strdup(word));
    }
    return TRUE;
}

/* Whether a program is where the sandbox looks for it: links run with its PATH, or the user's. */
static gboolean has_program(const ReplayRequest *request, const char *program)
{
    if (strchr(program, '/') != NULL) {
        return program[0] != '/' || is_there(request, program);
    }
    if (request->sandbox->isolation == ISOLATION_NONE) {
        g_autofree char *path = g_find_program_in_path(program);
        return path != NULL;
    }
    g_auto(GStrv) folders = g_strsplit(SANDBOX_PATH, ":", -1);
    for (char **folder = folders; *folder != NULL; folder++) {
        g_autofree char *path = g_build_filename(*folder, program, NULL);
        if (is_there(request, path)) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *replay_missing(const ReplayRequest *request)
{
    GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);
    if (request->linker != NULL && !has_program(request, request->linker)) {
        g_ptr_array_add(missing, g_strdup(request->linker));
    }
    gsize index;
    const json_t *step;
    json_array_foreach(replay_steps_of(request), index, step)
    {
        if (replay_is_needed(request, step) && !replay_is_kind(step, "command")) {
            Looking looking = {request, step, missing};
            each_word(step, look, &looking);
        }
    }
    return missing;
}
