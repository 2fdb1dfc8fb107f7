/* Questions over the network, against a server that misbehaves in every way that real ones do. */
#include "session_world.h"
#include <string.h>

/* ---- what passes ----------------------------------------------------------------------------- */

/* Fails as told for the first two requests, then answers. */
typedef struct {
    ServerReply failure; /* its body is copied */
    guint times;
} Trouble;

static ServerReply troubled(const ServerRequest *request, gpointer data)
{
    const Trouble *trouble = data;
    if (request->index < trouble->times) {
        ServerReply reply = trouble->failure;
        reply.body =
            g_strdup(reply.body == NULL ? "{\"error\": {\"message\": \"trouble\"}}" : reply.body);
        return reply;
    }
    return (ServerReply){.body = server_chat("fine", "stop")};
}

static void assert_passes(Trouble trouble, double seconds)
{
    World world = {0};
    trouble.times = 2;
    world_open(&world, troubled, &trouble);
    world_run(&world);
    g_assert_cmpstr(first(world.texts), ==, "fine");
    g_assert_cmpuint(server_count(world.server), ==, 3);
    g_assert_cmpuint(session_counts(world.session)->requests, ==, 3);
    g_assert_cmpuint(session_counts(world.session)->retries, ==, 2);
    /* What the clock was let wait; dates know whole seconds only. */
    double waited = (double)world.clock.waited / G_USEC_PER_SEC;
    g_assert_cmpfloat(waited, <, seconds + 1.01);
    g_assert_cmpfloat(waited, >, seconds - 0.5);
    world_close(&world);
}

static void test_passing(void)
{
    static const guint statuses[] = {408, 409, 429, 500, 502, 503, 529};
    for (gsize i = 0; i < G_N_ELEMENTS(statuses); i++) {
        assert_passes((Trouble){.failure = {.status = statuses[i]}}, 0.5 + 1);
    }
}

static void test_retry_after(void)
{
    assert_passes((Trouble){.failure = {.status = 429, .headers = "Retry-After: 30\r\n"}}, 60);
    /* The second date has passed by the time of the second attempt. */
    assert_passes(
        (Trouble){.failure = {.status = 503,
                              .headers = "Retry-After: Sun, 09 Sep 2001 01:47:10 GMT\r\n"}},
        30);
}

static void test_connection(void)
{
    assert_passes((Trouble){.failure = {.delivery = DELIVER_RESET}}, 1.5);
    assert_passes((Trouble){.failure = {.delivery = DELIVER_HALF}}, 1.5);
}

/* ---- what does not --------------------------------------------------------------------------- */

static void assert_ends(Trouble trouble, guint requests, const char *message)
{
    World world = {0};
    trouble.times = 100;
    world_open(&world, troubled, &trouble);
    world_run(&world);
    g_assert_nonnull(strstr(first(world.errors), message));
    g_assert_cmpuint(world.texts->len, ==, 0);
    g_assert_cmpuint(server_count(world.server), ==, requests);
    world_close(&world);
}

static void test_lasting(void)
{
    static const guint statuses[] = {400, 401, 403, 404, 413, 422};
    for (gsize i = 0; i < G_N_ELEMENTS(statuses); i++) {
        g_autofree char *message =
            g_strdup_printf("status %u after 1 attempt: trouble", statuses[i]);
        assert_ends((Trouble){.failure = {.status = statuses[i]}}, 1, message);
    }
    assert_ends((Trouble){.failure = {.status = 500}}, 3, "status 500 after 3 attempts: trouble");
    assert_ends((Trouble){.failure = {.status = 429, .headers = "Retry-After: 3600\r\n"}}, 1,
                "status 429");
    assert_ends((Trouble){.failure = {.status = 429,
                                      .body = "{\"error\": {\"code\": \"insufficient_quota\", "
                                              "\"message\": \"pay\"}}"}},
                1, "pay");
    assert_ends((Trouble){.failure = {.delivery = DELIVER_RESET}}, 3, "after 3 attempts");
}

/* A server that repeats the credential in its error does not get it shown. */
static void test_echo(void)
{
    static char body[] = "{\"error\": {\"message\": \"Incorrect key provided: " KEY "\"}}";
    assert_ends((Trouble){.failure = {.status = 401, .body = body}}, 1,
                "Incorrect key provided: [key]");
}

static void test_forms(void)
{
    static char html[] = "<html>Welcome</html>";
    static char other[] = "{\"hello\": 1}";
    static char broken[] = "{\"choices\": [{\"message\": {\"content\": \"\xff\xfe\"}}]}";
    assert_ends((Trouble){.failure = {.type = "text/html", .body = html}}, 2,
                "the reply is not JSON");
    assert_ends((Trouble){.failure = {.type = "text/html", .body = html}}, 2,
                "(content type: text/html)");
    assert_ends((Trouble){.failure = {.body = other}}, 1, "no choices[0].message");
    assert_ends((Trouble){.failure = {.body = broken}}, 2, "the reply is not JSON");
}

