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

/* Constructors, exceptions, assembler, a version script and the files that are installed as they
 * are have all come along; what is not built by default has not. */
static void test_runs(const ContainerRun *run)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, "-c sse2 -t x86-64 -p plain --json", &result), ==, 0);
    g_autofree char *said = container_run_output(run, "plain/bin/engine-run", NULL);
    g_assert_true(g_str_has_prefix(said, "dot 384 sum 128 count 42 registry 3 caught 1 kernel "));
    static const char *const files[] = {"plain/lib/libengine.so",
                                        "plain/lib/libengine.so.1.2.3",
                                        "plain/include/engine.h",
                                        "plain/share/engine/table.txt",
                                        "plain/bin/helper.sh",
                                        "plain/share/xaas/deployment.json",
                                        "plain/share/engine/absolute.txt",
                                        "plain/lib/pkgconfig/engine.pc"};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_assert_true(container_run_is_there(run, files[i]));
    }
    g_assert_nonnull(strstr(result.out, "so not installed: /elsewhere/outside.txt\""));
    g_assert_null(strstr(result.out, "absolute paths below"));
    g_assert_null(strstr(result.out, "name a prefix that does not exist"));
    g_autofree char *helper = container_run_output(run, "plain/bin/helper.sh", NULL);
    g_assert_cmpstr(helper, ==, "helper\n");
    g_autofree char *where = g_build_filename(run->folder, "plain/share/engine/where", NULL);
    g_autofree char *prefix = NULL;
    g_autofree char *wanted = g_build_filename(run->folder, "plain", NULL);
    g_assert_true(g_file_get_contents(where, &prefix, NULL, NULL));
    g_assert_cmpstr(prefix, ==, wanted);
}

static void check_prefix(const ContainerRun *run, const char *name)
{
    g_autofree char *prefix = g_build_filename(run->folder, name, NULL);
    g_autofree char *program = g_build_filename(name, "bin", "engine-run", NULL);
    g_autofree char *said = container_run_output(run, program, "data");
    g_assert_true(g_str_has_prefix(said, prefix));
    gsize length = strlen(prefix);
    length += strspn(said + length, "/");
    g_assert_cmpstr(said + length, ==, "share/engine/table.txt same some data\n");
    g_autofree char *module = g_build_filename(prefix, "lib", "pkgconfig", "engine.pc", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(module, &text, NULL, NULL));
    g_autofree char *line = g_strdup_printf("prefix=%s\n", prefix);
    g_assert_true(g_str_has_prefix(text, line));
}

/* Run paths, texts, bitcode and an object of assembler name the prefix that was asked for, whatever
 * it is called; modules that do not are not made again for another one. A prefix that does not fit
 * is refused. */
static void test_prefix(const ContainerRun *run)
{
    check_prefix(run, "plain");
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, "-c sse2 -t x86-64 -p a'b\303\244%0 --json", &result),
                    ==, 0);
    check_prefix(run, "a'b\303\244%0");
    json_t *document = json_loads(result.out, 0, NULL);
    g_assert_cmpint((int)json_integer_value(json_object_get(document, "lowered")), ==, 1);
    g_assert_cmpint((int)json_integer_value(json_object_get(document, "cached")), ==, 4);
    json_decref(document);
    g_autofree char *rest = g_strdup_printf("-c sse2 -t x86-64 -p %0130d", 0);
    g_auto(ProcessResult) refused = {0};
    g_assert_cmpint(container_run_deploy(run, rest, &refused), ==, 2);
    g_assert_nonnull(strstr(refused.err, "name a shorter prefix"));
    g_auto(ProcessResult) refused_too = {0};
    g_assert_cmpint(container_run_deploy(run, "-c sse2 -t x86-64 -p a;b", &refused_too), ==, 2);
    g_assert_nonnull(strstr(refused_too.err, "without double quotes"));
}

/* The second deployment takes all code from the cache; another target none. */
static void test_cache(const ContainerRun *run)
{
    static const struct {
        const char *rest;
        int lowered;
        int cached;
    } turns[] = {{"-c sse2 -t x86-64 -p plain --json", 0, 5},
                 {"-c sse2 -t x86-64-v2 -p again --json", 5, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run_deploy(run, turns[i].rest, &result), ==, 0);
        json_t *document = json_loads(result.out, 0, NULL);
        g_assert_cmpint((int)json_integer_value(json_object_get(document, "lowered")), ==,
                        turns[i].lowered);
        g_assert_cmpint((int)json_integer_value(json_object_get(document, "cached")), ==,
                        turns[i].cached);
        json_decref(document);
    }
}

