#include "recorded_run.h"
#include <string.h>

void recorded_assert_says(const ContainerRun *run, const char *program, const char *expected)
{
    g_autofree char *said = container_run_output(run, program, NULL);
    g_assert_cmpstr(g_strchomp(said), ==, expected);
}

gboolean recorded_has_make(void)
{
    if (!container_run_has("make")) {
        g_test_skip("make is not installed");
        return FALSE;
    }
    return TRUE;
}

void recorded_write_makefile(const ContainerRun *run, const char *rules)
{
    container_run_write_file(run, "small/Makefile", rules);
    container_run_write_file(run, "small/main.c",
                             "#include <stdio.h>\n"
                             "int main(void)\n{\n    printf(\"%d\\n\", SIZE);\n    return 0;\n}\n");
    container_run_write_file(run, "matrix.yaml",
                             "schema: xaas-matrix/1\nproject: {name: small}\n"
                             "specification: \"sha256:0\"\nsource: small\nbuild_system: make\n"
                             "configurations:\n"
                             "- {name: one, settings: [{option: SIZE, value: \"1\"}]}\n"
                             "- {name: two, settings: [{option: SIZE, value: \"2\"}]}\n");
}

void recorded_assert_refused(const ContainerRun *run, const char *rules, const char *said)
{
    recorded_write_makefile(run, rules);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 1);
    if (strstr(built.err, said) == NULL) {
        g_test_message("%s", built.err);
    }
    g_assert_nonnull(strstr(built.err, said));
    g_assert_false(container_run_is_there(run, "image/index.json"));
}
