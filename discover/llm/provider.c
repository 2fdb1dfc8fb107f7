#include "discover/llm/provider.h"
#include "core/json.h"
#include "core/word_list.h"
#include "discover/llm/http.h"
#include "discover/llm/plain.h"
#include <string.h>

GQuark provider_error_quark(void)
{
    return g_quark_from_static_string("xaas-provider-error");
}

static const Provider *const providers[] = {&provider_openai, &provider_anthropic, &provider_gemini,
                                            &provider_ollama};

const Provider *provider_find(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(providers); i++) {
        if (strcmp(providers[i]->name, name) == 0) {
            return providers[i];
        }
    }
    return NULL;
}

char *provider_names(void)
{
    GString *names = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(providers); i++) {
        g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", providers[i]->name);
    }
    return g_string_free(names, FALSE);
}

static const char *const stop_texts[] = {
#define X(id, text) text,
    STOP_REASONS(X)
#undef X
        NULL};

const char *stop_reason_text(StopReason reason)
{
    return stop_texts[reason];
}

gboolean stop_reason_parse(const char *text, StopReason *reason)
{
    guint index;
    if (!word_list_find(stop_texts, text, &index)) {
        return FALSE;
    }
    *reason = (StopReason)index;
    return TRUE;
}

StopReason provider_stop(const StopWord *words, const char *word)
{
    for (; word != NULL && words->word != NULL; words++) {
        if (strcmp(words->word, word) == 0) {
            return words->stop;
        }
    }
    return STOP_OTHER;
}

void answer_clear(Answer *self)
{
    g_clear_pointer(&self->text, g_free);
    g_clear_pointer(&self->stop_word, g_free);
}

guint64 provider_count(const json_t *object, const char *key)
{
    json_int_t count = json_integer_value(json_object_get(object, key));
    return count > 0 ? (guint64)count : 0;
}

gboolean provider_lacks(const char *what, GError **error)
{
    g_set_error(error, PROVIDER_ERROR, PROVIDER_ERROR_FORM, "the reply has no %s", what);
    return FALSE;
}

json_t *provider_message(const char *role, const char *content)
{
    return json_pack("{s:s, s:o}", "role", role, "content", json_of_text(content));
}

char *provider_failure_text(const char *body, gsize length)
{
    json_t *reply = json_loadb(body, length, 0, NULL);
    const json_t *failure = json_object_get(reply, "error");
    const char *message = json_string_value(failure);
    if (message == NULL) {
        message = json_string_value(json_object_get(failure, "message"));
    }
    char *text = plain_line(message != NULL ? message : body, HTTP_EXCERPT_BYTES);
    json_decref(reply);
    return text;
}
