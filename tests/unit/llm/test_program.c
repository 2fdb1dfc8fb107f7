/* The program with a model behind it: what it writes, says and returns, and that no key gets out.
 */
#include "server.h"
#include <glib/gstdio.h>
#include <jansson.h>
#include <string.h>

#define KEY "sk-test-0123456789abcdef"

typedef struct {
    char *folder; /* everything that a run writes */
    Server *server;
    guint status;     /* of every reply; 0: answers */
    const char *text; /* of every answer; NULL: labels */
} World;

static ServerReply serve_labels(const ServerRequest *request, gpointer data)
{
    const World *world = data;
    if (world->status != 0) {
        return (ServerReply){.status = world->status,
                             .body = g_strdup("{\"error\": {\"message\": \"bad key " KEY "\"}}")};
    }
    if (world->text != NULL) {
        return (ServerReply){.body = server_chat(world->text, "stop")};
    }
    /* As many labels as there can be candidates; those of numbers that were not asked are dropped.
     */
    g_assert_nonnull(strstr(request->headers, "\r\nauthorization: Bearer " KEY));
    g_autoptr(GString) items = g_string_new(NULL);
    for (guint i = 1; i <= 60; i++) {
        g_string_append_printf(items,
                               "%s{\"number\": %u, \"category\": \"tuning\", \"name\": \"\", "
                               "\"confidence\": 0.9, \"reason\": \"" KEY "\"}",
                               i > 1 ? "," : "", i);
    }
    g_autofree char *text = g_strdup_printf("{\"answers\": [%s]}", items->str);
    return (ServerReply){.body = server_chat(text, "stop")};
}

static void world_open(World *self)
{
    self->folder = g_dir_make_tmp("xaas-program-XXXXXX", NULL);
    self->server = server_new(serve_labels, self);
    g_autofree char *project = g_build_filename(self->folder, "quarry", NULL);
    g_autofree char *file = g_build_filename(project, "CMakeLists.txt", NULL);
    g_assert_cmpint(g_mkdir(project, 0755), ==, 0);
    g_assert_true(g_file_set_contents(file,
                                      "cmake_minimum_required(VERSION 3.20)\nproject(Quarry C)\n"
                                      "option(QUARRY_MPI \"Use MPI\" OFF)\nif(QUARRY_MPI)\n  "
                                      "find_package(MPI REQUIRED)\nendif()\n"
                                      "option(QUARRY_FLUX \"Flux mode\" ON)\n"
                                      "set(QUARRY_FFT fftw3 CACHE STRING \"FFT library\")\n"
                                      "set_property(CACHE QUARRY_FFT PROPERTY STRINGS fftw3 mkl)\n"
                                      "add_compile_definitions(FLUX=${QUARRY_FLUX} "
                                      "FFT_${QUARRY_FFT})\n",
                                      -1, NULL));
}

/* Nothing that any run left behind holds the key. */
static void sweep(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            sweep(path);
            continue;
        }
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_test_message("%s", path);
        g_assert_null(strstr(text, KEY));
        g_assert_cmpint(g_remove(path), ==, 0);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void world_close(World *self)
{
    server_free(self->server);
    sweep(self->folder);
    g_free(self->folder);
}

/* Runs xaas-discover in the world's folder with arguments that are separated by blanks. What it
 * prints is checked for the key, and given back. */
static char *run(const World *self, const char *arguments, int *status)
{
    g_autofree char *line = g_strdup_printf("%s %s quarry", XAAS_PROGRAM, arguments);
    g_auto(GStrv) argv = g_strsplit(line, " ", -1);
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE);
    g_autofree char *cache = g_build_filename(self->folder, "cache", NULL);
    g_subprocess_launcher_set_cwd(launcher, self->folder);
    g_subprocess_launcher_setenv(launcher, "OPENAI_API_KEY", KEY, TRUE);
    g_subprocess_launcher_setenv(launcher, "OPENAI_BASE_URL", server_url(self->server), TRUE);
    g_subprocess_launcher_setenv(launcher, "XDG_CACHE_HOME", cache, TRUE);
    g_subprocess_launcher_setenv(launcher, "no_proxy", "127.0.0.1", TRUE);
    g_autoptr(GError) error = NULL;
    g_autoptr(GSubprocess) process =
        g_subprocess_launcher_spawnv(launcher, (const char *const *)argv, &error);
    g_assert_no_error(error);
    char *output = NULL;
    g_subprocess_communicate_utf8(process, NULL, NULL, &output, NULL, &error);
    g_assert_no_error(error);
    *status = g_subprocess_get_exit_status(process);
    g_test_message("%s\n%s", arguments, output);
    g_assert_null(strstr(output, KEY));
    return output;
}