/* A document of the image, by its descriptor; NULL: its index. A new reference. */
static json_t *image_document(const ContainerRun *run, const json_t *descriptor)
{
    const char *digest = json_string_value(json_object_get(descriptor, "digest"));
    g_autofree char *path = digest == NULL
                                ? g_build_filename(run->folder, "image", "index.json", NULL)
                                : g_build_filename(run->folder, "image", "blobs", "sha256",
                                                   digest + strlen("sha256:"), NULL);
    json_t *document = json_load_file(path, 0, NULL);
    g_assert_nonnull(document);
    return document;
}

/* The blob of the layer that the image says holds `what`. The caller frees it. */
static char *layer_path(const ContainerRun *run, const char *what)
{
    json_t *index = image_document(run, NULL);
    json_t *manifest = image_document(run, json_array_get(json_object_get(index, "manifests"), 0));
    char *path = NULL;
    gsize number;
    const json_t *layer;
    json_array_foreach(json_object_get(manifest, "layers"), number, layer)
    {
        const char *holds = json_string_value(
            json_object_get(json_object_get(layer, "annotations"), "io.xaas.layer"));
        const char *digest = json_string_value(json_object_get(layer, "digest"));
        if (g_strcmp0(holds, what) == 0) {
            g_assert_null(path);
            path = g_build_filename(run->folder, "image", "blobs", "sha256",
                                    digest + strlen("sha256:"), NULL);
        }
    }
    g_assert_nonnull(path);
    json_decref(index);
    json_decref(manifest);
    return path;
}

/* Turns one bit in the middle of a file, and back when it is called again. */
static void turn_bit(const char *path)
{
    g_autofree char *bytes = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    bytes[length / 2] ^= 1;
    g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
}

/* With all code in the cache the store is not read; whoever needs it finds what is wrong with it.
 * What a deployment does read is checked each time. */
static void test_unread_store(const ContainerRun *run)
{
    static const struct {
        const char *layer;
        const char *line;
        int status;
    } turns[] = {
        {"store", "deploy oci:image:t --isolation %I --cache cache -c sse2 -t x86-64 -p plain", 0},
        {"store", "deploy oci:image:t --isolation %I --cache fresh -c sse2 -t x86-64 -p again", 3},
        {"store", "select oci:image:t --system " XAAS_SOURCE_ROOT "/tests/systems/zen2-a100.yaml",
         0},
        {"store", "inspect oci:image:t", 3},
        {"store", "verify oci:image:t", 3},
        {"configuration/avx2",
         "deploy oci:image:t --isolation %I --cache cache -c sse2 -t x86-64 -p again", 3},
        {"sources", "deploy oci:image:t --isolation %I --cache cache -c sse2 -t x86-64 -p again",
         3},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_autofree char *path = layer_path(run, turns[i].layer);
        turn_bit(path);
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, turns[i].line, &result), ==, turns[i].status);
        g_assert_true(turns[i].status == 0 || strstr(result.err, "the digest is ") != NULL);
        turn_bit(path);
    }
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run, "inspect oci:image:t", &result), ==, 0);
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
        {"-c nothing -p none", 2, "no such configuration; it has: sse2, avx2, avx512"},
        {"-p none --system " XAAS_SOURCE_ROOT "/tests/systems/graviton3.yaml", 3, "avx512: its"},
        {"--set SIMD=SSE9 -p none", 2, "sse2, avx2, avx512"},
        {"-c sse2 -t x86-64 -p image", 4, "no deployment"},
        {"-c sse2 -t x86-64 -p none --linker /nowhere/ld", 4, "/nowhere/ld"},
        {"-c sse2 -t x86-64 -p none --linker nonesuch-ld", 4, "not here: nonesuch-ld"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run_deploy(run, mistakes[i].rest, &result), ==,
                        mistakes[i].status);
        g_assert_nonnull(strstr(result.err, mistakes[i].named));
        g_assert_false(container_run_is_there(run, "none"));
        g_assert_false(container_run_is_there(run, ".none.xaas-part"));
        g_assert_true(container_run_is_there(run, "image/index.json"));
    }
}

/* A target that this machine is not: built, and said. */
static void test_foreign(const ContainerRun *run)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, "-c avx512 -t x86-64-v4+amx-fp8 -p wide", &result),
                    ==, 3);
    g_auto(ProcessResult) built_well = {0};
    g_assert_cmpint(
        container_run_deploy(run, "-c avx512 -t x86-64-v4+sse4a+xop -p wide", &built_well), ==, 0);
    g_assert_nonnull(strstr(built_well.out, "this machine cannot run it: it lacks "));
    g_assert_true(container_run_is_there(run, "wide/bin/engine-run"));
}

