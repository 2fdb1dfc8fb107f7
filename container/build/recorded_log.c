#include "container/build/recorded.h"
#include "core/file.h"
#include "core/json.h"
#include <jansson.h>
#include <string.h>

#define LOG_BYTES_MAX (4096u * 1024u * 1024ull)

/* What reads the log joins paths to folders of the host and counts on words being there. The
 * project runs beside xaas-record and can write to the log, so that each line is looked at as one
 * of a stranger. */
static gboolean is_plain(const char *path)
{
    g_autofree char *plain = g_path_is_absolute(path) ? g_canonicalize_filename(path, "/") : NULL;
    return g_strcmp0(path, plain) == 0;
}

static RecordedFile *file_of(Arena *arena, const json_t *object, gsize words)
{
    const char *path = json_text(object, "path");
    const char *id = json_text(object, "id");
    const char *real = json_text(object, "real");
    const char *digest = json_text(object, "digest");
    json_int_t word = json_integer_value(json_object_get(object, "word"));
    if (path == NULL || id == NULL || !is_plain(path) || (real != NULL && !is_plain(real)) ||
        word < 0 || (guint64)word >= words) {
        return NULL;
    }
    RecordedFile *self = arena_new0(arena, RecordedFile);
    self->path = arena_intern(arena, path);
    self->real = real == NULL ? self->path : arena_intern(arena, real);
    self->id = arena_intern(arena, id);
    self->digest = digest == NULL ? NULL : arena_intern(arena, digest);
    self->word = (guint)word;
    self->searched = json_is_true(json_object_get(object, "searched"));
    self->is_code = json_is_true(json_object_get(object, "code"));
    return self;
}

/* NULL when it is no list of files of a call with so many words. */
static GPtrArray *files_of(Arena *arena, const json_t *list, gsize words)
{
    GPtrArray *files = arena_array(arena);
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        RecordedFile *file = file_of(arena, item, words);
        if (file == NULL) {
            return NULL;
        }
        g_ptr_array_add(files, file);
    }
    return json_is_array(list) ? files : NULL;
}

/* [PATH, ID] each; NULL when it is no list of such. */
static GPtrArray *included_of(Arena *arena, const json_t *list)
{
    GPtrArray *files = arena_array(arena);
    gsize index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        const char *path = json_string_value(json_array_get(item, 0));
        const char *id = json_string_value(json_array_get(item, 1));
        if (path == NULL || id == NULL || !is_plain(path)) {
            return NULL;
        }
        RecordedFile *file = arena_new0(arena, RecordedFile);
        file->path = arena_intern(arena, path);
        file->id = arena_intern(arena, id);
        g_ptr_array_add(files, file);
    }
    return json_is_array(list) ? files : NULL;
}

static RecordedCall *call_of(Arena *arena, const json_t *object)
{
    const char *directory = json_text(object, "directory");
    const json_t *words = json_object_get(object, "words");
    RecordedCall *self = arena_new0(arena, RecordedCall);
    self->words = arena_array(arena);
    self->read = files_of(arena, json_object_get(object, "read"), json_array_size(words));
    self->wrote = files_of(arena, json_object_get(object, "wrote"), json_array_size(words));
    self->included = included_of(arena, json_object_get(object, "included"));
    gsize index;
    const json_t *word;
    json_array_foreach(words, index, word)
    {
        if (json_is_string(word)) {
            g_ptr_array_add(self->words, arena_strdup(arena, json_string_value(word)));
        }
    }
    self->began = json_integer_value(json_object_get(object, "began"));
    self->ended = json_integer_value(json_object_get(object, "ended"));
    self->variable = json_string_value(json_array_get(json_object_get(object, "variables"), 0));
    self->variable = self->variable == NULL ? NULL : arena_intern(arena, self->variable);
    if (directory == NULL || !is_plain(directory) || self->read == NULL || self->wrote == NULL ||
        self->included == NULL || self->words->len == 0 ||
        self->words->len != json_array_size(words)) {
        return NULL;
    }
    self->directory = arena_intern(arena, directory);
    return self;
}

gboolean recorded_has_word(const RecordedCall *call, const char *word)
{
    for (guint i = 1; i < call->words->len; i++) {
        if (g_str_equal(call->words->pdata[i], word)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean recorded_writes(const RecordedCall *call, const char *path)
{
    for (guint i = 0; i < call->wrote->len; i++) {
        if (g_str_equal(((const RecordedFile *)call->wrote->pdata[i])->path, path)) {
            return TRUE;
        }
    }
    return FALSE;
}

GPtrArray *recorded_calls(Arena *arena, const char *path, GError **error)
{
    GPtrArray *calls = arena_array(arena);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        return calls;
    }
    gsize length = 0;
    g_autofree char *text = file_read(path, LOG_BYTES_MAX, &length, error);
    guint number = 1;
    for (char *line = text; line != NULL && line < text + length; number++) {
        char *end = memchr(line, '\n', (gsize)(text + length - line));
        gsize size = end == NULL ? 0 : (gsize)(end - line);
        json_t *object = end == NULL ? NULL : json_loadb(line, size, 0, NULL);
        RecordedCall *call = object == NULL ? NULL : call_of(arena, object);
        json_decref(object);
        if (call == NULL) {
            g_set_error(error, RECORDED_ERROR, RECORDED_ERROR_LOG,
                        "%s:%u: this is no recorded call; build again, which records anew", path,
                        number);
            return NULL;
        }
        g_ptr_array_add(calls, call);
        line = end + 1;
    }
    return text == NULL ? NULL : calls;
}
