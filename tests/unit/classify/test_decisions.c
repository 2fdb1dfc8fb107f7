/* What a decision says besides its category: reasons, values, macros, reach; and that it is stable.
 */
#include "discover/classify/traits_inside.h"
#include "fixture.h"
#include "world.h"

#include <string.h>

/* What is quadratic in options does not end before the limit of a test. */
#define OPTIONS_LARGE 30000u

static void test_reasons(void)
{
    g_auto(World) world = world_of("name: p\n"
                                   "options:\n"
                                   "- {option: P_FAST, help: Use FFTW, "
                                   "effects: [package FFTW3, macro HAVE_FFTW3]}\n"
                                   "- {option: P_WARNINGS, help: Show warnings}\n"
                                   "- {option: P_DOCS, help: Build documentation}\n",
                                   NULL, NULL);
    const Decision *fast = decision_of(&world, "P_FAST");
    g_assert_true(fast->is_point);
    g_assert_true(fast->category == CATEGORY_FFT);
    g_assert_cmpstr(fast->technology, ==, "fftw");
    g_assert_cmpstr(fast->name, ==, "FFTW");
    g_assert_true(has_reason(fast, "FFTW3 (CMakeLists.txt:10)"));
    g_assert_cmpuint(fast->macros->len, ==, 1);
    g_assert_cmpstr(g_ptr_array_index(fast->macros, 0), ==, "HAVE_FFTW3");
    const Decision *docs = decision_of(&world, "P_DOCS");
    g_assert_false(docs->is_point);
    g_assert_true(has_reason(docs, "documentation"));
    g_assert_true(docs->is_beside);
    g_assert_false(decision_of(&world, "P_WARNINGS")->is_beside);
    g_assert_false(fast->is_beside);
}

/* Without evidence either way there is no point, and that is all that is known. */
static void test_unknown(void)
{
    g_auto(World) world = world_of("name: p\n"
                                   "options:\n"
                                   "- {option: P_WARNINGS, help: Show warnings}\n"
                                   "- {option: P_FLUX, help: Flux mode, "
                                   "effects: [macro P_FLUXES]}\n"
                                   "- {option: P_HOOP, make: true, effects: [macro P_HOOPS]}\n",
                                   NULL, NULL);
    g_assert_false(decision_of(&world, "P_WARNINGS")->is_unknown);
    g_assert_true(decision_of(&world, "P_FLUX")->is_unknown);
    const Decision *hoop = decision_of(&world, "P_HOOP");
    g_assert_true(has_reason(hoop, "nothing says what it is for"));
    g_assert_true(hoop->is_unknown);
    g_assert_false(hoop->is_undecided);
}

static void test_values(void)
{
    g_auto(World) world =
        world_of("name: p\n"
                 "options:\n"
                 "- {option: P_GPU, type: string, help: GPU framework, "
                 "values: ['OFF', cuda, OpenCL, CUDA, '', sycl]}\n"
                 "- {option: P_SIMD, type: string, help: SIMD level, "
                 "values: [AUTO, None, SSE4.1, AVX2_256, ARM_SVE]}\n"
                 "- {option: P_MPI, type: string, help: Use MPI, values: ['ON', 'OFF', AUTO]}\n",
                 NULL, NULL);
    struct {
        const char *value, *name, *technology;
        gboolean rejected;
    } expected[] = {
        {"OFF", "OFF", NULL, TRUE},
        {"cuda", "CUDA", "cuda", FALSE},
        {"OpenCL", "OpenCL", "opencl", FALSE},
        {"CUDA", "CUDA", "cuda", TRUE},
        {"", "", NULL, TRUE},
        {"sycl", "SYCL", "sycl", FALSE},
    };
    const Decision *gpu = decision_of(&world, "P_GPU");
    g_assert_true(gpu->category == CATEGORY_GPU_BACKEND);
    g_assert_cmpuint(gpu->values->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < gpu->values->len; i++) {
        const ValueDecision *value = g_ptr_array_index(gpu->values, i);
        g_assert_cmpstr(value->value->value, ==, expected[i].value);
        g_assert_cmpstr(value->name, ==, expected[i].name);
        g_assert_cmpstr(value->technology, ==, expected[i].technology);
        g_assert_cmpint(value->rejected, ==, expected[i].rejected);
        g_assert_cmpint(value->reason != NULL, ==, expected[i].rejected);
    }
    const Decision *simd = decision_of(&world, "P_SIMD");
    for (guint i = 0; i < simd->values->len; i++) {
        const ValueDecision *value = g_ptr_array_index(simd->values, i);
        g_assert_cmpint(value->rejected, ==, strcmp(value->value->value, "None") == 0);
        g_assert_cmpstr(value->name, ==, value->value->value);
    }
    const Decision *mpi = decision_of(&world, "P_MPI");
    g_assert_true(mpi->is_point);
    /* Automatic is a third way beside on and off, and then "on" is one, too. */
    g_assert_cmpuint(mpi->values->len, ==, 3);
    for (guint i = 0; i < mpi->values->len; i++) {
        const ValueDecision *value = g_ptr_array_index(mpi->values, i);
        g_assert_cmpint(value->rejected, ==, strcmp(value->value->value, "OFF") == 0);
    }
}

