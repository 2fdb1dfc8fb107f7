/* Gemini's generateContent. Source: the API reference and the types of the vendor's client library.
 */
#include "core/json.h"
#include "discover/llm/provider.h"

/* The model is a part of the URL, so that nothing of its name may act as one. */
static char *path_of(const char *model)
{
    g_autofree char *escaped = g_uri_escape_string(model, NULL, FALSE);
    return g_strdup_printf("/v1beta/models/%s:generateContent", escaped);
}

static json_t *body_of(const ProviderQuestion *question)
{
    json_t *generation = json_pack("{s:i}", "maxOutputTokens", (int)question->output_tokens);
    if (question->schema != NULL) {
        json_object_set_new(generation, "responseMimeType", json_string("application/json"));
        json_object_set(generation, "responseJsonSchema", question->schema);
    }
    return json_pack("{s:{s:[{s:o}]}, s:[{s:s, s:[{s:o}]}], s:o}", "systemInstruction", "parts",
                     "text", json_of_text(question->system), "contents", "role", "user", "parts",
                     "text", json_of_text(question->user), "generationConfig", generation);
}

static const StopWord stop_words[] = {
    {"STOP", STOP_COMPLETE},      {"MAX_TOKENS", STOP_TRUNCATED},       {"SAFETY", STOP_REFUSED},
    {"RECITATION", STOP_REFUSED}, {"PROHIBITED_CONTENT", STOP_REFUSED}, {"BLOCKLIST", STOP_REFUSED},
    {"SPII", STOP_REFUSED},       {"LANGUAGE", STOP_REFUSED},           {NULL, STOP_OTHER}};

static void read_usage(const json_t *reply, Answer *answer)
{
    const json_t *usage = json_object_get(reply, "usageMetadata");
    answer->usage = (Usage){.input = provider_count(usage, "promptTokenCount"),
                            .output = provider_count(usage, "candidatesTokenCount") +
                                      provider_count(usage, "thoughtsTokenCount"),
                            .cached = provider_count(usage, "cachedContentTokenCount")};
}

static char *text_of(const json_t *candidate)
{
    const json_t *parts = json_object_get(json_object_get(candidate, "content"), "parts");
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < json_array_size(parts); i++) {
        const json_t *part = json_array_get(parts, i);
        const char *piece = json_string_value(json_object_get(part, "text"));
        if (piece != NULL && !json_is_true(json_object_get(part, "thought"))) {
            g_string_append(text, piece);
        }
    }
    return g_string_free(text, FALSE);
}

static gboolean read_reply(const json_t *reply, Answer *answer, GError **error)
{
    read_usage(reply, answer);
    const json_t *candidate = json_array_get(json_object_get(reply, "candidates"), 0);
    const char *blocked =
        json_string_value(json_object_get(json_object_get(reply, "promptFeedback"), "blockReason"));
    if (candidate == NULL && blocked != NULL) {
        answer->text = g_strdup("");
        answer->stop_word = g_strdup(blocked);
        answer->stop = STOP_REFUSED;
        return TRUE;
    }
    if (!json_is_object(candidate)) {
        return provider_lacks("candidates[0]", error);
    }
    const char *word = json_string_value(json_object_get(candidate, "finishReason"));
    answer->text = text_of(candidate);
    answer->stop_word = g_strdup(word);
    answer->stop = provider_stop(stop_words, word);
    return TRUE;
}

static const CredentialSource credentials[] = {{"GOOGLE_API_KEY", "x-goog-api-key", ""},
                                               {"GEMINI_API_KEY", "x-goog-api-key", ""},
                                               {NULL, NULL, NULL}};
static const CredentialSource extras[] = {{NULL, NULL, NULL}};
static const char *const fixed_headers[] = {NULL};

const Provider provider_gemini = {.name = "gemini",
                                  .default_base = "https://generativelanguage.googleapis.com",
                                  .needs_key = TRUE,
                                  .base_variable = "GOOGLE_GEMINI_BASE_URL",
                                  .credentials = credentials,
                                  .extras = extras,
                                  .fixed_headers = fixed_headers,
                                  .path = path_of,
                                  .body = body_of,
                                  .read = read_reply};
