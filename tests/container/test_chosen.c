/* A program that chooses among its units while it runs, by what the machine has: those that the
 * target has too little for keep their own, where that is asked for. */
#include "container_run.h"
#include <string.h>

#define TARGET "deploy oci:image:t -c one -t x86-64-v2 -p made --cache cache --isolation %I"

/* main.c has the target of `usual`, and wide.c that and more. `more` stands in wide.c and plain.c,
 * where WIDE is defined in the first. */
static void write_project_with(const ContainerRun *run, const char *usual, const char *more)
{
    g_autofree char *lines = g_strdup_printf(
        "add_compile_options(%s)\nadd_executable(m main.c wide.c plain.c)\ninstall(TARGETS m)\n"
        "set_property(SOURCE wide.c PROPERTY COMPILE_OPTIONS -march=x86-64-v4)\n",
        usual);
    container_run_write_plain(run, "chooses", lines);
    container_run_write_file(
        run, "chooses/main.c",
        "double wide(int n, const double *a);\n"
        "double plain(int n, const double *a);\n"
        "int main(void)\n{\n"
        "    double a[64] = {1, 2, 3};\n"
        "    __builtin_cpu_init();\n"
        "    return (__builtin_cpu_supports(\"avx512f\") ? wide : plain)(64, a) "
        "!= 14;\n}\n");
    static const char *const names[] = {"wide", "plain"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *file = g_strdup_printf("chooses/%s.c", names[i]);
        g_autofree char *text = g_strdup_printf("%s%s\ndouble %s(int n, const double *a)\n{\n"
                                                "    double sum = 0;\n"
                                                "    for (int i = 0; i < n; i++) {\n"
                                                "        sum += a[i] * a[i];\n    }\n"
                                                "    return sum;\n}\n",
                                                i == 0 ? "#define WIDE\n" : "", more, names[i]);
        container_run_write_file(run, file, text);
    }
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
}

static void write_project(const ContainerRun *run, const char *usual)
{
    write_project_with(run, usual, "");
}

static gboolean is_here(void)
{
#ifdef __x86_64__
    return TRUE;
#else
    g_test_skip("the project is for another architecture");
    return FALSE;
#endif
}

static void test_kept(const ContainerRun *run)
{
    if (!is_here()) {
        return;
    }
    write_project(run, "-march=x86-64");
    g_auto(ProcessResult) refused = {0};
    g_assert_cmpint(container_run(run, TARGET, &refused), ==, 3);
    g_assert_nonnull(strstr(refused.err, "--keep-unit-targets"));
    /* The second time what is known of its code comes from the cache. */
    for (guint i = 0; i < 2; i++) {
        g_auto(ProcessResult) deployed = {0};
        container_run_well(run, TARGET " --keep-unit-targets --audit refuse", &deployed);
        g_assert_nonnull(strstr(deployed.out, "1 unit is for what the target lacks"));
        g_autofree char *program = g_build_filename(run->folder, "made/bin/m", NULL);
        const char *const command[] = {program, NULL};
        g_auto(ProcessResult) ran = {0};
        g_assert_true(process_run_well(&(ProcessRequest){.command = command}, &ran, NULL));
    }
    /* No unit that keeps its target rules the configuration out. */
    static const char *const lines[] = {
        "select oci:image:t -q --system " XAAS_SOURCE_ROOT "/tests/systems/zen2-a100.yaml",
        "select oci:image:t -q --keep-unit-targets --system " XAAS_SOURCE_ROOT
        "/tests/systems/zen2-a100.yaml"};
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_auto(ProcessResult) selected = {0};
        g_assert_cmpint(container_run(run, lines[i], &selected), ==, i == 0 ? 1 : 0);
        g_assert_cmpstr(selected.out, ==, i == 0 ? "" : "one\n");
    }
    /* As it is recorded it is another object, of which more is told. */
    g_auto(ProcessResult) recorded = {0};
    container_run_well(run,
                       "deploy oci:image:t -c one -t recorded -p other --cache cache "
                       "--isolation %I",
                       &recorded);
    g_assert_null(strstr(recorded.out, "for what the target lacks"));
}

