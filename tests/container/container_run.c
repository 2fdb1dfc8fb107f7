#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

const char container_run_all[] =
    "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n"
    "- {name: avx2, settings: [{option: SIMD, value: AVX2}]}\n"
    "- {name: avx512, settings: [{option: SIMD, value: AVX512}]}\n"
    "- {name: other, settings: [{option: SIMD, value: SSE4}, {option: OTHER, value: \"ON\"}]}\n";

gboolean container_run_has(const char *program)
{
    g_autofree char *path = g_find_program_in_path(program);
    return path != NULL;
}

ContainerRun *container_run_new(void)
{
    static const char *const needed[] = {"clang-19", "clang++-19", "clang-scan-deps-19", "cmake",
                                         "ninja"};
    for (gsize i = 0; i < G_N_ELEMENTS(needed); i++) {
        if (!container_run_has(needed[i])) {
            g_autofree char *why = g_strdup_printf("%s is not installed", needed[i]);
            g_test_skip(why);
            return NULL;
        }
    }
    ContainerRun *self = g_new0(ContainerRun, 1);
    self->folder = g_dir_make_tmp("xaas-container-XXXXXX", NULL);
    g_assert_nonnull(self->folder);
    g_autoptr(Sandbox) sandbox = sandbox_new(ISOLATION_BUBBLEWRAP, NULL, XAAS_SOURCE_ROOT, 0, NULL);
    self->isolation = sandbox != NULL ? ISOLATION_BUBBLEWRAP : ISOLATION_NONE;
    return self;
}

gboolean container_run_isolates(const ContainerRun *self)
{
    if (self->isolation == ISOLATION_NONE) {
        g_test_skip("commands cannot be isolated here");
    }
    return self->isolation != ISOLATION_NONE;
}

void container_run_remove(const char *path)
{
    const char *const remove[] = {"rm", "-rf", path, NULL};
    g_auto(ProcessResult) result = {0};
    process_run(&(ProcessRequest){.command = remove}, &result, NULL);
}

void container_run_free(ContainerRun *self)
{
    if (self != NULL) {
        container_run_remove(self->folder);
        g_free(self->folder);
        g_free(self);
    }
}

static void run_test(gconstpointer data)
{
    const ContainerRunTest *test = data;
    g_autoptr(ContainerRun) run = container_run_new();
    if (run != NULL) {
        test->test(run);
    }
}

void container_run_add_tests(const ContainerRunTest *tests, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        g_test_add_data_func(tests[i].name, &tests[i], run_test);
    }
}

int container_run_tests(int argc, char **argv, const ContainerRunTest *tests, gsize count)
{
    g_test_init(&argc, &argv, NULL);
    container_run_add_tests(tests, count);
    return g_test_run();
}

void container_run_write_matrix(const ContainerRun *self, const char *configurations)
{
    container_run_write_project(self, "holes", configurations);
}

void container_run_write_file(const ContainerRun *self, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(self->folder, name, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void write_matrix_of(const ContainerRun *self, const char *folder, const char *project,
                            const char *varied, const char *configurations)
{
    g_autofree char *text = g_strdup_printf(
        "schema: xaas-matrix/1\nproject: {name: %s, version: \"1.0\"}\n"
        "specification: \"sha256:0\"\nsource: \"%s/%s\"\nvaried: [%s]\nconfigurations:\n%s",
        project, folder, project, varied, configurations);
    container_run_write_file(self, "matrix.yaml", text);
}

void container_run_write_project(const ContainerRun *self, const char *project,
                                 const char *configurations)
{
    write_matrix_of(self, XAAS_SOURCE_ROOT "/tests/container", project, "SIMD", configurations);
}

void container_run_write_own(const ContainerRun *self, const char *project,
                             const char *configurations)
{
    write_matrix_of(self, self->folder, project, "", configurations);
}

void container_run_write_plain(const ContainerRun *self, const char *project, const char *lines)
{
    g_autofree char *description = g_build_filename(project, "CMakeLists.txt", NULL);
    g_autofree char *source = g_build_filename(project, "main.c", NULL);
    g_autofree char *text =
        g_strdup_printf("cmake_minimum_required(VERSION 3.18)\nproject(%s C)\n%s", project, lines);
    container_run_write_file(self, description, text);
    container_run_write_file(self, source, "int main(void) { return 0; }\n");
    container_run_write_own(self, project, "- {name: one, settings: []}\n");
}

/* `before` is what starts the program, NULL-terminated. */
static void run_words(const ContainerRun *self, const char *const *before, const char *line,
                      ProcessResult *result)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_strv_builder_addv(builder, (const char **)before);
    g_strv_builder_add(builder, XAAS_PROGRAM);
    g_auto(GStrv) words = g_strsplit(line, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        g_strv_builder_add(builder,
                           strcmp(*word, "%I") == 0 ? isolation_text(self->isolation) : *word);
    }
    g_auto(GStrv) command = g_strv_builder_end(builder);
    g_autoptr(GError) error = NULL;
    process_run(
        &(ProcessRequest){.command = (const char *const *)command, .directory = self->folder},
        result, &error);
    g_assert_no_error(error);
    g_test_message("%s: status %d: %s", line, result->status, result->err);
}

int container_run(const ContainerRun *self, const char *line, ProcessResult *result)
{
    run_words(self, (const char *const[]){NULL}, line, result);
    return result->status;
}

void container_run_well(const ContainerRun *self, const char *line, ProcessResult *result)
{
    g_assert_cmpint(container_run(self, line, result), ==, 0);
}

char *container_run_digest(const ContainerRun *self, const char *line)
{
    g_auto(ProcessResult) result = {0};
    container_run_well(self, line, &result);
    const char *digest = strstr(result.out, "sha256:");
    g_assert_nonnull(digest);
    return g_strndup(digest, strcspn(digest, "\n"));
}

void container_run_killed(const ContainerRun *self, const char *line, const char *seconds,
                          ProcessResult *result)
{
    const char *const before[] = {"timeout", "-s", "KILL", seconds, NULL};
    run_words(self, before, line, result);
}

json_t *container_run_why(const ContainerRun *self, const char *image, const char *source)
{
    g_auto(ProcessResult) result = {0};
    g_autofree char *line = g_strdup_printf("inspect %s --why %s --json", image, source);
    g_assert_cmpint(container_run(self, line, &result), ==, 0);
    json_t *units = json_loads(result.out, 0, NULL);
    g_assert_true(json_is_array(units));
    return units;
}

int container_run_deploy(const ContainerRun *self, const char *rest, ProcessResult *result)
{
    g_autofree char *line =
        g_strdup_printf("deploy oci:image:t --isolation %%I --cache cache %s", rest);
    return container_run(self, line, result);
}

gboolean container_run_is_there(const ContainerRun *self, const char *name)
{
    g_autofree char *path = g_build_filename(self->folder, name, NULL);
    return g_file_test(path, G_FILE_TEST_EXISTS);
}

char *container_run_output(const ContainerRun *self, const char *program, const char *argument)
{
    g_autofree char *path = g_build_filename(self->folder, program, NULL);
    const char *const command[] = {path, argument, NULL};
    g_auto(ProcessResult) result = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &result, &error));
    g_test_message("%s: status %d: %s", program, result.status, result.err);
    g_assert_cmpint(result.status, ==, 0);
    return g_steal_pointer(&result.out);
}
