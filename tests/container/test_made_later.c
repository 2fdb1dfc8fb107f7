/* What the project's own commands make of what is linked: it is made where the container is
 * deployed, and where it cannot be, that is said before anything is compiled. What they make of no
 * code, or for code, is made when it is built. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

/* Whether the deployed program's words are installed. */
static gboolean installs_said(const ContainerRun *run)
{
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -p made --cache cache --isolation %I", &deployed);
    g_autofree char *said = g_build_filename(run->folder, "made/share/said.txt", NULL);
    return g_file_test(said, G_FILE_TEST_EXISTS);
}

/* It needs a shell, with blanks or without: a failure where it is installed, and told elsewhere. */
static void test_shell(const ContainerRun *run)
{
    static const char *const commands[] = {"m a|cat", "m > said.txt *.in", "m && m \\; m"};
    static const char rule[] = "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\"\n"
                               "  DESTINATION share OPTIONAL)\n";
    g_autofree char *classes = g_build_filename(run->folder, "matrix.yaml.work/classes.json", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        for (guint installed = 0; installed < 2; installed++) {
            g_autofree char *lines =
                g_strdup_printf("add_executable(m main.c)\ninstall(TARGETS m)\n"
                                "add_custom_command(OUTPUT said.txt COMMAND %s DEPENDS m)\n"
                                "add_custom_target(said ALL DEPENDS said.txt)\n%s",
                                commands[i], installed ? rule : "");
            container_run_write_plain(run, "shell", lines);
            container_run_remove(classes);
            g_auto(ProcessResult) built = {0};
            int status =
                container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
            g_assert_cmpint(status, ==, installed);
            g_assert_nonnull(strstr(built.err, "a step needs a shell"));
            g_assert_cmpint(g_file_test(classes, G_FILE_TEST_EXISTS), ==, !installed);
        }
    }
}

/* What only looks as if it took a shell: the program's words and messages go where they are told
 * to, it gets what it is to read, and what may fail may. */
