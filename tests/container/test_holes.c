/* Units that look alike and are not, and units that look different and are one: what must never be
 * merged, and what has to be. The project is in holes/. */
#include "container_run.h"

/* For each configuration (sse4, avx2, avx512, other) a letter: the same letter, the same module. */
typedef struct {
    const char *source;
    const char *modules;
    const char *level; /* of the first unit; NULL: any */
} Expectation;

static const Expectation expectations[] = {
    {"aligned.c", "ABCA", NULL},       {"asked_builtin.cpp", "ABBA", NULL},
    {"asked_cat.cpp", "ABBA", NULL},   {"asked_lookup.c", "AAAB", NULL},
    {"asked_paste.cpp", "ABBA", NULL}, {"asked_split.cpp", "ABBA", NULL},
    {"atomic.c", "AAAA", NULL},        {"avx.c", "ABBB", NULL},
    {"builtin.cpp", "ABBA", NULL},     {"called.c", "AAAA", "tokens"},
    {"comments.c", "AAAB", NULL},      {"config.c", "AAAA", "closure"},
    {"counter.c", "AAAA", "closure"},  {"empty.c", "AAAA", "closure"},
    {"forced.c", "AAAB", NULL},        {"generated.c", "AAAB", NULL},
    {"headers.c", "AAAA", "closure"},  {"hidden.c", "AAAB", NULL},
    {"lang.c", "AAAB", NULL},          {"lock_free.c", "ABAA", NULL},
    {"lookup.c", "AAAB", NULL},        {"made.c", "AAAA", "closure"},
    {"order.c", "AAAB", NULL},         {"paste.c", "ABBA", NULL},
    {"pedantic.c", "AAAB", NULL},      {"pragma.c", "AAAB", NULL},
    {"pragma_raw.cpp", "AAAB", NULL},  {"pragma_text.c", "AAAB", NULL},
    {"precompiled.c", "ABBA", NULL},   {"prefixed.c", "AAAB", NULL},
    {"quoted.c", "AAAB", NULL},        {"rawless.c", "AAAB", NULL},
    {"required.c", "ABCA", NULL},      {"simd.c", "AABA", NULL},
    {"spared.c", "AAAB", NULL},        {"std.c", "AAAB", NULL},
    {"suffixed.c", "AAAA", "closure"}, {"target.c", "AABA", NULL},
    {"templates.cpp", "ABBA", NULL},   {"third.c", "AABA", NULL},
    {"threadprivate.c", "AAAB", NULL}, {"undef.c", "AAAB", NULL},
    {"unpaired.c", "AAAB", NULL},      {"variant.c", "ABBA", NULL},
    {"wide.c", "ABBA", NULL},          {"memory.c", "ABBA", NULL},
    {"selected.c", "ABBA", NULL},      {"counted.c", "AAAB", NULL},
    {"restored.c", "AAAB", NULL},      {"upward.c", "AAAB", NULL},
    {"through.c", "AAAB", NULL},       {"packed.c", "AAAB", NULL},
    {"once.c", "AAAB", NULL},          {"attributed.cpp", "ABBA", NULL},
    {"beside.c", "AAAA", "closure"},   {"warned.c", "AAAA", "tokens"},
};

static const char *module_of(const json_t *units, gsize number)
{
    return json_string_value(json_object_get(json_array_get(units, number), "module"));
}

static void check_expectation(const ContainerRun *run, const Expectation *expectation)
{
    json_t *units = container_run_why(run, "oci:image:t", expectation->source);
    g_assert_cmpuint(json_array_size(units), ==, 4);
    for (gsize a = 0; a < 4; a++) {
        for (gsize b = 0; b < a; b++) {
            gboolean same = g_strcmp0(module_of(units, a), module_of(units, b)) == 0;
            gboolean wanted = expectation->modules[a] == expectation->modules[b];
            if (same != wanted) {
                g_test_message("%s: configurations %u and %u", expectation->source, (guint)b,
                               (guint)a);
                g_test_fail();
            }
        }
    }
    if (expectation->level != NULL) {
        g_assert_cmpstr(json_string_value(json_object_get(json_array_get(units, 0), "level")), ==,
                        expectation->level);
    }
    json_decref(units);
}

/* The same source in two targets: one module with the same command, two with different macros. */
static void check_targets(const ContainerRun *run)
{
    json_t *plain = container_run_why(run, "oci:image:t", "plain.c");
    json_t *twice = container_run_why(run, "oci:image:t", "twice.c");
    g_assert_cmpuint(json_array_size(plain), ==, 8);
    g_assert_cmpuint(json_array_size(twice), ==, 8);
    for (gsize i = 1; i < 8; i++) {
        g_assert_cmpstr(module_of(plain, i), ==, module_of(plain, 0));
    }
    g_assert_cmpstr(module_of(twice, 0), !=, module_of(twice, 1));
    g_assert_cmpstr(module_of(twice, 0), ==, module_of(twice, 2));
    json_decref(plain);
    json_decref(twice);
}

/* What cannot become bitcode is named, not dropped. */
static void check_assembler(const ContainerRun *run)
{
    json_t *units = container_run_why(run, "oci:image:t", "stuff.S");
    g_assert_cmpuint(json_array_size(units), ==, 4);
    g_assert_null(module_of(units, 0));
    g_assert_nonnull(json_object_get(json_array_get(units, 0), "why_not"));
    json_decref(units);
}

static void test_holes(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_matrix(run, container_run_all);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I --verify -q", &result),
        ==, 0);
    for (gsize i = 0; i < G_N_ELEMENTS(expectations); i++) {
        check_expectation(run, &expectations[i]);
    }
    check_targets(run);
    check_assembler(run);
}

/* The same modules come out with and without isolation. */
static void test_isolations_agree(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    if (run->isolation == ISOLATION_NONE) {
        g_test_skip("no user namespaces here, so nothing can be isolated");
        return;
    }
    container_run_write_matrix(run, "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n");
    static const char *const images[] = {"oci:isolated:t", "oci:open:t"};
    for (guint i = 0; i < 2; i++) {
        g_auto(ProcessResult) result = {0};
        g_autofree char *line =
            g_strdup_printf("build matrix.yaml -w work%u -o %s --isolation %s -q", i, images[i],
                            isolation_text(i == 0 ? ISOLATION_BUBBLEWRAP : ISOLATION_NONE));
        g_assert_cmpint(container_run(run, line, &result), ==, 0);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(expectations); i++) {
        json_t *left = container_run_why(run, images[0], expectations[i].source);
        json_t *right = container_run_why(run, images[1], expectations[i].source);
        g_assert_cmpstr(module_of(left, 0), ==, module_of(right, 0));
        json_decref(left);
        json_decref(right);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/holes", test_holes);
    g_test_add_func("/container/isolations_agree", test_isolations_agree);
    return g_test_run();
}
