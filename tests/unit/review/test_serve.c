#include "discover/review/report_data.h"
#include "discover/review/serve/server.h"
#include "tests/unit/review/sample.h"
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define ASSETS XAAS_SOURCE_ROOT "/discover/review/assets"

typedef struct {
    char *folder;
    char *path;
    ReviewStore *store;
    ReviewServer *server;
    char *host;
    char *token;
} Fixture;

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    self->folder = g_dir_make_tmp("xaas-serve-XXXXXX", &error);
    g_assert_no_error(error);
    self->path = g_build_filename(self->folder, "sample.xaas.yaml", NULL);
    g_assert_true(g_file_set_contents(self->path, sample_text, -1, NULL));
    self->store = review_store_open(self->path, &error);
    g_assert_no_error(error);
    const ServerOptions options = {.store = self->store, .assets = ASSETS};
    self->server = review_server_start(&options, &error);
    g_assert_no_error(error);
    g_auto(GStrv) parts = g_strsplit(review_server_url(self->server), "/", -1);
    self->host = g_strdup(parts[2]);
    self->token = g_strdup(parts[3]);
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    review_server_stop(self->server);
    review_store_free(self->store);
    g_remove(self->path);
    g_rmdir(self->folder);
    g_free(self->folder);
    g_free(self->path);
    g_free(self->host);
    g_free(self->token);
}

/* Sends a request as it stands; the whole answer, to be freed. */
static char *exchange(const Fixture *self, const char *request)
{
    g_autoptr(GSocketClient) client = g_socket_client_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(GSocketConnection) connection =
        g_socket_client_connect_to_host(client, self->host, 80, NULL, &error);
    g_assert_no_error(error);
    GOutputStream *out = g_io_stream_get_output_stream(G_IO_STREAM(connection));
    /* A server may refuse and close before it has read all. */
    g_output_stream_write_all(out, request, strlen(request), NULL, NULL, NULL);
    GString *answer = g_string_new(NULL);
    char buffer[4096];
    gssize count = 0;
    while ((count = g_input_stream_read(g_io_stream_get_input_stream(G_IO_STREAM(connection)),
                                        buffer, sizeof buffer, NULL, NULL)) > 0) {
        g_string_append_len(answer, buffer, count);
    }
    return g_string_free(answer, FALSE);
}

static char *get(const Fixture *self, const char *host, const char *path)
{
    g_autofree char *request =
        g_strdup_printf("GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, host);
    return exchange(self, request);
}

static char *post_as(const Fixture *self, const char *type, const char *token, const char *body)
{
    g_autofree char *request = g_strdup_printf(
        "POST /%s/decide HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nX-Xaas-Token: %s\r\n"
        "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n%s",
        self->token, self->host, token, type, strlen(body), body);
    return exchange(self, request);
}

static char *post(const Fixture *self, const char *token, const char *body)
{
    return post_as(self, "application/json", token, body);
}

static gboolean has_status(const char *answer, guint status)
{
    g_autofree char *line = g_strdup_printf("HTTP/1.1 %u ", status);
    return g_str_has_prefix(answer, line);
}

static char *contents(const Fixture *self)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(self->path, &text, NULL, NULL));
    return text;
}

static void test_page(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *path = g_strdup_printf("/%s/", self->token);
    g_autofree char *answer = get(self, self->host, path);
    g_assert_true(has_status(answer, 200));
    g_assert_nonnull(strstr(answer, "connect-src 'self'"));
    g_assert_nonnull(strstr(answer, "frame-ancestors 'none'"));
    g_assert_nonnull(strstr(answer, "no-store"));
    g_assert_nonnull(strstr(answer, "gpu_backend/GPU"));
    g_assert_cmpuint(strlen(self->token), ==, 32);
    g_assert_false(review_server_is_public(self->server));
    g_assert_true(g_str_has_prefix(self->host, "127.0.0.1:"));
}

static void test_strangers(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *page = g_strdup_printf("/%s/", self->token);
    g_autofree char *beginning = g_strdup_printf("/%.31s/", self->token);
    g_autofree char *up = g_strdup_printf("/%s/../sample.xaas.yaml", self->token);
    g_autofree char *file = g_strdup_printf("/%s/sample.xaas.yaml", self->token);
    g_autofree char *encoded = g_strdup_printf("/%s/%%2e%%2e%%2fetc%%2fpasswd", self->token);
    const char *const paths[] = {
        "/", "/00000000000000000000000000000000/", beginning, up, file, encoded, "/etc/passwd"};
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        g_autofree char *answer = get(self, self->host, paths[i]);
        g_assert_true(has_status(answer, 404));
        g_assert_null(strstr(answer, "gpu_backend"));
    }
    /* A name of somebody else that leads here. */
    g_autofree char *rebound = get(self, "evil.example", page);
    g_assert_true(has_status(rebound, 404));
}

static char *decisions(const char *digest, const char *list)
{
    return g_strdup_printf("{\"digest\": \"%s\", \"decisions\": [%s]}", digest, list);
}