static guint count_rejected(const Decision *decision)
{
    guint count = 0;
    for (guint i = 0; i < decision->values->len; i++) {
        count += ((const ValueDecision *)decision->values->pdata[i])->rejected ? 1 : 0;
    }
    return count;
}

/* Among compilers one odd name is a compiler that nobody here knows; several are sites. */
static void test_sites(void)
{
    g_auto(World) world = world_of(
        "name: p\n"
        "options:\n"
        "- {option: P_COMPILER, type: string, help: Which compiler to use, values: [gcc, lf95],"
        "   effects: [program gfortran =gcc]}\n"
        "- {option: P_FC, type: string, help: Which compiler to use, values: [gcc, gcc-8, lf95],"
        "   effects: [program gfortran =gcc]}\n"
        "- {option: P_HOST, type: string, help: Which compiler to use,"
        "   values: [gcc, gcc-8, hilltop, valley],"
        "   effects: [program gfortran =gcc, program gfortran =hilltop]}\n",
        NULL, NULL);
    static const char *const options[] = {"P_COMPILER", "P_FC", "P_HOST"};
    for (guint i = 0; i < G_N_ELEMENTS(options); i++) {
        g_assert_true(decision_of(&world, options[i])->category == CATEGORY_COMPILER);
    }
    g_assert_cmpuint(count_rejected(decision_of(&world, "P_COMPILER")), ==, 0);
    g_assert_cmpuint(count_rejected(decision_of(&world, "P_FC")), ==, 0);
    const Decision *host = decision_of(&world, "P_HOST");
    g_assert_cmpuint(count_rejected(host), ==, 2);
    const ValueDecision *hilltop = host->values->pdata[2];
    const ValueDecision *valley = host->values->pdata[3];
    g_assert_nonnull(strstr(hilltop->reason, "builds with compilers"));
    g_assert_nonnull(strstr(valley->reason, "nothing says"));
}

static void test_names(void)
{
    g_auto(World) world = world_of("name: p\n"
                                   "options:\n"
                                   "- {option: P_CUDA, help: Use CUDA}\n"
                                   "- {option: P_BUILD_CUDA_LIB, help: Build for CUDA}\n"
                                   "- {option: P_AVX512_VNNI, help: Use AVX512 VNNI}\n"
                                   "- {option: P_BMI2, help: Use BMI2}\n"
                                   "- {option: LinkTimeOptimization, help: At link time}\n"
                                   "- {option: CMAKE_CUDA_ARCHITECTURES, help: For which, "
                                   "type: string}\n"
                                   "- {option: P_OPENMP_MAX_THREADS, help: Maximum number of "
                                   "OpenMP threads, type: string, default: '64'}\n",
                                   NULL, NULL);
    g_assert_cmpstr(decision_of(&world, "P_CUDA")->name, ==, "CUDA");
    g_assert_cmpstr(decision_of(&world, "P_BUILD_CUDA_LIB")->name, ==, "CUDA");
    g_assert_cmpstr(decision_of(&world, "P_AVX512_VNNI")->name, ==, "AVX-512 VNNI");
    g_assert_cmpstr(decision_of(&world, "P_BMI2")->name, ==, "BMI2"); /* a word of a family */
    g_assert_cmpstr(decision_of(&world, "CMAKE_CUDA_ARCHITECTURES")->name, ==, "CUDA architecture");
    g_assert_cmpstr(decision_of(&world, "LinkTimeOptimization")->name, ==, "LinkTimeOptimization");
    const Decision *threads = decision_of(&world, "P_OPENMP_MAX_THREADS");
    g_assert_cmpstr(threads->name, ==, "Maximum number of OpenMP threads");
    g_assert_true(threads->category == CATEGORY_TUNING);
}

/* A list of the compiler's words is open, whatever is shown; one word among some is a choice, and
 * so are words of the build's own, which it compares. */