static char *read_file(const World *self, const char *name)
{
    g_autofree char *path = g_build_filename(self->folder, name, NULL);
    char *text = NULL;
    g_file_get_contents(path, &text, NULL, NULL);
    return text;
}

static void test_record_and_replay(void)
{
    World world = {0};
    world_open(&world);
    int status = 0;
    g_autofree char *first =
        run(&world, "--llm openai:m --llm-mode replace --llm-record rec --no-cache -v -o a.yaml",
            &status);
    g_assert_cmpint(status, ==, 0);
    g_assert_nonnull(strstr(first, "Model openai:m (replace): 3 options asked"));
    guint requests = server_count(world.server);
    g_assert_cmpuint(requests, >, 0);
    /* The same recordings give the same bytes, twice, without a network. */
    g_autofree char *second =
        run(&world, "--llm openai:m --llm-mode replace --llm-replay rec -o b.yaml", &status);
    g_assert_cmpint(status, ==, 0);
    g_autofree char *third =
        run(&world, "--llm openai:m --llm-mode replace --llm-replay rec -j 1 -o c.yaml", &status);
    g_assert_cmpuint(server_count(world.server), ==, requests);
    g_autofree char *a = read_file(&world, "a.yaml");
    g_autofree char *b = read_file(&world, "b.yaml");
    g_autofree char *c = read_file(&world, "c.yaml");
    g_assert_cmpstr(a, ==, b);
    g_assert_cmpstr(b, ==, c);
    g_assert_nonnull(strstr(a, "decided_by: \"model:openai:m\""));
    g_assert_nonnull(strstr(a, "prompt: \"sha256:"));
    g_assert_nonnull(strstr(a, "second_opinion:"));
    /* Another model was never recorded: the rules' answer is written, and the status says so. */
    g_autofree char *miss =
        run(&world, "--llm openai:n --llm-mode replace --llm-replay rec -o d.yaml", &status);
    g_assert_cmpint(status, ==, 4);
    g_assert_nonnull(strstr(miss, "no recording "));
    g_autofree char *d = read_file(&world, "d.yaml");
    g_assert_null(strstr(d, "decided_by: \"model:"));
    world_close(&world);
}

static void test_failures(void)
{
    static const guint statuses[] = {400, 401, 404, 503};
    World world = {0};
    world_open(&world);
    int status = 0;
    g_autofree char *plain = run(&world, "-o plain.yaml", &status);
    g_autofree char *rules = read_file(&world, "plain.yaml");
    const char *points = strstr(rules, "\nbuild_systems:");
    for (gsize i = 0; i < G_N_ELEMENTS(statuses); i++) {
        world.status = statuses[i];
        g_autofree char *output =
            run(&world, "--llm openai:m --llm-mode all --llm-retries 0 -v -o a.yaml", &status);
        g_assert_cmpint(status, ==, 4);
        g_assert_nonnull(strstr(output, "bad key [key]"));
        g_autofree char *a = read_file(&world, "a.yaml");
        g_assert_cmpstr(strstr(a, "\nbuild_systems:"), ==, points);
    }
    world_close(&world);
}

static void test_cache(void)
{
    World world = {0};
    world_open(&world);
    int status = 0;
    g_autofree char *first = run(&world, "--llm openai:m --llm-mode all -o a.yaml", &status);
    guint requests = server_count(world.server);
    g_autofree char *second =
        run(&world, "--llm openai:m --llm-mode all --json -o b.yaml", &status);
    g_assert_cmpuint(server_count(world.server), ==, requests);
    json_t *summary = json_loads(second, 0, NULL);
    const json_t *model = json_object_get(summary, "model");
    g_assert_cmpint(json_integer_value(json_object_get(model, "from_cache")), ==, 1);
    g_assert_cmpint(json_integer_value(json_object_get(model, "requests")), ==, 0);
    json_decref(summary);
    world_close(&world);
}