static void test_write(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *digest = report_digest(sample_text);
    g_autofree char *body = decisions(
        digest, "{\"option\": \"MPI\", \"review\": \"accepted\", \"category\": \"tuning\","
                " \"comment\": \"yes\\nreally\"}");
    g_autofree char *foreign = post(self, "00000000000000000000000000000000", body);
    g_assert_true(has_status(foreign, 403));
    /* A type that a form of another site can send. */
    g_autofree char *form = post_as(self, "text/plain", self->token, body);
    g_assert_true(has_status(form, 403));
    g_autofree char *unchanged = contents(self);
    g_assert_cmpstr(unchanged, ==, sample_text);

    g_autofree char *answer = post(self, self->token, body);
    g_assert_true(has_status(answer, 200));
    g_autofree char *text = contents(self);
    g_assert_nonnull(strstr(text, "  category: tuning\n  option: MPI\n"));
    g_assert_nonnull(strstr(text, "  # yes\n  # really\n  review: accepted\n"));
    g_assert_nonnull(strstr(text, "# kept at the top"));

    /* The same page again: its file is no more. */
    g_autofree char *stale = post(self, self->token, body);
    g_assert_true(has_status(stale, 409));
}

static void test_promotion(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *digest = report_digest(sample_text);
    static const char *const wrong[] = {
        "{\"option\": \"GPU\", \"category\": \"io\"}",
        "{\"option\": \"FAST_IO\"}",
        "{\"option\": \"FAST_IO\", \"folder\": \"tools\", \"category\": \"io\"}",
        "{\"option\": \"FAST_IO\", \"category\": \"io\"}, "
        "{\"option\": \"FAST_IO\", \"category\": \"mpi\"}",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autofree char *body =
            g_strdup_printf("{\"digest\": \"%s\", \"promotions\": [%s]}", digest, wrong[i]);
        g_autofree char *answer = post(self, self->token, body);
        g_assert_true(has_status(answer, 400));
    }
    g_autofree char *body = g_strdup_printf(
        "{\"digest\": \"%s\", \"decisions\": [{\"option\": \"GPU\", \"review\": \"accepted\"}],"
        " \"promotions\": [{\"option\": \"FAST_IO\", \"category\": \"io\"}]}",
        digest);
    g_autofree char *answer = post(self, self->token, body);
    g_assert_true(has_status(answer, 200));
    g_assert_nonnull(strstr(answer, "\"written\": 2"));
    g_autofree char *text = contents(self);
    g_assert_nonnull(strstr(text, "- id: io/FAST_IO\n"));
    g_assert_nonnull(strstr(text, "review: accepted # see ticket 12"));
    g_assert_null(strstr(text, "{option: FAST_IO"));
}

static void test_changed_underneath(Fixture *self, gconstpointer data)
{
    (void)data;
    GString *edited = g_string_new(sample_text);
    g_string_replace(edited, "default: \"8\"", "default: \"16\"", 1);
    g_assert_true(g_file_set_contents(self->path, edited->str, -1, NULL));
    g_autofree char *digest = report_digest(sample_text);
    g_autofree char *body = decisions(digest, "{\"option\": \"GPU\", \"review\": \"accepted\"}");
    g_autofree char *answer = post(self, self->token, body);
    g_assert_true(has_status(answer, 409));
    g_assert_nonnull(strstr(answer, "CLUSTER: default: was 8, is 16"));
    g_autofree char *text = contents(self);
    g_assert_cmpstr(text, ==, edited->str);
    g_string_free(edited, TRUE);
}

static void test_malformed(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const lists[] = {
        "{\"option\": \"NONE\", \"review\": \"accepted\"}",
        "{\"option\": \"GPU\", \"review\": \"perhaps\"}",
        "{\"option\": \"GPU\", \"review\": \"accepted\", \"category\": \"x\"}",
        "{\"option\": \"GPU\", \"review\": \"accepted\"}, "
        "{\"option\": \"GPU\", \"review\": \"rejected\"}",
        "7",
    };
    g_autofree char *digest = report_digest(sample_text);
    for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_autofree char *body = decisions(digest, lists[i]);
        g_autofree char *answer = post(self, self->token, body);
        g_assert_true(has_status(answer, 400));
    }
    static const char *const bodies[] = {"", "[", "[]", "null", "{\"digest\": 5}"};
    for (gsize i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autofree char *answer = post(self, self->token, bodies[i]);
        g_assert_true(has_status(answer, 400));
    }
    g_autofree char *large = g_strnfill(SERVER_BODY_MAX + 1, ' ');
    g_autofree char *refused = post(self, self->token, large);
    g_assert_true(has_status(refused, 413));
    g_autofree char *text = contents(self);
    g_assert_cmpstr(text, ==, sample_text);
}

static void test_addresses(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const wrong[] = {
        "",        ":80",         "localhost:80", "127.0.0.1", "127.0.0.1:99999",
        "[::1:80", "127.0.0.1:x", "0.0.0.0:0",    "[::]:0"};
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        const ServerOptions options = {.store = self->store, .assets = ASSETS, .listen = wrong[i]};
        g_autoptr(GError) error = NULL;
        g_assert_null(review_server_start(&options, &error));
        g_assert_error(error, SERVER_ERROR, SERVER_ERROR_ADDRESS);
    }
    const ServerOptions taken = {.store = self->store, .assets = ASSETS, .listen = self->host};
    g_autoptr(GError) error = NULL;
    g_assert_null(review_server_start(&taken, &error));
    g_assert_error(error, SERVER_ERROR, SERVER_ERROR_LISTEN);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
    g_test_add("/review/serve/" name, Fixture, NULL, set_up, function, tear_down)
    ADD("page", test_page);
    ADD("strangers", test_strangers);
    ADD("write", test_write);
    ADD("promotion", test_promotion);
    ADD("changed_underneath", test_changed_underneath);
    ADD("malformed", test_malformed);
    ADD("addresses", test_addresses);
    return g_test_run();
}
