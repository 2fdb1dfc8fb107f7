/* A project that downloads a header when it is configured. */
#include "container_run.h"
#include <gio/gio.h>
#include <string.h>

typedef struct {
    GSocketListener *listener;
    GCancellable *end;
} Server;

/* Answers whatever it is asked with a header, one after the other, until it is told to end. */
static gpointer serve(gpointer data)
{
    static const char text[] = "HTTP/1.1 200 OK\r\nContent-Length: 16\r\nConnection: close\r\n\r\n"
                               "#define VALUE 7\n";
    const Server *self = data;
    while (!g_cancellable_is_cancelled(self->end)) {
        g_autoptr(GSocketConnection) connection =
            g_socket_listener_accept(self->listener, NULL, self->end, NULL);
        if (connection == NULL) {
            continue;
        }
        char request[4096];
        GInputStream *in = g_io_stream_get_input_stream(G_IO_STREAM(connection));
        GOutputStream *out = g_io_stream_get_output_stream(G_IO_STREAM(connection));
        g_input_stream_read(in, request, sizeof request, self->end, NULL);
        g_output_stream_write_all(out, text, sizeof text - 1, NULL, self->end, NULL);
        g_io_stream_close(G_IO_STREAM(connection), NULL, NULL);
    }
    return NULL;
}

static void build(const ContainerRun *run, guint16 port)
{
    g_autofree char *list = g_strdup_printf(
        "cmake_minimum_required(VERSION 3.18)\nproject(net C)\n"
        "file(DOWNLOAD http://127.0.0.1:%u/value.h ${CMAKE_BINARY_DIR}/value.h STATUS status)\n"
        "list(GET status 0 code)\nif(code)\n"
        "  message(FATAL_ERROR \"value.h: ${status}\")\nendif()\n"
        "add_library(net STATIC net.c)\n"
        "target_include_directories(net PRIVATE ${CMAKE_BINARY_DIR})\n",
        port);
    container_run_write_file(run, "net/CMakeLists.txt", list);
    container_run_write_file(run, "net/net.c",
                             "#include <value.h>\nint net(void) { return VALUE; }\n");
    container_run_write_own(run, "net", "- {name: only, settings: []}\n");
    g_auto(ProcessResult) without = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t -q -w without", &without),
                    ==, 1);
    g_assert_nonnull(strstr(without.err, "--network lets it"));
    g_auto(ProcessResult) with = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t -q -w with --network", &with), ==, 0);
    /* In a work folder of its own, where it has to download again. */
    g_auto(ProcessResult) verified = {0};
    g_assert_cmpint(container_run(run,
                                  "verify oci:image:t --matrix matrix.yaml -q -w again --network",
                                  &verified),
                    ==, 0);
    g_auto(ProcessResult) unverified = {0};
    g_assert_cmpint(
        container_run(run, "verify oci:image:t --matrix matrix.yaml -q -w never", &unverified), !=,
        0);
}

static void test_download(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    if (run->isolation == ISOLATION_NONE) {
        g_test_skip("commands cannot be isolated here");
        return;
    }
    g_autoptr(GSocketListener) listener = g_socket_listener_new();
    g_autoptr(GCancellable) end = g_cancellable_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(GInetAddress) address = g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
    g_autoptr(GSocketAddress) any = g_inet_socket_address_new(address, 0);
    g_autoptr(GSocketAddress) taken = NULL;
    g_socket_listener_add_address(listener, any, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                  &taken, &error);
    g_assert_no_error(error);
    Server server = {listener, end};
    GThread *thread = g_thread_new("server", serve, &server);
    build(run, g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(taken)));
    g_cancellable_cancel(end);
    g_thread_join(thread);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    /* Requests to this machine go to it. */
    g_setenv("no_proxy", "127.0.0.1", TRUE);
    g_test_add_func("/container/network/download", test_download);
    return g_test_run();
}
