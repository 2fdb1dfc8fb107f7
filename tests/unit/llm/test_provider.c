/* Each service's wire format, both ways, and where credentials come from. */
#include "discover/llm/endpoint.h"
#include "discover/llm/price.h"
#include "server.h"
#include <glib/gstdio.h>
#include <string.h>

static json_t *request_of(const char *name, gboolean structured)
{
    json_t *schema = structured ? json_pack("{s:s}", "type", "object") : NULL;
    ProviderQuestion question = {.model = "m",
                                 .system = "who",
                                 .user = "what",
                                 .schema = schema,
                                 .input_tokens = 3000,
                                 .output_tokens = 500};
    json_t *body = provider_find(name)->body(&question);
    json_decref(schema);
    return body;
}

static void assert_request(const char *name, gboolean structured, const char *expected)
{
    json_t *body = request_of(name, structured);
    json_t *wanted = json_loads(expected, 0, NULL);
    g_assert_nonnull(wanted);
    char *text = json_dumps(body, JSON_COMPACT);
    g_test_message("%s: %s", name, text);
    free(text);
    g_assert_true(json_equal(body, wanted));
    json_decref(body);
    json_decref(wanted);
}

static void test_requests(void)
{
    assert_request("openai", TRUE,
                   "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"who\"},"
                   "{\"role\":\"user\",\"content\":\"what\"}],\"max_completion_tokens\":500,"
                   "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":"
                   "\"answer\",\"strict\":true,\"schema\":{\"type\":\"object\"}}}}");
    assert_request("openai", FALSE,
                   "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"who\"},"
                   "{\"role\":\"user\",\"content\":\"what\"}],\"max_completion_tokens\":500}");
    assert_request("anthropic", TRUE,
                   "{\"model\":\"m\",\"max_tokens\":500,\"system\":\"who\",\"messages\":[{\"role\":"
                   "\"user\",\"content\":\"what\"}],\"output_config\":{\"format\":{\"type\":"
                   "\"json_schema\",\"schema\":{\"type\":\"object\"}}}}");
    assert_request(
        "gemini", TRUE,
        "{\"systemInstruction\":{\"parts\":[{\"text\":\"who\"}]},\"contents\":[{\"role\":"
        "\"user\",\"parts\":[{\"text\":\"what\"}]}],\"generationConfig\":{"
        "\"maxOutputTokens\":500,\"responseMimeType\":\"application/json\","
        "\"responseJsonSchema\":{\"type\":\"object\"}}}");
    /* The context is as large as question and answer together, in whole steps. */
    assert_request("ollama", TRUE,
                   "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"who\"},"
                   "{\"role\":\"user\",\"content\":\"what\"}],\"stream\":false,\"options\":{"
                   "\"num_ctx\":4096,\"num_predict\":500},\"format\":{\"type\":\"object\"}}");
}

typedef struct {
    const char *name;
    const char *reply;
    const char *text; /* NULL: not the service's form */
    StopReason stop;
    guint64 input, output, cached;
} Reply;

static const Reply replies[] = {
    {"openai",
     "{\"choices\":[{\"message\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}],\"usage\":{"
     "\"prompt_tokens\":7,\"completion_tokens\":3,\"prompt_tokens_details\":{\"cached_tokens\":2}}"
     "}",
     "hi", STOP_COMPLETE, 7, 3, 2},
    {"openai", "{\"choices\":[{\"message\":{\"content\":\"h\"},\"finish_reason\":\"length\"}]}",
     "h", STOP_TRUNCATED, 0, 0, 0},
    {"openai",
     "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"no\"},\"finish_reason\":\"stop\"}]"
     "}",
     "no", STOP_REFUSED, 0, 0, 0},
    {"openai",
     "{\"choices\":[{\"message\":{\"content\":\"h\"},\"finish_reason\":\"content_filter\"}]}", "h",
     STOP_REFUSED, 0, 0, 0},
    {"openai", "{\"choices\":[]}", NULL, STOP_OTHER, 0, 0, 0},
    {"openai", "[1]", NULL, STOP_OTHER, 0, 0, 0},
    {"anthropic",
     "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"t\"},{\"type\":\"text\",\"text\":\"a\"},"
     "{\"type\":\"text\",\"text\":\"b\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":"
     "5,"
     "\"cache_creation_input_tokens\":10,\"cache_read_input_tokens\":20,\"output_tokens\":3}}",
     "ab", STOP_COMPLETE, 35, 3, 20},
    {"anthropic", "{\"content\":[],\"stop_reason\":\"refusal\"}", "", STOP_REFUSED, 0, 0, 0},
    {"anthropic", "{\"content\":[],\"stop_reason\":\"model_context_window_exceeded\"}", "",
     STOP_TRUNCATED, 0, 0, 0},
    {"anthropic", "{\"type\":\"message\"}", NULL, STOP_OTHER, 0, 0, 0},
    {"gemini",
     "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"t\",\"thought\":true},{\"text\":\"a\"}]"
     "},"
     "\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":9,"
     "\"candidatesTokenCount\":2,\"thoughtsTokenCount\":4,\"cachedContentTokenCount\":1}}",
     "a", STOP_COMPLETE, 9, 6, 1},
    {"gemini", "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}", "", STOP_REFUSED, 0, 0, 0},
    {"gemini", "{\"candidates\":[{\"finishReason\":\"MAX_TOKENS\"}]}", "", STOP_TRUNCATED, 0, 0, 0},
    {"gemini", "{\"candidates\":[{\"finishReason\":\"RECITATION\"}]}", "", STOP_REFUSED, 0, 0, 0},
    {"gemini", "{}", NULL, STOP_OTHER, 0, 0, 0},
    {"ollama",
     "{\"message\":{\"content\":\"a\"},\"done_reason\":\"stop\",\"prompt_eval_count\":8,"
     "\"eval_count\":2}",
     "a", STOP_COMPLETE, 8, 2, 0},
    {"ollama", "{\"message\":{\"content\":\"a\"},\"done_reason\":\"length\"}", "a", STOP_TRUNCATED,
     0, 0, 0},
    {"ollama", "{\"error\":\"x\"}", NULL, STOP_OTHER, 0, 0, 0},
};