/* For a machine that a file describes: its CPU when none is named; what it lacks is said, and no
 * reason not to build. */
static void test_system(const ContainerRun *run)
{
    static const char zen2[] = XAAS_SOURCE_ROOT "/tests/systems/zen2-a100.yaml";
    g_autofree char *own = g_strdup_printf("-c avx2 -p zen2 --json --system %s", zen2);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, own, &result), ==, 0);
    json_t *document = json_loads(result.out, 0, NULL);
    const char *attributes = json_string_value(json_object_get(document, "attributes"));
    g_assert_nonnull(strstr(attributes, "\"target-cpu\"=\"znver2\""));
    g_assert_true(json_is_null(json_object_get(document, "refusal")));
    json_decref(document);
    g_autofree char *wider = g_strdup_printf("-c avx512 -t x86-64-v4 -p wider --system %s", zen2);
    g_auto(ProcessResult) said = {0};
    g_assert_cmpint(container_run_deploy(run, wider, &said), ==, 0);
    const char *note = strstr(said.out, "zen2-a100.yaml cannot run it: it lacks ");
    g_assert_nonnull(note);
    g_assert_nonnull(strstr(note, "avx512f"));
    g_assert_true(container_run_is_there(run, "wider/bin/engine-run"));
}

/* What AddressSanitizer sets aside has no room in qemu-user's address space. */
#ifdef __SANITIZE_ADDRESS__
#define RUNS_EMULATED FALSE
#else
#define RUNS_EMULATED TRUE
#endif

/* The same, where the program itself runs on a processor without AVX-512; and its tests cannot. */
static void test_lesser_machine(const ContainerRun *run)
{
    if (!container_run_has("qemu-x86_64") || !RUNS_EMULATED) {
        g_test_message("qemu-x86_64 is not installed, or cannot run this build: left out");
        return;
    }
    const char *const command[] = {
        "qemu-x86_64", "-cpu",        "Haswell",     XAAS_PROGRAM,
        "deploy",      "oci:image:t", "-c",          "avx512",
        "-t",          "x86-64-v4",   "-p",          "lesser",
        "--cache",     "cache",       "--isolation", isolation_text(run->isolation),
        NULL};
    g_auto(ProcessResult) result = {0};
    const ProcessRequest request = {.command = command, .directory = run->folder};
    g_assert_true(process_run(&request, &result, NULL));
    g_test_message("%s", result.err);
    g_assert_cmpint(result.status, ==, 0);
    const char *note = strstr(result.out, "this machine cannot run it: it lacks ");
    g_assert_nonnull(note);
    g_assert_nonnull(strstr(note, "avx512f"));
    g_assert_true(container_run_is_there(run, "lesser/bin/engine-run"));
}

static json_t *deployed(const ContainerRun *run, const char *rest)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, rest, &result), ==, 0);
    json_t *document = json_loads(result.out, 0, NULL);
    g_assert_true(json_is_object(document));
    return document;
}

/* What the audit of a deployment says about a feature in one of its binaries. */
static json_int_t count_of(const json_t *document, const char *ending, const char *feature,
                           const char *key)
{
    gsize index, place;
    const json_t *binary, *use;
    json_array_foreach(json_object_get(document, "binaries"), index, binary)
    {
        const char *file = json_string_value(json_object_get(binary, "file"));
        json_array_foreach(json_object_get(binary, "extensions"), place, use)
        {
            if (g_str_has_suffix(file, ending) &&
                g_strcmp0(json_string_value(json_object_get(use, "feature")), feature) == 0) {
                return json_integer_value(json_object_get(use, key));
            }
        }
    }
    return 0;
}

/* The kernel that the project itself made for AVX-512 keeps it whatever the target is, and is
 * allowed to; nothing else has it. On a CPU without AVX-512 the check at run time goes the other
 * way. */
static void test_own_targets(const ContainerRun *run)
{
    json_t *document = deployed(run, "-c sse2 -t x86-64 -p guarded --json");
    json_int_t all = count_of(document, "libengine.so.1.2.3", "avx512f", "instructions");
    g_assert_cmpint(all, >, 0);
    g_assert_cmpint(
        all, ==,
        count_of(document, "libengine.so.1.2.3", "avx512f", "in_functions_with_own_target"));
    json_decref(document);
    if (!container_run_has("qemu-x86_64")) {
        g_test_message("qemu-x86_64 is not installed: left out");
        return;
    }
    g_autofree char *path = g_build_filename(run->folder, "guarded/bin/engine-run", NULL);
    const char *const command[] = {"qemu-x86_64", "-cpu", "Nehalem", path, NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &result, NULL));
    g_test_message("%s", result.err);
    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "kernel plain"));
}

