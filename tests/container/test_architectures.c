/* One tag for two architectures: built here with clang's cross target, deployed for several CPUs of
 * the other architecture, and run by an emulator. */
#include "container_run.h"
#include <string.h>

#define CROSS "aarch64-linux-gnu"

static const char own[] = "- {name: plain, settings: [{option: SIMD, value: SSE2}]}\n";
static const char cross[] =
    "- {name: plain, settings: [{option: SIMD, value: NONE}, {option: CMAKE_SYSTEM_NAME, value: "
    "Linux}, {option: CMAKE_SYSTEM_PROCESSOR, value: aarch64}, {option: CMAKE_C_COMPILER_TARGET, "
    "value: " CROSS "}, {option: CMAKE_CXX_COMPILER_TARGET, value: " CROSS
    "}, {option: CMAKE_ASM_COMPILER_TARGET, value: " CROSS "}]}\n";

static gboolean can_cross(void)
{
    return container_run_has("qemu-aarch64") &&
           g_file_test("/usr/" CROSS "/lib/libc.so.6", G_FILE_TEST_EXISTS) &&
           g_file_test("/usr/" CROSS "/lib/libstdc++.so.6", G_FILE_TEST_EXISTS);
}

static void build(const ContainerRun *run, const char *configurations, const char *rest)
{
    container_run_write_project(run, "engine", configurations);
    g_autofree char *line =
        g_strdup_printf("build matrix.yaml -o oci:image:t --isolation %%I -q %s", rest);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run, line, &result), ==, 0);
}

static void check_run(const ContainerRun *run, const char *cpu)
{
    g_autofree char *line = g_strdup_printf(
        "deploy oci:image:t@arm64 --isolation %%I --cache cache -t %s -p out-%s -q", cpu, cpu);
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(container_run(run, line, &deployed), ==, 0);
    g_autofree char *program = g_strdup_printf("%s/out-%s/bin/engine-run", run->folder, cpu);
    const char *const command[] = {"qemu-aarch64", "-cpu",  "max", "-L",
                                   "/usr/" CROSS,  program, NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &result, NULL));
    g_test_message("%s: %s", cpu, result.err);
    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.out, ==, "dot 384 sum 128 count 42 registry 3 caught 1 kernel plain\n");
    g_autofree char *audit = g_strdup_printf(
        "audit -q -t %s out-%s/lib/libengine.so out-%s/bin/engine-run", cpu, cpu, cpu);
    g_auto(ProcessResult) audited = {0};
    g_assert_cmpint(container_run(run, audit, &audited), ==, 0);
}

static void test_two(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    if (!can_cross()) {
        g_test_skip("qemu-aarch64 or the cross libraries of " CROSS " are not installed");
        return;
    }
    build(run, own, "-j2");
    build(run, cross, "-w cross.work --add-architecture");
    check_run(run, "generic");
    check_run(run, "neoverse-v1");

    /* Without a name for it, the image for this machine is taken; for a third one there is none. */
    static const struct {
        const char *line;
        int status;
    } lines[] = {
        {"inspect oci:image:t@amd64 -q", 0},
        {"inspect oci:image:t@arm64 -q", 0},
        {"inspect oci:image:t@riscv64 -q", 3},
        {"deploy oci:image:t@arm64 --isolation %I -p wrong", 3},
        {"deploy oci:image:t@arm64 --isolation %I -t znver3 -p wrong", 3},
        {"build matrix.yaml -o oci:image:t@arm64 -w cross.work --isolation %I", 4},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, lines[i].line, &result), ==, lines[i].status);
    }
    if (container_run_has("skopeo")) {
        const char *const copy[] = {"skopeo",      "copy",       "-q", "--all",
                                    "oci:image:t", "oci:copy:t", NULL};
        g_auto(ProcessResult) copied = {0};
        g_assert_true(process_run(&(ProcessRequest){.command = copy, .directory = run->folder},
                                  &copied, NULL));
        g_test_message("%s", copied.err);
        g_assert_cmpint(copied.status, ==, 0);
    }
}

/* The length of vectors is said of every function, and not among the target's features. Nothing of
 * the other architecture's is needed to compile. */
static void test_vector_lengths(void)
{
    static const struct {
        const char *architecture;
        const char *plain;
        const char *vectors;
    } levels[] = {{"aarch64", "armv8-a", "armv8-a+sve"}, {"riscv64", "rv64gc", "rv64gcv"}};
    g_autoptr(ContainerRun) run = container_run_new();
    for (gsize i = 0; run != NULL && i < G_N_ELEMENTS(levels); i++) {
        container_run_write_file(run, "lengths/CMakeLists.txt",
                                 "cmake_minimum_required(VERSION 3.16)\nproject(lengths C)\n"
                                 "add_library(lengths STATIC k.c)\n");
        container_run_write_file(
            run, "lengths/k.c",
            "void k(double *y, const double *x, int n)\n{\n"
            "    for (int i = 0; i < n; i++) {\n        y[i] += x[i];\n    }\n}\n");
        g_autoptr(GString) lines = g_string_new(NULL);
        const char *marches[] = {levels[i].plain, levels[i].vectors};
        for (gsize k = 0; k < G_N_ELEMENTS(marches); k++) {
            g_string_append_printf(
                lines,
                "- {name: c%u, settings: [{option: CMAKE_SYSTEM_NAME, value: Linux}, {option: "
                "CMAKE_SYSTEM_PROCESSOR, value: %s}, {option: CMAKE_C_COMPILER_TARGET, value: "
                "%s-linux-gnu}, {option: CMAKE_TRY_COMPILE_TARGET_TYPE, value: STATIC_LIBRARY}, "
                "{option: CMAKE_C_FLAGS, value: -march=%s}]}\n",
                (guint)k, levels[i].architecture, levels[i].architecture, marches[k]);
        }
        container_run_write_own(run, "lengths", lines->str);
        g_autofree char *line =
            g_strdup_printf("build matrix.yaml -w %s -o oci:image:%s --isolation %%I -q --verify",
                            levels[i].architecture, levels[i].architecture);
        g_auto(ProcessResult) result = {0};
        container_run_well(run, line, &result);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/architectures", test_two);
    g_test_add_func("/container/vector_lengths", test_vector_lengths);
    return g_test_run();
}
