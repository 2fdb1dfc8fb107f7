/* What fits which machine, by which fact, and what is best. The machines are tests/systems. */
#include "../schema.h"
#include "container/select/from_specification.h"
#include <glib/gstdio.h>
#include <unistd.h>

typedef struct {
    Arena *arena;
    Selector selector;
} Fixture;

static Fixture *fixture_new(const char *machine)
{
    Fixture *self = g_new0(Fixture, 1);
    g_autoptr(GError) error = NULL;
    g_autofree char *file = g_strconcat(machine, ".yaml", NULL);
    g_autofree char *system = g_build_filename(XAAS_SOURCE_ROOT, "tests/systems", file, NULL);
    g_autofree char *knowledge = g_build_filename(XAAS_SOURCE_ROOT, "container/knowledge", NULL);
    self->arena = arena_new();
    self->selector.arena = self->arena;
    self->selector.system = system_load(self->arena, system, &error);
    g_assert_no_error(error);
    self->selector.needs = needs_load(self->arena, knowledge, &error);
    g_assert_no_error(error);
    return self;
}

static void fixture_free(Fixture *self)
{
    arena_free(self->arena);
    g_free(self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Fixture, fixture_free)

static GPtrArray *texts(Arena *arena, const char *list)
{
    GPtrArray *array = arena_array(arena);
    g_auto(GStrv) words = g_strsplit(list, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        if (**word != '\0') {
            g_ptr_array_add(array, arena_strdup(arena, *word));
        }
    }
    return array;
}

/* A configuration by what its units were compiled for. */
static Offer *compiled(Arena *arena, const char *name, const char *features)
{
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    Offer *offer = offer_new(arena, name, none, none);
    offer->features = texts(arena, features);
    return offer;
}

/* A configuration with one setting of a point. */
static Offer *with_setting(Arena *arena, Category category, const char *option, const char *value,
                           const char *package)
{
    MatrixPoint *point = arena_new0(arena, MatrixPoint);
    point->option = option;
    point->category = category;
    point->name = option;
    point->packages = arena_array(arena);
    point->values = arena_array(arena);
    if (package != NULL) {
        g_ptr_array_add(point->packages, (gpointer)package);
    }
    g_autoptr(GPtrArray) points = g_ptr_array_new();
    g_autoptr(GPtrArray) settings = g_ptr_array_new();
    g_ptr_array_add(points, point);
    g_ptr_array_add(settings, setting_new(arena, option, value));
    return offer_new(arena, value, settings, points);
}

static const char *best_of(const Fixture *self, const GPtrArray *offers)
{
    const GPtrArray *judgements = select_all(&self->selector, offers);
    const Judgement *best = judgements->pdata[0];
    return best->fits ? best->offer->name : "nothing";
}

static void assert_best(const char *machine, const char *expected)
{
    g_autoptr(Fixture) self = fixture_new(machine);
    GPtrArray *offers = arena_array(self->arena);
    g_ptr_array_add(offers, compiled(self->arena, "sse4", "sse2 sse4.1"));
    g_ptr_array_add(offers, compiled(self->arena, "avx2", "sse2 sse4.1 avx avx2 fma x87 crc32"));
    g_ptr_array_add(offers, compiled(self->arena, "avx512",
                                     "sse2 avx avx2 fma avx512f avx512bw avx512dq avx512vl "
                                     "avx512cd evex512"));
    g_assert_cmpstr(best_of(self, offers), ==, expected);
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
    g_ptr_array_add(offers, compiled(self->arena, "avx2", "sse2 avx avx2 fma"));
    g_ptr_array_add(offers, compiled(self->arena, "avx512f", "sse2 avx avx2 fma avx512f"));
    g_assert_cmpstr(best_of(self, offers), ==, "avx512f");
}

/* A feature that the description does not mention is not there for us. */
static void test_unknown_feature(void)
{
    g_autoptr(Fixture) self = fixture_new("skylake-v100");
    const Judgement *judgement =
        select_judge(&self->selector, compiled(self->arena, "new", "sse2 feature-of-tomorrow"));
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
        g_ptr_array_add(offers, compiled(self->arena, arena_printf(self->arena, "%u", i),
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

static gboolean fits(const Fixture *self, Category category, const char *value, const char *package)
{
    const Offer *offer = with_setting(self->arena, category, "POINT", value, package);
    return select_judge(&self->selector, offer)->fits;
}

/* The driver of zen2-a100 allows CUDA 12.2, and what is newer within 12. */
static void test_gpu(void)
{
    g_autoptr(Fixture) nvidia = fixture_new("zen2-a100");
    g_assert_true(fits(nvidia, CATEGORY_GPU_BACKEND, "CUDA", "CUDA >=11.0"));
    g_assert_true(fits(nvidia, CATEGORY_GPU_BACKEND, "CUDA", "CUDAToolkit >=12.6"));
    g_assert_false(fits(nvidia, CATEGORY_GPU_BACKEND, "CUDA", "CUDA >=13.0"));
    g_assert_true(fits(nvidia, CATEGORY_GPU_BACKEND, "CUDA", "Boost >=99"));
    g_assert_false(fits(nvidia, CATEGORY_GPU_BACKEND, "HIP", NULL));
    g_assert_true(fits(nvidia, CATEGORY_GPU_BACKEND, "OFF", NULL));
    g_autoptr(Fixture) amd = fixture_new("zen3-mi250x");
    g_assert_true(fits(amd, CATEGORY_GPU_BACKEND, "HIP", "hip >=6.2"));
    g_assert_false(fits(amd, CATEGORY_GPU_BACKEND, "HIP", "hip >=6.3"));
    /* Nothing tells what Intel's driver allows. */
    g_autoptr(Fixture) intel = fixture_new("sapphirerapids-max");
    g_assert_true(fits(intel, CATEGORY_GPU_BACKEND, "SYCL", NULL));
    g_assert_false(fits(intel, CATEGORY_GPU_BACKEND, "SYCL", "LevelZero >=1.0"));
    g_autoptr(Fixture) none = fixture_new("graviton3");
    g_assert_false(fits(none, CATEGORY_GPU_BACKEND, "CUDA", NULL));
}

/* Whether a switch of that polarity fits with the value, and what it is taken for. */
static gboolean switch_fits(const char *machine, Category category, const char *option,
                            Polarity polarity, const char *value, const char *taken_for)
{
    g_autoptr(Fixture) self = fixture_new(machine);
    Offer *offer = with_setting(self->arena, category, option, value, NULL);
    ((MatrixPoint *)((OfferSetting *)offer->settings->pdata[0])->point)->polarity = polarity;
    ((MatrixPoint *)((OfferSetting *)offer->settings->pdata[0])->point)->name = NULL;
    const Judgement *judgement = select_judge(&self->selector, offer);
    const NeedTechnology *technology = judgement->technology[category];
    if (polarity == POLARITY_UNKNOWN) {
        /* Of a default, what is not certain decides nothing. */
        ((OfferSetting *)offer->settings->pdata[0])->chosen = FALSE;
        g_assert_true(select_judge(&self->selector, offer)->fits);
    }
    g_assert_cmpstr(technology == NULL ? NULL : technology->id, ==, taken_for);
    return judgement->fits;
}

/* What a negated switch is about is needed where it is off. */
static void test_polarity(void)
{
    static const struct {
        const char *option;
        Polarity polarity;
        const char *value;
        gboolean nvidia, amd;
        const char *taken_for;
    } rows[] = {
        {"USE_CUDA", POLARITY_POSITIVE, "ON", TRUE, FALSE, "cuda"},
        {"USE_CUDA", POLARITY_POSITIVE, "OFF", TRUE, TRUE, NULL},
        {"DISABLE_CUDA", POLARITY_NEGATIVE, "ON", TRUE, TRUE, NULL},
        {"DISABLE_CUDA", POLARITY_NEGATIVE, "OFF", TRUE, FALSE, "cuda"},
        {"NO_CUDA", POLARITY_NEGATIVE, "0", TRUE, FALSE, "cuda"},
        {"ODD_CUDA", POLARITY_UNKNOWN, "ON", TRUE, FALSE, NULL},
        {"ODD_CUDA", POLARITY_UNKNOWN, "OFF", TRUE, FALSE, NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_test_message("%s=%s", rows[i].option, rows[i].value);
        g_assert_cmpint(switch_fits("zen2-a100", CATEGORY_GPU_BACKEND, rows[i].option,
                                    rows[i].polarity, rows[i].value, rows[i].taken_for),
                        ==, rows[i].nvidia);
        g_assert_cmpint(switch_fits("zen3-mi250x", CATEGORY_GPU_BACKEND, rows[i].option,
                                    rows[i].polarity, rows[i].value, rows[i].taken_for),
                        ==, rows[i].amd);
    }
}

/* A switch that is named by what is there in place of the thing, and one that names no thing. */
static void test_named_by_absence(void)
{
    static const struct {
        const char *machine;
        Category category;
        const char *option;
        Polarity polarity;
        const char *value;
        gboolean fits;
        const char *taken_for;
    } rows[] = {
        {"graviton3", CATEGORY_MPI, "APP_SERIAL", POLARITY_NEGATIVE, "OFF", FALSE, "mpi"},
        {"graviton3", CATEGORY_MPI, "APP_SERIAL", POLARITY_NEGATIVE, "ON", TRUE, NULL},
        {"zen2-a100", CATEGORY_MPI, "APP_SERIAL", POLARITY_NEGATIVE, "OFF", TRUE, "mpi"},
        {"graviton3", CATEGORY_GPU_BACKEND, "CPU_ONLY", POLARITY_NEGATIVE, "OFF", FALSE, "device"},
        {"graviton3", CATEGORY_GPU_BACKEND, "CPU_ONLY", POLARITY_NEGATIVE, "ON", TRUE, NULL},
        {"zen2-a100", CATEGORY_GPU_BACKEND, "CPU_ONLY", POLARITY_NEGATIVE, "OFF", TRUE, "device"},
        {"graviton3", CATEGORY_GPU_BACKEND, "CPU_ODD", POLARITY_UNKNOWN, "OFF", FALSE, NULL},
        {"graviton3", CATEGORY_GPU_BACKEND, "NO_GPU", POLARITY_NEGATIVE, "OFF", FALSE, "device"},
        {"graviton3", CATEGORY_GPU_BACKEND, "USE_GPU", POLARITY_POSITIVE, "ON", FALSE, "device"},
        {"zen3-mi250x", CATEGORY_GPU_BACKEND, "USE_GPU", POLARITY_POSITIVE, "ON", TRUE, "device"},
        {"graviton3", CATEGORY_GPU_BACKEND, "USE_CPU", POLARITY_POSITIVE, "ON", TRUE, NULL},
        {"zen2-a100", CATEGORY_SIMD, "PORTABLE", POLARITY_NEGATIVE, "OFF", FALSE, NULL},
        {"zen2-a100", CATEGORY_SIMD, "PORTABLE", POLARITY_NEGATIVE, "ON", TRUE, NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_test_message("%s: %s=%s", rows[i].machine, rows[i].option, rows[i].value);
        g_assert_cmpint(switch_fits(rows[i].machine, rows[i].category, rows[i].option,
                                    rows[i].polarity, rows[i].value, rows[i].taken_for),
                        ==, rows[i].fits);
    }
}

/* The name says that there is some device; what it requires says whose. */
static void test_packaged(void)
{
    static const struct {
        const char *machine, *option, *package;
        gboolean fits;
    } rows[] = {
        {"zen2-a100", "USE_GPU", "CUDAToolkit", TRUE},
        {"zen3-mi250x", "USE_GPU", "CUDAToolkit", FALSE},
        {"zen3-mi250x", "USE_GPU", "hip >=6.2", TRUE},
        {"zen2-a100", "USE_GPU", "hip", FALSE},
        {"zen2-a100", "USE_GPU", "CUDA >=13.0", FALSE},
        {"zen2-a100", "USE_GPU", "Boost", TRUE},
        {"zen2-a100", "WITH_WARP_KERNELS", "CUDA >=11.0", TRUE},
        {"zen3-mi250x", "WITH_WARP_KERNELS", "CUDA >=11.0", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(Fixture) self = fixture_new(rows[i].machine);
        const Offer *offer =
            with_setting(self->arena, CATEGORY_GPU_BACKEND, rows[i].option, "ON", rows[i].package);
        g_test_message("%s: %s, %s", rows[i].machine, rows[i].option, rows[i].package);
        g_assert_cmpint(select_judge(&self->selector, offer)->fits, ==, rows[i].fits);
    }
}

/* Of a default that is on, what was configured without it needs nothing; who chose it does. */
static void test_given_up(void)
{
    static const struct {
        Category category;
        const char *option, *linked, *found;
        gboolean fits;
    } rows[] = {
        {CATEGORY_MPI, "USE_MPI", "-o app -lm", "C Threads", TRUE},
        {CATEGORY_MPI, "USE_MPI", "-o app -lm", "C MPI_C", FALSE},
        {CATEGORY_MPI, "USE_MPI", "-o app /usr/lib/libmpi.so", "C", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_CUDA", "-o app -lm", "C", TRUE},
        {CATEGORY_GPU_BACKEND, "USE_CUDA", "-o app -lm", "C CUDAToolkit", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_CUDA", "-o app -lcudart", "C", FALSE},
        /* Words begin and end somewhere. */
        {CATEGORY_GPU_BACKEND, "USE_HIP", "-o app process.c.o ship.c.o -lamd", "C", TRUE},
        {CATEGORY_GPU_BACKEND, "USE_HIP", "-o app /opt/rocm/lib/libamdhip64.so", "C", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_HIP", "-o app /opt/rocm/lib/libother.so", "C", TRUE},
        {CATEGORY_GPU_BACKEND, "USE_HIP", "-o app", "C hsa-runtime64", FALSE},
        {CATEGORY_MPI, "USE_MPI", "-o app -lmpir", "C", TRUE},
        {CATEGORY_MPI, "USE_MPI", "-o app -lmpi_cxx", "C", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_SYCL", "-o app -lm", "CXX", TRUE},
        {CATEGORY_GPU_BACKEND, "USE_SYCL", "-fsycl -o app", "CXX", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_OFFLOAD", "-fopenmp -o app", "CXX", TRUE},
        {CATEGORY_GPU_BACKEND, "USE_OFFLOAD", "-fopenmp-targets=nvptx64 -o app", "CXX", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_GPU", "-o app -lm", "CXX", TRUE},
        {CATEGORY_GPU_BACKEND, "USE_GPU", "-o app -lOpenCL", "CXX", FALSE},
        {CATEGORY_GPU_BACKEND, "USE_GPU", "-o app", "CXX cuda", FALSE},
        {CATEGORY_LINEAR_ALGEBRA, "USE_MKL", "-o app -lopenblas", "C", TRUE},
        {CATEGORY_LINEAR_ALGEBRA, "USE_MKL", "-o app -lmkl_core", "C", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(Fixture) self = fixture_new("graviton3");
        Offer *offer = with_setting(self->arena, rows[i].category, rows[i].option, "ON", NULL);
        offer->linked = texts(self->arena, rows[i].linked);
        g_test_message("%s, %s, %s", rows[i].option, rows[i].linked, rows[i].found);
        ((OfferSetting *)offer->settings->pdata[0])->chosen = FALSE;
        g_assert_false(select_judge(&self->selector, offer)->fits);
        offer->found = texts(self->arena, rows[i].found);
        /* Something else may need it that was linked with nothing. */
        g_assert_false(select_judge(&self->selector, offer)->fits);
        offer->all_linked = TRUE;
        g_assert_cmpint(select_judge(&self->selector, offer)->fits, ==, rows[i].fits);
        ((OfferSetting *)offer->settings->pdata[0])->chosen = TRUE;
        g_assert_false(select_judge(&self->selector, offer)->fits);
    }
}

/* What units were compiled for tells which vectors they have; a default for another architecture
 * says nothing about them. */
static void test_other_vectors(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    Offer *offer = with_setting(self->arena, CATEGORY_SIMD, "NO_SVE", "OFF", NULL);
    OfferSetting *setting = offer->settings->pdata[0];
    ((MatrixPoint *)setting->point)->polarity = POLARITY_NEGATIVE;
    setting->chosen = FALSE;
    g_assert_false(select_judge(&self->selector, offer)->fits);
    offer->features = texts(self->arena, "sse2 avx2");
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
    Offer *offer = compiled(self->arena, "one", "");
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
        offer->compiled = texts(self->arena, rows[i].compiled);
        offer->found = texts(self->arena, "C");
        offer->all_linked = TRUE;
        const Judgement *judgement = select_judge(&self->selector, offer);
        g_test_message("%s, %s", rows[i].option, rows[i].compiled);
        g_assert_cmpint(judgement->fits, ==, rows[i].fits);
        g_assert_true(!judgement->fits || judgement->technology[rows[i].category] == NULL);
        json_decref(configured);
    }
}

/* Nobody knows what it is: it may fit, but that is not shown. */
static void test_unknown_value(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    g_assert_false(switch_fits("zen2-a100", CATEGORY_GPU_BACKEND, "USE_QUANTUM", POLARITY_POSITIVE,
                               "ON", NULL));
    g_assert_true(switch_fits("zen2-a100", CATEGORY_GPU_BACKEND, "USE_QUANTUM", POLARITY_POSITIVE,
                              "OFF", NULL));
    g_assert_true(
        switch_fits("zen2-a100", CATEGORY_MPI, "IN_PARALLEL", POLARITY_POSITIVE, "ON", "mpi"));
    g_assert_false(
        switch_fits("graviton3", CATEGORY_MPI, "IN_PARALLEL", POLARITY_POSITIVE, "ON", "mpi"));
    g_assert_false(fits(self, CATEGORY_GPU_BACKEND, "Quantum", NULL));
    g_assert_true(fits(self, CATEGORY_FFT, "SomeFastOne", NULL));
    g_assert_true(fits(self, CATEGORY_PRECISION, "single", NULL));
}

static gboolean mpi_fits(const char *machine, const char *linked)
{
    g_autoptr(Fixture) self = fixture_new(machine);
    Offer *offer = with_setting(self->arena, CATEGORY_MPI, "USE_MPI", "ON", NULL);
    offer->linked = texts(self->arena, linked);
    return select_judge(&self->selector, offer)->fits;
}

static void test_mpi(void)
{
    static const char openmpi[] = "-o app /usr/lib/x86_64-linux-gnu/openmpi/lib/libmpi.so";
    static const char mpich[] = "-o app /usr/lib/x86_64-linux-gnu/libmpich.so -lm";
    g_assert_true(mpi_fits("zen2-a100", openmpi));
    g_assert_false(mpi_fits("zen2-a100", mpich));
    g_assert_true(mpi_fits("sapphirerapids-max", mpich));
    /* Cray MPICH has MPICH's interface. */
    g_assert_true(mpi_fits("grace-hopper", mpich));
    g_assert_false(mpi_fits("grace-hopper", openmpi));
    /* A module may bring it: that is not "present". */
    g_assert_false(mpi_fits("zen3-mi250x", mpich));
    g_assert_false(mpi_fits("zen2-a100", "-o app -lm"));
}

static void test_architectures(void)
{
    g_autoptr(Fixture) self = fixture_new("grace-hopper");
    static const struct {
        const char *value;
        gboolean fits;
    } rows[] = {{"90", TRUE},   {"70;80;90a", TRUE}, {"sm_90", TRUE}, {"70;80", FALSE},
                {"900", FALSE}, {"gfx90a", FALSE},   {"native", TRUE}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Offer *offer = with_setting(self->arena, CATEGORY_GPU_ARCH, "ARCH", rows[i].value, NULL);
        const Offer *backend = with_setting(self->arena, CATEGORY_GPU_BACKEND, "GPU", "CUDA", NULL);
        g_ptr_array_add(offer->settings, backend->settings->pdata[0]);
        g_test_message("%s", rows[i].value);
        g_assert_cmpint(select_judge(&self->selector, offer)->fits, ==, rows[i].fits);
        /* The default is what an image was compiled for; a build may still find another one. */
        ((OfferSetting *)offer->settings->pdata[0])->chosen = FALSE;
        g_assert_true(select_judge(&self->selector, offer)->fits);
        offer->features = arena_array(self->arena);
        g_assert_cmpint(select_judge(&self->selector, offer)->fits, ==, rows[i].fits);
    }
}

/* Among backends OpenMP and a single thread are the processors', where nobody says that a device is
 * meant. */
static void test_host_backends(void)
{
    static const struct {
        const char *value;
        gboolean fits;
    } rows[] = {
        {"omp", TRUE},         {"OpenMP", TRUE},        {"serial", TRUE},         {"OFF", TRUE},
        {"omp_target", FALSE}, {"OpenMPTarget", FALSE}, {"device_openmp", FALSE}, {"cuda", FALSE},
        {"OMPTARGET", FALSE},  {"OPENMP4", FALSE},      {"OpenMP4.5", FALSE}};
    g_autoptr(Fixture) self = fixture_new("graviton3");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        Offer *offer =
            with_setting(self->arena, CATEGORY_GPU_BACKEND, "MODEL", rows[i].value, NULL);
        offer->features = arena_array(self->arena);
        g_test_message("%s", rows[i].value);
        g_assert_cmpint(select_judge(&self->selector, offer)->fits, ==, rows[i].fits);
    }
}

/* Names of switches that mean threads without saying which. */
static void test_threads(void)
{
    static const char *const names[] = {"ENABLE_MULTITHREADING", "USE_THREADS", "MULTI_THREADED"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(Fixture) self = fixture_new("zen2-a100");
        const Offer *offer = with_setting(self->arena, CATEGORY_THREADING, names[i], "ON", NULL);
        const Judgement *judgement = select_judge(&self->selector, offer);
        g_assert_cmpstr(judgement->technology[CATEGORY_THREADING]->id, ==, "threads");
    }
}

/* OpenMP that was linked for devices is better than none where they are, and fits anywhere. */
static void test_linked_backends(void)
{
    static const struct {
        const char *machine, *linked, *taken_for;
    } rows[] = {
        {"zen2-a100", "-o app -fopenmp -fopenmp-targets=nvptx64", "offload"},
        {"zen2-a100", "-o app -fopenmp", "host_threads"},
        {"zen3-mi250x", "-o app -fopenmp -fopenmp-targets=nvptx64", "host_threads"},
        {"zen3-mi250x", "-o app -fopenmp --offload-arch=gfx90a", "offload"},
        {"zen2-a100", "-o app -fopenmp --offload-arch=gfx90a", "host_threads"},
        {"zen2-a100", "-o app -fopenmp -foffload=nvptx-none,amdgcn-amdhsa", "offload"},
        {"zen2-a100", "-o app -fopenmp -foffload=disable", "host_threads"},
        {"zen2-a100", "-o app -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu", "host_threads"},
        {"zen2-a100", "-o app -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu,nvptx64", "offload"},
        {"zen2-a100", "-o app -fopenacc", "offload"},
        {"graviton3", "-o app -fopenmp -fopenmp-targets=nvptx64", "host_threads"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(Fixture) self = fixture_new(rows[i].machine);
        Offer *offer = with_setting(self->arena, CATEGORY_GPU_BACKEND, "MODEL", "OpenMP", NULL);
        offer->linked = texts(self->arena, rows[i].linked);
        const Judgement *judgement = select_judge(&self->selector, offer);
        g_test_message("%s: %s", rows[i].machine, rows[i].linked);
        g_assert_true(judgement->fits);
        g_assert_cmpstr(judgement->technology[CATEGORY_GPU_BACKEND]->id, ==, rows[i].taken_for);
    }
    /* Where the project's own value says that devices are meant, these have to be there. */
    g_autoptr(Fixture) amd = fixture_new("zen3-mi250x");
    Offer *meant = with_setting(amd->arena, CATEGORY_GPU_BACKEND, "MODEL", "omp_target", NULL);
    meant->linked = texts(amd->arena, "-o app -fopenmp -fopenmp-targets=nvptx64");
    g_assert_false(select_judge(&amd->selector, meant)->fits);
    meant->linked = texts(amd->arena, "-o app -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa");
    g_assert_true(select_judge(&amd->selector, meant)->fits);
    /* Without a device all processors are better than one, whichever comes first. */
    g_autoptr(Fixture) self = fixture_new("graviton3");
    GPtrArray *offers = arena_array(self->arena);
    static const char *const models[] = {"serial", "omp", "cuda"};
    for (gsize i = 0; i < G_N_ELEMENTS(models); i++) {
        g_ptr_array_add(offers,
                        with_setting(self->arena, CATEGORY_GPU_BACKEND, "MODEL", models[i], NULL));
    }
    g_assert_cmpstr(best_of(self, offers), ==, "omp");
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
    g_ptr_array_add(offers, with_setting(self->arena, CATEGORY_GPU_BACKEND, "GPU", "CUDA", NULL));
    g_ptr_array_add(offers, with_setting(self->arena, CATEGORY_GPU_BACKEND, "GPU", "OFF", NULL));
    g_assert_cmpstr(best_of(self, offers), ==, "CUDA");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nprefer: [{option: GPU, values: [OFF, CUDA]}]\n",
        NULL);
    g_assert_cmpstr(best_of(self, offers), ==, "OFF");
    self->selector.preferences = preferences(
        self->arena,
        "schema: xaas-preferences/1\nprefer: [{category: gpu_backend, values: [none]}]\n", NULL);
    g_assert_cmpstr(best_of(self, offers), ==, "OFF");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nrefuse: [{option: GPU, values: [CUDA, OFF]}]\n",
        NULL);
    g_assert_cmpstr(best_of(self, offers), ==, "nothing");
}

/* Words for on are one value, whichever was built; what meets nothing is told. */
static void test_same_values(void)
{
    g_autoptr(Fixture) self = fixture_new("zen2-a100");
    GPtrArray *offers = arena_array(self->arena);
    g_ptr_array_add(offers, with_setting(self->arena, CATEGORY_THREADING, "OPENMP", "1", NULL));
    g_ptr_array_add(offers, with_setting(self->arena, CATEGORY_THREADING, "OPENMP", "0", NULL));
    g_assert_cmpstr(best_of(self, offers), ==, "1");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nrefuse: [{option: OPENMP, values: [\"ON\"]}]\n",
        NULL);
    g_assert_cmpstr(best_of(self, offers), ==, "0");
    self->selector.preferences = preferences(
        self->arena, "schema: xaas-preferences/1\nprefer: [{option: OPENMP, values: [off]}]\n",
        NULL);
    g_assert_cmpstr(best_of(self, offers), ==, "0");
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
    g_test_add_func("/select/gpu", test_gpu);
    g_test_add_func("/select/polarity", test_polarity);
    g_test_add_func("/select/named-by-absence", test_named_by_absence);
    g_test_add_func("/select/packaged", test_packaged);
    g_test_add_func("/select/given-up", test_given_up);
    g_test_add_func("/select/configured", test_configured);
    g_test_add_func("/select/assumed", test_assumed);
    g_test_add_func("/select/other-vectors", test_other_vectors);
    g_test_add_func("/select/code", test_code);
    g_test_add_func("/select/unknown-value", test_unknown_value);
    g_test_add_func("/select/mpi", test_mpi);
    g_test_add_func("/select/architectures", test_architectures);
    g_test_add_func("/select/host-backends", test_host_backends);
    g_test_add_func("/select/threads", test_threads);
    g_test_add_func("/select/linked-backends", test_linked_backends);
    g_test_add_func("/select/preferences", test_preferences);
    g_test_add_func("/select/same-values", test_same_values);
    g_test_add_func("/select/malformed-preferences", test_malformed_preferences);
    g_test_add_func("/select/documented", test_documented);
    return g_test_run();
}
