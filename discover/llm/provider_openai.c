/* Chat completions, as OpenAI defined them and vLLM, llama.cpp's server, LiteLLM and many more
 * speak them. Source: the API reference and the types of the vendor's client library. */
#include "core/json.h"
#include "discover/llm/provider.h"

static char *path_of(const char *model)
{
    (void)model;
    return g_strdup("/chat/completions");
}

static json_t *body_of(const ProviderQuestion *question)
{
    json_t *body = json_pack("{s:o, s:[o, o], s:i}", "model", json_of_text(question->model),
                             "messages", provider_message("system", question->system),
                             provider_message("user", question->user), "max_completion_tokens",
                             (int)question->output_tokens);
    if (question->schema != NULL) {
        json_object_set_new(body, "response_format",
                            json_pack("{s:s, s:{s:s, s:b, s:O}}", "type", "json_schema",
                                      "json_schema", "name", "answer", "strict", 1, "schema",
                                      question->schema));
    }
    return body;
}

static const StopWord stop_words[] = {{"stop", STOP_COMPLETE},
                                      {"length", STOP_TRUNCATED},
                                      {"content_filter", STOP_REFUSED},
                                      {NULL, STOP_OTHER}};

static gboolean read_reply(const json_t *reply, Answer *answer, GError **error)
{
    const json_t *choice = json_array_get(json_object_get(reply, "choices"), 0);
    const json_t *message = json_object_get(choice, "message");
    if (!json_is_object(message)) {
        return provider_lacks("choices[0].message", error);
    }
    const char *refusal = json_string_value(json_object_get(message, "refusal"));
    const char *text = json_string_value(json_object_get(message, "content"));
    const char *word = json_string_value(json_object_get(choice, "finish_reason"));
    gboolean refused = refusal != NULL && *refusal != '\0';
    answer->text = g_strdup(refused ? refusal : text != NULL ? text : "");
    answer->stop_word = g_strdup(refused ? "refusal" : word);
    answer->stop = refused ? STOP_REFUSED : provider_stop(stop_words, word);
    const json_t *usage = json_object_get(reply, "usage");
    answer->usage = (Usage){
        .input = provider_count(usage, "prompt_tokens"),
        .output = provider_count(usage, "completion_tokens"),
        .cached = provider_count(json_object_get(usage, "prompt_tokens_details"), "cached_tokens")};
    return TRUE;
}

static const CredentialSource credentials[] = {{"OPENAI_API_KEY", "Authorization", "Bearer "},
                                               {NULL, NULL, NULL}};
static const CredentialSource extras[] = {{"OPENAI_ORG_ID", "OpenAI-Organization", ""},
                                          {"OPENAI_PROJECT_ID", "OpenAI-Project", ""},
                                          {NULL, NULL, NULL}};
static const char *const fixed_headers[] = {NULL};
static const char *const final_words[] = {"insufficient_quota", NULL};

const Provider provider_openai = {.name = "openai",
                                  .default_base = "https://api.openai.com/v1",
                                  .needs_key = TRUE,
                                  .base_variable = "OPENAI_BASE_URL",
                                  .credentials = credentials,
                                  .extras = extras,
                                  .fixed_headers = fixed_headers,
                                  .final_words = final_words,
                                  .path = path_of,
                                  .body = body_of,
                                  .read = read_reply};
