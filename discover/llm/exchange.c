#include "discover/llm/exchange.h"
#include "core/file.h"
#include "core/json.h"
#include <errno.h>
#include <string.h>

/* A folder of recordings or answers is its owner's business alone: it holds project text. */
#define FOLDER_MODE 0700

GQuark exchange_error_quark(void)
{
    return g_quark_from_static_string("xaas-exchange-error");
}

char *exchange_key(const char *provider, guint sample, const json_t *request)
{
    json_t *whole = json_pack("{s:s, s:s, s:i, s:O}", "schema", EXCHANGE_SCHEMA, "provider",
                              provider, "sample", (int)sample, "request", request);
    char *text = json_dumps(whole, JSON_COMPACT | JSON_SORT_KEYS);
    char *key = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    free(text);
    json_decref(whole);
    return key;
}

static char *path_of(const char *folder, const char *key)
{
    g_autofree char *name = g_strconcat(key, ".json", NULL);
    return g_build_filename(folder, name, NULL);
}

gboolean exchange_write(const char *folder, const char *key, const char *provider,
                        const json_t *request, const Answer *answer, GError **error)
{
    if (g_mkdir_with_parents(folder, FOLDER_MODE) != 0) {
        g_set_error(error, EXCHANGE_ERROR, EXCHANGE_ERROR_FOLDER, "%s: %s; name another folder",
                    folder, g_strerror(errno));
        return FALSE;
    }
    json_t *document = json_pack(
        "{s:s, s:s, s:O, s:{s:o, s:s, s:o, s:I, s:I, s:I}}", "schema", EXCHANGE_SCHEMA, "provider",
        provider, "request", request, "answer", "text", json_of_text(answer->text), "stop",
        stop_reason_text(answer->stop), "stop_word", json_of_text(answer->stop_word),
        "input_tokens", (json_int_t)answer->usage.input, "output_tokens",
        (json_int_t)answer->usage.output, "cached_tokens", (json_int_t)answer->usage.cached);
    g_autofree char *text = json_document_text(document);
    json_decref(document);
    g_autofree char *path = path_of(folder, key);
    return file_write(path, text, strlen(text), error);
}

static gboolean read_answer(const json_t *document, Answer *answer)
{
    const json_t *given = json_object_get(document, "answer");
    const char *text = json_string_value(json_object_get(given, "text"));
    const char *schema = json_string_value(json_object_get(document, "schema"));
    if (text == NULL || g_strcmp0(schema, EXCHANGE_SCHEMA) != 0 ||
        !stop_reason_parse(json_string_value(json_object_get(given, "stop")), &answer->stop)) {
        return FALSE;
    }
    answer->text = g_strdup(text);
    answer->stop_word = g_strdup(json_string_value(json_object_get(given, "stop_word")));
    answer->usage = (Usage){.input = provider_count(given, "input_tokens"),
                            .output = provider_count(given, "output_tokens"),
                            .cached = provider_count(given, "cached_tokens")};
    return TRUE;
}

gboolean exchange_read(const char *folder, const char *key, Answer *answer, GError **error)
{
    g_autofree char *path = path_of(folder, key);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        return FALSE;
    }
    gsize length = 0;
    g_autofree char *text = file_read(path, EXCHANGE_BYTES_MAX, &length, error);
    if (text == NULL) {
        return FALSE;
    }
    json_t *document = json_loadb(text, length, 0, NULL);
    gboolean read = read_answer(document, answer);
    json_decref(document);
    if (!read) {
        g_set_error(
            error, EXCHANGE_ERROR, EXCHANGE_ERROR_MALFORMED,
            "%s: this is no exchange of schema %s with an answer's text and stop; remove it", path,
            EXCHANGE_SCHEMA);
    }
    return read;
}
