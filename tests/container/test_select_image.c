/* Which configuration of an image a machine gets: by what its units were compiled for, and by the
 * points that the matrix brought into the image. */
#include "container_run.h"
#include <string.h>

static const char matrix[] =
    "- {name: avx512, settings: [{option: SIMD, value: AVX512}]}\n"
    "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n"
    "- {name: avx2, settings: [{option: SIMD, value: AVX2}]}\n"
    "- {name: gpu, settings: [{option: SIMD, value: AVX2}, {option: OTHER, value: \"ON\"}]}\n"
    "points:\n"
    "- {option: SIMD, category: simd, default: SSE4}\n"
    "- {option: OTHER, category: gpu_backend, name: CUDA, default: \"OFF\",\n"
    "   packages: [CUDAToolkit >=11.0]}\n";

/* Selects for a recorded machine; what it prints is in `result`. */
static int select_for(const ContainerRun *run, const char *machine, const char *options,
                      ProcessResult *result)
{
    g_autofree char *line =
        g_strdup_printf("select oci:image:t --system %s/tests/systems/%s.yaml %s", XAAS_SOURCE_ROOT,
                        machine, options);
    return container_run(run, line, result);
}

static void assert_best(const ContainerRun *run, const char *machine, const char *expected)
{
    g_auto(ProcessResult) result = {0};
    int status = select_for(run, machine, "-q", &result);
    g_assert_cmpint(status, ==, expected == NULL ? 1 : 0);
    g_assert_cmpstr(g_strchomp(result.out), ==, expected == NULL ? "" : expected);
}

static void test_image(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, matrix);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 0);
    /* The GPU decides before the vectors; no configuration has both. */
    assert_best(run, "skylake-v100", "gpu");
    assert_best(run, "zen2-a100", "gpu");
    assert_best(run, "sapphirerapids-max", "avx512");
    assert_best(run, "zen3-mi250x", "avx2");
    assert_best(run, "graviton3", NULL);

    g_auto(ProcessResult) told = {0};
    g_assert_cmpint(select_for(run, "zen3-mi250x", "--json", &told), ==, 0);
    json_t *document = json_loads(told.out, 0, NULL);
    g_assert_cmpuint(json_array_size(json_object_get(document, "fits")), ==, 2);
    g_assert_cmpuint(json_array_size(json_object_get(document, "ruled_out")), ==, 2);
    const json_t *target = json_object_get(document, "target");
    g_assert_cmpstr(json_string_value(json_object_get(target, "cpu")), ==, "znver3");
    g_assert_nonnull(strstr(json_string_value(json_object_get(target, "features")), "-avx512f"));
    json_decref(document);

    /* deploy takes what select would. */
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(container_run(run,
                                  "deploy oci:image:t --isolation %I --cache cache -p installed "
                                  "--json --system " XAAS_SOURCE_ROOT
                                  "/tests/systems/zen3-mi250x.yaml",
                                  &deployed),
                    ==, 0);
    json_t *deployment = json_loads(deployed.out, 0, NULL);
    g_assert_cmpstr(json_string_value(json_object_get(deployment, "configuration")), ==, "avx2");
    json_decref(deployment);

    g_auto(ProcessResult) explained = {0};
    g_assert_cmpint(select_for(run, "zen3-mi250x", "--explain", &explained), ==, 0);
    g_assert_nonnull(strstr(explained.out, "compiled for feature avx512f: absent (/proc/cpuinfo)"));
    g_assert_nonnull(strstr(explained.out, "OTHER=ON needs a device of nvidia: absent"));
}

/* A default is what the configured build made of it: one that the project turned off where its
 * package is not there needs nothing, and one that no specification can tell needs what it brings.
 */
