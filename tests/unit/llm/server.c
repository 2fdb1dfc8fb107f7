#include "server.h"
#include <jansson.h>
#include <string.h>

#define REQUEST_BYTES_MAX (1u << 20)
#define DRIP_MICROSECONDS 100000

struct Server {
    GSocketService *service;
    char *url;
    ServerHandler handler;
    gpointer data;
    GMutex lock;
    guint count;
    guint connections;
    guint open;
    guint waiting; /* requests of which no reply was begun */
    guint most;    /* such requests at once */
    gint stopping; /* atomic */
    GMainContext *context;
    GThread *thread;
};

static char *find_header(const char *headers, const char *name)
{
    g_autofree char *wanted = g_strdup_printf("\r\n%s:", name);
    const char *at = strstr(headers, wanted);
    if (at == NULL) {
        return NULL;
    }
    at += strlen(wanted);
    return g_strstrip(g_strndup(at, strcspn(at, "\r")));
}

/* Header names in lower case, so that tests need not know how a client spells them. */
static void lower_names(char *headers)
{
    gboolean name = FALSE;
    for (char *at = headers; *at != '\0'; at++) {
        if (*at == '\n') {
            name = TRUE;
        } else if (*at == ':') {
            name = FALSE;
        } else if (name) {
            *at = g_ascii_tolower(*at);
        }
    }
}

/* The head and body of one request; FALSE when the client hangs up. */
static gboolean read_request(GInputStream *in, GString *head, GString *body)
{
    char buffer[4096];
    g_autoptr(GString) all = g_string_new(NULL);
    const char *end = NULL;
    while (end == NULL && all->len < REQUEST_BYTES_MAX) {
        gssize got = g_input_stream_read(in, buffer, sizeof buffer, NULL, NULL);
        if (got <= 0) {
            return FALSE;
        }
        g_string_append_len(all, buffer, got);
        end = strstr(all->str, "\r\n\r\n");
    }
    if (end == NULL) {
        return FALSE;
    }
    g_string_append_len(head, all->str, end + 2 - all->str);
    lower_names(head->str);
    g_string_append(body, end + 4);
    g_autofree char *length_text = find_header(head->str, "content-length");
    gsize length = length_text == NULL ? 0 : g_ascii_strtoull(length_text, NULL, 10);
    while (body->len < length) {
        gssize got = g_input_stream_read(in, buffer, sizeof buffer, NULL, NULL);
        if (got <= 0) {
            return FALSE;
        }
        g_string_append_len(body, buffer, got);
    }
    return TRUE;
}

static GBytes *compress(const char *body, gsize length)
{
    g_autoptr(GConverter) gzip =
        G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
    g_autoptr(GInputStream) plain = g_memory_input_stream_new_from_data(body, (gssize)length, NULL);
    g_autoptr(GInputStream) packed = g_converter_input_stream_new(plain, gzip);
    g_autoptr(GOutputStream) out = g_memory_output_stream_new_resizable();
    g_output_stream_splice(out, packed, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL);
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(out));
}

static void write_body(Server *self, GOutputStream *out, const ServerReply *reply, GBytes *bytes)
{
    gsize length = 0;
    const char *data = g_bytes_get_data(bytes, &length);
    switch (reply->delivery) {
    case DELIVER_WHOLE:
    case DELIVER_GZIP:
        g_output_stream_write_all(out, data, length, NULL, NULL, NULL);
        break;
    case DELIVER_HALF:
        g_output_stream_write_all(out, data, length / 2, NULL, NULL, NULL);
        break;
    case DELIVER_DRIP:
        for (gsize i = 0; i < length && !g_atomic_int_get(&self->stopping); i++) {
            if (g_output_stream_write(out, data + i, 1, NULL, NULL) <= 0) {
                break;
            }
            g_usleep(DRIP_MICROSECONDS);
        }
        break;
    case DELIVER_RESET:
        break;
    }
}

static void write_reply(Server *self, GOutputStream *out, const ServerReply *reply)
{
    if (reply->delivery == DELIVER_RESET) {
        return;
    }
    gsize length = reply->length > 0 ? reply->length : strlen(reply->body);
    gboolean packed = reply->delivery == DELIVER_GZIP;
    g_autoptr(GBytes) bytes =
        packed ? compress(reply->body, length) : g_bytes_new(reply->body, length);
    g_autofree char *head = g_strdup_printf(
        "HTTP/1.1 %u Reply\r\nContent-Type: %s\r\nContent-Length: %" G_GSIZE_FORMAT
        "\r\n%s%sConnection: close\r\n\r\n",
        reply->status == 0 ? 200 : reply->status,
        reply->type == NULL ? "application/json" : reply->type, g_bytes_get_size(bytes),
        packed ? "Content-Encoding: gzip\r\n" : "", reply->headers == NULL ? "" : reply->headers);
    g_output_stream_write_all(out, head, strlen(head), NULL, NULL, NULL);
    write_body(self, out, reply, bytes);
}

