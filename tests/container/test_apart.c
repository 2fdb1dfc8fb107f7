/* Units with options for LLVM itself: the code is what their own commands make, and one unit's
 * options are nothing to the next one. */
#include "container_run.h"
#include <string.h>

static const char one[] = "- {name: one, settings: []}\n";

/* The instructions of an object, without what names the file. */
static char *code_of(const char *path)
{
    const char *const command[] = {"objdump", "-dr", "--no-show-raw-insn", path, NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = command}, &result, NULL));
    const char *begin = strstr(result.out, "Disassembly");
    g_assert_nonnull(begin);
    return g_strdup(begin);
}

/* As CMake calls it for this project. */
static char *own_code_of(const ContainerRun *run, const char *name, const char *options)
{
    g_autofree char *source =
        g_strdup_printf("%s/tests/container/apart/%s.c", XAAS_SOURCE_ROOT, name);
    g_autofree char *object = g_strdup_printf("%s/%s.o", run->folder, name);
    g_autofree char *line = g_strdup_printf("clang-19 -O3 -DNDEBUG%s -c", options);
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_strv_builder_addv(builder, (const char **)words);
    g_strv_builder_add_many(builder, source, "-o", object, NULL);
    g_auto(GStrv) command = g_strv_builder_end(builder);
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run_well(&(ProcessRequest){.command = (const char *const *)command},
                                   &result, NULL));
    return code_of(object);
}

static char *deployed_code_of(const ContainerRun *run, const char *name)
{
    g_autofree char *object =
        g_strdup_printf("%s/kept/build/CMakeFiles/apart.dir/%s.c.o", run->folder, name);
    return code_of(object);
}

static void deploy(const ContainerRun *run, const char *lowered)
{
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run,
                                  "deploy oci:image:t -p prefix -t recorded --isolation %I "
                                  "--keep-build kept --cache cache",
                                  &result),
                    ==, 0);
    g_assert_nonnull(strstr(result.out, lowered));
    g_assert_nonnull(strstr(result.out, "-emptyline-comment-coverage"));
    g_assert_null(strstr(result.out, "retpoline"));
    static const struct {
        const char *name;
        const char *options;
    } units[] = {{"plain", ""},
#ifdef __x86_64__
                 {"library", " -ffast-math -fveclib=libmvec"},
#endif
                 {"wide", " -mllvm -force-vector-width=8 -mllvm -force-vector-interleave=1"},
                 {"straight", " -fno-vectorize -fno-slp-vectorize"},
                 {"unknown", ""}};
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
        g_autofree char *own = own_code_of(run, units[i].name, units[i].options);
        g_autofree char *deployed = deployed_code_of(run, units[i].name);
        g_assert_cmpstr(deployed, ==, own);
    }
}

static void test_options(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    if (!container_run_has("objdump")) {
        g_test_skip("objdump is not installed");
        return;
    }
    container_run_write_project(run, "apart", one);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 0);
    deploy(run, "6 modules lowered");
    g_autofree char *plain = deployed_code_of(run, "plain");
    g_autofree char *wide = deployed_code_of(run, "wide");
    /* Or the test shows nothing. */
    g_assert_cmpint(strlen(plain), !=, strlen(wide));
#ifdef __x86_64__
    g_autofree char *library = deployed_code_of(run, "library");
    g_assert_nonnull(strstr(library, "_ZGVbN4v_sinf"));
#endif
    /* From the cache, which tells the options apart. */
    g_autofree char *kept = g_build_filename(run->folder, "kept", NULL);
    container_run_remove(kept);
    deploy(run, "6 taken from the cache");
}

/* Whole programs: the linker has one set of options for all, so that such units keep their code. */
static void test_whole(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    if (!container_run_has("ld.lld-19") && !container_run_has("ld.lld")) {
        g_test_skip("ld.lld is not installed");
        return;
    }
    container_run_write_project(run, "apart", one);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 0);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run,
                                  "deploy oci:image:t -p prefix -t recorded --isolation %I "
                                  "--keep-build kept --lto thin --cache cache",
                                  &result),
                    ==, 0);
    g_autofree char *wide = deployed_code_of(run, "wide");
    g_assert_nonnull(strstr(wide, "<wide>"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/apart/options", test_options);
    g_test_add_func("/apart/whole", test_whole);
    return g_test_run();
}
