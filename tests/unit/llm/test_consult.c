/* What comes of a model's answers in every mode. */
#include "consult_world.h"
#include "discover/llm/combine.h"
#include <string.h>

static void test_assist(void)
{
    World world = {0};
    world_open(&world, CONSULT_ASSIST);
    Answers answers = {.labels = {"mpi", "tuning", "none", "fft"}, .name = "packed"};
    ConsultReport report = world_run(&world, answering, &answers);
    g_assert_cmpuint(report.candidates, ==, 3);
    g_assert_cmpuint(report.answered, ==, 3);
    g_assert_cmpuint(report.unanswered, ==, 0);
    const Decision *flux = decision(&world, FLUX);
    g_assert_true(flux->is_point);
    g_assert_cmpint(flux->category, ==, CATEGORY_TUNING);
    g_assert_cmpstr(flux->decided_by, ==, "model:openai:test");
    g_assert_cmpstr(flux->name, ==, "packed");
    g_assert_cmpuint(flux->values->len, ==, 2);
    g_assert_cmpstr(flux->second_opinion->decided_by, ==, "rules");
    g_assert_cmpstr(flux->reasons->pdata[0], ==, "because");
    g_assert_null(decision(&world, USE_MPI)->decided_by);
    g_assert_null(decision(&world, DOCS)->decided_by);
    world_close(&world);
}

static void test_all(void)
{
    World world = {0};
    world_open(&world, CONSULT_ALL);
    Answers answers = {.labels = {"threading", "tuning", "none", "io"}};
    ConsultReport report = world_run(&world, answering, &answers);
    g_assert_cmpuint(report.candidates, ==, OPTIONS);
    g_assert_cmpuint(report.disputed, ==, 1);
    /* The rules reject this one for a reason: that stands, the model's label is kept beside it. */
    const Decision *docs = decision(&world, DOCS);
    g_assert_false(docs->is_point);
    g_assert_null(docs->decided_by);
    g_assert_cmpstr(docs->second_opinion->decided_by, ==, "model:openai:test");
    g_assert_cmpstr(docs->second_opinion->category, ==, "io");
    g_assert_cmpstr(docs->second_opinion->reasons->pdata[0], ==, "because");
    g_assert_cmpint(decision(&world, FLUX)->category, ==, CATEGORY_TUNING);
    /* A point is one by words: the model's label counts, however sure the rules were. */
    g_assert_cmpint(decision(&world, USE_MPI)->category, ==, CATEGORY_THREADING);
    g_assert_cmpstr(decision(&world, USE_MPI)->second_opinion->category, ==, "mpi");
    world_close(&world);
}

/* What the rules know nothing of is asked about, however little speaks for it; what they reject for
 * a reason is not, unless they are unsure of it. */
static void test_open(void)
{
    const struct {
        Decision decision;
        gboolean open;
    } cases[] = {{{.is_point = TRUE, .confidence = 0.99}, TRUE},
                 {{.is_unknown = TRUE, .confidence = 0.95}, TRUE},
                 {{.confidence = 0.7}, TRUE},
                 {{.confidence = 0.95}, FALSE}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_assert_cmpint(combine_is_open(&cases[i].decision), ==, cases[i].open);
    }
}

/* A label without confidence overrules nobody. */
static void test_no_confidence(void)
{
    g_autoptr(Arena) arena = arena_new();
    const ConsultSettings settings = {.mode = CONSULT_ASSIST, .model = "openai:test"};
    Decision rules = {.is_point = TRUE, .category = CATEGORY_MPI, .confidence = 0.6};
    Label label = {.given = TRUE, .is_point = TRUE, .category = CATEGORY_FFT};
    g_assert_cmpint(combine_decision(&rules, &label, &settings, arena), ==, COMBINED_DISPUTED);
    g_assert_cmpint(rules.category, ==, CATEGORY_MPI);
}