/* A person's word stands, whatever the model says. */
static void test_person(void)
{
    World world = {0};
    world_open(&world);
    int status = 0;
    g_autofree char *first = run(&world, "-o a.yaml", &status);
    g_autofree char *text = read_file(&world, "a.yaml");
    g_autoptr(GString) edited = g_string_new(text);
    g_assert_cmpuint(g_string_replace(edited, "decided_by: rules", "decided_by: person", 0), >, 0);
    g_autofree char *path = g_build_filename(world.folder, "a.yaml", NULL);
    g_assert_true(g_file_set_contents(path, edited->str, -1, NULL));
    g_autofree char *second =
        run(&world, "--llm openai:m --llm-mode replace --update -o a.yaml", &status);
    g_autofree char *after = read_file(&world, "a.yaml");
    g_assert_nonnull(strstr(after, "id: mpi/QUARRY_MPI"));
    g_assert_nonnull(strstr(after, "id: fft/QUARRY_FFT"));
    g_assert_nonnull(strstr(after, "id: tuning/QUARRY_FLUX"));
    world_close(&world);
}

/* The study's baseline: what the build bears out is written, in both forms. */
static void test_whole_file(void)
{
    World world = {.text =
                       "Gladly: {\"parallel_programming_libraries\": {\"MPI\": {\"build_flag\": "
                       "\"QUARRY_MPI=ON\", \"used_as_default\": true}}, \"gpu_backends\": "
                       "{\"CUDA\": {\"build_flag\": \"-DQUARRY_CUDA\"}}}"};
    world_open(&world);
    int status = 0;
    g_autofree char *first =
        run(&world, "--llm openai:m --llm-mode whole-file -f reference-json -o a.json", &status);
    g_assert_cmpint(status, ==, 0);
    g_assert_nonnull(strstr(first, "1 claims about what does not exist, dropped"));
    g_autofree char *reply = read_file(&world, "a.json");
    g_assert_nonnull(strstr(reply, "\"build_flag\": \"-DQUARRY_MPI\""));
    g_assert_nonnull(strstr(reply, "\"used_as_default\": false"));
    g_assert_null(strstr(reply, "QUARRY_CUDA"));
    g_autofree char *second =
        run(&world, "--llm openai:m --llm-mode whole-file -o a.yaml", &status);
    g_autofree char *text = read_file(&world, "a.yaml");
    g_assert_nonnull(strstr(text, "id: mpi/QUARRY_MPI"));
    g_assert_null(strstr(text, "id: fft/QUARRY_FFT"));
    world.text = "I cannot see any build file.";
    g_autofree char *third =
        run(&world, "--llm openai:m --llm-mode whole-file --no-cache -o b.yaml", &status);
    g_assert_cmpint(status, ==, 4);
    g_autofree char *rules = read_file(&world, "b.yaml");
    g_assert_nonnull(strstr(rules, "id: fft/QUARRY_FFT"));
    world_close(&world);
}

static void test_dry_run(void)
{
    World world = {0};
    world_open(&world);
    int status = 0;
    g_autofree char *output =
        run(&world, "--llm anthropic:m --llm-mode all --llm-dry-run dry -o a.yaml", &status);
    g_assert_cmpint(status, ==, 0);
    g_assert_nonnull(strstr(output, "1 requests about 3 options in dry, about "));
    g_assert_cmpuint(server_connections(world.server), ==, 0);
    g_autofree char *refused = run(&world, "--llm nobody:m -o b.yaml", &status);
    g_assert_cmpint(status, ==, 2);
    g_autofree char *no_prompts =
        run(&world, "--llm openai:m --prompt-dir missing -o b.yaml", &status);
    g_assert_cmpint(status, ==, 4);
    g_autofree char *nothing = read_file(&world, "b.yaml");
    g_assert_null(nothing);
    world_close(&world);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/program/record-and-replay", test_record_and_replay);
    g_test_add_func("/program/failures", test_failures);
    g_test_add_func("/program/cache", test_cache);
    g_test_add_func("/program/person", test_person);
    g_test_add_func("/program/whole-file", test_whole_file);
    g_test_add_func("/program/dry-run", test_dry_run);
    return g_test_run();
}