static void test_streams(const ContainerRun *run)
{
    container_run_write_plain(
        run, "streams",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/words.in\" words)\n"
        "set(words \"${CMAKE_CURRENT_BINARY_DIR}/words.in\")\n"
        "add_custom_command(OUTPUT said.txt\n"
        "  COMMAND m none > /dev/null 2>&1 || true\n"
        "  COMMAND ${CMAKE_COMMAND} -E env SAID=one $<TARGET_FILE:m> >said.txt 2>/dev/null\n"
        "  COMMAND SAID=two $<TARGET_FILE:m> < ${words} >> said.txt\n"
        "  DEPENDS m ${words})\n"
        "add_custom_target(said ALL DEPENDS said.txt)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" DESTINATION share)\n");
    container_run_write_file(run, "streams/main.c",
                             "#include <stdio.h>\n#include <stdlib.h>\n"
                             "int main(int argc, char **argv)\n{\n"
                             "    char text[9] = \"\";\n"
                             "    fprintf(stderr, \"message\\n\");\n"
                             "    printf(\"%s\", getenv(\"SAID\") ? getenv(\"SAID\") : \"no\");\n"
                             "    printf(\"%s.\", fgets(text, sizeof text, stdin) ? text : \"\");\n"
                             "    return argc - 1;\n}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_true(installs_said(run));
    g_autofree char *said = g_build_filename(run->folder, "made/share/said.txt", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(said, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "one.twowords.");
}

/* Its words do not say that it runs the program; the build tool's inputs do. So what it reads is
 * taken, too. */
static void test_inputs(const ContainerRun *run)
{
    container_run_write_plain(
        run, "inputs",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT said.txt COMMAND \"${CMAKE_COMMAND}\"\n"
        "  \"-DFOLDER=${CMAKE_CURRENT_SOURCE_DIR}\" -P \"${CMAKE_CURRENT_SOURCE_DIR}/run.cmake\"\n"
        "  DEPENDS m \"${CMAKE_CURRENT_SOURCE_DIR}/words.in\")\n"
        "add_custom_target(said ALL DEPENDS said.txt)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" DESTINATION share)\n");
    container_run_write_file(run, "inputs/words.in", "words\n");
    container_run_write_file(run, "inputs/run.cmake",
                             "execute_process(COMMAND ./m COMMAND_ERROR_IS_FATAL ANY)\n"
                             "configure_file(\"${FOLDER}/words.in\" said.txt COPYONLY)\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_true(installs_said(run));
}

/* A header that units read is written by a program of the project's own, and by a shell of that:
 * that was done before anything was compiled, and is not done again. */
static void test_generator(const ContainerRun *run)
{
    container_run_write_plain(
        run, "writer",
        "add_executable(gen gen.c)\n"
        "add_custom_command(OUTPUT part.h COMMAND gen > part.h DEPENDS gen)\n"
        "add_custom_command(OUTPUT made.h COMMAND ${CMAKE_COMMAND} -E cat part.h > made.h\n"
        "  DEPENDS part.h)\n"
        "add_executable(m main.c user.c made.h)\n"
        "target_include_directories(m PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}\")\n"
        "install(TARGETS m)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/made.h\" DESTINATION share\n"
        "  RENAME said.txt)\n");
    container_run_write_file(run, "writer/gen.c",
                             "#include <stdio.h>\n"
                             "int main(void) { return puts(\"#define MADE 1\") < 0; }\n");
    container_run_write_file(run, "writer/user.c", "#include <made.h>\nint made = MADE;\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_null(strstr(built.err, "left out"));
    g_assert_true(installs_said(run));
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
}

/* What is installed, and written by a shell of a program that is not: no unit needs it, but no
 * deployment could make it. */
static void test_tool(const ContainerRun *run)
{
    container_run_write_plain(
        run, "tool",
        "add_executable(gen gen.c)\n"
        "add_custom_command(OUTPUT made.h COMMAND gen > made.h DEPENDS gen)\n"
        "add_executable(m main.c made.h)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT part.txt COMMAND gen > part.txt DEPENDS gen made.h)\n"
        "add_custom_command(OUTPUT said.txt COMMAND ${CMAKE_COMMAND} -E copy part.txt said.txt\n"
        "  DEPENDS part.txt)\n"
        "add_custom_target(said ALL DEPENDS said.txt)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" DESTINATION share)\n"
        "add_custom_command(OUTPUT copy COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:gen> copy\n"
        "  DEPENDS gen)\n"
        "add_custom_target(copied ALL DEPENDS copy)\n"
        "install(PROGRAMS \"${CMAKE_CURRENT_BINARY_DIR}/copy\" DESTINATION bin)\n");
    container_run_write_file(run, "tool/gen.c",
                             "#include <stdio.h>\nint main(void) { return puts(\"said\") < 0; }\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_null(strstr(built.err, "left out"));
    /* What is made of the program itself waits for its code. */
    g_autofree char *copy =
        g_build_filename(run->folder, "matrix.yaml.work/configurations/one/build/copy", NULL);
    g_assert_false(g_file_test(copy, G_FILE_TEST_EXISTS));
    g_assert_true(installs_said(run));
    g_autofree char *installed = g_build_filename(run->folder, "made/bin/copy", NULL);
    g_assert_true(g_file_test(installed, G_FILE_TEST_EXISTS));
}

/* The program that a command only starts does not stand first in its line. */
static void test_started(const ContainerRun *run)
{
    static const char *const commands[] = {
        "${CMAKE_COMMAND} -E env SAID=b $<TARGET_FILE:gen> | cat > said.txt",
        "echo a | ${CMAKE_COMMAND} -E env -- $<TARGET_FILE:gen> > said.txt",
        "SAID=b $<TARGET_FILE:gen> > part.txt \\; cat part.txt > said.txt",
        "sh -c \"$<TARGET_FILE:gen> | cat > said.txt\" VERBATIM",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *lines = g_strdup_printf(
            "add_executable(gen gen.c)\nadd_executable(m main.c)\ninstall(TARGETS m)\n"
            "add_custom_command(OUTPUT said.txt COMMAND %s DEPENDS gen)\n"
            "add_custom_target(said ALL DEPENDS said.txt)\n"
            "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" DESTINATION share)\n",
            commands[i]);
        container_run_write_plain(run, "started", lines);
        container_run_write_file(
            run, "started/gen.c",
            "#include <stdio.h>\nint main(void) { return puts(\"said\") < 0; }\n");
        g_auto(ProcessResult) built = {0};
        container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
        g_assert_true(installs_said(run));
    }
}

/* What fails when it is made for nobody is told once, and is not begun again: neither refused for a
 * shell nor run at deployment, where who installs it misses it. */
static void test_fails(const ContainerRun *run)
{
    static const char *const commands[] = {"gen && false", "gen | false"};
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *lines = g_strdup_printf(
            "add_executable(gen main.c)\nadd_executable(m main.c)\ninstall(TARGETS m)\n"
            "add_custom_command(OUTPUT said.txt COMMAND %s DEPENDS gen)\n"
            "add_custom_target(said ALL DEPENDS said.txt)\n"
            "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" DESTINATION share "
            "OPTIONAL)\n",
            commands[i]);
        container_run_write_plain(run, "fails", lines);
        g_auto(ProcessResult) built = {0};
        container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
        g_assert_nonnull(strstr(built.err, "what is installed of it: said.txt"));
        g_assert_null(strstr(built.err, "needs a shell"));
        g_assert_false(installs_said(run));
        g_auto(ProcessResult) verified = {0};
        container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I",
                           &verified);
    }
}

/* A file that configuring has written does not stand for what a program writes over it. */
static void test_placeholder(const ContainerRun *run)
{
    container_run_write_plain(
        run, "holder",
        "file(WRITE \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" placeholder)\n"
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT said.txt COMMAND m said.txt DEPENDS m)\n"
        "add_custom_target(said ALL DEPENDS said.txt)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/said.txt\" DESTINATION share)\n");
    container_run_write_file(run, "holder/main.c",
                             "#include <stdio.h>\n"
                             "int main(int argc, char **argv) {\n"
                             "  FILE *made = argc > 1 ? fopen(argv[1], \"w\") : NULL;\n"
                             "  return made == NULL || fputs(\"real\", made) < 0 || fclose(made);\n"
                             "}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_true(installs_said(run));
    g_autofree char *path = g_build_filename(run->folder, "made/share/said.txt", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "real");
}

