/* Units whose own command compiles them for devices, too: what one object holds of several modules
 * is kept as it is, and what is beside it is lowered. */
#include "container_run.h"
#include <string.h>

/* One file that sends a loop to the device, which is the processor itself, and one that does not;
 * the program fails where the loop did not run there. */
static void write_project(const ContainerRun *run)
{
    container_run_write_file(run, "ferry/sent.c",
                             "#include <omp.h>\n"
                             "int sent(int n, double *a)\n{\n    int at_home = 1;\n"
                             "#pragma omp target map(tofrom : a[0 : n], at_home)\n    {\n"
                             "        at_home = omp_is_initial_device();\n"
                             "        for (int i = 0; i < n; i++) {\n            a[i] *= 2;\n"
                             "        }\n    }\n    return at_home;\n}\n");
    container_run_write_file(run, "ferry/main.c",
                             "int sent(int n, double *a);\nint main(void)\n{\n"
                             "    double a[3] = {1, 2, 3};\n"
                             "    return sent(3, a) || a[2] != 6;\n}\n");
    container_run_write_file(run, "ferry/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(ferry C)\n"
                             "add_executable(ferry main.c sent.c)\n"
                             "execute_process(COMMAND clang-19 -dumpmachine "
                             "OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE)\n"
                             "set(offload -fopenmp -fopenmp-targets=${machine})\n"
                             "set_property(SOURCE sent.c PROPERTY COMPILE_OPTIONS ${offload})\n"
                             "target_link_options(ferry PRIVATE ${offload})\n"
                             "execute_process(COMMAND clang-19 -print-file-name=libomptarget.so "
                             "OUTPUT_VARIABLE runtime)\n"
                             "get_filename_component(runtime ${runtime} DIRECTORY)\n"
                             "set_target_properties(ferry PROPERTIES INSTALL_RPATH ${runtime})\n"
                             "install(TARGETS ferry)\n");
    container_run_write_own(run, "ferry", "- {name: one, settings: []}\n");
}

/* Whether what a program needs to reach a device is here. */
static gboolean has_runtime(void)
{
    const char *const command[] = {"clang-19", "-print-file-name=libomptarget.so", NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = command}, &result, NULL));
    return g_path_is_absolute(result.out);
}

static void test_object(const ContainerRun *run)
{
    if (!has_runtime()) {
        g_test_skip("there is no library for offloading (libomp-19-dev)");
        return;
    }
    write_project(run);
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.out, "1 unit and 1 that cannot become bitcode (c 1)"));
    json_t *why = container_run_why(run, "oci:image:t", "sent.c");
    const json_t *unit = json_array_get(why, 0);
    g_assert_nonnull(
        strstr(json_string_value(json_object_get(unit, "why_not")), "for devices, too"));
    json_decref(why);
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -p prefix -t native --isolation %I --cache cache",
                       &deployed);
    g_autofree char *program = g_build_filename(run->folder, "prefix", "bin", "ferry", NULL);
    const char *const command[] = {"env", "OMP_TARGET_OFFLOAD=mandatory", program, NULL};
    g_auto(ProcessResult) ran = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = command}, &ran, NULL));
}

/* What a compiler keeps of its way brings several steps, and no devices: the code is the same. */
static void test_kept(const ContainerRun *run)
{
    container_run_write_plain(run, "keeps",
                              "add_compile_options(-save-temps=obj -no-integrated-cpp)\n"
                              "add_executable(m main.c)\ninstall(TARGETS m)\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_null(strstr(built.out, "cannot become bitcode"));
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {{"/offload/object", test_object},
                                             {"/offload/kept", test_kept}};
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