/* The configuration's width is in the code. */
static void test_width(const ContainerRun *run)
{
    json_t *document = deployed(run, "-c avx512 -t skylake-avx512 -p wide --json");
    g_assert_cmpint(
        count_of(document, "libengine.so.1.2.3", "avx512f", "instructions"), >,
        count_of(document, "libengine.so.1.2.3", "avx512f", "in_functions_with_own_target"));
    json_decref(document);
}

/* The image holds the program and its libraries, and no more is needed to run it. */
static void test_image(const ContainerRun *run)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, "-c sse2 -t x86-64 -o oci:native:t -q", &result), ==,
                    0);
    if (!container_run_has("umoci")) {
        g_test_message("umoci is not installed: left out");
        return;
    }
    const char *const unpack[] = {"umoci",    "unpack", "--rootless", "--image",
                                  "native:t", "bundle", NULL};
    g_auto(ProcessResult) unpacked = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = unpack, .directory = run->folder},
                              &unpacked, NULL));
    g_test_message("%s", unpacked.err);
    g_assert_cmpint(unpacked.status, ==, 0);
    g_assert_true(container_run_is_there(run, "bundle/rootfs/usr/local/lib/libengine.so.1"));
    if (run->isolation == ISOLATION_NONE) {
        g_test_message("no user namespaces here: not run");
        return;
    }
    const char *const command[] = {
        "bwrap", "--bind", "bundle/rootfs", "/", "--proc", "/proc", "/usr/local/bin/engine-run",
        NULL};
    g_auto(ProcessResult) ran = {0};
    g_assert_true(
        process_run(&(ProcessRequest){.command = command, .directory = run->folder}, &ran, NULL));
    g_test_message("%s", ran.err);
    g_assert_cmpint(ran.status, ==, 0);
}

/* Killed in the middle, the next run starts clean and ends whole. */
static void test_killed(const ContainerRun *run)
{
    g_autofree char *part = g_build_filename(run->folder, ".killed.xaas-part", NULL);
    g_autofree char *left = g_build_filename(part, "left", NULL);
    g_assert_cmpint(g_mkdir_with_parents(part, 0700), ==, 0);
    g_assert_true(g_file_set_contents(left, "half", -1, NULL));
    g_auto(ProcessResult) killed = {0};
    container_run_killed(run,
                         "deploy oci:image:t -c avx2 -t x86-64-v3 -p killed --cache other "
                         "--isolation %I",
                         "0.15", &killed);
    g_assert_true(killed.status != 0 || container_run_is_there(run, "killed/bin/engine-run"));
    g_assert_true(container_run_is_there(run, "killed") ==
                  container_run_is_there(run, "killed/bin/engine-run"));
    g_auto(ProcessResult) again = {0};
    g_assert_cmpint(container_run_deploy(run, "-c avx2 -t x86-64-v3 -p killed -q", &again), ==, 0);
    g_assert_true(container_run_is_there(run, "killed/bin/engine-run"));
    g_assert_false(container_run_is_there(run, ".killed.xaas-part"));
    g_assert_false(container_run_is_there(run, ".killed.xaas-lock"));
}

/* The same without isolation: paths are the real ones then. */
static void test_open(const ContainerRun *run)
{
    g_auto(ProcessResult) result = {0};
    const char *line =
        "deploy oci:image:t --isolation none --cache cache -c sse2 -t x86-64 -p open "
        "--keep-build deep/below/kept -q"; /* folders that are not there are made */
    g_assert_cmpint(container_run(run, line, &result), ==, 0);
    g_autofree char *said = container_run_output(run, "open/bin/engine-run", NULL);
    g_assert_true(g_str_has_prefix(said, "dot 384"));
    g_assert_true(container_run_is_there(run, "deep/below/kept/build/engine-run"));
    g_assert_false(container_run_is_there(run, "deep/below/kept/build/unused"));
}

static void test_all(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    test_runs(run);
    test_prefix(run);
    test_cache(run);
    test_unread_store(run);
    test_refused(run);
    test_foreign(run);
    test_system(run);
    test_lesser_machine(run);
    test_own_targets(run);
    test_width(run);
    test_image(run);
    test_killed(run);
    test_open(run);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/deploy/all", test_all);
    return g_test_run();
}
