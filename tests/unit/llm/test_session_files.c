/* Questions side by side, and what is written down of them: recordings, a cache, dry runs. */
#include "session_world.h"
#include <glib/gstdio.h>
#include <string.h>

static ServerReply echo(const ServerRequest *request, gpointer data)
{
    (void)data;
    json_t *body = json_loads(request->body, 0, NULL);
    const json_t *message = json_array_get(json_object_get(body, "messages"), 1);
    ServerReply reply = {
        .body = server_chat(json_string_value(json_object_get(message, "content")), "stop")};
    json_decref(body);
    return reply;
}

static void test_parallel(void)
{
    World world = {0};
    world_open(&world, echo, NULL);
    for (guint i = 0; i < 12; i++) {
        g_autofree char *text = g_strdup_printf("question %u", i);
        world_ask(&world, text, NULL);
    }
    session_run(world.session);
    g_assert_cmpuint(world.texts->len, ==, 12);
    g_assert_cmpuint(server_count(world.server), ==, 12);
    g_assert_cmpuint(server_most_parallel(world.server), <=, 4);
    g_assert_cmpuint(server_most_parallel(world.server), >, 1);
    g_assert_cmpuint(session_counts(world.session)->usage.input, ==, 12000);
    g_assert_cmpuint(session_counts(world.session)->usage.output, ==, 1200);
    g_assert_cmpuint(session_counts(world.session)->usage.cached, ==, 480);
    world_close(&world);
}

/* No file in a folder, nor its name, holds the key. Returns how many there are, and empties it. */
static guint sweep(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    guint count = 0;
    for (const char *name = dir == NULL ? NULL : g_dir_read_name(dir); name != NULL;
         name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_assert_null(strstr(text, KEY));
        g_assert_null(strstr(text, "uthorization"));
        g_assert_cmpint(g_remove(path), ==, 0);
        count++;
    }
    g_rmdir(folder);
    return count;
}

static void test_record_and_replay(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-record-XXXXXX", NULL);
    World world = {.settings.record = folder};
    world_open(&world, echo, NULL);
    world_ask(&world, "the key is " KEY, NULL);
    session_run(world.session);
    /* A server that gives the credential back does not get it into the recording's answer. */
    g_assert_cmpstr(first(world.texts), ==, "the key is [key]");
    world_close(&world);

    World again = {.settings.replay = folder};
    world_open(&again, echo, NULL);
    world_ask(&again, "the key is " KEY, NULL);
    world_ask(&again, "something else", NULL);
    session_run(again.session);
    g_assert_cmpstr(first(again.texts), ==, "the key is [key]");
    g_assert_nonnull(strstr(first(again.errors), "no recording "));
    g_assert_cmpuint(server_connections(again.server), ==, 0);
    g_assert_cmpuint(session_counts(again.session)->replayed, ==, 1);
    world_close(&again);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autofree char *path = g_build_filename(folder, g_dir_read_name(dir), NULL);
    g_assert_cmpint(g_remove(path), ==, 0);
    g_rmdir(folder);
}

static void test_cache(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-cache-XXXXXX", NULL);
    World world = {.settings.cache = folder, .accept = TRUE};
    world_open(&world, echo, NULL);
    world_run(&world);
    world_run(&world);
    g_assert_cmpuint(world.texts->len, ==, 2);
    g_assert_cmpuint(server_count(world.server), ==, 1);
    g_assert_cmpuint(session_counts(world.session)->cached, ==, 1);
    world_close(&world);
    g_assert_cmpuint(sweep(folder), ==, 1);
}

static ServerReply truncated(const ServerRequest *request, gpointer data)
{
    (void)request;
    (void)data;
    return (ServerReply){.body = server_chat("the beginning of", "length")};
}

/* What is not complete is not kept, even if somebody wanted it kept. */
static void test_cache_complete_only(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-cache-XXXXXX", NULL);
    World world = {.settings.cache = folder, .accept = TRUE};
    world_open(&world, truncated, NULL);
    world_run(&world);
    g_assert_cmpint(world.stop, ==, STOP_TRUNCATED);
    world_close(&world);
    g_assert_cmpuint(sweep(folder), ==, 0);
}

static void test_dry_run(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-dry-XXXXXX", NULL);
    World world = {.settings.dry_run = folder};
    world_open(&world, echo, NULL);
    world_run(&world);
    g_assert_cmpuint(world.texts->len + world.errors->len, ==, 0);
    g_assert_cmpuint(server_connections(world.server), ==, 0);
    g_assert_cmpuint(session_counts(world.session)->written, ==, 1);
    g_assert_cmpuint(session_counts(world.session)->estimated, ==, 2);
    world_close(&world);
    g_assert_cmpuint(sweep(folder), ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_setenv("no_proxy", "127.0.0.1", TRUE);
    g_setenv("OPENAI_API_KEY", KEY, TRUE);
    g_test_add_func("/session_files/parallel", test_parallel);
    g_test_add_func("/session_files/record-and-replay", test_record_and_replay);
    g_test_add_func("/session_files/cache", test_cache);
    g_test_add_func("/session_files/cache-complete-only", test_cache_complete_only);
    g_test_add_func("/session_files/dry-run", test_dry_run);
    return g_test_run();
}