static void test_configured(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(run, "quay",
                              "option(QUAY_MPI \"Use MPI\" ON)\n"
                              "find_package(NoSuchMPI QUIET)\n"
                              "set(gpu ON)\noption(QUAY_GPU \"Use CUDA\" ${gpu})\n"
                              "set(CUDA_TOOL_DIR /opt/cuda CACHE PATH \"CUDA\")\n"
                              "set(QUAY_WIDE \"CUDA \" CACHE STRING \"blanks\")\n"
                              "set(QUAY_LONG \"OFF\\nCUDA\" CACHE STRING \"lines\")\n"
                              "add_executable(quay main.c)\ninstall(TARGETS quay)\n");
    container_run_write_own(
        run, "quay",
        "- {name: plain, settings: [{option: QUAY_GPU, value: \"OFF\"}, {option: QUAY_WIDE,\n"
        "   value: \"OFF\"}, {option: QUAY_LONG, value: \"OFF\"}]}\n"
        "- {name: told, settings: []}\npoints:\n"
        "- {option: QUAY_MPI, category: mpi, default: \"ON\"}\n"
        "- {option: QUAY_WIDE, category: gpu_backend, default: \"OFF\"}\n"
        "- {option: QUAY_LONG, category: gpu_backend, default: CUDA}\n"
        "- {option: QUAY_GPU, category: gpu_backend, name: CUDA}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    assert_best(run, "graviton3", NULL); /* another architecture */
    assert_best(run, "sapphirerapids-max", "plain");
    g_auto(ProcessResult) explained = {0};
    select_for(run, "sapphirerapids-max", "--explain", &explained);
    g_assert_nonnull(strstr(explained.out, "QUAY_GPU=ON needs a device of nvidia"));
    g_assert_null(strstr(explained.out, "QUAY_MPI"));
    /* Blanks stand in quotes there, and further lines not at all. */
    g_assert_nonnull(strstr(explained.out, "QUAY_WIDE=CUDA  needs a device of nvidia"));
    g_assert_nonnull(strstr(explained.out, "QUAY_LONG=CUDA needs a device of nvidia"));
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
}

/* The project's own name and CMake's folders are nothing that was found, nor is what it calls its
 * own files. */
static void test_own_name(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_file(run, "cudabox/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(cudabox C)\n"
                             "option(WITH_CUDA \"Use CUDA\" ON)\n"
                             "set(CMAKE_CUDA_OWN_DIR /opt CACHE PATH \"\")\n"
                             "add_library(cuda_none STATIC cuda_none.c)\n"
                             "add_executable(box main.c cuda.c)\n"
                             "target_link_libraries(box -Wl,--whole-archive cuda_none "
                             "-Wl,--no-whole-archive)\ninstall(TARGETS box)\n");
    container_run_write_file(run, "cudabox/main.c", "int main(void) { return 0; }\n");
    container_run_write_file(run, "cudabox/cuda.c", "int cuda;\n");
    container_run_write_file(run, "cudabox/cuda_none.c", "int cuda_none;\n");
    container_run_write_own(run, "cudabox",
                            "- {name: told, settings: []}\npoints:\n"
                            "- {option: WITH_CUDA, category: gpu_backend, name: CUDA, default: "
                            "\"ON\"}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    assert_best(run, "sapphirerapids-max", "told");
    assert_best(run, "graviton3", NULL); /* no point says so, but the code */
}

/* What is in an archive may need what no link names, unless a link takes all of it: a linker leaves
 * out what nothing asks for. So may objects that are installed, that a command puts into an
 * archive, or that are compiled in another way than those that were linked. Sonames of the
 * project's own and folders are nothing that is there. */
static void test_not_linked(void)
{
    static const struct {
        const char *lines;
        const char *best;
    } rows[] = {
        {"add_library(box STATIC part.c)\n", NULL},
        {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n", NULL},
        {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n"
         "target_link_libraries(tool box)\n",
         NULL},
        {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n"
         "target_link_libraries(tool -Wl,--whole-archive box -Wl,--no-whole-archive)\n",
         "told"},
        {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n"
         "target_link_libraries(tool -Wl,--whole-archive -Wl,--no-whole-archive box)\n",
         NULL},
        {"add_library(box STATIC EXCLUDE_FROM_ALL part.c)\nadd_executable(tool main.c)\n", "told"},
        {"set(CMAKE_POSITION_INDEPENDENT_CODE ON)\n"
         "add_library(box STATIC part.c)\nadd_library(shared SHARED part.c)\n",
         "told"},
        {"set(CMAKE_POSITION_INDEPENDENT_CODE ON)\n"
         "add_library(box STATIC part.c)\nadd_library(shared SHARED part.c)\n"
         "target_compile_definitions(box PRIVATE part=other)\n",
         NULL},
        {"add_executable(tool main.c)\nadd_library(box OBJECT part.c)\n"
         "install(TARGETS box OBJECTS DESTINATION lib)\n",
         NULL},
        {"add_executable(tool main.c)\nadd_library(box OBJECT part.c)\n"
         "add_custom_command(OUTPUT libk.a COMMAND ${CMAKE_AR} rc libk.a $<TARGET_OBJECTS:box>\n"
         "  DEPENDS box COMMAND_EXPAND_LISTS)\nadd_custom_target(k ALL DEPENDS libk.a)\n",
         NULL},
        {"add_executable(tool main.c)\nadd_library(box OBJECT part.c)\n"
         "add_custom_command(TARGET tool POST_BUILD COMMAND ${CMAKE_AR} rc libk.a\n"
         "  $<TARGET_OBJECTS:box> COMMAND_EXPAND_LISTS)\nadd_dependencies(tool box)\n",
         NULL},
        {"add_library(cuda SHARED part.c)\nset_target_properties(cuda PROPERTIES VERSION 1.0 "
         "SOVERSION 1)\nadd_executable(tool main.c)\ntarget_link_libraries(tool cuda)\n"
         "target_link_options(tool PRIVATE -L/opt/cuda/lib -Wl,-rpath,/opt/cuda/lib)\n",
         "told"},
        {"add_executable(tool main.c)\ntarget_link_libraries(tool "
         "${CMAKE_SOURCE_DIR}/libcudart.so)\n",
         NULL},
        {"add_executable(tool main.c)\ntarget_link_libraries(tool "
         "-Wl,${CMAKE_SOURCE_DIR}/libcudart_static.a)\n",
         NULL},
        {"add_executable(tool main.c)\ntarget_link_libraries(tool "
         "-Wl,-rpath,/opt/x,${CMAKE_SOURCE_DIR}/libcudart_static.a)\n",
         NULL},
        {"add_executable(tool main.c)\ntarget_link_options(tool PRIVATE -Wl,-rpath "
         "-Wl,/opt/libcuda)\n",
         "told"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(ContainerRun) run = container_run_new();
        if (run == NULL) {
            return;
        }
        g_autofree char *lines = g_strconcat("option(WITH_CUDA \"Use CUDA\" ON)\n", rows[i].lines,
                                             "install(CODE \"\")\n", NULL);
        container_run_write_plain(run, "crate", lines);
        container_run_write_file(run, "crate/main.c", "int main(void) { return 0; }\n");
        container_run_write_file(run, "crate/part.c",
                                 "int outside(void);\nint part(void) { return outside(); }\n");
        container_run_write_file(run, "crate/libcudart.so", "INPUT(-lm)\n");
        container_run_write_file(run, "crate/libcudart_static.a", "!<arch>\n");
        container_run_write_own(run, "crate",
                                "- {name: told, settings: []}\npoints:\n"
                                "- {option: WITH_CUDA, category: gpu_backend, name: CUDA, default: "
                                "\"ON\"}\n");
        g_auto(ProcessResult) built = {0};
        container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
        g_test_message("%s", rows[i].lines);
        assert_best(run, "sapphirerapids-max", rows[i].best);
    }
}

#define OUTSIDE "int outside(void);\nint part(void) { return outside(); }\n"

static const struct {
    const char *lines;
    const char *part;
    gboolean closed;
} closed_rows[] = {
    {"add_library(box STATIC part.c)\n", "int part(void) { return 1; }\n", TRUE},
    {"add_library(box STATIC part.c)\n",
     "#include <errno.h>\n#include <stdlib.h>\nextern _Thread_local int of_thread;\n"
     "int part(void) { void *p = malloc(3); free(p); return errno; }\n",
     TRUE},
    {"add_library(box STATIC part.c)\n",
     "extern _Thread_local int of_thread;\nint part(void) { return of_thread; }\n", FALSE},
    {"add_library(box STATIC part.c main.c)\n",
     "int main(void);\n__attribute__((weak)) int may(void);\n"
     "int part(void) { return may ? may() : main(); }\n",
     TRUE},
    {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n",
     "double cos(double);\nint part(double x) { return cos(x) > 0; }\n", FALSE},
    {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n"
     "target_link_libraries(tool box m)\n",
     "double cos(double);\nint part(double x) { return cos(x) > 0; }\n", TRUE},
    {"add_library(box STATIC part.c)\n",
     "__asm__(\".weak outside\\ncall_it: jmp outside\");\nint part(void) { return 1; }\n", FALSE},
    {"add_library(box STATIC part.c)\n",
     "void part(void) { __asm__ volatile(\"call outside\"); }\n", FALSE},
    {"add_library(box STATIC part.c)\n",
     "void part(void) { __asm__ volatile(\"\" ::: \"memory\"); }\n", TRUE},
    {"add_library(box STATIC part.c)\nadd_executable(test_box main.c mock.c)\n"
     "target_link_libraries(test_box box)\n",
     OUTSIDE, FALSE},
    {"add_library(box STATIC part.c)\nadd_library(fallback STATIC mock.c)\n", OUTSIDE, FALSE},
    {"add_library(box STATIC part.c mock.c)\nadd_executable(tool main.c)\n"
     "target_link_libraries(tool box)\n",
     OUTSIDE, TRUE},
    {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n"
     "target_link_options(tool PRIVATE -Wl,--noinhibit-exec)\n",
     OUTSIDE, FALSE},
    {"add_library(box STATIC part.c)\nadd_executable(tool main.c)\n"
     "target_link_options(tool PRIVATE LINKER:--gc-sections,--defsym=outside=0)\n",
     OUTSIDE, FALSE},
    {"add_library(box STATIC part.c)\ntarget_compile_options(box PRIVATE -pg)\n",
     "int part(void) { return 1; }\n", FALSE},
};

/* What of an archive needs nothing that no link brings in needs nothing that is not named, whoever
 * takes it. Libraries of one language's runtime are there for all. */
static void test_closed(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(closed_rows); i++) {
        g_autoptr(ContainerRun) run = container_run_new();
        if (run == NULL) {
            return;
        }
        g_autofree char *lines =
            g_strconcat("option(WITH_CUDA \"Use CUDA\" ON)\n", closed_rows[i].lines, NULL);
        container_run_write_plain(run, "crate", lines);
        container_run_write_file(run, "crate/main.c", "int main(void) { return 0; }\n");
        container_run_write_file(run, "crate/mock.c", "int outside(void) { return 0; }\n");
        container_run_write_file(run, "crate/part.c", closed_rows[i].part);
        container_run_write_own(run, "crate",
                                "- {name: told, settings: []}\npoints:\n"
                                "- {option: WITH_CUDA, category: gpu_backend, name: CUDA, default: "
                                "\"ON\"}\n");
        g_auto(ProcessResult) built = {0}, verified = {0};
        g_test_message("%s%s", closed_rows[i].lines, closed_rows[i].part);
        container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
        assert_best(run, "sapphirerapids-max", closed_rows[i].closed ? "told" : NULL);
        container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I",
                           &verified);
    }
}

/* Vectors of a unit without bitcode are told by the default alone, and where no unit has any,
 * nothing can be deployed, also not here. */
static void test_without_bitcode(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    static const char *const expected[] = {"told", NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_autofree char *lines =
            g_strdup_printf("cmake_minimum_required(VERSION 3.18)\nproject(asmbox C ASM)\n"
                            "option(WITH_AVX512 \"Use AVX512\" ON)\n"
                            "add_library(box STATIC wide.s %s)\ninstall(TARGETS box)\n",
                            i == 0 ? "main.c" : "");
        container_run_write_file(run, "asmbox/CMakeLists.txt", lines);
        container_run_write_file(run, "asmbox/main.c", "int box(void) { return 0; }\n");
        container_run_write_file(run, "asmbox/wide.s", ".globl wide\nwide: ret\n");
        container_run_write_own(run, "asmbox",
                                "- {name: told, settings: []}\npoints:\n"
                                "- {option: WITH_AVX512, category: simd, name: AVX512, default: "
                                "\"ON\"}\n");
        g_auto(ProcessResult) built = {0};
        container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
        g_assert_true((strstr(built.err, "so that it cannot be deployed;") == NULL) == (i == 0));
        assert_best(run, "skylake-v100", expected[i]);
        assert_best(run, "zen2-a100", NULL);
        assert_best(run, "graviton3", NULL);
    }
}

static void write_file(const ContainerRun *run, const char *name, const char *text, guint mode)
{
    g_autofree char *path = g_build_filename(run->folder, name, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
    g_assert_true(g_file_set_contents_full(path, text, -1, 0, (int)mode, NULL));
}

/* A compiler's wrapper brings a library that stands in no word of the link; its soname tells the
 * interface all the same. */
static void test_wrapper(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    write_file(run, "wrapped/main.c", "int main(void) { return 0; }\n", 0644);
    write_file(run, "wrapped/wrapper",
               "#!/bin/sh\nset -e\nfolder=$(mktemp -d)\necho 'int mpi;' > $folder/mpi.c\n"
               "clang-19 -shared -Wl,-soname,libmpi.so.40 -o $folder/libmpi.so $folder/mpi.c\n"
               "clang-19 \"$@\" -L$folder -lmpi\nrm -r $folder\n",
               0755);
    write_file(
        run, "wrapped/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(wrapped C)\n"
        "option(WITH_MPI \"Use MPI\" ON)\n"
        "set(CMAKE_C_LINK_EXECUTABLE \"${CMAKE_CURRENT_SOURCE_DIR}/wrapper <FLAGS> <OBJECTS> "
        "-o <TARGET> <LINK_LIBRARIES>\")\n"
        "add_executable(wrapped main.c)\ninstall(TARGETS wrapped)\n",
        0644);
    g_autofree char *matrix_text = g_strdup_printf(
        "schema: xaas-matrix/1\nproject: {name: wrapped, version: \"1.0\"}\n"
        "specification: \"sha256:0\"\nsource: \"%s/wrapped\"\nvaried: []\nconfigurations:\n"
        "- {name: mpi, settings: [{option: WITH_MPI, value: \"ON\"}]}\n"
        "points:\n- {option: WITH_MPI, category: mpi, name: MPI, default: \"OFF\"}\n",
        run->folder);
    write_file(run, "matrix.yaml", matrix_text, 0644);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 0);
    g_auto(ProcessResult) explained = {0};
    select_for(run, "zen2-a100", "--explain", &explained);
    g_test_message("%s", explained.out);
    g_assert_null(strstr(explained.out, "the link steps do not tell"));
    g_assert_nonnull(strstr(explained.out, "openmpi"));
}

/* A processor's name allows instructions that nobody gets unasked; a unit that asks for one by name
 * gets no code for a machine without it, and what assembly holds is found in what is installed. */
static void test_asked(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(run, "beacon",
                              "set(BEACON_HOW plain CACHE STRING \"how\")\n"
                              "add_library(beacon STATIC beacon.c)\n"
                              "target_compile_options(beacon PRIVATE -minvpcid -mrdseed "
                              "-mretpoline)\n"
                              "target_compile_definitions(beacon PRIVATE HOW_${BEACON_HOW})\n"
                              "target_link_libraries(beacon PUBLIC m)\n"
                              "add_executable(light main.c)\n"
                              "target_link_libraries(light -Wl,--whole-archive beacon "
                              "-Wl,--no-whole-archive)\ninstall(TARGETS light)\n");
    container_run_write_file(run, "beacon/beacon.c",
                             "#include <immintrin.h>\n"
                             "unsigned beacon(void)\n{\n    unsigned value = 1;\n"
                             "#if defined HOW_intrinsic && defined __RDSEED__\n"
                             "    _rdseed32_step(&value);\n"
                             "#elif defined HOW_assembly\n"
                             "    __asm__ volatile(\"rdseed %0\" : \"=r\"(value));\n"
                             "#endif\n    return value;\n}\n");
    container_run_write_own(
        run, "beacon",
        "- {name: plain, settings: [{option: BEACON_HOW, value: plain}]}\n"
        "- {name: intrinsic, settings: [{option: BEACON_HOW, value: intrinsic}]}\n"
        "- {name: assembly, settings: [{option: BEACON_HOW, value: assembly}]}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    assert_best(run, "zen2-a100", "plain"); /* without invpcid */
    static const struct {
        const char *configuration;
        int status;
        const char *told;
    } rows[] = {{"plain", 0, ""},
                {"intrinsic", 3, "Cannot select"},
                {"assembly", 1, "code that was not compiled for the target exceeds it"}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *line = g_strdup_printf(
            "deploy oci:image:t -c %s -p at-%s -t x86-64 --cache cache --isolation %%I",
            rows[i].configuration, rows[i].configuration);
        g_auto(ProcessResult) deployed = {0};
        g_assert_cmpint(container_run(run, line, &deployed), ==, rows[i].status);
        g_assert_nonnull(strstr(deployed.err, rows[i].told));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/select/image", test_image);
    g_test_add_func("/select/configured", test_configured);
    g_test_add_func("/select/own_name", test_own_name);
    g_test_add_func("/select/not_linked", test_not_linked);
    g_test_add_func("/select/closed", test_closed);
    g_test_add_func("/select/without_bitcode", test_without_bitcode);
    g_test_add_func("/select/wrapper", test_wrapper);
    g_test_add_func("/select/asked", test_asked);
    return g_test_run();
}