static ServerReply ask_handler(Server *self, const GString *head, const GString *body)
{
    g_auto(GStrv) words = g_strsplit(head->str, " ", 3);
    g_mutex_lock(&self->lock);
    ServerRequest request = {
        .index = self->count++, .path = words[1], .headers = head->str, .body = body->str};
    self->open++;
    self->waiting++;
    self->most = MAX(self->most, self->waiting);
    ServerReply reply = self->handler(&request, self->data);
    g_mutex_unlock(&self->lock);
    return reply;
}

static gboolean serve(GThreadedSocketService *service, GSocketConnection *connection,
                      GObject *source, gpointer data)
{
    (void)service;
    (void)source;
    Server *self = data;
    g_autoptr(GString) head = g_string_new(NULL);
    g_autoptr(GString) body = g_string_new(NULL);
    g_mutex_lock(&self->lock);
    self->connections++;
    g_mutex_unlock(&self->lock);
    if (read_request(g_io_stream_get_input_stream(G_IO_STREAM(connection)), head, body)) {
        ServerReply reply = ask_handler(self, head, body);
        /* Long enough for requests that are sent together to be seen together. */
        g_usleep(2000);
        /* Who has the beginning of a reply may ask again before this thread is done. */
        g_mutex_lock(&self->lock);
        self->waiting--;
        g_mutex_unlock(&self->lock);
        write_reply(self, g_io_stream_get_output_stream(G_IO_STREAM(connection)), &reply);
        g_free(reply.body);
        g_mutex_lock(&self->lock);
        self->open--;
        g_mutex_unlock(&self->lock);
    }
    g_io_stream_close(G_IO_STREAM(connection), NULL, NULL);
    return TRUE;
}

static gpointer run(gpointer data)
{
    Server *self = data;
    g_main_context_push_thread_default(self->context);
    while (!g_atomic_int_get(&self->stopping)) {
        g_main_context_iteration(self->context, TRUE);
    }
    g_main_context_pop_thread_default(self->context);
    return NULL;
}

Server *server_new(ServerHandler handler, gpointer data)
{
    Server *self = g_new0(Server, 1);
    self->handler = handler;
    self->data = data;
    g_mutex_init(&self->lock);
    self->context = g_main_context_new();
    /* The service listens on the main context that is the thread's when it is made. */
    g_main_context_push_thread_default(self->context);
    self->service = g_threaded_socket_service_new(16);
    g_autoptr(GInetAddress) loopback = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
    g_autoptr(GSocketAddress) wanted = g_inet_socket_address_new(loopback, 0);
    g_autoptr(GSocketAddress) given = NULL;
    g_autoptr(GError) error = NULL;
    g_socket_listener_add_address(G_SOCKET_LISTENER(self->service), wanted, G_SOCKET_TYPE_STREAM,
                                  G_SOCKET_PROTOCOL_TCP, NULL, &given, &error);
    g_assert_no_error(error);
    g_main_context_pop_thread_default(self->context);
    self->url = g_strdup_printf("http://127.0.0.1:%u",
                                g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(given)));
    g_signal_connect(self->service, "run", G_CALLBACK(serve), self);
    g_socket_service_start(self->service);
    self->thread = g_thread_new("server", run, self);
    return self;
}

static gboolean is_idle(Server *self)
{
    g_mutex_lock(&self->lock);
    gboolean idle = self->open == 0;
    g_mutex_unlock(&self->lock);
    return idle;
}

void server_free(Server *self)
{
    if (self == NULL) {
        return;
    }
    g_atomic_int_set(&self->stopping, 1);
    g_socket_service_stop(self->service);
    g_socket_listener_close(G_SOCKET_LISTENER(self->service));
    while (!is_idle(self)) {
        g_usleep(1000);
    }
    g_main_context_wakeup(self->context);
    g_thread_join(self->thread);
    g_object_unref(self->service);
    g_main_context_unref(self->context);
    g_mutex_clear(&self->lock);
    g_free(self->url);
    g_free(self);
}

const char *server_url(const Server *self)
{
    return self->url;
}

static guint locked(Server *self, const guint *value)
{
    g_mutex_lock(&self->lock);
    guint copy = *value;
    g_mutex_unlock(&self->lock);
    return copy;
}

guint server_count(Server *self)
{
    return locked(self, &self->count);
}

guint server_connections(Server *self)
{
    return locked(self, &self->connections);
}

guint server_most_parallel(Server *self)
{
    return locked(self, &self->most);
}

char *server_chat(const char *text, const char *finish_reason)
{
    json_t *reply = json_pack("{s:[{s:{s:s, s:s}, s:s}], s:{s:i, s:i, s:{s:i}}}", "choices",
                              "message", "role", "assistant", "content", text, "finish_reason",
                              finish_reason, "usage", "prompt_tokens", 1000, "completion_tokens",
                              100, "prompt_tokens_details", "cached_tokens", 40);
    char *json = json_dumps(reply, JSON_COMPACT);
    char *copy = g_strdup(json);
    free(json);
    json_decref(reply);
    return copy;
}
