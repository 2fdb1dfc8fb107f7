/* What a decision says besides its category: reasons, values, macros, reach; and that it is stable.
 */
#include "discover/classify/traits_inside.h"
#include "fixture.h"

#include <string.h>
#include <time.h>

/* Classification of a large project must not be felt beside reading it. */
#define OPTIONS_LARGE 3000u
#define SECONDS_LARGE_MAX 0.5

typedef struct {
    Arena *arena;
    Knowledge *knowledge;
    YamlDocument *document;
    Facts *facts;
    GPtrArray *decisions;
} World;

static void world_clear(World *self)
{
    arena_free(self->arena);
    knowledge_free(self->knowledge);
    yaml_document_free(self->document);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(World, world_clear)

static World world_of(const char *project, const SourceIndex *sources, Knowledge *knowledge)
{
    g_autoptr(GError) error = NULL;
    World self = {.arena = arena_new()};
    self.document = yaml_parse(project, strlen(project), "project", &error);
    g_assert_no_error(error);
    self.knowledge = knowledge != NULL ? knowledge : fixture_knowledge();
    self.facts = fixture_facts(self.arena, yaml_root(self.document));
    self.decisions = classify(self.knowledge, self.facts, sources, self.arena);
    return self;
}

static const Decision *decision_of(const World *self, const char *option)
{
    for (guint i = 0; i < self->decisions->len; i++) {
        const Decision *decision = g_ptr_array_index(self->decisions, i);
        if (strcmp(decision->option->name, option) == 0) {
            return decision;
        }
    }
    g_error("no decision on %s", option);
}

static gboolean has_reason(const Decision *decision, const char *part)
{
    for (guint i = 0; i < decision->reasons->len; i++) {
        if (strstr(g_ptr_array_index(decision->reasons, i), part) != NULL) {
            return TRUE;
        }
    }
    return FALSE;
}

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

/* One option in two build systems is one option, no family of two. */
static void test_families(void)
{
    static const char text[] = "name: p\n"
                               "options:\n"
                               "- {option: P_SOLVE_CUDA, help: Use CUDA}\n"
                               "- {option: P_SOLVE_HIP, help: Use HIP%s}\n"
                               "- {option: P_SOLVE_QUUX, help: Use quux}\n";
    g_autofree char *one = g_strdup_printf(text, "");
    g_autofree char *two = g_strdup_printf(text, ", folder: sub");
    g_auto(World) family = world_of(one, NULL, NULL);
    g_auto(World) strangers = world_of(two, NULL, NULL);
    g_assert_true(decision_of(&family, "P_SOLVE_QUUX")->is_point);
    g_assert_true(has_reason(decision_of(&family, "P_SOLVE_QUUX"), "differs from P_SOLVE_CUDA"));
    g_assert_false(decision_of(&strangers, "P_SOLVE_QUUX")->is_point);
}

/* A switch for all copies at once beside one for each. */
static void test_copies_together(void)
{
    static const char text[] = "name: p\n"
                               "options:\n"
                               "- {option: P_USE_EXTERNAL_ZLIB, help: Use the system's zlib}\n"
                               "- {option: P_USE_EXTERNAL_METIS%s, help: Use external METIS}\n"
                               "- {option: P_USE_EXTERNAL_LIBS, help: Use external libraries}\n";
    g_autofree char *each = g_strdup_printf(text, "");
    g_autofree char *one = g_strdup_printf(text, "_DIR");
    g_auto(World) family = world_of(each, NULL, NULL);
    g_auto(World) alone = world_of(one, NULL, NULL);
    g_assert_false(decision_of(&family, "P_USE_EXTERNAL_LIBS")->is_point);
    g_assert_true(has_reason(decision_of(&family, "P_USE_EXTERNAL_LIBS"), "many options"));
    g_assert_true(decision_of(&family, "P_USE_EXTERNAL_ZLIB")->is_point);
    g_assert_true(decision_of(&alone, "P_USE_EXTERNAL_LIBS")->is_point);
}

static void test_bundled(void)
{
    g_auto(World) world = world_of("name: p\n"
                                   "options:\n"
                                   "- {option: P_OPENMP, help: Use OpenMP}\n"
                                   "- {option: SUB_OPENMP, help: Use OpenMP, bundled: true,"
                                   "   used: CMakeLists.txt}\n"
                                   "- {option: SUB_ZLIB, help: Use zlib, bundled: true}\n"
                                   "- {option: SUB_CUDA, help: Use CUDA, bundled: true,"
                                   "   used: CMakeLists.txt}\n"
                                   "- {option: SUB_HIP, help: Use HIP, bundled: true,"
                                   "   documented: doc/build.rst}\n"
                                   "- {option: SUB_SYCL, help: Use SYCL, bundled: true,"
                                   "   used: contrib/sub/src/CMakeLists.txt}\n"
                                   "- {option: SUB_MPI, help: Use MPI,"
                                   "   at: contrib/sub/CMakeLists.txt}\n"
                                   "- {option: P_HDF5, help: Use HDF5,"
                                   "   at: contrib/CMakeLists.txt}\n",
                                   NULL, NULL);
    g_assert_true(decision_of(&world, "P_OPENMP")->is_point);
    g_assert_false(decision_of(&world, "SUB_OPENMP")->is_point);
    g_assert_true(has_reason(decision_of(&world, "SUB_OPENMP"), "P_OPENMP"));
    g_assert_false(decision_of(&world, "SUB_ZLIB")->is_point);
    /* Of a copy's own only what the project speaks of is for its people to set. */
    g_assert_true(decision_of(&world, "SUB_CUDA")->is_point);
    g_assert_true(decision_of(&world, "SUB_HIP")->is_point);
    g_assert_false(decision_of(&world, "SUB_SYCL")->is_point);
    /* A folder for others' packages holds copies, licence or not; what lies right in it does not.
     */
    g_assert_false(decision_of(&world, "SUB_MPI")->is_point);
    g_assert_true(decision_of(&world, "P_HDF5")->is_point);
}

/* What comes with another switch is no point of its own; what merely needs it is. */
static void test_follows(void)
{
    g_auto(World) world = world_of(
        "name: p\n"
        "options:\n"
        "- {option: P_USE_CUDA, help: Use CUDA, default: 'OFF'}\n"
        "- {option: P_USE_HYPRE, help: Use hypre, default: 'OFF'}\n"
        "- {option: BUILD_VECTOR_CUDA, help: Build the CUDA vector, default: 'ON',"
        "   exists: P_USE_CUDA}\n"
        "- {option: BUILD_MATRIX_CUSPARSE, help: Build the cuSPARSE matrix, default: 'ON',"
        "   exists: P_USE_CUDA}\n"
        "- {option: BUILD_PARHYP, help: Build the hypre vector,"
        "   defaults: [{value: 'ON', when: P_USE_HYPRE}, {value: 'OFF', when: not P_USE_HYPRE}]}\n"
        "- {option: SUB_USE_CUDA, help: Use CUDA, default: 'ON', exists: P_USE_CUDA}\n"
        "- {option: P_USE_CUBLAS, help: Use cuBLAS, default: 'ON', exists: P_USE_CUDA}\n"
        "- {option: P_USE_CUDA_RAY_GPU, help: Compile the renderer for GPUs, default: 'ON',"
        "   exists: P_USE_CUDA}\n"
        "- {option: P_RAY_GPU, help: Compile the renderer for GPUs, default: 'ON',"
        "   exists: P_USE_CUDA}\n"
        "- {option: P_CUDA_AWARE_MPI, help: Use CUDA-aware MPI, default: 'ON',"
        "   exists: P_USE_CUDA}\n"
        "- {option: P_USE_METIS, help: Use METIS, default: 'OFF'}\n"
        "- {option: P_LAYER_SCOTCH, help: Use Scotch in layers, default: 'ON',"
        "   exists: P_USE_METIS}\n"
        "- {option: P_USE_TIFF, help: Use TIFF, default: 'OFF'}\n"
        "- {option: P_USE_JPEG, help: Use JPEG, default: 'ON', exists: P_USE_TIFF}\n"
        "- {option: BUILD_SOLVER_CUDA, help: Build the CUDA solver, default: 'OFF',"
        "   exists: P_USE_CUDA}\n"
        "- {option: BUILD_MESH_PLUGIN, help: Build the mesh plugin,"
        "   defaults: [{value: 'ON', when: found(FFTW3)}, {value: 'OFF', when: not "
        "found(FFTW3)}]}\n",
        NULL, NULL);
    static const char *const followers[] = {"BUILD_VECTOR_CUDA", "BUILD_MATRIX_CUSPARSE",
                                            "BUILD_PARHYP", "SUB_USE_CUDA", "P_RAY_GPU"};
    for (gsize i = 0; i < G_N_ELEMENTS(followers); i++) {
        g_assert_false(decision_of(&world, followers[i])->is_point);
        g_assert_true(has_reason(decision_of(&world, followers[i]), "it follows P_USE_"));
    }
    g_assert_true(decision_of(&world, "P_USE_CUDA")->is_point);
    g_assert_true(decision_of(&world, "P_USE_CUBLAS")->category == CATEGORY_LINEAR_ALGEBRA);
    g_assert_true(decision_of(&world, "P_USE_CUBLAS")->is_point);
    /* Its name says that it chooses within the other. */
    g_assert_true(decision_of(&world, "P_USE_CUDA_RAY_GPU")->is_point);
    g_assert_true(decision_of(&world, "P_CUDA_AWARE_MPI")->is_point);
    g_assert_true(decision_of(&world, "BUILD_SOLVER_CUDA")->is_point);
    /* Another library of the same category, and another one of what the knowledge has as one. */
    g_assert_true(decision_of(&world, "P_LAYER_SCOTCH")->is_point);
    g_assert_true(decision_of(&world, "P_USE_JPEG")->is_point);
    const Decision *mesh = decision_of(&world, "BUILD_MESH_PLUGIN");
    g_assert_true(mesh->is_point && mesh->category == CATEGORY_FFT);
    g_assert_true(has_reason(mesh, "its default follows whether FFTW3 is found"));
}

/* A part with sources of its own is a component, unless it is there for a library or hardware. */
static void test_components(void)
{
    g_auto(World) world =
        world_of("name: p\n"
                 "options:\n"
                 "- {option: PKG_FRACTURE, help: Build FRACTURE package,"
                 "   effects: [source src/FRACTURE/crack.cpp, package Eigen3]}\n"
                 "- {option: PKG_COLVARS, help: Build COLVARS package,"
                 "   effects: [source lib/colvars/bias.cpp]}\n"
                 "- {option: PKG_PLUMED, help: Build PLUMED package,"
                 "   effects: [source src/PLUMED/fix_plumed.cpp, package PLUMED]}\n"
                 "- {option: PKG_KIM, help: Build KIM package,"
                 "   effects: [source src/KIM/pair_kim.cpp, package KIM-API]}\n"
                 "- {option: PKG_INTEL, help: Build INTEL package,"
                 "   effects: [source src/INTEL/pair.cpp, flag -xHost, flag -mavx2]}\n",
                 NULL, NULL);
    g_assert_false(decision_of(&world, "PKG_FRACTURE")->is_point);
    g_assert_false(decision_of(&world, "PKG_COLVARS")->is_point);
    g_assert_true(has_reason(decision_of(&world, "PKG_COLVARS"), "brings along"));
    g_assert_true(decision_of(&world, "PKG_PLUMED")->category == CATEGORY_LIBRARY);
    g_assert_true(decision_of(&world, "PKG_PLUMED")->is_point);
    g_assert_true(decision_of(&world, "PKG_KIM")->is_point);
    g_assert_true(decision_of(&world, "PKG_INTEL")->category == CATEGORY_SIMD);
}

/* Old names that the project only refuses, and what the help text adds to a value. */
static void test_refused(void)
{
    g_auto(World) world = {.arena = arena_new()};
    static const char text[] = "name: quanta.cpp\n"
                               "options:\n"
                               "- {option: QUANTA_CUBLAS, help: Use cuBLAS}\n"
                               "- {option: QUANTA_CUDA, help: Use CUDA}\n"
                               "- {option: QUANTA_USE_SYSTEM_CORE, help: Use the system's core}\n"
                               "- {option: QUANTA_FFT, type: string, values: [fftw3, pack],"
                               "   help: 'FFT library: fftw3, pack[built-in]'}\n";
    g_autoptr(GError) error = NULL;
    world.document = yaml_parse(text, strlen(text), "project", &error);
    g_assert_no_error(error);
    world.knowledge = fixture_knowledge();
    world.facts = fixture_facts(world.arena, yaml_root(world.document));
    Constraint *constraint = arena_new0(world.arena, Constraint);
    *constraint = (Constraint){.when = condition_parse(world.arena, "QUANTA_CUBLAS", NULL),
                               .message = "removed; use QUANTA_CUDA",
                               .at = {.path = "CMakeLists.txt", .line = 7}};
    g_ptr_array_add(world.facts->constraints, constraint);
    world.decisions = classify(world.knowledge, world.facts, NULL, world.arena);
    g_assert_false(decision_of(&world, "QUANTA_CUBLAS")->is_point);
    g_assert_true(has_reason(decision_of(&world, "QUANTA_CUBLAS"), "CMakeLists.txt:7"));
    g_assert_true(decision_of(&world, "QUANTA_CUDA")->is_point);
    g_assert_true(decision_of(&world, "QUANTA_USE_SYSTEM_CORE")->category == CATEGORY_VENDORED);
    const GPtrArray *values = decision_of(&world, "QUANTA_FFT")->values;
    g_assert_cmpstr(((const ValueDecision *)values->pdata[1])->name, ==, "pack[built-in]");
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
    g_assert_cmpstr(threads->name, ==, "OPENMP MAX THREADS");
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
                 "- {option: P_CUDA_ARCH, help: GPU, type: string, values: [sm_70, sm_80]}\n",
                 NULL, NULL);
    g_assert_true(decision_of(&world, "P_GPU_TARGETS")->category == CATEGORY_GPU_ARCH);
    g_assert_cmpuint(decision_of(&world, "P_GPU_TARGETS")->values->len, ==, 0);
    g_assert_cmpuint(decision_of(&world, "P_CUDA_ARCH")->values->len, ==, 2);
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
    g_assert_cmpstr(decision_of(&world, "Quanta_h_BLOCK_SIZE")->name, ==, "BLOCK SIZE");
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
    g_assert_cmpuint(world.decisions->len, ==, OPTIONS_LARGE);
    g_test_minimized_result(g_test_timer_elapsed(), "%u options", OPTIONS_LARGE);
    /* Processor time: other work on the machine is no matter of the classifier. */
    clock_t begin = clock();
    GPtrArray *again = classify(world.knowledge, world.facts, NULL, world.arena);
    g_assert_cmpfloat((double)(clock() - begin) / CLOCKS_PER_SEC, <, SECONDS_LARGE_MAX);
    const Decision *decision = g_ptr_array_index(again, 0);
    g_assert_true(decision->category == CATEGORY_LINEAR_ALGEBRA);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/decisions/reasons", test_reasons);
    g_test_add_func("/decisions/unknown", test_unknown);
    g_test_add_func("/decisions/values", test_values);
    g_test_add_func("/decisions/sites", test_sites);
    g_test_add_func("/decisions/families", test_families);
    g_test_add_func("/decisions/copies-together", test_copies_together);
    g_test_add_func("/decisions/bundled", test_bundled);
    g_test_add_func("/decisions/lists-of-accelerators", test_lists_of_accelerators);
    g_test_add_func("/decisions/own-name", test_own_name);
    g_test_add_func("/decisions/own-name-of-two-words", test_own_name_of_two_words);
    g_test_add_func("/decisions/follows", test_follows);
    g_test_add_func("/decisions/components", test_components);
    g_test_add_func("/decisions/names", test_names);
    g_test_add_func("/decisions/refused", test_refused);
    g_test_add_func("/decisions/traits", test_traits);
    g_test_add_func("/decisions/numbers", test_numbers);
    g_test_add_func("/decisions/sources", test_sources);
    g_test_add_func("/decisions/determinism", test_determinism);
    g_test_add_func("/decisions/large", test_large);
    return g_test_run();
}
