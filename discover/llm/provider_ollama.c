/* Ollama's own /api/chat. Its OpenAI route does not take the size of the context, and prompts
 * beyond a few thousand tokens are then cut without a word; hence this one. Source: the project's
 * API document. */
#include "core/json.h"
#include "discover/llm/provider.h"

/* The context is asked for in steps, so that the server need not load the model anew for each
 * request. */
#define CONTEXT_STEP 2048u
/* A prompt that the server counted at less than this share of our estimate was cut. Estimates are
 * never so far off. */
#define CUT_SHARE 0.4

static char *path_of(const char *model)
{
    (void)model;
    return g_strdup("/api/chat");
}

static guint context_of(const ProviderQuestion *question)
{
    guint tokens = question->input_tokens + question->output_tokens;
    return (tokens + CONTEXT_STEP - 1) / CONTEXT_STEP * CONTEXT_STEP;
}

static json_t *body_of(const ProviderQuestion *question)
{
    json_t *body =
        json_pack("{s:o, s:[o, o], s:b, s:{s:i, s:i}}", "model", json_of_text(question->model),
                  "messages", provider_message("system", question->system),
                  provider_message("user", question->user), "stream", 0, "options", "num_ctx",
                  (int)context_of(question), "num_predict", (int)question->output_tokens);
    if (question->schema != NULL) {
        json_object_set(body, "format", question->schema);
    }
    return body;
}

static const StopWord stop_words[] = {
    {"stop", STOP_COMPLETE}, {"length", STOP_TRUNCATED}, {NULL, STOP_OTHER}};

static gboolean read_reply(const json_t *reply, Answer *answer, GError **error)
{
    const json_t *message = json_object_get(reply, "message");
    const char *text = json_string_value(json_object_get(message, "content"));
    if (text == NULL) {
        return provider_lacks("message.content", error);
    }
    const char *word = json_string_value(json_object_get(reply, "done_reason"));
    answer->text = g_strdup(text);
    answer->stop_word = g_strdup(word);
    answer->stop = provider_stop(stop_words, word);
    answer->usage = (Usage){.input = provider_count(reply, "prompt_eval_count"),
                            .output = provider_count(reply, "eval_count")};
    return TRUE;
}

static const CredentialSource credentials[] = {{"OLLAMA_API_KEY", "Authorization", "Bearer "},
                                               {NULL, NULL, NULL}};
static const CredentialSource extras[] = {{NULL, NULL, NULL}};
static const char *const fixed_headers[] = {NULL};

const Provider provider_ollama = {.name = "ollama",
                                  .default_base = "http://127.0.0.1:11434",
                                  .base_variable = "OLLAMA_HOST",
                                  .credentials = credentials,
                                  .extras = extras,
                                  .fixed_headers = fixed_headers,
                                  .cut_share = CUT_SHARE,
                                  .path = path_of,
                                  .body = body_of,
                                  .read = read_reply};