static ServerReply huge(const ServerRequest *request, gpointer data)
{
    (void)request;
    gsize length = 50u * 1024u * 1024u;
    char *body = g_malloc(length + 1);
    memset(body, ' ', length);
    body[length] = '\0';
    return (ServerReply){.body = body,
                         .length = length,
                         .delivery = GPOINTER_TO_INT(data) ? DELIVER_GZIP : DELIVER_WHOLE};
}

/* Neither a large body nor one that unpacks to that size is taken in, nor asked for again. */
static void test_huge(void)
{
    for (int packed = 0; packed < 2; packed++) {
        World world = {0};
        world_open(&world, huge, GINT_TO_POINTER(packed));
        world_run(&world);
        g_assert_nonnull(strstr(first(world.errors), "larger than 4 MiB"));
        g_assert_cmpuint(server_count(world.server), ==, 1);
        world_close(&world);
    }
}

static void test_drip(void)
{
    World world = {0};
    Trouble trouble = {.failure = {.delivery = DELIVER_DRIP}, .times = 100};
    world_open(&world, troubled, &trouble);
    world.settings.http.timeout_seconds = 1;
    world.settings.http.retries_max = 1;
    session_free(world.session);
    world.session = session_new(&world.settings, world.endpoint, world.diagnostics);
    world_run(&world);
    g_assert_nonnull(strstr(first(world.errors), "no complete reply within 1 s, after 2 attempts"));
    world_close(&world);
}

static void test_gzip(void)
{
    World world = {0};
    Trouble trouble = {.failure = {.delivery = DELIVER_GZIP, .body = server_chat("packed", "stop")},
                       .times = 1};
    world_open(&world, troubled, &trouble);
    world_run(&world);
    g_assert_cmpstr(first(world.texts), ==, "packed");
    world_close(&world);
    g_free(trouble.failure.body);
}

/* Another host never hears of it: not of the credential, nor of anything else. */
static void test_redirect(void)
{
    static const guint statuses[] = {301, 302, 303, 307, 308};
    for (gsize i = 0; i < G_N_ELEMENTS(statuses); i++) {
        Trouble none = {.times = 0};
        g_autoptr(Server) elsewhere = server_new(troubled, &none);
        g_autofree char *headers =
            g_strdup_printf("Location: %s/chat/completions\r\n", server_url(elsewhere));
        assert_ends((Trouble){.failure = {.status = statuses[i], .headers = headers}}, 1,
                    "which is not followed");
        g_assert_cmpuint(server_connections(elsewhere), ==, 0);
    }
}

/* ---- structured output ----------------------------------------------------------------------- */

static ServerReply without_schema(const ServerRequest *request, gpointer data)
{
    (void)data;
    if (strstr(request->body, "json_schema") != NULL) {
        return (ServerReply){.status = 400,
                             .body = g_strdup("{\"error\": {\"message\": \"no schema here\"}}")};
    }
    return (ServerReply){.body = server_chat("plain", "stop")};
}

static void test_schema_refused(void)
{
    World world = {0};
    world_open(&world, without_schema, NULL);
    json_t *schema = json_pack("{s:s}", "type", "object");
    world_ask(&world, "one", schema);
    session_run(world.session);
    g_assert_cmpstr(first(world.texts), ==, "plain");
    g_assert_false(world.structured);
    g_assert_cmpuint(server_count(world.server), ==, 2);
    /* The next question does not try again what this endpoint does not take. */
    world_ask(&world, "two", schema);
    session_run(world.session);
    g_assert_cmpuint(world.texts->len, ==, 2);
    g_assert_cmpuint(server_count(world.server), ==, 3);
    json_decref(schema);
    world_close(&world);
}

static ServerReply cutting(const ServerRequest *request, gpointer data)
{
    (void)data;
    g_assert_nonnull(strstr(request->body, "\"num_ctx\":"));
    return (ServerReply){.body = g_strdup("{\"message\": {\"content\": \"sure\"}, "
                                          "\"done_reason\": \"stop\", "
                                          "\"prompt_eval_count\": 2048, \"eval_count\": 2}")};
}

/* A prompt that the server cut without a word is not taken for answered. */
static void test_cut(void)
{
    World world = {0};
    world_open_as(&world, "ollama:test", cutting, NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < 8000; i++) {
        g_string_append(text, "word ");
    }
    world_ask(&world, text->str, NULL);
    session_run(world.session);
    g_assert_nonnull(strstr(first(world.errors), "it cut the request"));
    g_assert_cmpuint(world.texts->len, ==, 0);
    world_close(&world);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_setenv("no_proxy", "127.0.0.1", TRUE);
    g_setenv("OPENAI_API_KEY", KEY, TRUE);
    g_test_add_func("/session/passing", test_passing);
    g_test_add_func("/session/retry-after", test_retry_after);
    g_test_add_func("/session/connection", test_connection);
    g_test_add_func("/session/lasting", test_lasting);
    g_test_add_func("/session/echo", test_echo);
    g_test_add_func("/session/forms", test_forms);
    g_test_add_func("/session/huge", test_huge);
    g_test_add_func("/session/drip", test_drip);
    g_test_add_func("/session/gzip", test_gzip);
    g_test_add_func("/session/redirect", test_redirect);
    g_test_add_func("/session/schema-refused", test_schema_refused);
    g_test_add_func("/session/cut", test_cut);
    return g_test_run();
}
