/* What a setting brings, and whether a machine has what that needs. */
#include "select_fixture.h"

static gboolean fits(const Fixture *self, Category category, const char *value, const char *package)
{
    const Offer *offer = offer_with_setting(self->arena, category, "POINT", value, package);
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
    Offer *offer = offer_with_setting(self->arena, category, option, value, NULL);
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
        const Offer *offer = offer_with_setting(self->arena, CATEGORY_GPU_BACKEND, rows[i].option,
                                                "ON", rows[i].package);
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
        Offer *offer =
            offer_with_setting(self->arena, rows[i].category, rows[i].option, "ON", NULL);
        offer->linked = offer_texts(self->arena, rows[i].linked);
        g_test_message("%s, %s, %s", rows[i].option, rows[i].linked, rows[i].found);
        ((OfferSetting *)offer->settings->pdata[0])->chosen = FALSE;
        g_assert_false(select_judge(&self->selector, offer)->fits);
        offer->found = offer_texts(self->arena, rows[i].found);
        /* Something else may need it that was linked with nothing. */
        g_assert_false(select_judge(&self->selector, offer)->fits);
        offer->all_linked = TRUE;
        g_assert_cmpint(select_judge(&self->selector, offer)->fits, ==, rows[i].fits);
        ((OfferSetting *)offer->settings->pdata[0])->chosen = TRUE;
        g_assert_false(select_judge(&self->selector, offer)->fits);
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
    Offer *offer = offer_with_setting(self->arena, CATEGORY_MPI, "USE_MPI", "ON", NULL);
    offer->linked = offer_texts(self->arena, linked);
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
        Offer *offer =
            offer_with_setting(self->arena, CATEGORY_GPU_ARCH, "ARCH", rows[i].value, NULL);
        const Offer *backend =
            offer_with_setting(self->arena, CATEGORY_GPU_BACKEND, "GPU", "CUDA", NULL);
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
            offer_with_setting(self->arena, CATEGORY_GPU_BACKEND, "MODEL", rows[i].value, NULL);
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
        const Offer *offer =
            offer_with_setting(self->arena, CATEGORY_THREADING, names[i], "ON", NULL);
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
        Offer *offer =
            offer_with_setting(self->arena, CATEGORY_GPU_BACKEND, "MODEL", "OpenMP", NULL);
        offer->linked = offer_texts(self->arena, rows[i].linked);
        const Judgement *judgement = select_judge(&self->selector, offer);
        g_test_message("%s: %s", rows[i].machine, rows[i].linked);
        g_assert_true(judgement->fits);
        g_assert_cmpstr(judgement->technology[CATEGORY_GPU_BACKEND]->id, ==, rows[i].taken_for);
    }
    /* Where the project's own value says that devices are meant, these have to be there. */
    g_autoptr(Fixture) amd = fixture_new("zen3-mi250x");
    Offer *meant =
        offer_with_setting(amd->arena, CATEGORY_GPU_BACKEND, "MODEL", "omp_target", NULL);
    meant->linked = offer_texts(amd->arena, "-o app -fopenmp -fopenmp-targets=nvptx64");
    g_assert_false(select_judge(&amd->selector, meant)->fits);
    meant->linked = offer_texts(amd->arena, "-o app -fopenmp -fopenmp-targets=amdgcn-amd-amdhsa");
    g_assert_true(select_judge(&amd->selector, meant)->fits);
    /* Without a device all processors are better than one, whichever comes first. */
    g_autoptr(Fixture) self = fixture_new("graviton3");
    GPtrArray *offers = arena_array(self->arena);
    static const char *const models[] = {"serial", "omp", "cuda"};
    for (gsize i = 0; i < G_N_ELEMENTS(models); i++) {
        g_ptr_array_add(offers, offer_with_setting(self->arena, CATEGORY_GPU_BACKEND, "MODEL",
                                                   models[i], NULL));
    }
    g_assert_cmpstr(fixture_best(self, offers), ==, "omp");
}

static void set_finding(const Fixture *self, const char *id, SystemState state)
{
    for (guint i = 0; i < self->selector.system->findings->len; i++) {
        SystemFinding *finding = self->selector.system->findings->pdata[i];
        if (g_str_equal(finding->id, id)) {
            finding->state = state;
        }
    }
}

/* The reference implementation of BLAS meets a need, but is not better than what a project does by
 * itself; a fast library that brings it is. */
static void test_reference_blas(void)
{
    g_autoptr(Fixture) self = fixture_new("graviton3");
    static const char *const libraries[] = {"openblas", "blis", "mkl", "armpl", "atlas"};
    for (gsize i = 0; i < G_N_ELEMENTS(libraries); i++) {
        set_finding(self, libraries[i], STATE_ABSENT);
    }
    set_finding(self, "blas", STATE_PRESENT);
    GPtrArray *offers = arena_array(self->arena);
    static const char *const values[] = {"OFF", "ON"};
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        g_ptr_array_add(offers, offer_with_setting(self->arena, CATEGORY_LINEAR_ALGEBRA,
                                                   "EXTERNAL_BLAS", values[i], NULL));
    }
    g_assert_true(select_judge(&self->selector, offers->pdata[1])->fits);
    g_assert_cmpstr(fixture_best(self, offers), ==, "OFF");
    set_finding(self, "openblas", STATE_PRESENT);
    g_assert_cmpstr(fixture_best(self, offers), ==, "ON");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/select/gpu", test_gpu);
    g_test_add_func("/select/polarity", test_polarity);
    g_test_add_func("/select/named-by-absence", test_named_by_absence);
    g_test_add_func("/select/packaged", test_packaged);
    g_test_add_func("/select/given-up", test_given_up);
    g_test_add_func("/select/unknown-value", test_unknown_value);
    g_test_add_func("/select/mpi", test_mpi);
    g_test_add_func("/select/architectures", test_architectures);
    g_test_add_func("/select/host-backends", test_host_backends);
    g_test_add_func("/select/threads", test_threads);
    g_test_add_func("/select/linked-backends", test_linked_backends);
    g_test_add_func("/select/reference-blas", test_reference_blas);
    return g_test_run();
}
