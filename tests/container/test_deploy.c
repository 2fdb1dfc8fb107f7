/* From the image to a program that runs: the project in engine/, deployed. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

static const char configurations[] =
    "- {name: sse2, settings: [{option: SIMD, value: SSE2}]}\n"
    "- {name: avx2, settings: [{option: SIMD, value: AVX2}]}\n"
    "- {name: avx512, settings: [{option: SIMD, value: AVX512}]}\n";

/* One image for all tests of this file. */
static ContainerRun *built(void)
{
    ContainerRun *run = container_run_new();
    if (run != NULL) {
        container_run_write_project(run, "engine", configurations);
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(
            container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &result), ==,
            0);
    }
    return run;
}

/* Runs a program below the test's folder and gives what it printed. */
static char *output_of(const ContainerRun *run, const char *program)
{
    g_autofree char *path = g_build_filename(run->folder, program, NULL);
    const char *const command[] = {path, NULL};
    g_auto(ProcessResult) result = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &result, &error));
    g_test_message("%s: status %d: %s", program, result.status, result.err);
    g_assert_cmpint(result.status, ==, 0);
    return g_steal_pointer(&result.out);
}

static gboolean is_there(const ContainerRun *run, const char *name)
{
    g_autofree char *path = g_build_filename(run->folder, name, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

static int deploy(const ContainerRun *run, const char *rest, ProcessResult *result)
{
    g_autofree char *line =
        g_strdup_printf("deploy oci:image:t --isolation %%I --cache cache %s", rest);
    return container_run(run, line, result);
}

/* Constructors, exceptions, assembler, a version script and the files that are installed as they
 * are have all come along; what is not built by default has not. */
static void test_runs(const ContainerRun *run)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(deploy(run, "-c sse2 -t x86-64 -p plain --json", &result), ==, 0);
    g_autofree char *said = output_of(run, "plain/bin/engine-run");
    g_assert_true(g_str_has_prefix(said, "dot 384 sum 128 count 42 registry 3 caught 1 kernel "));
    static const char *const files[] = {
        "plain/lib/libengine.so", "plain/lib/libengine.so.1.2.3",
        "plain/include/engine.h", "plain/share/engine/table.txt",
        "plain/bin/helper.sh",    "plain/share/xaas/deployment.json"};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_assert_true(is_there(run, files[i]));
    }
    g_autofree char *helper = output_of(run, "plain/bin/helper.sh");
    g_assert_cmpstr(helper, ==, "helper\n");
    g_autofree char *where = g_build_filename(run->folder, "plain/share/engine/where", NULL);
    g_autofree char *prefix = NULL;
    g_autofree char *wanted = g_build_filename(run->folder, "plain", NULL);
    g_assert_true(g_file_get_contents(where, &prefix, NULL, NULL));
    g_assert_cmpstr(prefix, ==, wanted);
}

/* The second deployment takes all code from the cache; another target none. */
static void test_cache(const ContainerRun *run)
{
    static const struct {
        const char *rest;
        int lowered;
        int cached;
    } turns[] = {{"-c sse2 -t x86-64 -p again --json", 0, 5},
                 {"-c sse2 -t x86-64-v2 -p again --json", 5, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(deploy(run, turns[i].rest, &result), ==, 0);
        json_t *document = json_loads(result.out, 0, NULL);
        g_assert_cmpint((int)json_integer_value(json_object_get(document, "lowered")), ==,
                        turns[i].lowered);
        g_assert_cmpint((int)json_integer_value(json_object_get(document, "cached")), ==,
                        turns[i].cached);
        json_decref(document);
    }
}

/* What the configuration may use and the target lacks is named; nothing is left behind. */
static void test_refused(const ContainerRun *run)
{
    static const struct {
        const char *rest;
        int status;
        const char *named;
    } mistakes[] = {
        {"-c avx512 -t x86-64-v3 -p none", 3, "avx512f"},
        {"-c avx2 -t nonesuch -p none", 3, "nonesuch"},
        {"-c avx2 -t x86-64+nothing -p none", 3, "nothing"},
        {"-c nothing -p none", 2, "sse2, avx2, avx512"},
        {"-p none --system " XAAS_SOURCE_ROOT "/tests/systems/graviton3.yaml", 3, "avx512: its"},
        {"--set SIMD=SSE9 -p none", 2, "sse2, avx2, avx512"},
        {"-c sse2 -t x86-64 -p image", 4, "no deployment"},
        {"-c sse2 -t x86-64 -p none --linker /nowhere/ld", 4, "/nowhere/ld"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(deploy(run, mistakes[i].rest, &result), ==, mistakes[i].status);
        g_assert_nonnull(strstr(result.err, mistakes[i].named));
        g_assert_false(is_there(run, "none"));
        g_assert_false(is_there(run, ".none.xaas-part"));
        g_assert_true(is_there(run, "image/index.json"));
    }
}

/* A target that this machine is not: built, and said. */
static void test_foreign(const ContainerRun *run)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(deploy(run, "-c avx512 -t x86-64-v4+amx-fp8 -p wide", &result), ==, 3);
    g_auto(ProcessResult) built_well = {0};
    g_assert_cmpint(deploy(run, "-c avx512 -t x86-64-v4+sse4a+xop -p wide", &built_well), ==, 0);
    g_assert_nonnull(strstr(built_well.out, "this machine cannot run it: it lacks "));
    g_assert_true(is_there(run, "wide/bin/engine-run"));
}

static void test_all(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    test_runs(run);
    test_cache(run);
    test_refused(run);
    test_foreign(run);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/deploy", test_all);
    return g_test_run();
}
