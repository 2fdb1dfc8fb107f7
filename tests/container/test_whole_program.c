/* Programs optimised as a whole say what they say otherwise: the project in whole/. */
#define _GNU_SOURCE
#include "container_run.h"
#include <string.h>

static const char configuration[] = "- {name: whole, settings: []}\n";
static const char said[] =
    "sum 2016 weak 10 left 2 threads 425 private 39 chosen 7 entry 3 clones 2016 "
    "assembler 42 caught\n";

static char *path_of(const ContainerRun *run, const char *name)
{
    return g_build_filename(run->folder, name, NULL);
}

static char *output_of(const ContainerRun *run, const char *const *command)
{
    g_auto(ProcessResult) result = {0};
    g_autoptr(GError) error = NULL;
    const ProcessRequest request = {.command = command, .directory = run->folder};
    g_assert_true(process_run(&request, &result, &error));
    g_test_message("%s: status %d: %s", command[0], result.status, result.err);
    g_assert_cmpint(result.status, ==, 0);
    return g_steal_pointer(&result.out);
}

static json_t *deployed(const ContainerRun *run, const char *rest)
{
    g_autofree char *line = g_strdup_printf(
        "deploy oci:image:t --isolation %%I --cache cache -t x86-64 --json %s", rest);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run(run, line, &result), ==, 0);
    json_t *document = json_loads(result.out, 0, NULL);
    g_assert_true(json_is_object(document));
    return document;
}

static json_int_t number_of(const json_t *document, const char *key)
{
    return json_integer_value(json_object_get(document, key));
}

/* Whether a name stands in a program: its symbols are not stripped. */
static gboolean holds(const ContainerRun *run, const char *file, const char *name)
{
    g_autofree char *path = path_of(run, file);
    g_autofree char *bytes = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    return memmem(bytes, length, name, strlen(name)) != NULL;
}

/* An archive that was installed is of use to linkers that know no bitcode. */
static void check_archive(const ContainerRun *run, const char *prefix)
{
    static const char source[] =
        "#include \"whole.h\"\n#include <stdio.h>\n"
        "int main(void) { int v[3] = {1, 2, 3};\n"
        "printf(\"%d %d %d\\n\", parts_sum(v, 3), weak_value(), threads_count()); return 0; }\n";
    g_autofree char *path = path_of(run, "use.c");
    g_assert_true(g_file_set_contents(path, source, -1, NULL));
    g_autofree char *include = g_strdup_printf("-I%s/include", prefix);
    g_autofree char *library = g_strdup_printf("%s/lib/libparts.a", prefix);
    const char *const compile[] = {"clang-19", include, "use.c", library,
                                   "-pthread", "-o",    "use",   NULL};
    g_autofree char *nothing = output_of(run, compile);
    const char *const use[] = {"./use", NULL};
    g_autofree char *out = output_of(run, use);
    g_assert_cmpstr(out, ==, "6 1 425\n");
}

/* What a link takes from another unit is gone from the program; what stays apart stays. */
static void check_kind(const ContainerRun *run, const char *kind)
{
    g_autofree char *rest =
        g_strdup_printf("--lto %s -p %s --keep-build kept-%s", kind, kind, kind);
    json_t *document = deployed(run, rest);
    g_assert_cmpstr(json_string_value(json_object_get(document, "whole_program")), ==, kind);
    /* All but weak.c, whose own command asks for -O1. */
    g_assert_cmpint(number_of(document, "units"), ==, 10);
    g_assert_cmpint(number_of(document, "whole_program_units"), ==, 9);
    json_decref(document);
    g_autofree char *program = g_strdup_printf("%s/bin/whole", kind);
    const char *const command[] = {program, NULL};
    g_autofree char *out = output_of(run, command);
    g_assert_cmpstr(out, ==, said);
    g_autofree char *copy = g_strdup_printf("kept-%s/build/whole-copy", kind);
    g_assert_true(holds(run, copy, "called_back"));
    check_archive(run, kind);
    /* The second time nothing is lowered. */
    g_autofree char *again = g_strdup_printf("--lto %s -p %s", kind, kind);
    document = deployed(run, again);
    g_assert_cmpint(number_of(document, "lowered"), ==, 0);
    json_decref(document);
}

static void test_kinds(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_project(run, "whole", configuration);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 0);
    json_t *plain = deployed(run, "-p plain");
    g_assert_cmpint(number_of(plain, "whole_program_units"), ==, 0);
    json_decref(plain);
    const char *const command[] = {"plain/bin/whole", NULL};
    g_autofree char *out = output_of(run, command);
    g_assert_cmpstr(out, ==, said);
    g_auto(ProcessResult) mistaken = {0};
    g_assert_cmpint(container_run(run, "deploy oci:image:t -p none --lto much", &mistaken), ==, 2);
    if (!container_run_has("ld.lld-19") && !container_run_has("ld.lld")) {
        g_test_message("ld.lld is not installed: left out");
        return;
    }
    check_kind(run, "thin");
    check_kind(run, "full");
    g_assert_true(holds(run, "plain/bin/whole", "parts_sum"));
    g_assert_false(holds(run, "full/bin/whole", "parts_sum"));
    g_assert_true(holds(run, "full/bin/whole", "called_back"));
}

/* A linker that could not read the bitcode is named before anything is linked. */
static void test_linker(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_project(run, "whole", configuration);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 0);
    g_autofree char *folder = path_of(run, "programs");
    g_autofree char *old = g_build_filename(folder, "ld.lld-19", NULL);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0755), ==, 0);
    g_autofree char *other = g_build_filename(folder, "ld.lld", NULL);
    static const char script[] = "#!/bin/sh\necho 'Debian LLD 14.0.6 (compatible)'\n";
    g_assert_true(g_file_set_contents_full(other, script, -1, 0, 0755, NULL));
    g_assert_true(g_file_set_contents_full(old, script, -1, 0, 0755, NULL));
    g_autofree char *path = g_strdup_printf("%s:%s", folder, g_getenv("PATH"));
    g_autofree char *before = g_strdup(g_getenv("PATH"));
    g_assert_true(g_setenv("PATH", path, TRUE));
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(
        container_run(run, "deploy oci:image:t --isolation %I --cache cache --lto thin -p none",
                      &result),
        ==, 4);
    g_assert_true(g_setenv("PATH", before, TRUE));
    g_assert_nonnull(strstr(result.err, "needs LLVM 19's linker"));
    g_autofree char *none = path_of(run, "none");
    g_assert_false(g_file_test(none, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/whole_program/kinds", test_kinds);
    g_test_add_func("/container/whole_program/linker", test_linker);
    return g_test_run();
}
