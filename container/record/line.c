/* The line of a log that tells a call. */
#include "container/record/call.h"
#include "container/record/file_id.h"
#include "container/record/record.h"
#include "container/record/variables.h"
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gboolean refuse_bytes(const char *text, GError **error)
{
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                "'%s' is not UTF-8, which a log cannot hold", text);
    return FALSE;
}

/* Makefiles remove files, and write others under their names. */
static void keep_bytes(const char *path, const char *digest)
{
    const char *seen = g_getenv(RECORD_SEEN);
    if (seen != NULL && digest != NULL) {
        g_autofree char *name = file_bytes_key(digest);
        g_autofree char *place = g_build_filename(seen, name, NULL);
        (void)!link(path, place);
    }
}

/* Keeps the digest of what a file is now; [PATH, ID], or null where it is not there any more. NULL
 * and an error when that cannot be kept. */
static json_t *included_told(const char *path, const char *seen, GError **error)
{
    g_autofree char *id = file_id(path);
    if (id == NULL) {
        return json_null();
    }
    g_autofree char *key = file_key(path, id);
    g_autofree char *place = g_build_filename(seen, key, NULL);
    if (!g_file_test(place, G_FILE_TEST_EXISTS)) {
        g_autofree char *digest = file_digest(path);
        if (digest == NULL) {
            g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s cannot be read", path);
            return NULL;
        }
        if (!g_file_set_contents(place, digest, -1, error)) {
            return NULL;
        }
        keep_bytes(path, digest);
    }
    json_t *pair = json_pack("[s, s]", path, id);
    if (pair == NULL) {
        refuse_bytes(path, error);
    }
    return pair;
}

static json_t *told(const CallFile *file, const char *id, const char *digest, gboolean is_code)
{
    json_t *object =
        json_pack("{s:s, s:s, s:i}", "path", file->path, "id", id, "word", (int)file->word);
    if (object == NULL) {
        return NULL;
    }
    if (digest != NULL) {
        json_object_set_new(object, "digest", json_string(digest));
    }
    if (file->real != NULL && !g_str_equal(file->real, file->path)) {
        json_object_set_new(object, "real", json_string(file->real));
    }
    if (file->searched) {
        json_object_set_new(object, "searched", json_true());
    }
    if (is_code) {
        json_object_set_new(object, "code", json_true());
    }
    return object;
}

/* Those that the build has set. */
static json_t *variables_told(void)
{
    const char *given = g_getenv(RECORD_GIVEN);
    g_autofree char *now = record_variables();
    gboolean as_given = g_str_equal(now, given != NULL ? given : "");
    json_t *set = json_array();
    for (gsize i = 0; !as_given && record_variable_names[i] != NULL; i++) {
        const char *value = g_getenv(record_variable_names[i]);
        if (value != NULL && *value != '\0') {
            json_array_append_new(set, json_string(record_variable_names[i]));
        }
    }
    return set;
}

static gboolean compiles_only(const Call *self)
{
    for (guint i = 1; i < self->words->len; i++) {
        if (g_str_equal(self->words->pdata[i], "-c")) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The lists of a line. FALSE and an error when a name is not UTF-8, or what was included cannot be
 * kept. */
static gboolean add_words_told(const Call *self, json_t *words, GError **error)
{
    for (guint i = 0; i < self->words->len; i++) {
        if (json_array_append_new(words, json_string(self->words->pdata[i])) != 0) {
            return refuse_bytes(self->words->pdata[i], error);
        }
    }
    return TRUE;
}

static gboolean add_files_told(const Call *self, json_t *read, json_t *wrote, GError **error)
{
    gboolean compiles = compiles_only(self);
    for (guint i = 0; i < self->files->len; i++) {
        const CallFile *file = self->files->pdata[i];
        g_autofree char *after = file_id(file->path);
        if (!file->is_code && g_strcmp0(after, file->id) == 0) {
            keep_bytes(file->path, file->digest);
        }
        gboolean good =
            file->id == NULL ||
            json_array_append_new(read, told(file, file->id, file->digest, file->is_code)) == 0;
        if (after != NULL && g_strcmp0(after, file->id) != 0) {
            g_autofree char *digest = file_digest(file->path);
            if (compiles) {
                keep_bytes(file->path, digest);
            }
            good = json_array_append_new(
                       wrote, told(file, after, digest, file_is_code(file->path))) == 0 &&
                   good;
        }
        if (!good) {
            return refuse_bytes(file->path, error);
        }
    }
    return TRUE;
}

static gboolean add_included_told(const Call *self, json_t *included, GError **error)
{
    const char *seen = g_getenv(RECORD_SEEN);
    if (seen == NULL) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, RECORD_SEEN " is not set");
        return FALSE;
    }
    for (guint i = 0; i < self->included->len; i++) {
        json_t *pair = included_told(self->included->pdata[i], seen, error);
        if (pair == NULL) {
            return FALSE;
        }
        if (json_is_null(pair)) {
            json_decref(pair);
        } else {
            json_array_append_new(included, pair);
        }
    }
    return TRUE;
}

/* The line of the log. The caller frees it; NULL and an error as above. */
static char *line_of(const Call *self, GError **error)
{
    json_t *words = json_array(), *read = json_array(), *wrote = json_array();
    json_t *included = json_array();
    gboolean good = add_words_told(self, words, error) &&
                    add_files_told(self, read, wrote, error) &&
                    add_included_told(self, included, error);
    json_t *line = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:I}", "directory",
                             self->directory, "words", words, "read", read, "wrote", wrote,
                             "included", included, "variables", variables_told(), "began",
                             (json_int_t)self->began, "ended", (json_int_t)g_get_monotonic_time());
    good = good && (line != NULL || refuse_bytes(self->directory, error));
    char *text = good ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    char *whole = text == NULL ? NULL : g_strconcat(text, "\n", NULL);
    free(text);
    return whole;
}

/* One call of write() adds a line, so that calls side by side do not mix theirs. */
static gboolean write_line(const char *log, const char *line)
{
    gsize length = strlen(line);
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    gssize count = file < 0 ? -1 : write(file, line, length);
    int number = count < 0 ? errno : ENOSPC;
    if (file >= 0) {
        close(file);
    }
    if (count != (gssize)length) {
        g_printerr("xaas-record: %s cannot be written: %s\n", log, g_strerror(number));
    }
    return count == (gssize)length;
}

gboolean call_tell(const Call *self, const char *log)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *line = line_of(self, &error);
    if (line == NULL) {
        g_printerr("xaas-record: this call of %s cannot be recorded: %s\n",
                   (const char *)self->words->pdata[0], error->message);
        return FALSE;
    }
    return write_line(log, line);
}