static void test_replies(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++) {
        const Reply *row = &replies[i];
        json_t *reply = json_loads(row->reply, 0, NULL);
        g_auto(Answer) answer = {0};
        g_autoptr(GError) error = NULL;
        gboolean read = provider_find(row->name)->read(reply, &answer, &error);
        g_test_message("%s: %s", row->name, row->reply);
        g_assert_cmpint(read, ==, row->text != NULL);
        g_assert_cmpint(error == NULL, ==, read);
        if (read) {
            g_assert_cmpstr(answer.text, ==, row->text);
            g_assert_cmpint(answer.stop, ==, row->stop);
            g_assert_cmpuint(answer.usage.input, ==, row->input);
            g_assert_cmpuint(answer.usage.output, ==, row->output);
            g_assert_cmpuint(answer.usage.cached, ==, row->cached);
        }
        json_decref(reply);
    }
}

static const char *const variables[] = {
    "OPENAI_API_KEY",    "OPENAI_BASE_URL",        "OPENAI_ORG_ID",      "OPENAI_PROJECT_ID",
    "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN",   "ANTHROPIC_BASE_URL", "GOOGLE_API_KEY",
    "GEMINI_API_KEY",    "GOOGLE_GEMINI_BASE_URL", "OLLAMA_HOST",        "OLLAMA_API_KEY"};

/* "A=1 B=2" and nothing else of what the providers read. */
static void set_variables(const char *text)
{
    for (gsize i = 0; i < G_N_ELEMENTS(variables); i++) {
        g_unsetenv(variables[i]);
    }
    g_auto(GStrv) pairs = g_strsplit(text, " ", -1);
    for (guint i = 0; pairs[i] != NULL && *pairs[i] != '\0'; i++) {
        char *equals = strchr(pairs[i], '=');
        *equals = '\0';
        g_setenv(pairs[i], equals + 1, TRUE);
    }
}