static void test_replace(void)
{
    World world = {0};
    world_open(&world, CONSULT_REPLACE);
    Answers answers = {.labels = {"none", "tuning", "none", "mpi"}};
    world_run(&world, answering, &answers);
    g_assert_false(decision(&world, USE_MPI)->is_point);
    g_assert_cmpstr(decision(&world, USE_MPI)->second_opinion->category, ==, "mpi");
    g_assert_cmpint(decision(&world, DOCS)->category, ==, CATEGORY_MPI);
    g_assert_true(decision(&world, DOCS)->is_point);
    world_close(&world);
}

/* A model may say that a value chooses nothing; it cannot make up values, nor leave none. */
static void test_no_choice(void)
{
    static const struct {
        const char *no_choice;
        gboolean plain;
        gboolean packed;
        guint dropped;
    } cases[] = {{"[]", FALSE, FALSE, 0},
                 {"[\"plain\"]", TRUE, FALSE, 0},
                 {"[\"plain\", \"pwned\"]", TRUE, FALSE, 1},
                 {"[\"plain\", \"packed\"]", FALSE, FALSE, 2}};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        World world = {0};
        world_open(&world, CONSULT_ASSIST);
        Answers answers = {.labels = {"mpi", "tuning", "none", NULL},
                           .no_choice = cases[i].no_choice};
        ConsultReport report = world_run(&world, answering, &answers);
        const GPtrArray *values = decision(&world, FLUX)->values;
        g_assert_cmpuint(values->len, ==, 2);
        const ValueDecision *plain = values->pdata[0];
        const ValueDecision *packed = values->pdata[1];
        g_assert_cmpint(plain->rejected, ==, cases[i].plain);
        g_assert_cmpint(packed->rejected, ==, cases[i].packed);
        g_assert_cmpuint(report.values, ==, cases[i].dropped);
        if (plain->rejected) {
            g_assert_cmpstr(plain->reason, ==, "openai:test says that it chooses nothing");
        }
        world_close(&world);
    }
}

/* What a person decided is not even sent. */
static void test_settled(void)
{
    World world = {0};
    world_open(&world, CONSULT_REPLACE);
    g_autoptr(GHashTable) settled = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_hash_table_add(settled, consult_key("QUARRY_USE_MPI", NULL));
    world.settled = settled;
    Answers answers = {.labels = {"fft", "fft", "fft", "fft"}};
    ConsultReport report = world_run(&world, answering, &answers);
    g_assert_cmpuint(report.candidates, ==, OPTIONS - 1);
    g_assert_cmpint(decision(&world, USE_MPI)->category, ==, CATEGORY_MPI);
    world_close(&world);
}

static ServerReply voting(const ServerRequest *request, gpointer data)
{
    (void)data;
    /* Two of three say fft. */
    Answers answers = {.labels = {"mpi", request->index == 1 ? "simd" : "fft", "none", NULL}};
    return answering(request, &answers);
}

static void test_votes(void)
{
    World world = {0};
    world_open(&world, CONSULT_ASSIST);
    world.votes = 3;
    world_run(&world, voting, NULL);
    g_assert_cmpuint(world.requests, ==, 3);
    g_assert_cmpint(decision(&world, FLUX)->category, ==, CATEGORY_FFT);
    g_assert_cmpfloat_with_epsilon(decision(&world, FLUX)->confidence, 2.0 / 3, 1e-9);
    world_close(&world);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_setenv("no_proxy", "127.0.0.1", TRUE);
    g_setenv("OPENAI_API_KEY", KEY, TRUE);
    g_test_add_func("/consult/assist", test_assist);
    g_test_add_func("/consult/all", test_all);
    g_test_add_func("/consult/open", test_open);
    g_test_add_func("/consult/no_confidence", test_no_confidence);
    g_test_add_func("/consult/replace", test_replace);
    g_test_add_func("/consult/no_choice", test_no_choice);
    g_test_add_func("/consult/settled", test_settled);
    g_test_add_func("/consult/votes", test_votes);
    return g_test_run();
}