static void test_lists_of_accelerators(void)
{
    g_auto(World) world =
        world_of("name: p\n"
                 "options:\n"
                 "- {option: P_GPU_TARGETS, help: GPUs, type: string, values: [gfx90a, gfx942]}\n"
                 "- {option: CMAKE_CUDA_ARCHITECTURES, help: CUDA architectures, type: string, "
                 "compared: [all, all-major, native]}\n"
                 "- {option: P_CUDA_ARCH, help: GPU, type: string, values: [sm_70, sm_80]}\n"
                 "- {option: hip_arch, make: true, type: string, compared: [mi100, mi250],"
                 "   others: true}\n"
                 "- {option: cuda_arch, make: true, type: string, compared: [sm_70, sm_80],"
                 "   others: true}\n",
                 NULL, NULL);
    g_assert_true(decision_of(&world, "P_GPU_TARGETS")->category == CATEGORY_GPU_ARCH);
    g_assert_cmpuint(decision_of(&world, "P_GPU_TARGETS")->values->len, ==, 0);
    /* A build that asks for the compiler's own words for several has no words of its own. */
    g_assert_cmpuint(decision_of(&world, "CMAKE_CUDA_ARCHITECTURES")->values->len, ==, 0);
    g_assert_cmpuint(decision_of(&world, "P_CUDA_ARCH")->values->len, ==, 2);
    /* No compiler takes what makers call them. */
    g_assert_cmpuint(decision_of(&world, "hip_arch")->values->len, ==, 2);
    g_assert_cmpuint(decision_of(&world, "cuda_arch")->values->len, ==, 0);
}

static void test_own_name(void)
{
    g_auto(World) world = world_of("name: hypre\n"
                                   "options:\n"
                                   "- {option: HYPRE_ENABLE_MATCHING, help: Use hypre matching}\n"
                                   "- {option: HYPRE_ENABLE_FEI, help: Use the FEI of hypre}\n"
                                   "- {option: HYPRE_WITH_CUDA, help: Use CUDA}\n",
                                   NULL, NULL);
    g_assert_false(decision_of(&world, "HYPRE_ENABLE_MATCHING")->is_point);
    g_assert_false(decision_of(&world, "HYPRE_ENABLE_FEI")->is_point);
    g_assert_true(decision_of(&world, "HYPRE_WITH_CUDA")->category == CATEGORY_GPU_BACKEND);
    /* As a default it names what is built. */
    g_auto(World) codec =
        world_of("name: libpng\n"
                 "options:\n"
                 "- {option: PKGNAME, help: Package name, type: string, default: libpng}\n"
                 "- {option: IMAGES, help: Kind of files, type: string, default: libtiff}\n",
                 NULL, NULL);
    g_assert_false(decision_of(&codec, "PKGNAME")->is_point);
    g_assert_true(decision_of(&codec, "IMAGES")->is_point);
}

/* A name with a mark in it is two pieces of what options begin with, and so is a long name. */
static void test_own_name_of_two_words(void)
{
    g_auto(World) world = world_of("name: Quanta_h\n"
                                   "options:\n"
                                   "- {option: Quanta_h_USE_CUDA_SORT, help: Sort on CUDA}\n"
                                   "- {option: Quanta_h_BLOCK_SIZE, help: Block size of kernels, "
                                   "type: string, default: '64'}\n"
                                   "- {option: Quanta_h_WITH_MPI, help: Use MPI}\n",
                                   NULL, NULL);
    g_assert_cmpstr(decision_of(&world, "Quanta_h_BLOCK_SIZE")->name, ==, "Block size");
    g_assert_cmpstr(decision_of(&world, "Quanta_h_WITH_MPI")->name, ==, "MPI");
}

static void test_traits(void)
{
    g_auto(World) world =
        world_of("name: p\n"
                 "options:\n"
                 "- {option: P_CUDA, help: Use CUDA, type: internal}\n"
                 "- {option: P_HIP, help: Use HIP, force: true}\n"
                 "- {option: CUDA_VERSION, type: untyped}\n"
                 "- {option: P_QUUX, comment: 'Use OpenMP threads in the solver'}\n",
                 NULL, NULL);
    g_assert_false(decision_of(&world, "P_CUDA")->is_point);
    g_assert_false(decision_of(&world, "P_HIP")->is_point);
    g_assert_false(decision_of(&world, "CUDA_VERSION")->is_point);
    g_assert_true(decision_of(&world, "P_QUUX")->category == CATEGORY_THREADING);
}

static void test_numbers(void)
{
    static const char *const numbers[] = {"64", "0.5", ".5", "1.", "3.16.1"};
    static const char *const others[] = {"", ".", "..", "1..2", "-1", "sm_70", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_assert_true(traits_is_number(numbers[i]));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_assert_false(traits_is_number(others[i]));
    }
}

