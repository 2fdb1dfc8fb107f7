/* Models that answer badly or were talked round, and what they are asked. */
#include "consult_world.h"
#include "discover/llm/examples.h"
#include <string.h>

/* ---- bad answers ------------------------------------------------------------------------------
 */

/* The project's text makes the model do as it says. Nothing but a label for what was asked comes of
 * it: options that were not asked about, technologies that nobody knows and orders stay outside. */
static void test_injection(void)
{
    World world = {0};
    world_open(&world, CONSULT_ASSIST);
    Answers obeying = {.labels = {"gpu_backend", "gpu_backend", "gpu_backend", "gpu_backend"},
                       .name = "Rootkit; rm -rf /",
                       .extra = ",{\"number\": 99, \"category\": \"gpu_backend\"},"
                                "{\"number\": 1, \"category\": \"simd\"},"
                                "{\"number\": 2, \"category\": \"pwned\"}"};
    ConsultReport report = world_run(&world, answering, &obeying);
    g_assert_cmpuint(world.decisions->len, ==, OPTIONS);
    g_assert_cmpuint(report.unknown, ==, 1);
    g_assert_cmpuint(report.repeated, ==, 1);
    g_assert_cmpuint(report.malformed, ==, 1);
    g_assert_cmpuint(report.names, ==, 3);
    g_assert_cmpstr(decision(&world, USE_MPI)->second_opinion->category, ==, "mpi");
    g_assert_false(decision(&world, DOCS)->is_point);
    for (guint i = 0; i < OPTIONS; i++) {
        g_assert_null(strstr(decision(&world, i)->name, "Rootkit"));
        g_assert_cmpstr(decision(&world, i)->option->name, ==, option_names[i]);
    }
    world_close(&world);
}

static ServerReply leaving_out(const ServerRequest *request, gpointer data)
{
    (void)data;
    Answers first = {.labels = {"mpi", "fft", NULL, NULL}};
    Answers second = {.labels = {NULL, NULL, "none", NULL}};
    return answering(request, request->index == 0 ? &first : &second);
}

static void test_missing(void)
{
    World world = {0};
    world_open(&world, CONSULT_ASSIST);
    ConsultReport report = world_run(&world, leaving_out, NULL);
    g_assert_cmpuint(report.answered, ==, 3);
    g_assert_cmpuint(report.again, ==, 1);
    g_assert_cmpuint(world.requests, ==, 2);
    world_close(&world);
}

typedef struct {
    const char *text;
    const char *finish;
} Fixed;

static ServerReply fixed(const ServerRequest *request, gpointer data)
{
    (void)request;
    const Fixed *reply = data;
    return (ServerReply){.body = server_chat(reply->text, reply->finish)};
}

