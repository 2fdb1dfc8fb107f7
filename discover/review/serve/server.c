#include "discover/review/serve/server.h"
#include "discover/review/report.h"
#include "discover/review/serve/decisions.h"
#include <gio/gio.h>
#include <microhttpd.h>
#include <string.h>
#include <sys/random.h>

/* 32 hexadecimal digits: nobody guesses 128 random bits. */
#define TOKEN_BYTES 16u

G_DEFINE_QUARK(xaas - server - error, server_error)

struct ReviewServer {
    ServerOptions options;
    struct MHD_Daemon *daemon;
    char token[2 * TOKEN_BYTES + 1];
    char *host; /* "127.0.0.1:40217", as browsers name it */
    char *url;
    char *name; /* the specification's, for the page */
    gboolean is_public;
};

/* A request while its body arrives. */
typedef struct {
    GByteArray *body;
    gboolean too_large;
} Request;

/* Not faster for a wrong guess whose beginning is right. */
static gboolean is_token(const ReviewServer *self, const char *text)
{
    guint difference = 0;
    for (gsize i = 0; i < 2 * TOKEN_BYTES; i++) {
        if (text[i] == '\0') {
            return FALSE;
        }
        difference |= (guint)(guchar)text[i] ^ (guint)(guchar)self->token[i];
    }
    return difference == 0;
}

/* What follows the token in an address; NULL when the token is not in it. */
static const char *path_of(const ReviewServer *self, const char *url)
{
    gboolean ours = url[0] == '/' && is_token(self, url + 1) && url[1 + 2 * TOKEN_BYTES] == '/';
    return ours ? url + 2 + 2 * TOKEN_BYTES : NULL;
}

static enum MHD_Result respond(struct MHD_Connection *connection, guint status, const char *type,
                               char *body)
{
    static const char *const headers[][2] = {
        {MHD_HTTP_HEADER_CACHE_CONTROL, "no-store"},
        {"Content-Security-Policy", "frame-ancestors 'none'"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Content-Type-Options", "nosniff"},
    };
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(body), body, MHD_RESPMEM_MUST_COPY);
    g_free(body);
    if (response == NULL) {
        return MHD_NO;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(headers); i++) {
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
    }
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result respond_text(struct MHD_Connection *connection, guint status,
                                    const char *text)
{
    return respond(connection, status, "text/plain; charset=utf-8", g_strconcat(text, "\n", NULL));
}

/* The file as it is now: somebody may have edited it since. */
static enum MHD_Result respond_page(ReviewServer *self, struct MHD_Connection *connection)
{
    g_autoptr(GError) error = NULL;
    char *page = NULL;
    if (review_store_refresh(self->options.store, &error)) {
        const ReportInput input = {.file = self->options.store->file,
                                   .name = self->name,
                                   .tree = self->options.tree,
                                   .sources = self->options.sources,
                                   .decisions = self->options.decisions,
                                   .token = self->token};
        page = report_page(&input, self->options.assets, &error);
    }
    return page == NULL ? respond_text(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, error->message)
                        : respond(connection, MHD_HTTP_OK, "text/html; charset=utf-8", page);
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
    const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value == NULL ? "" : value;
}

static enum MHD_Result respond_decisions(ReviewServer *self, struct MHD_Connection *connection,
                                         const Request *request)
{
    /* Neither a form nor a simple request of another site can send these. */
    if (!g_str_equal(header(connection, "X-Xaas-Token"), self->token) ||
        !g_str_has_prefix(header(connection, MHD_HTTP_HEADER_CONTENT_TYPE), "application/json")) {
        return respond_text(connection, MHD_HTTP_FORBIDDEN, "This does not come from the page.");
    }
    if (request->too_large) {
        return respond_text(connection, MHD_HTTP_CONTENT_TOO_LARGE, "This is too much.");
    }
    DecisionAnswer answer =
        decisions_write(self->options.store, (const char *)request->body->data, request->body->len);
    return respond(connection, answer.status, "application/json", answer.body);
}

static enum MHD_Result handle(void *data, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request_data)
{
    (void)version;
    ReviewServer *self = data;
    Request *request = *request_data;
    if (request == NULL) {
        request = g_new0(Request, 1);
        request->body = g_byte_array_new();
        *request_data = request;
        return MHD_YES;
    }
    if (*upload_size > 0) {
        request->too_large =
            request->too_large || request->body->len + *upload_size > SERVER_BODY_MAX;
        if (!request->too_large) {
            g_byte_array_append(request->body, (const guint8 *)upload, (guint)*upload_size);
        }
        *upload_size = 0;
        return MHD_YES;
    }
    const char *path = path_of(self, url);
    if (path == NULL || !g_str_equal(header(connection, MHD_HTTP_HEADER_HOST), self->host)) {
        return respond_text(connection, MHD_HTTP_NOT_FOUND,
                            "There is nothing here. Open the whole address that was printed.");
    }
    if (g_str_equal(path, "") && g_str_equal(method, MHD_HTTP_METHOD_GET)) {
        return respond_page(self, connection);
    }
    if (g_str_equal(path, "decide") && g_str_equal(method, MHD_HTTP_METHOD_POST)) {
        return respond_decisions(self, connection, request);
    }
    return respond_text(connection, MHD_HTTP_NOT_FOUND, "There is nothing here.");
}

static void request_done(void *data, struct MHD_Connection *connection, void **request_data,
                         enum MHD_RequestTerminationCode code)
{
    (void)data;
    (void)connection;
    (void)code;
    Request *request = *request_data;
    if (request != NULL) {
        g_byte_array_unref(request->body);
        g_free(request);
        *request_data = NULL;
    }
}

static gboolean make_token(ReviewServer *self, GError **error)
{
    guint8 bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (gssize)sizeof bytes) {
        g_set_error(error, SERVER_ERROR, SERVER_ERROR_LISTEN,
                    "the system gives no random numbers for the address");
        return FALSE;
    }
    for (gsize i = 0; i < TOKEN_BYTES; i++) {
        g_snprintf(self->token + 2 * i, 3, "%02x", bytes[i]);
    }
    return TRUE;
}

