/* What a binary needs is told from its code alone. */
#include "container_run.h"
#include <elf.h>
#include <glib/gstdio.h>
#include <string.h>

static const char source[] =
    "double a[1024], b[1024];\n"
    "void loop(void) { for (int i = 0; i < 1024; i++) { a[i] += b[i] * 2; } }\n"
    "int bits(unsigned long x) { return __builtin_popcountl(x); }\n"
    "unsigned long shift(unsigned long x, int n) { return x << n; }\n"
    "int add(int *p) { return __atomic_fetch_add(p, 1, 5); }\n";

static void compile(const ContainerRun *run, const char *triple, const char *cpu)
{
    g_autofree char *path = g_build_filename(run->folder, "code.c", NULL);
    g_assert_true(g_file_set_contents(path, source, -1, NULL));
    g_autofree char *target = g_strconcat("--target=", triple, NULL);
    g_auto(GStrv) options = g_strsplit(cpu, " ", -1);
    const char *const command[] = {"clang-19",       target,     options[0], "-O3",
                                   "-ffreestanding", "-c",       path,       "-o",
                                   "code.o",         options[1], NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command, .directory = run->folder},
                              &result, NULL));
    g_test_message("%s", result.err);
    g_assert_cmpint(result.status, ==, 0);
}

typedef struct {
    const char *triple;
    const char *cpu;
    const char *needs;     /* features, sorted and joined by blanks */
    const char *fits;      /* a target that has them */
    const char *too_small; /* one that has not */
} Expectation;

static const Expectation expectations[] = {
    {"x86_64-pc-linux-gnu", "-march=x86-64", "", "x86-64", NULL},
    {"x86_64-pc-linux-gnu", "-march=x86-64-v2", "popcnt", "x86-64-v2", "x86-64"},
    {"x86_64-pc-linux-gnu", "-march=x86-64-v3", "avx bmi2 fma popcnt", "haswell", "ivybridge"},
    {"x86_64-pc-linux-gnu", "-march=x86-64-v4 -mprefer-vector-width=512", "avx avx512f bmi2 popcnt",
     "skylake-avx512", "znver3"},
    {"aarch64-linux-gnu", "-mcpu=generic", "", "generic", NULL},
    {"aarch64-linux-gnu", "-mcpu=neoverse-n1", "lse", "neoverse-v1", "cortex-a53"},
    {"aarch64-linux-gnu", "-mcpu=neoverse-v1", "lse sve", "neoverse-v2", "neoverse-n1"},
};

static char *needs(const ContainerRun *run)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run, "audit code.o --json", &result), ==, 0);
    json_t *reports = json_loads(result.out, 0, NULL);
    g_autoptr(GString) text = g_string_new(NULL);
    gsize index;
    const json_t *use;
    json_array_foreach(json_object_get(json_array_get(reports, 0), "extensions"), index, use)
    {
        g_string_append_printf(text, "%s%s", index > 0 ? " " : "",
                               json_string_value(json_object_get(use, "feature")));
    }
    json_decref(reports);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void test_needs(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    for (gsize i = 0; run != NULL && i < G_N_ELEMENTS(expectations); i++) {
        const Expectation *expectation = &expectations[i];
        compile(run, expectation->triple, expectation->cpu);
        g_autofree char *found = needs(run);
        g_assert_cmpstr(found, ==, expectation->needs);
        g_autofree char *fitting = g_strdup_printf("audit -q code.o -t %s", expectation->fits);
        g_auto(ProcessResult) fits = {0};
        g_assert_cmpint(container_run(run, fitting, &fits), ==, 0);
        if (expectation->too_small != NULL) {
            g_autofree char *line =
                g_strdup_printf("audit -q code.o -t %s", expectation->too_small);
            g_auto(ProcessResult) exceeds = {0};
            g_assert_cmpint(container_run(run, line, &exceeds), ==, 1);
            g_assert_nonnull(strstr(exceeds.err, "exceed"));
        }
    }
}

/* What is no binary, or of another machine than the target, is bad input. */
static void test_refused(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    compile(run, "aarch64-linux-gnu", "-mcpu=generic");
    static const struct {
        const char *line;
        int status;
    } mistakes[] = {{"audit code.c", 3},
                    {"audit nothing", 3},
                    {"audit code.o -t znver3", 3},
                    {"audit code.o -t recorded", 2},
                    {"audit", 2}};
    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, mistakes[i].line, &result), ==, mistakes[i].status);
    }
}

/* Where an ELF header says that the sections' names are (System V ABI, "ELF Header"). */
#define NAMES_AT G_STRUCT_OFFSET(Elf64_Ehdr, e_shstrndx)

