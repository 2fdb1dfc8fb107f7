/* Anthropic's Messages API. Source: the API reference and the types of the vendor's client library.
 */
#include "core/json.h"
#include "discover/llm/provider.h"

static char *path_of(const char *model)
{
    (void)model;
    return g_strdup("/v1/messages");
}

static json_t *body_of(const ProviderQuestion *question)
{
    json_t *body =
        json_pack("{s:o, s:i, s:o, s:[o]}", "model", json_of_text(question->model), "max_tokens",
                  (int)question->output_tokens, "system", json_of_text(question->system),
                  "messages", provider_message("user", question->user));
    if (question->schema != NULL) {
        json_object_set_new(body, "output_config",
                            json_pack("{s:{s:s, s:O}}", "format", "type", "json_schema", "schema",
                                      question->schema));
    }
    return body;
}

static const StopWord stop_words[] = {
    {"end_turn", STOP_COMPLETE},    {"stop_sequence", STOP_COMPLETE},
    {"max_tokens", STOP_TRUNCATED}, {"model_context_window_exceeded", STOP_TRUNCATED},
    {"refusal", STOP_REFUSED},      {NULL, STOP_OTHER}};

static gboolean read_reply(const json_t *reply, Answer *answer, GError **error)
{
    const json_t *content = json_object_get(reply, "content");
    if (!json_is_array(content)) {
        return provider_lacks("content", error);
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (gsize i = 0; i < json_array_size(content); i++) {
        const json_t *block = json_array_get(content, i);
        const char *type = json_string_value(json_object_get(block, "type"));
        const char *part = json_string_value(json_object_get(block, "text"));
        if (part != NULL && g_strcmp0(type, "text") == 0) {
            g_string_append(text, part);
        }
    }
    const char *word = json_string_value(json_object_get(reply, "stop_reason"));
    answer->text = g_strdup(text->str);
    answer->stop_word = g_strdup(word);
    answer->stop = provider_stop(stop_words, word);
    /* What was written to and read from the service's cache is counted apart from the rest. */
    const json_t *usage = json_object_get(reply, "usage");
    guint64 cached = provider_count(usage, "cache_read_input_tokens");
    answer->usage = (Usage){.input = provider_count(usage, "input_tokens") +
                                     provider_count(usage, "cache_creation_input_tokens") + cached,
                            .output = provider_count(usage, "output_tokens"),
                            .cached = cached};
    return TRUE;
}

static const CredentialSource credentials[] = {{"ANTHROPIC_API_KEY", "x-api-key", ""},
                                               {"ANTHROPIC_AUTH_TOKEN", "Authorization", "Bearer "},
                                               {NULL, NULL, NULL}};
static const CredentialSource extras[] = {{NULL, NULL, NULL}};
static const char *const fixed_headers[] = {"anthropic-version: 2023-06-01", NULL};

const Provider provider_anthropic = {.name = "anthropic",
                                     .default_base = "https://api.anthropic.com",
                                     .needs_key = TRUE,
                                     .base_variable = "ANTHROPIC_BASE_URL",
                                     .credentials = credentials,
                                     .extras = extras,
                                     .fixed_headers = fixed_headers,
                                     .path = path_of,
                                     .body = body_of,
                                     .read = read_reply};