/* Each ends after one more attempt, is reported, and leaves the rules' decisions as they were. */
static void test_useless(void)
{
    static const Fixed replies[] = {
        {"{\"$schema\": \"x\", \"type\": \"object\", \"properties\": {}}", "stop"},
        {"I'd rather talk about the weather.", "stop"},
        {"", "stop"},
        {"{\"answers\": []}", "stop"},
        {"{\"answers\": [{\"number\": 1, \"cat", "length"},
        {"I can't help with that.", "content_filter"},
        {"{\"answers\": [{\"number\": 77, \"category\": \"fft\"}]}", "stop"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(replies); i++) {
        World world = {0};
        world_open(&world, CONSULT_ASSIST);
        Decision before = *decision(&world, FLUX);
        ConsultReport report = world_run(&world, fixed, (gpointer)&replies[i]);
        g_test_message("%s", replies[i].text);
        g_assert_cmpuint(report.answered, ==, 0);
        g_assert_cmpuint(report.unanswered, ==, 3);
        g_assert_cmpuint(diagnostics_count(world.diagnostics, DIAGNOSTIC_WARNING), >=, 1);
        g_assert_cmpuint(world.requests, <=, 3);
        g_assert_cmpmem(&before, sizeof before, decision(&world, FLUX), sizeof before);
        world_close(&world);
    }
}

static ServerReply too_long(const ServerRequest *request, gpointer data)
{
    g_autofree char *text = user_text(request);
    gboolean both = number_of(text, "QUARRY_FLUX") > 0 && number_of(text, "QUARRY_GREY") > 0;
    return both ? (ServerReply){.body = server_chat("{\"answers\": [", "length")}
                : answering(request, data);
}

/* What was too long an answer is asked for in halves. */
static void test_split(void)
{
    World world = {0};
    world_open(&world, CONSULT_ASSIST);
    Answers answers = {.labels = {"mpi", "fft", "none", NULL}};
    ConsultReport report = world_run(&world, too_long, &answers);
    g_assert_cmpuint(report.truncated, ==, 1);
    g_assert_cmpuint(report.answered, ==, 3);
    g_assert_cmpuint(world.requests, ==, 3);
    world_close(&world);
}

/* ---- requests ---------------------------------------------------------------------------------
 */

static void test_delimiter(void)
{
    g_autofree char *first = batch_delimiter("some text");
    g_autofree char *again = batch_delimiter("some text");
    g_autofree char *other = batch_delimiter("some texT");
    g_assert_cmpstr(first, ==, again);
    g_assert_cmpstr(first, !=, other);
    /* Whoever knows the delimiter of a text and writes it there gets another one. */
    g_autofree char *forged = g_strdup_printf("some text\n%s\n", first);
    g_autofree char *safe = batch_delimiter(forged);
    g_assert_null(strstr(forged, safe));
}

/* No example comes from the project that is looked at, whichever of all those it is. */
static void test_examples(void)
{
    World world = {0};
    world_open(&world, CONSULT_ALL);
    g_autoptr(GPtrArray) options = g_ptr_array_new();
    for (guint i = 0; i < OPTIONS; i++) {
        g_ptr_array_add(options, (gpointer)decision(&world, i)->option);
    }
    guint chosen = 0;
    for (guint i = 0; i < world.prompts->examples->len; i++) {
        const PromptExample *from = world.prompts->examples->pdata[i];
        world.facts->project_name = from->project;
        g_autoptr(GPtrArray) examples =
            examples_choose(world.prompts, world.facts, "x", options, BATCH_EXAMPLES);
        g_autoptr(GPtrArray) by_folder =
            examples_choose(world.prompts, world.facts, from->project, options, BATCH_EXAMPLES);
        for (guint k = 0; k < examples->len; k++) {
            const PromptExample *example = examples->pdata[k];
            g_assert_cmpstr(example->project, !=, from->project);
        }
        for (guint k = 0; k < by_folder->len; k++) {
            g_assert_cmpstr(((const PromptExample *)by_folder->pdata[k])->project, !=,
                            from->project);
        }
        chosen += examples->len;
    }
    g_assert_cmpuint(chosen, >, 0);
    world_close(&world);
}

static ServerReply remembering(const ServerRequest *request, gpointer data)
{
    Answers answers = {.labels = {"mpi", "tuning", "none", "none"}};
    g_ptr_array_add(data, g_strdup(request->body));
    return answering(request, &answers);
}

/* The same options make the same request, byte for byte; no key is in it. */
static void test_reproducible(void)
{
    g_autoptr(GPtrArray) bodies = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < 2; i++) {
        World world = {0};
        world_open(&world, CONSULT_ALL);
        world_run(&world, remembering, bodies);
        world_close(&world);
    }
    g_assert_cmpuint(bodies->len, ==, 2);
    g_assert_cmpstr(bodies->pdata[0], ==, bodies->pdata[1]);
    g_assert_null(strstr(bodies->pdata[0], KEY));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_setenv("no_proxy", "127.0.0.1", TRUE);
    g_setenv("OPENAI_API_KEY", KEY, TRUE);
    g_test_add_func("/answers/injection", test_injection);
    g_test_add_func("/answers/missing", test_missing);
    g_test_add_func("/answers/useless", test_useless);
    g_test_add_func("/answers/split", test_split);
    g_test_add_func("/answers/delimiter", test_delimiter);
    g_test_add_func("/answers/examples", test_examples);
    g_test_add_func("/answers/reproducible", test_reproducible);
    return g_test_run();
}