/* Only numbers are taken, so that no name server decides where it listens. */
static GSocketAddress *parse_address(const char *text, GError **error)
{
    if (text == NULL) {
        return g_inet_socket_address_new_from_string(SERVER_ADDRESS, 0);
    }
    const char *colon = strrchr(text, ':');
    guint64 port = 0;
    GSocketAddress *address = NULL;
    if (colon != NULL && g_ascii_string_to_unsigned(colon + 1, 10, 0, G_MAXUINT16, &port, NULL)) {
        gboolean bracketed = text[0] == '[' && colon > text && colon[-1] == ']';
        g_autofree char *host = bracketed ? g_strndup(text + 1, (gsize)(colon - text) - 2)
                                          : g_strndup(text, (gsize)(colon - text));
        address = g_inet_socket_address_new_from_string(host, (guint)port);
    }
    /* Requests have to name the host as the printed address does, and nobody can go to this one. */
    if (address != NULL && g_inet_address_get_is_any(
                               g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(address)))) {
        g_clear_object(&address);
        g_set_error(error, SERVER_ERROR, SERVER_ERROR_ADDRESS,
                    "\"%s\" stands for all addresses; write the one by which others reach this "
                    "machine",
                    text);
        return NULL;
    }
    if (address == NULL) {
        g_set_error(error, SERVER_ERROR, SERVER_ERROR_ADDRESS,
                    "\"%s\" is no address to listen at; write 127.0.0.1:8080 or [::1]:8080", text);
    }
    return address;
}

static void name_host(ReviewServer *self, GInetAddress *address, guint port)
{
    g_autofree char *text = g_inet_address_to_string(address);
    gboolean is_ipv6 = g_inet_address_get_family(address) == G_SOCKET_FAMILY_IPV6;
    /* Browsers leave out the usual port. */
    self->host = port == 80 ? g_strdup_printf(is_ipv6 ? "[%s]" : "%s", text)
                            : g_strdup_printf(is_ipv6 ? "[%s]:%u" : "%s:%u", text, port);
    self->url = g_strdup_printf("http://%s/%s/", self->host, self->token);
    self->is_public = !g_inet_address_get_is_loopback(address);
}

static gboolean start(ReviewServer *self, GSocketAddress *address, GError **error)
{
    union {
        struct sockaddr any;
        guint8 bytes[128];
    } native;
    GInetAddress *inet = g_inet_socket_address_get_address(G_INET_SOCKET_ADDRESS(address));
    if (!g_socket_address_to_native(address, &native, sizeof native, error)) {
        return FALSE;
    }
    guint flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO;
    if (g_inet_address_get_family(inet) == G_SOCKET_FAMILY_IPV6) {
        flags |= MHD_USE_IPv6;
    }
    self->daemon =
        MHD_start_daemon(flags, 0, NULL, NULL, handle, self, MHD_OPTION_SOCK_ADDR, &native.any,
                         MHD_OPTION_NOTIFY_COMPLETED, request_done, NULL,
                         MHD_OPTION_CONNECTION_LIMIT, SERVER_CONNECTIONS_MAX,
                         MHD_OPTION_CONNECTION_TIMEOUT, SERVER_TIMEOUT_SECONDS, MHD_OPTION_END);
    if (self->daemon == NULL) {
        g_set_error(error, SERVER_ERROR, SERVER_ERROR_LISTEN,
                    "cannot listen at %s; name another address or port",
                    self->options.listen == NULL ? SERVER_ADDRESS : self->options.listen);
        return FALSE;
    }
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(self->daemon, MHD_DAEMON_INFO_BIND_PORT);
    name_host(self, inet, info->port);
    return TRUE;
}

ReviewServer *review_server_start(const ServerOptions *options, GError **error)
{
    g_autoptr(ReviewServer) self = g_new0(ReviewServer, 1);
    self->options = *options;
    self->name = g_path_get_basename(options->store->path);
    g_autoptr(GSocketAddress) address = parse_address(options->listen, error);
    if (address == NULL || !make_token(self, error) || !start(self, address, error)) {
        return NULL;
    }
    return g_steal_pointer(&self);
}

const char *review_server_url(const ReviewServer *self)
{
    return self->url;
}

gboolean review_server_is_public(const ReviewServer *self)
{
    return self->is_public;
}

void review_server_stop(ReviewServer *self)
{
    if (self == NULL) {
        return;
    }
    g_clear_pointer(&self->daemon, MHD_stop_daemon);
    g_free(self->host);
    g_free(self->url);
    g_free(self->name);
    g_free(self);
}
