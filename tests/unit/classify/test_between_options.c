/* Decisions on options that other options, copies of projects, or refusals make what they are. */
#include "fixture.h"
#include "world.h"

#include <string.h>

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

/* What the help texts of all have in common makes nothing else of one of them. */
static void test_family_of_one_sentence(void)
{
    g_autoptr(GString) text = g_string_new("name: p\noptions:\n");
    static const char *const levels[] = {"SSE2", "SSE4", "AVX2", "NEON", "RVV", "QUUX", "BF16"};
    for (guint i = 0; i < G_N_ELEMENTS(levels); i++) {
        g_string_append_printf(
            text,
            "- {option: P_LANES_%s, help: \"Build with %s support (faster on CPUs "
            "that support it, but larger binary size)\"}\n",
            levels[i], levels[i]);
    }
    g_auto(World) world = world_of(text->str, NULL, NULL);
    g_assert_cmpint(decision_of(&world, "P_LANES_QUUX")->category, ==, CATEGORY_SIMD);
    g_assert_true(has_reason(decision_of(&world, "P_LANES_QUUX"), "differs from P_LANES_SSE2"));
    g_assert_cmpint(decision_of(&world, "P_LANES_BF16")->category, ==, CATEGORY_PRECISION);
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
        "- {option: P_BEAM_GPU, help: Compile the renderer for GPUs, default: 'ON',"
        "   exists: P_USE_CUDA, effects: [definition BEAM_GPU]}\n"
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
    /* Another way through the code. */
    g_assert_true(decision_of(&world, "P_BEAM_GPU")->is_point);
    g_assert_true(decision_of(&world, "P_CUDA_AWARE_MPI")->is_point);
    g_assert_true(decision_of(&world, "BUILD_SOLVER_CUDA")->is_point);
    /* Another library of the same category, and another one of what the knowledge has as one. */
    g_assert_true(decision_of(&world, "P_LAYER_SCOTCH")->is_point);
    g_assert_true(decision_of(&world, "P_USE_JPEG")->is_point);
    const Decision *mesh = decision_of(&world, "BUILD_MESH_PLUGIN");
    g_assert_true(mesh->is_point && mesh->category == CATEGORY_FFT);
    g_assert_true(has_reason(mesh, "its default follows whether FFTW3 is found"));
}

/* A search that stands before the option is no effect of it. */
static void test_exists_where_found(void)
{
    g_auto(World) world = world_of(
        "name: p\n"
        "searches: [Grabx2, Grabx3, Render]\n"
        "options:\n"
        "- {option: P_USE_GRABX2, help: Include grabx2 support, default: 'ON',"
        "   exists: found(Grabx2)}\n"
        "- {option: P_USE_GRABX3, help: Include grabx3 support, default: 'ON'}\n"
        "- {option: P_RENDER_SHADOWS, help: Draw shadows, default: 'ON', exists: found(Render)}\n"
        "- {option: P_USE_GRABX4, help: Include grabx4 support, default: 'ON',"
        "   exists: found(Grabx2)}\n"
        "- {option: P_USE_GRABX5, help: Include grabx5 support,"
        "   exists: check(Grabx5_LIBRARY) and check(Grabx5_INCLUDE_DIR)}\n"
        "- {option: P_USE_GRABX6, help: Include grabx6 support, exists: check(Grabx5_LIBRARY)}\n"
        "- {option: P_MAKING_GRABX3, help: Grabx3 is made here, exists: not found(Grabx3)}\n",
        NULL, NULL);
    const Decision *grabber = decision_of(&world, "P_USE_GRABX2");
    g_assert_true(grabber->is_point && grabber->category == CATEGORY_LIBRARY);
    g_assert_false(decision_of(&world, "P_USE_GRABX3")->is_point);
    g_assert_false(decision_of(&world, "P_RENDER_SHADOWS")->is_point);
    g_assert_false(decision_of(&world, "P_USE_GRABX4")->is_point);
    g_assert_true(decision_of(&world, "P_USE_GRABX5")->is_point);
    g_assert_false(decision_of(&world, "P_USE_GRABX6")->is_point);
    g_assert_false(decision_of(&world, "P_MAKING_GRABX3")->is_point);
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
    world.decisions =
        classify(&(ClassifyInput){world.knowledge, world.facts, NULL, 0}, world.arena);
    g_assert_false(decision_of(&world, "QUANTA_CUBLAS")->is_point);
    g_assert_true(has_reason(decision_of(&world, "QUANTA_CUBLAS"), "CMakeLists.txt:7"));
    g_assert_true(decision_of(&world, "QUANTA_CUDA")->is_point);
    g_assert_true(decision_of(&world, "QUANTA_USE_SYSTEM_CORE")->category == CATEGORY_VENDORED);
    const GPtrArray *values = decision_of(&world, "QUANTA_FFT")->values;
    g_assert_cmpstr(((const ValueDecision *)values->pdata[1])->name, ==, "pack[built-in]");
}