static void test_sources(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "src/a.c",
                                         "#ifdef USE_FAST\n"
                                         "#include <fftw3.h>\n"
                                         "int plan;\n"
                                         "#endif\n"
                                         "int rest;\n",
                                         NULL);
    Knowledge *knowledge = fixture_knowledge();
    SourceScanOptions options = {.jobs = 1, .patterns = knowledge_source_patterns(knowledge)};
    g_autoptr(SourceIndex) sources = source_index_scan(tree, &options, diagnostics);
    g_auto(World) world = world_of("name: p\n"
                                   "options:\n"
                                   "- {option: P_FAST, help: Use better transforms, "
                                   "effects: [definition USE_FAST, link fftw3]}\n",
                                   sources, knowledge);
    const Decision *fast = decision_of(&world, "P_FAST");
    g_assert_cmpuint(fast->reach.files, ==, 1);
    g_assert_cmpuint(fast->reach.lines, ==, 2);
    g_assert_true(fast->category == CATEGORY_FFT);
}

/* What is called after another option's technology is that option's, and no reason of this one. */
static void test_claimed_sources(void)
{
    g_auto(World) world = world_of("name: p\n"
                                   "options:\n"
                                   "- {option: P_CUDA, help: Use CUDA, "
                                   "effects: [source src/cuda_swap.cpp, source src/hip_swap.cpp]}\n"
                                   "- {option: P_HIP, help: Use HIP, "
                                   "effects: [source src/hip_swap.cpp]}\n",
                                   NULL, NULL);
    const Decision *cuda = decision_of(&world, "P_CUDA");
    for (guint i = 0; i < cuda->reasons->len; i++) {
        g_assert_null(strstr(cuda->reasons->pdata[i], "hip"));
    }
    const Decision *hip = decision_of(&world, "P_HIP");
    gboolean told = FALSE;
    for (guint i = 0; i < hip->reasons->len; i++) {
        told = told || strstr(hip->reasons->pdata[i], "src/hip_swap.cpp") != NULL;
    }
    g_assert_true(told);
}

/* The same decisions in the same words, whatever else is in the table before. */
static void test_determinism(void)
{
    static const char project[] = "name: p\n"
                                  "options:\n"
                                  "- {option: P_A, help: Use MPI and OpenMP with CUDA}\n"
                                  "- {option: P_B, type: string, values: [mkl, fftw, cufft]}\n"
                                  "- {option: P_C, effects: [package MPI, package HDF5]}\n";
    g_auto(World) first = world_of(project, NULL, NULL);
    g_auto(World) second = world_of(project, NULL, NULL);
    for (guint i = 0; i < first.decisions->len; i++) {
        const Decision *a = g_ptr_array_index(first.decisions, i);
        const Decision *b = g_ptr_array_index(second.decisions, i);
        g_assert_true(a->category == b->category && a->is_point == b->is_point);
        g_assert_cmpfloat(a->confidence, ==, b->confidence);
        g_assert_cmpuint(a->reasons->len, ==, b->reasons->len);
        for (guint r = 0; r < a->reasons->len; r++) {
            g_assert_cmpstr(g_ptr_array_index(a->reasons, r), ==, g_ptr_array_index(b->reasons, r));
        }
    }
}

static void test_large(void)
{
    g_autoptr(GString) project = g_string_new("name: p\noptions:\n");
    for (guint i = 0; i < OPTIONS_LARGE; i++) {
        g_string_append_printf(project,
                               "- {option: Part%u_ENABLE_SuperLU, help: Enable the SuperLU direct "
                               "solver and its OpenMP threads in part %u}\n",
                               i, i);
    }
    g_test_timer_start();
    g_auto(World) world = world_of(project->str, NULL, NULL);
    g_test_minimized_result(g_test_timer_elapsed(), "%u options", OPTIONS_LARGE);
    g_assert_cmpuint(world.decisions->len, ==, OPTIONS_LARGE);
    for (guint i = 0; i < world.decisions->len; i++) {
        const Decision *decision = g_ptr_array_index(world.decisions, i);
        g_assert_true(decision->category == CATEGORY_LINEAR_ALGEBRA);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/decisions/reasons", test_reasons);
    g_test_add_func("/decisions/unknown", test_unknown);
    g_test_add_func("/decisions/values", test_values);
    g_test_add_func("/decisions/sites", test_sites);
    g_test_add_func("/decisions/lists-of-accelerators", test_lists_of_accelerators);
    g_test_add_func("/decisions/own-name", test_own_name);
    g_test_add_func("/decisions/own-name-of-two-words", test_own_name_of_two_words);
    g_test_add_func("/decisions/names", test_names);
    g_test_add_func("/decisions/traits", test_traits);
    g_test_add_func("/decisions/numbers", test_numbers);
    g_test_add_func("/decisions/sources", test_sources);
    g_test_add_func("/decisions/claimed-sources", test_claimed_sources);
    g_test_add_func("/decisions/determinism", test_determinism);
    g_test_add_func("/decisions/large", test_large);
    return g_test_run();
}
