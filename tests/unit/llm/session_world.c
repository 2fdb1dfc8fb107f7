#include "session_world.h"
#include <string.h>

static gint64 test_monotonic(gpointer data)
{
    return g_get_monotonic_time() + ((TestClock *)data)->waited;
}

static gint64 test_wall(gpointer data)
{
    return 1000000000 + ((TestClock *)data)->waited / G_USEC_PER_SEC;
}

static void test_pause(gint64 microseconds, gpointer data)
{
    TestClock *clock = data;
    clock->waited += microseconds;
    clock->waits++;
}

static double test_random(gpointer data)
{
    (void)data;
    return 0;
}

void world_open_as(World *self, const char *model, ServerHandler handler, gpointer data)
{
    self->server = server_new(handler, data);
    EndpointOptions options = {.model = model, .url = server_url(self->server)};
    g_autoptr(GError) error = NULL;
    self->endpoint = endpoint_new(&options, &error);
    g_assert_no_error(error);
    self->diagnostics = diagnostics_new();
    self->texts = g_ptr_array_new_with_free_func(g_free);
    self->errors = g_ptr_array_new_with_free_func(g_free);
    self->settings.http = (HttpSettings){.parallel = 4,
                                         .retries_max = 2,
                                         .timeout_seconds = 20,
                                         .clock = {.monotonic = test_monotonic,
                                                   .wall = test_wall,
                                                   .pause = test_pause,
                                                   .random = test_random,
                                                   .data = &self->clock}};
    self->session = session_new(&self->settings, self->endpoint, self->diagnostics);
}

void world_open(World *self, ServerHandler handler, gpointer data)
{
    world_open_as(self, "openai:test", handler, data);
}

void world_close(World *self)
{
    const GPtrArray *list = diagnostics_list(self->diagnostics);
    for (guint i = 0; i < list->len; i++) {
        const Diagnostic *diagnostic = list->pdata[i];
        g_assert_null(strstr(diagnostic->message, KEY));
    }
    for (guint i = 0; i < self->errors->len; i++) {
        g_test_message("%s", (const char *)self->errors->pdata[i]);
        g_assert_null(strstr(self->errors->pdata[i], KEY));
    }
    for (guint i = 0; i < self->texts->len; i++) {
        g_assert_null(strstr(self->texts->pdata[i], KEY));
    }
    session_free(self->session);
    server_free(self->server);
    endpoint_free(self->endpoint);
    diagnostics_free(self->diagnostics);
    g_ptr_array_unref(self->texts);
    g_ptr_array_unref(self->errors);
}

static void take_result(const SessionResult *result, gpointer data)
{
    World *self = data;
    self->structured = result->structured;
    if (result->error != NULL) {
        g_ptr_array_add(self->errors, g_strdup(result->error->message));
    } else if (result->answer != NULL) {
        self->stop = result->answer->stop;
        g_ptr_array_add(self->texts, g_strdup(result->answer->text));
        if (self->accept) {
            session_accept(self->session, result);
        }
    }
}

void world_ask(World *self, const char *text, json_t *schema)
{
    SessionQuestion question = {.label = "question",
                                .system = "system",
                                .user = text,
                                .schema = schema,
                                .output_tokens = 100};
    session_ask(self->session, &question, take_result, self);
}

void world_run(World *self)
{
    world_ask(self, "user", NULL);
    session_run(self->session);
}

const char *first(const GPtrArray *list)
{
    g_assert_cmpuint(list->len, ==, 1);
    return list->pdata[0];
}
