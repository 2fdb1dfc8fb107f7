#include "core/json.h"
#include <stdlib.h>

json_t *json_of_text(const char *text)
{
    if (text == NULL) {
        return json_null();
    }
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    return json_string(valid);
}

json_t *json_of_preset_text(const char *text)
{
    if (text == NULL) {
        return json_null();
    }
    g_autoptr(GString) escaped = g_string_new(text);
    g_string_replace(escaped, "$", "${dollar}", 0);
    return json_of_text(escaped->str);
}

json_t *json_of_span(Span span)
{
    if (span.path == NULL) {
        return json_null();
    }
    g_autofree char *text = span_text(&span);
    return json_of_text(text);
}

json_t *json_of_texts(const GPtrArray *texts)
{
    json_t *array = json_array();
    for (guint i = 0; texts != NULL && i < texts->len; i++) {
        json_array_append_new(array, json_of_text(texts->pdata[i]));
    }
    return array;
}

json_t *json_of_vector(const char *const *texts)
{
    json_t *array = json_array();
    for (; *texts != NULL; texts++) {
        json_array_append_new(array, json_of_text(*texts));
    }
    return array;
}

const char *json_text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

char *json_document_text(const json_t *document)
{
    char *dumped = json_dumps(document, JSON_INDENT(2) | JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
    char *text = g_strconcat(dumped, "\n", NULL);
    free(dumped);
    return text;
}