/* What a command says that it makes, and does not, no deployment can link; what one makes besides
 * at deployment, it can. */
static void test_missing_input(const ContainerRun *run)
{
    container_run_write_plain(
        run, "missing",
        "add_custom_command(OUTPUT libdep.a COMMAND \"${CMAKE_COMMAND}\" -E true)\n"
        "add_custom_target(dep ALL DEPENDS libdep.a)\n"
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "target_link_libraries(m PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}/libdep.a\")\n");
    g_auto(ProcessResult) missed = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &missed),
                    !=, 0);
    g_assert_nonnull(strstr(missed.err, "what it works on cannot be made: libdep.a"));
    container_run_write_plain(
        run, "besides",
        "add_executable(maker main.c)\n"
        "add_custom_command(OUTPUT made.txt libdep.a DEPENDS maker\n"
        "  COMMAND maker COMMAND \"${CMAKE_COMMAND}\" -E touch made.txt\n"
        "  COMMAND \"${CMAKE_AR}\" qc libdep.a)\n"
        "add_custom_target(dep ALL DEPENDS libdep.a)\n"
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "target_link_libraries(m PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}/libdep.a\")\n");
    g_auto(ProcessResult) built = {0};
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    container_run_well(run, "deploy oci:image:t -p besides-made --cache cache --isolation %I",
                       &deployed);
}

/* A source that a program makes right when it is linked is there when it is compiled. */
static void test_source_of_link(const ContainerRun *run)
{
    container_run_write_plain(
        run, "linked",
        "add_executable(maker maker.c)\n"
        "add_custom_command(TARGET maker POST_BUILD COMMAND maker BYPRODUCTS made.c stamp)\n"
        "add_custom_target(making DEPENDS stamp)\n"
        "add_executable(m main.c \"${CMAKE_CURRENT_BINARY_DIR}/made.c\")\n"
        "set_source_files_properties(\"${CMAKE_CURRENT_BINARY_DIR}/made.c\" PROPERTIES GENERATED "
        "1)\n"
        "add_dependencies(m making)\ninstall(TARGETS m)\n");
    container_run_write_file(run, "linked/maker.c",
                             "#include <stdio.h>\n"
                             "int main(void) { FILE *made = fopen(\"made.c\", \"w\");\n"
                             "  fputs(\"int made;\\n\", made); fclose(made);\n"
                             "  return fopen(\"stamp\", \"w\") == NULL; }\n");
    g_auto(ProcessResult) built = {0};
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.out, "3 units"));
    container_run_well(run, "deploy oci:image:t -p linked-made --cache cache --isolation %I",
                       &deployed);
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/container/made_later/shell", test_shell},
        {"/container/made_later/streams", test_streams},
        {"/container/made_later/started", test_started},
        {"/container/made_later/fails", test_fails},
        {"/container/made_later/generator", test_generator},
        {"/container/made_later/tool", test_tool},
        {"/container/made_later/placeholder", test_placeholder},
        {"/container/made_later/inputs", test_inputs},
        {"/container/made_later/missing_input", test_missing_input},
        {"/container/made_later/source_of_link", test_source_of_link},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