/* What each of many brings, such as the layers of a network with their flags, is what none of them
 * is about. What a few bring may be. */
static void test_brought_by_many(void)
{
    static const struct {
        guint options;
        gboolean is_point;
    } rows[] = {{2, TRUE}, {12, FALSE}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) text = g_string_new("name: p\noptions:\n");
        for (guint k = 0; k < rows[i].options; k++) {
            g_string_append_printf(
                text,
                "- {option: P_LAYER_%c, help: Build layer %c, effects: [flag /arch:AVX512, flag "
                "-mf16c, flag -mfma, flag -march=rv64gc_zfh, flag -mavx2, "
                "flag -mxop, flag -march=armv8.2-a+fp16, flag -mavx512bf16, flag -mavxvnni, flag -march=armv8-a+sve, "
                "source src/layer/x86/%c_avx512.cpp, source src/layer/arm/%c_neon.cpp]}\n",
                'A' + k, 'A' + k, 'A' + k, 'A' + k);
        }
        g_auto(World) world = world_of(text->str, NULL, NULL);
        g_assert_cmpint(decision_of(&world, "P_LAYER_B")->is_point, ==, rows[i].is_point);
    }
}

/* Names that help texts give without saying what of: a few are libraries, a dozen of which nothing
 * is looked for are parts of the project. */
static void test_parts(void)
{
    static const struct {
        guint options;
        const char *effect;
        gboolean is_point;
    } rows[] = {
        {4, "macro HAVE_PART", TRUE}, {14, "macro HAVE_PART", FALSE}, {14, "package Part", TRUE}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) text = g_string_new("name: p\noptions:\n");
        for (guint k = 0; k < rows[i].options; k++) {
            g_string_append_printf(text,
                                   "- {option: --with-Level%cset, help: compile with Level%cset "
                                   "capabilities, effects: [%s%c]}\n",
                                   'a' + k, 'a' + k, rows[i].effect, 'A' + k);
        }
        g_auto(World) world = world_of(text->str, NULL, NULL);
        g_assert_cmpint(decision_of(&world, "--with-Levelbset")->is_point, ==, rows[i].is_point);
    }
}

/* Five switches called like libraries that are such choices: so is a sixth, but not what the
 * project has a folder of, nor what only begins so. */
static void test_called_like_libraries(void)
{
    static const char *const names[] = {"tide", "ebb", "swell", "drift", "surge"};
    g_autoptr(GString) text = g_string_new("name: p\noptions:\n");
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_string_append_printf(text, "- {option: --enable-lib%s, help: Read charts with lib%s}\n",
                               names[i], names[i]);
    }
    g_string_append(text, "- {option: --enable-libquux, help: Read maps}\n"
                          "- {option: --enable-lib64, help: Put it elsewhere}\n"
                          "- {option: --enable-libtool-lock, help: Avoid waiting}\n"
                          "- {option: --enable-liberal-parser, help: Take sloppy charts}\n"
                          "- {option: --enable-libown, help: Draw maps}\n"
                          "- {option: --enable-maps, help: Draw more, effects: "
                          "[\"source libown/map.c\"]}\n");
    g_auto(World) world = world_of(text->str, NULL, NULL);
    const Decision *quux = decision_of(&world, "--enable-libquux");
    g_assert_true(quux->is_point);
    g_assert_cmpint(quux->category, ==, CATEGORY_LIBRARY);
    g_assert_true(has_reason(quux, "called as many libraries are"));
    g_assert_false(decision_of(&world, "--enable-libown")->is_point);
    g_assert_false(decision_of(&world, "--enable-lib64")->is_point);
    g_assert_false(decision_of(&world, "--enable-libtool-lock")->is_point);
    g_assert_false(decision_of(&world, "--enable-liberal-parser")->is_point);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/between_options/families", test_families);
    g_test_add_func("/between_options/family-of-one-sentence", test_family_of_one_sentence);
    g_test_add_func("/between_options/copies-together", test_copies_together);
    g_test_add_func("/between_options/bundled", test_bundled);
    g_test_add_func("/between_options/follows", test_follows);
    g_test_add_func("/between_options/exists-where-found", test_exists_where_found);
    g_test_add_func("/between_options/components", test_components);
    g_test_add_func("/between_options/refused", test_refused);
    g_test_add_func("/between_options/brought_by_many", test_brought_by_many);
    g_test_add_func("/between_options/parts", test_parts);
    g_test_add_func("/between_options/called-like-libraries", test_called_like_libraries);
    return g_test_run();
}