/* An object that LLVM does not return an error for but ends the program: named, and bad input. */
static void test_malformed(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    compile(run, "x86_64-pc-linux-gnu", "-march=x86-64");
    g_autofree char *path = g_build_filename(run->folder, "code.o", NULL);
    g_autofree char *bytes = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    bytes[NAMES_AT] = 77;
    g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run, "audit code.o", &result), ==, 3);
    g_assert_nonnull(strstr(result.err, "code.o: LLVM cannot go on with it: "));
    g_assert_cmpstr(result.out, ==, "");
}

/* An archive "NAME" of code for another machine, and behind it of code for x86-64-v3. */
static void archive_mixed(const ContainerRun *run, const char *name, const char *other)
{
    compile(run, other, "-O3");
    g_autofree char *code = g_build_filename(run->folder, "code.o", NULL);
    g_autofree char *first = g_build_filename(run->folder, "first.o", NULL);
    g_assert_cmpint(g_rename(code, first), ==, 0);
    compile(run, "x86_64-pc-linux-gnu", "-march=x86-64-v3");
    const char *const command[] = {"ar", "rcS", name, "first.o", "code.o", NULL};
    g_auto(ProcessResult) archived = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = command, .directory = run->folder},
                                   &archived, NULL));
}

/* Of a static library all objects are looked into. */
static void test_archive(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    compile(run, "x86_64-pc-linux-gnu", "-march=x86-64-v3");
    const char *const command[] = {"ar",     "rcs", "libcode.a", "text_in_an_odd_place",
                                   "code.o", NULL};
    container_run_write_file(run, "text_in_an_odd_place", "odd");
    g_auto(ProcessResult) archived = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = command, .directory = run->folder},
                                   &archived, NULL));
    static const struct {
        const char *line;
        int status;
    } rows[] = {{"audit libcode.a -t haswell", 0},
                {"audit libcode.a -t ivybridge", 1},
                {"audit mixed.a -t haswell", 0},
                {"audit mixed.a -t ivybridge", 1}};
    archive_mixed(run, "mixed.a", "i386-linux-gnu"); /* is not known */
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, rows[i].line, &result), ==, rows[i].status);
    }
    container_run_write_file(run, "empty.a", "!<arch>\n");
    container_run_write_file(run, "short.a", "!<arch>\ncode.o/         0           0     0     ");
    g_auto(ProcessResult) empty = {0}, damaged = {0};
    g_assert_cmpint(container_run(run, "audit empty.a", &empty), ==, 3);
    g_assert_nonnull(strstr(empty.err, "empty.a is an archive that holds no ELF object"));
    g_assert_cmpint(container_run(run, "audit short.a", &damaged), ==, 3);
    g_assert_nonnull(strstr(damaged.err, "short.a is an archive that is damaged"));
}

/* What a static library takes of assembly is checked as a program's code is; files that only look
 * like code, and such for other machines, are data. */
static void test_installed(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_file(run, "kiln/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(kiln C ASM)\n"
                             "add_library(kiln STATIC kiln.c wide.s)\n"
                             "install(TARGETS kiln)\n"
                             "install(FILES broken.elf mixed.a DESTINATION share)\n");
    archive_mixed(run, "kiln/mixed.a", "aarch64-linux-gnu");
    container_run_write_file(run, "kiln/kiln.c", "int kiln(void) { return 0; }\n");
    container_run_write_file(run, "kiln/wide.s",
                             ".globl wide\nwide: vpaddd %ymm0, %ymm1, %ymm2\nret\n");
    container_run_write_file(run, "kiln/broken.elf", "\177ELF and nothing else\n");
    container_run_write_own(run, "kiln", "- {name: one, settings: []}\n");
    g_auto(ProcessResult) built = {0}, refused = {0}, fits = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    g_assert_cmpint(container_run(run,
                                  "deploy oci:image:t -p small -t x86-64 --cache cache "
                                  "--isolation %I",
                                  &refused),
                    ==, 1);
    g_assert_nonnull(strstr(refused.err, "lib/libkiln.a: 1 instructions, first in wide"));
    g_assert_nonnull(strstr(refused.err, "share/mixed.a: "));
    container_run_well(run, "deploy oci:image:t -p large -t haswell --cache cache --isolation %I",
                       &fits);
    g_assert_nonnull(strstr(fits.out, "share/broken.elf it was not looked for"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/audit/needs", test_needs);
    g_test_add_func("/container/audit/refused", test_refused);
    g_test_add_func("/container/audit/malformed", test_malformed);
    g_test_add_func("/container/audit/archive", test_archive);
    g_test_add_func("/container/audit/installed", test_installed);
    return g_test_run();
}