static gboolean has_header(const Endpoint *endpoint, const char *header)
{
    for (guint i = 0; i < endpoint->headers->len; i++) {
        if (strcmp(endpoint->headers->pdata[i], header) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static void test_endpoints(void)
{
    static const struct {
        const char *environment;
        const char *model;
        const char *url;    /* of --llm-url */
        const char *whole;  /* NULL: refused */
        const char *header; /* NULL: any */
    } rows[] = {
        {"OPENAI_API_KEY=abcdefgh", "openai:gpt", NULL,
         "https://api.openai.com/v1/chat/completions", "Authorization: Bearer abcdefgh"},
        {"OPENAI_API_KEY=abcdefgh OPENAI_ORG_ID=org-1 OPENAI_BASE_URL=http://localhost:8000/v1/",
         "openai:a:b", NULL, "http://localhost:8000/v1/chat/completions",
         "OpenAI-Organization: org-1"},
        {"", "openai:gpt", "http://localhost:8000/v1", "http://localhost:8000/v1/chat/completions",
         NULL},
        {"", "openai:gpt", NULL, NULL, NULL},
        {"ANTHROPIC_API_KEY=k1", "anthropic:c", NULL, "https://api.anthropic.com/v1/messages",
         "x-api-key: k1"},
        {"ANTHROPIC_AUTH_TOKEN=t1", "anthropic:c", NULL, "https://api.anthropic.com/v1/messages",
         "Authorization: Bearer t1"},
        {"ANTHROPIC_API_KEY=k1", "anthropic:c", NULL, "https://api.anthropic.com/v1/messages",
         "anthropic-version: 2023-06-01"},
        {"GOOGLE_API_KEY=g1 GEMINI_API_KEY=g2", "gemini:a/../b", NULL,
         "https://generativelanguage.googleapis.com/v1beta/models/a%2F..%2Fb:generateContent",
         "x-goog-api-key: g1"},
        {"", "ollama:llama3", NULL, "http://127.0.0.1:11434/api/chat", NULL},
        {"OLLAMA_HOST=box", "ollama:llama3", NULL, "http://box:11434/api/chat", NULL},
        {"OLLAMA_HOST=box:80", "ollama:llama3:8b", NULL, "http://box:80/api/chat", NULL},
        {"", "ollama:", NULL, NULL, NULL},
        {"", "llama3", NULL, NULL, NULL},
        {"", "nobody:x", NULL, NULL, NULL},
        {"", "ollama:x", "ftp://box/", NULL, NULL},
        {"", "ollama:x", "http://user:secret@box/", NULL, NULL},
        {"", "ollama:x", "http://box/?key=secret", NULL, NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        set_variables(rows[i].environment);
        EndpointOptions options = {.model = rows[i].model, .url = rows[i].url};
        g_autoptr(GError) error = NULL;
        g_autoptr(Endpoint) endpoint = endpoint_new(&options, &error);
        g_test_message("%s %s %s", rows[i].environment, rows[i].model, rows[i].url);
        g_assert_cmpint(endpoint != NULL, ==, rows[i].whole != NULL);
        if (endpoint != NULL) {
            g_assert_cmpstr(endpoint->url, ==, rows[i].whole);
            g_assert_true(rows[i].header == NULL || has_header(endpoint, rows[i].header));
        } else {
            g_assert_null(strstr(error->message, "secret"));
        }
    }
}

/* A key with a line's end in it would be two headers; what is wrong with it is said without it. */
static void test_key_file(void)
{
    set_variables("");
    static const char *const texts[] = {"two words", "evil\r\nX-Header: 1", "", "t\xc3\xa4st"};
    g_autofree char *path = NULL;
    int file = g_file_open_tmp("xaas-key-XXXXXX", &path, NULL);
    g_assert_true(g_close(file, NULL));
    EndpointOptions options = {.model = "openai:x", .key_file = path};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_assert_true(g_file_set_contents(path, texts[i], -1, NULL));
        g_autoptr(GError) error = NULL;
        g_assert_null(endpoint_new(&options, &error));
        g_assert_error(error, ENDPOINT_ERROR, ENDPOINT_ERROR_CREDENTIAL);
        g_assert_true(*texts[i] == '\0' || strstr(error->message, texts[i]) == NULL);
    }
    g_assert_true(g_file_set_contents(path, "  sk-0123456789 \n", -1, NULL));
    g_autoptr(Endpoint) endpoint = endpoint_new(&options, NULL);
    g_assert_true(has_header(endpoint, "Authorization: Bearer sk-0123456789"));
    g_autofree char *clean = endpoint_redact(endpoint, "a sk-0123456789 b");
    g_assert_cmpstr(clean, ==, "a [key] b");
    g_remove(path);
}

static void test_unprotected(void)
{
    set_variables("OPENAI_API_KEY=abcdefgh");
    EndpointOptions far = {.model = "openai:x", .url = "http://example.org/v1"};
    EndpointOptions near = {.model = "openai:x", .url = "http://127.0.0.1:1/v1"};
    EndpointOptions named = {.model = "openai:x", .url = "http://127.0.0.1.example.org/v1"};
    g_autoptr(Endpoint) first = endpoint_new(&far, NULL);
    g_autoptr(Endpoint) second = endpoint_new(&near, NULL);
    g_autoptr(Endpoint) third = endpoint_new(&named, NULL);
    g_assert_true(first->unprotected);
    g_assert_false(second->unprotected);
    g_assert_true(third->unprotected);
}

static void test_prices(void)
{
    static const char path[] = XAAS_SOURCE_ROOT "/prompts/prices.yaml";
    g_autoptr(GError) error = NULL;
    Price price;
    Price mini;
    g_assert_true(price_find(path, "openai:gpt-4o-2024-08-06", &price, &error));
    g_assert_true(price_find(path, "openai:gpt-4o-mini", &mini, &error));
    g_assert_cmpfloat(mini.input, <, price.input);
    g_assert_false(price_find(path, "openai:gpt-4omega", &price, &error));
    g_assert_no_error(error);
    Usage usage = {.input = 1000000, .cached = 500000, .output = 100000};
    g_assert_cmpfloat_with_epsilon(
        price_of(&(Price){.input = 2, .cached = 1, .output = 10}, &usage), 2.5, 1e-9);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/provider/requests", test_requests);
    g_test_add_func("/provider/replies", test_replies);
    g_test_add_func("/provider/endpoints", test_endpoints);
    g_test_add_func("/provider/key-file", test_key_file);
    g_test_add_func("/provider/unprotected", test_unprotected);
    g_test_add_func("/provider/prices", test_prices);
    return g_test_run();
}
