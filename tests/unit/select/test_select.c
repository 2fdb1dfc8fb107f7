/* What fits which machine, by which fact, and what is best. The machines are tests/systems. */
#include "../schema.h"
#include "container/select/from_specification.h"
#include "select_fixture.h"
#include <glib/gstdio.h>
#include <unistd.h>

static void assert_best(const char *machine, const char *expected)
{
    g_autoptr(Fixture) self = fixture_new(machine);
    GPtrArray *offers = arena_array(self->arena);
    g_ptr_array_add(offers, offer_compiled(self->arena, "sse4", "sse2 sse4.1"));
    g_ptr_array_add(offers,
                    offer_compiled(self->arena, "avx2", "sse2 sse4.1 avx avx2 fma x87 crc32"));
    g_ptr_array_add(offers, offer_compiled(self->arena, "avx512",
                                           "sse2 avx avx2 fma avx512f avx512bw avx512dq avx512vl "
                                           "avx512cd evex512"));
    g_assert_cmpstr(fixture_best(self, offers), ==, expected);
}

static void test_features(void)
{
    assert_best("skylake-v100", "avx512");
    assert_best("sapphirerapids-max", "avx512");
    assert_best("zen2-a100", "avx2");
    assert_best("zen3-mi250x", "avx2");
    assert_best("grace-hopper", "nothing");
    assert_best("graviton3", "nothing");
}

/* Builds seldom ask for all that a level of processors has. */
static void test_part_of_a_level(void)
{
    g_autoptr(Fixture) self = fixture_new("skylake-v100");
    GPtrArray *offers = arena_array(self->arena);
    g_ptr_array_add(offers, offer_compiled(self->arena, "avx2", "sse2 avx avx2 fma"));
    g_ptr_array_add(offers, offer_compiled(self->arena, "avx512f", "sse2 avx avx2 fma avx512f"));
    g_assert_cmpstr(fixture_best(self, offers), ==, "avx512f");
}

/* A feature that the description does not mention is not there for us. */
static void test_unknown_feature(void)
{
    g_autoptr(Fixture) self = fixture_new("skylake-v100");
    const Judgement *judgement = select_judge(
        &self->selector, offer_compiled(self->arena, "new", "sse2 feature-of-tomorrow"));
    g_assert_false(judgement->fits);
    g_assert_cmpuint(judgement->facts->len, ==, 1);
    const Fact *fact = judgement->facts->pdata[0];
    g_assert_cmpint(fact->state, ==, STATE_UNKNOWN);
    g_assert_nonnull(strstr(fact->text, "feature-of-tomorrow"));
}

/* Equal offers stay in the order in which they were given. */
static void test_order(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    GPtrArray *offers = arena_array(self->arena);
    for (guint i = 0; i < 20; i++) {
        g_ptr_array_add(offers, offer_compiled(self->arena, arena_printf(self->arena, "%u", i),
                                               i % 5 == 4 ? "avx512f" : "avx avx2 fma"));
    }
    const GPtrArray *judgements = select_all(&self->selector, offers);
    guint before = 0;
    for (guint i = 1; i < judgements->len; i++) {
        const Judgement *judgement = judgements->pdata[i];
        g_assert_cmpint(judgement->fits, ==, i < 16);
        if (i != 16) {
            g_assert_cmpuint(judgement->position, >, before);
        }
        before = judgement->position;
    }
}

/* What units were compiled for tells which vectors they have; a default for another architecture
 * says nothing about them. */
static void test_other_vectors(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    Offer *offer = offer_with_setting(self->arena, CATEGORY_SIMD, "NO_SVE", "OFF", NULL);
    OfferSetting *setting = offer->settings->pdata[0];
    ((MatrixPoint *)setting->point)->polarity = POLARITY_NEGATIVE;
    setting->chosen = FALSE;
    g_assert_false(select_judge(&self->selector, offer)->fits);
    offer->features = offer_texts(self->arena, "sse2 avx2");
    /* Units without bitcode may have what others lack. */
    g_assert_false(select_judge(&self->selector, offer)->fits);
    offer->all_bitcode = TRUE;
    g_assert_true(select_judge(&self->selector, offer)->fits);
    setting->chosen = TRUE;
    g_assert_false(select_judge(&self->selector, offer)->fits);
}