/* What most units need is not left to the program. */
static void test_refused(const ContainerRun *run)
{
    if (!is_here()) {
        return;
    }
    write_project(run, "-march=x86-64-v3");
    g_auto(ProcessResult) refused = {0};
    g_assert_cmpint(container_run(run, TARGET " --keep-unit-targets", &refused), ==, 3);
    g_assert_nonnull(strstr(refused.err, "most of its units"));
}

/* What runs before the program has looked gets the target, or is refused where it cannot; so is
 * what a linker could take from the wrong unit. */
static void test_apart(const ContainerRun *run)
{
    static const struct {
        const char *more;
        const char *refusal; /* NULL: it is deployed */
    } rows[] = {
        {"#ifdef WIDE\nstatic double table[64];\n__attribute__((constructor)) static void "
         "fill(void)\n{\n    for (int i = 0; i < 64; i++) {\n        table[i] = i * 3.0 + 1;\n    "
         "}\n}\ndouble *get_table(void)\n{\n    return table;\n}\n#endif\n",
         NULL},
        {"#ifdef WIDE\n__attribute__((constructor)) static void early(void)\n{\n    "
         "__asm__ volatile(\"vzeroall\");\n}\n#endif\n",
         "wide.c: the function early runs before"},
        {"__attribute__((weak)) double scaled(double x)\n{\n    return x * 3;\n}\n",
         "/source/plain.c has scaled, too"}};
    for (gsize i = 0; is_here() && i < G_N_ELEMENTS(rows); i++) {
        write_project_with(run, "-march=x86-64", rows[i].more);
        g_auto(ProcessResult) deployed = {0};
        int status = container_run(run, TARGET " --keep-unit-targets --audit refuse", &deployed);
        g_test_message("%s", deployed.err);
        g_assert_cmpint(status, ==, rows[i].refusal == NULL ? 0 : 3);
        g_assert_true(rows[i].refusal == NULL || strstr(deployed.err, rows[i].refusal) != NULL);
    }
}

/* What is selected and what can be deployed agree: of targets that as many units have the one that
 * is there counts, and a unit may add to any that is there. */
static void test_selected(const ContainerRun *run)
{
    static const struct {
        const char *options[4]; /* of a.c to d.c */
        const char *target;     /* like the machine */
        gboolean fits;
    } rows[] = {{{"-march=x86-64-v4", "-march=x86-64-v4", "", ""}, "x86-64-v3", TRUE},
                {{"-msse4a", "-msse4a", "", "-mavx512f"}, "znver2", TRUE},
                {{"-msse4a", "-msse4a", "-msse4a", "-mavx512f"}, "znver2", FALSE},
                {{"-mavx512f", "-mavx512f", "-mavx512f", ""}, "x86-64-v3", FALSE}};
    for (gsize i = 0; is_here() && i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) lines = g_string_new("add_library(m SHARED a.c b.c c.c d.c)\n"
                                                "install(TARGETS m)\n");
        for (guint k = 0; k < G_N_ELEMENTS(rows[i].options); k++) {
            g_string_append_printf(lines, "set_property(SOURCE %c.c PROPERTY COMPILE_OPTIONS %s)\n",
                                   'a' + (int)k, rows[i].options[k]);
        }
        container_run_write_plain(run, "chooses", lines->str);
        for (int name = 'a'; name <= 'd'; name++) {
            g_autofree char *file = g_strdup_printf("chooses/%c.c", name);
            g_autofree char *text = g_strdup_printf("int %c(void) { return 1; }\n", name);
            container_run_write_file(run, file, text);
        }
        g_test_message("%s", lines->str);
        g_auto(ProcessResult) built = {0}, selected = {0}, deployed = {0};
        container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
        g_assert_cmpint(
            container_run(run,
                          "select oci:image:t -q --keep-unit-targets --system " XAAS_SOURCE_ROOT
                          "/tests/systems/zen2-a100.yaml",
                          &selected),
            ==, rows[i].fits ? 0 : 1);
        g_autofree char *line = g_strdup_printf("deploy oci:image:t -c one -t %s -p made --cache "
                                                "cache --isolation %%I --keep-unit-targets",
                                                rows[i].target);
        g_assert_cmpint(container_run(run, line, &deployed), ==, rows[i].fits ? 0 : 3);
    }
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {{"/container/chosen/kept", test_kept},
                                             {"/container/chosen/refused", test_refused},
                                             {"/container/chosen/apart", test_apart},
                                             {"/container/chosen/selected", test_selected}};
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