/* What no code can be generated of fits nowhere, and what there is only its own architecture. */
static void test_code(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    Offer *offer = offer_compiled(self->arena, "one", "");
    offer->architecture = "x86_64";
    g_assert_true(select_judge(&self->selector, offer)->fits);
    offer->no_bitcode = TRUE;
    g_assert_false(select_judge(&self->selector, offer)->fits);
    offer->no_bitcode = FALSE;
    offer->architecture = "aarch64";
    g_assert_false(select_judge(&self->selector, offer)->fits);
    g_autoptr(Fixture) arm = fixture_new("graviton3");
    g_assert_true(select_judge(&arm->selector, offer)->fits);
}

/* What was configured has the value that it got, not the one that a specification expects. */
static void test_configured(void)
{
    g_autoptr(Fixture) self = fixture_new("graviton3");
    MatrixPoint point = {.option = "USE_CUDA",
                         .category = CATEGORY_GPU_BACKEND,
                         .packages = arena_array(self->arena),
                         .values = arena_array(self->arena)};
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_autoptr(GPtrArray) points = g_ptr_array_new();
    g_ptr_array_add(points, &point);
    static const char *const values[] = {"ON", "OFF"};
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        json_t *configured = json_pack("{s:s}", "USE_CUDA", values[i]);
        point.default_value = i == 0 ? NULL : "ON";
        Offer *offer = offer_configured(self->arena, "one", none, points, configured);
        g_assert_cmpint(select_judge(&self->selector, offer)->fits, ==, i == 1);
        json_decref(configured);
    }
}

/* Of equal offers the one that leaves a point as the project has it is better. */
static void test_usual(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    static const struct {
        const char *usual, *best;
    } rows[] = {{"ON", "yes"}, {"OFF", "OFF"}, {NULL, "OFF"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) offers = g_ptr_array_new();
        static const char *const values[] = {"OFF", "yes"};
        for (gsize k = 0; k < G_N_ELEMENTS(values); k++) {
            Offer *offer =
                offer_with_setting(self->arena, CATEGORY_IO, "WITH_ZLIB", values[k], NULL);
            const OfferSetting *setting = offer->settings->pdata[0];
            ((MatrixPoint *)setting->point)->default_value = rows[i].usual;
            g_ptr_array_add(offers, offer);
        }
        g_assert_cmpstr(fixture_best(self, offers), ==, rows[i].best);
    }
}

/* What the configured build does not have as an option is there only where it left a trace, also
 * in units alone, and its default makes no build a better one. */
static void test_assumed(void)
{
    static const struct {
        Category category;
        const char *option, *compiled;
        gboolean fits;
    } rows[] = {
        {CATEGORY_GPU_BACKEND, "USE_OFFLOAD", "-O2 -DOFFLOAD=0 -I/opt/cuda", TRUE},
        {CATEGORY_GPU_BACKEND, "USE_OFFLOAD", "-O2 -fopenmp-targets=nvptx64", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_SYCL", "-fsycl -O2", FALSE},
        {CATEGORY_THREADING, "USE_OPENMP", "-fopenmp", TRUE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(Fixture) self = fixture_new("graviton3");
        MatrixPoint point = {.option = rows[i].option,
                             .category = rows[i].category,
                             .default_value = "ON",
                             .packages = arena_array(self->arena),
                             .values = arena_array(self->arena)};
        g_autoptr(GPtrArray) none = g_ptr_array_new();
        g_autoptr(GPtrArray) points = g_ptr_array_new();
        g_ptr_array_add(points, &point);
        json_t *configured = json_object();
        Offer *offer = offer_configured(self->arena, "one", none, points, configured);
        offer->compiled = offer_texts(self->arena, rows[i].compiled);
        offer->found = offer_texts(self->arena, "C");
        offer->all_linked = TRUE;
        const Judgement *judgement = select_judge(&self->selector, offer);
        g_test_message("%s, %s", rows[i].option, rows[i].compiled);
        g_assert_cmpint(judgement->fits, ==, rows[i].fits);
        g_assert_true(!judgement->fits || judgement->technology[rows[i].category] == NULL);
        json_decref(configured);
    }
}

/* ---- preferences ----------------------------------------------------------------------------- */

static const Preferences *preferences(Arena *arena, const char *text, GError **error)
{
    g_autofree char *path = NULL;
    int file = g_file_open_tmp("xaas-prefer-XXXXXX", &path, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    const Preferences *read = preferences_load(arena, path, error);
    close(file);
    g_unlink(path);
    return read;
}

static void test_preferences(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    GPtrArray *offers = arena_array(self->arena);
    g_ptr_array_add(offers,
                    offer_with_setting(self->arena, CATEGORY_GPU_BACKEND, "GPU", "CUDA", NULL));
    g_ptr_array_add(offers,
                    offer_with_setting(self->arena, CATEGORY_GPU_BACKEND, "GPU", "OFF", NULL));
    g_assert_cmpstr(fixture_best(self, offers), ==, "CUDA");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nprefer: [{option: GPU, values: [OFF, CUDA]}]\n",
        NULL);
    g_assert_cmpstr(fixture_best(self, offers), ==, "OFF");
    self->selector.preferences = preferences(
        self->arena,
        "schema: xaas-preferences/1\nprefer: [{category: gpu_backend, values: [none]}]\n", NULL);
    g_assert_cmpstr(fixture_best(self, offers), ==, "OFF");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nrefuse: [{option: GPU, values: [CUDA, OFF]}]\n",
        NULL);
    g_assert_cmpstr(fixture_best(self, offers), ==, "nothing");
}

/* Words for on are one value, whichever was built; what meets nothing is told. */
static void test_same_values(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    GPtrArray *offers = arena_array(self->arena);
    g_ptr_array_add(offers,
                    offer_with_setting(self->arena, CATEGORY_THREADING, "OPENMP", "1", NULL));
    g_ptr_array_add(offers,
                    offer_with_setting(self->arena, CATEGORY_THREADING, "OPENMP", "0", NULL));
    g_assert_cmpstr(fixture_best(self, offers), ==, "1");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nrefuse: [{option: OPENMP, values: [\"ON\"]}]\n",
        NULL);
    g_assert_cmpstr(fixture_best(self, offers), ==, "0");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nprefer: [{option: OPENMP, values: [off]}]\n",
        NULL);
    g_assert_cmpstr(fixture_best(self, offers), ==, "0");
    const GPtrArray *settings = offers_settings(self->arena, offers);
    g_assert_cmpuint(preferences_unmet(&self->selector, settings)->len, ==, 0);
    self->selector.preferences =
        preferences(self->arena,
                    "schema: xaas-preferences/1\nprefer: [{option: OPNMP, values: [off]}, "
                    "{category: fft, values: [fftw3, none, cuda]}]\n"
                    "refuse: [{option: OPENMP, values: [yes, maybe]}]\n",
                    NULL);
    const GPtrArray *unmet = preferences_unmet(&self->selector, settings);
    g_assert_cmpuint(unmet->len, ==, 3);
    g_assert_cmpstr(unmet->pdata[0], ==, "there is no option OPNMP to choose by");
    g_assert_cmpstr(unmet->pdata[1], ==, "fft is never cuda");
    g_assert_cmpstr(unmet->pdata[2], ==, "OPENMP is never maybe");
}

static void test_malformed_preferences(void)
{
    static const char *const texts_of[] = {
        "schema: xaas-preferences/9\n", "schema: xaas-preferences/1\norder: [speed]\n",
        "schema: xaas-preferences/1\nprefer: [{values: [a]}]\n",
        "schema: xaas-preferences/1\nprefer: [{option: A, category: simd, values: [a]}]\n"};
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(texts_of); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(preferences(arena, texts_of[i], &error));
        g_assert_error(error, RECORD_ERROR, RECORD_ERROR_MALFORMED);
    }
}

static void test_documented(void)
{
    assert_documented("select.md", &preferences_type);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/select/features", test_features);
    g_test_add_func("/select/part_of_a_level", test_part_of_a_level);
    g_test_add_func("/select/unknown-feature", test_unknown_feature);
    g_test_add_func("/select/order", test_order);
    g_test_add_func("/select/usual", test_usual);
    g_test_add_func("/select/configured", test_configured);
    g_test_add_func("/select/assumed", test_assumed);
    g_test_add_func("/select/other-vectors", test_other_vectors);
    g_test_add_func("/select/code", test_code);
    g_test_add_func("/select/preferences", test_preferences);
    g_test_add_func("/select/same-values", test_same_values);
    g_test_add_func("/select/malformed-preferences", test_malformed_preferences);
    g_test_add_func("/select/documented", test_documented);
    return g_test_run();
}
