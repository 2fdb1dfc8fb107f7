/* What the project's own commands make for what the default build does not need, where they fail:
 * neither half a file nor an old one is taken for it, and it hides nothing else. */
#include "container_run.h"
#include <string.h>

#define NEEDED "- {name: two, settings: [{option: NEEDED, value: \"ON\"}]}\n"

static void build(const ContainerRun *run, const char *options, ProcessResult *result)
{
    g_autofree char *line =
        g_strconcat("build matrix.yaml -o oci:image:t --isolation %I", options, NULL);
    container_run_well(run, line, result);
}

/* A program of main.c, and one of user.c, optional but in NEEDED, that reads made.h, which
 * make.cmake writes: that is run in the build tree. `outputs` are the command's. */
static void write_user(const ContainerRun *run, const char *project, const char *outputs,
                       const char *script)
{
    g_autofree char *lines =
        g_strdup_printf("add_executable(m main.c)\ninstall(TARGETS m)\n"
                        "if(NOT NEEDED)\n  set(spare EXCLUDE_FROM_ALL)\nendif()\n"
                        "add_custom_command(OUTPUT %s COMMAND \"${CMAKE_COMMAND}\"\n"
                        "  \"-DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}\" -P "
                        "\"${CMAKE_CURRENT_SOURCE_DIR}/make.cmake\")\n"
                        "add_executable(o ${spare} user.c %s)\n"
                        "target_include_directories(o PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}\"\n"
                        "  \"${CMAKE_CURRENT_SOURCE_DIR}\")\n",
                        outputs, outputs);
    g_autofree char *user = g_build_filename(project, "user.c", NULL);
    g_autofree char *make = g_build_filename(project, "make.cmake", NULL);
    container_run_write_plain(run, project, lines);
    container_run_write_file(run, user, "#include <made.h>\nint main(void) { return 0; }\n");
    container_run_write_file(run, make, script);
}

/* A header among the sources whose generator fails half-way is none. */
static void test_among_sources(const ContainerRun *run)
{
    if (run->isolation == ISOLATION_NONE) {
        g_test_skip("commands cannot be isolated here");
        return;
    }
    write_user(run, "among", "\"${CMAKE_CURRENT_SOURCE_DIR}/made.h\"",
               "file(WRITE \"${SOURCE}/made.h\" \"\")\nmessage(FATAL_ERROR \"no\")\n");
    g_auto(ProcessResult) built = {0};
    build(run, " --copy-source", &built);
    g_assert_nonnull(strstr(built.err, "generate-optional.log"));
    g_assert_nonnull(strstr(built.err, "user.c is left out: "));
    container_run_write_file(run, "among/make.cmake", "file(WRITE \"${SOURCE}/made.h\" \"\")\n");
    g_auto(ProcessResult) whole = {0};
    build(run, " --copy-source", &whole);
    g_assert_null(strstr(whole.err, "left out"));
}

/* What a command that failed has left besides does not help it in the next build. */
static void test_left_behind(const ContainerRun *run)
{
    write_user(run, "behind", "made.h",
               "foreach(turn one two)\n  if(NOT EXISTS ${turn})\n    file(WRITE ${turn} \"\")\n"
               "    message(FATAL_ERROR \"no\")\n  endif()\nendforeach()\n"
               "file(WRITE made.h \"\")\n");
    for (guint i = 0; i < 2; i++) {
        g_auto(ProcessResult) built = {0};
        build(run, "", &built);
        g_assert_nonnull(strstr(built.err, "user.c is left out: "));
    }
}

/* One that runs each time, and fails in a tree in which it has run: as in an empty one, whether the
 * default build needs it or not. */
static void test_kept(const ContainerRun *run)
{
    write_user(run, "kept", "made.h never",
               "if(EXISTS ran)\n  message(FATAL_ERROR \"no\")\nendif()\nfile(WRITE ran \"\")\n"
               "file(WRITE made.h \"\")\n");
    for (guint i = 0; i < 4; i++) {
        if (i == 2) {
            container_run_write_own(run, "kept", NEEDED);
        }
        g_auto(ProcessResult) built = {0};
        build(run, "", &built);
        g_assert_null(strstr(built.err, "left out"));
    }
}

/* A build that is killed while it generates leaves a tree that the next one does not go on in. */
static void test_killed(const ContainerRun *run)
{
    static const char shell[] = "\"$@\" & until [ -e \"$0\" ]; do sleep 0.1; done; kill -9 $!";
    write_user(run, "killed", "made.h",
               "if(EXISTS parts)\n  file(WRITE made.h \"#error half\\n\")\nelse()\n"
               "  file(WRITE parts \"\")\n  execute_process(COMMAND sleep 2)\n"
               "  file(WRITE made.h \"\")\nendif()\n");
    container_run_write_own(run, "killed", NEEDED);
    const char *const command[] = {"sh",
                                   "-c",
                                   shell,
                                   "matrix.yaml.work/configurations/two/build/parts",
                                   XAAS_PROGRAM,
                                   "build",
                                   "matrix.yaml",
                                   "-o",
                                   "oci:image:t",
                                   "--isolation",
                                   isolation_text(run->isolation),
                                   NULL};
    g_auto(ProcessResult) killed = {0};
    process_run(&(ProcessRequest){.command = command, .directory = run->folder}, &killed, NULL);
    g_auto(ProcessResult) built = {0};
    build(run, "", &built);
}

/* One that is ended has not failed by itself, whether anybody says so or not. */
static void test_ended(const ContainerRun *run)
{
    container_run_write_plain(
        run, "ends",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT made.h COMMAND sh \"${CMAKE_CURRENT_SOURCE_DIR}/make.sh\")\n"
        "add_executable(o EXCLUDE_FROM_ALL main.c made.h)\n");
    container_run_write_file(run, "ends/make.sh", "kill -9 $PPID\nsleep 1\n");
    g_auto(ProcessResult) ended = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &ended),
                    ==, 1);
    g_assert_nonnull(strstr(ended.err, "was ended while it was made, or fails at times only"));
    g_assert_nonnull(strstr(ended.err, "--default-only"));
}

/* One that ends with a status above those of signals has failed by itself, and so has one whose
 * line is none for a shell. */
static void test_statuses(const ContainerRun *run)
{
    container_run_write_plain(
        run, "statuses",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT made.h COMMAND sh -c \"exit 255\" VERBATIM)\n"
        "add_custom_command(OUTPUT odd.h COMMAND || true)\n"
        "add_executable(o EXCLUDE_FROM_ALL main.c made.h odd.h)\n");
    g_auto(ProcessResult) built = {0};
    build(run, "", &built);
    g_assert_nonnull(strstr(built.err, "generate-optional.log"));
}

/* Something is missing for one of them: the others are made, objects too. */
static void test_missing(const ContainerRun *run)
{
    container_run_write_plain(
        run, "missing",
        "enable_language(ASM)\nadd_executable(m main.c)\ninstall(TARGETS m)\n"
        "foreach(name made lacking)\n"
        "  add_custom_command(OUTPUT ${name}.h DEPENDS ${needed} COMMAND \"${CMAKE_COMMAND}\"\n"
        "    -E touch ${name}.h)\n"
        "  add_executable(${name} EXCLUDE_FROM_ALL ${name}.c ${name}.S ${name}.h)\n"
        "  target_include_directories(${name} PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}\")\n"
        "  set(needed \"${CMAKE_CURRENT_SOURCE_DIR}/never.in\")\nendforeach()\n");
    static const char *const names[] = {"made", "lacking"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *source = g_strdup_printf("missing/%s.c", names[i]);
        g_autofree char *assembly = g_strdup_printf("missing/%s.S", names[i]);
        g_autofree char *text =
            g_strdup_printf("#include <%s.h>\nint main(void) { return 0; }\n", names[i]);
        container_run_write_file(run, source, text);
        container_run_write_file(run, assembly, "    .text\n");
    }
    g_auto(ProcessResult) built = {0};
    build(run, "", &built);
    g_assert_nonnull(strstr(built.err, "never.in"));
    g_assert_nonnull(strstr(built.err, "lacking.c is left out: "));
    g_assert_nonnull(strstr(built.err, "lacking.S is left out: what it needs cannot be made"));
    g_assert_null(strstr(built.err, "made.c is left out"));
    g_assert_null(strstr(built.err, "made.S is left out"));
}

/* The build tool makes nothing of what a command that failed would have made; so nothing of it is
 * packed either, whether the command has left a file or compiling goes well without one. */
static void test_downstream(const ContainerRun *run)
{
    static const char lines[] =
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT made.h COMMAND \"${CMAKE_COMMAND}\" -E touch undeclared.h\n"
        "  COMMAND \"${CMAKE_COMMAND}\" -E ${HOW})\n"
        "add_executable(o EXCLUDE_FROM_ALL user.c made.h)\n"
        "target_include_directories(o PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}\")\n"
        "add_custom_command(OUTPUT never.h DEPENDS \"${CMAKE_CURRENT_SOURCE_DIR}/never.in\"\n"
        "  COMMAND \"${CMAKE_COMMAND}\" -E touch never.h)\n"
        "add_executable(lacking EXCLUDE_FROM_ALL other.c never.h)\n";
    g_autofree char *works = g_strconcat("set(HOW true)\n", lines, NULL);
    g_autofree char *fails = g_strconcat("set(HOW false)\n", lines, NULL);
    container_run_write_plain(run, "downstream", works);
    container_run_write_file(run, "downstream/user.c",
                             "#include \"undeclared.h\"\n#if __has_include(\"made.h\")\n"
                             "#include \"made.h\"\n#endif\nint main(void) { return 0; }\n");
    container_run_write_file(run, "downstream/other.c", "int main(void) { return 1; }\n");
    g_auto(ProcessResult) whole = {0};
    build(run, "", &whole);
    g_assert_null(strstr(whole.err, "user.c is left out"));
    g_assert_nonnull(strstr(whole.err, "other.c is left out: what it needs cannot be made"));

    container_run_write_plain(run, "downstream", fails);
    g_auto(ProcessResult) doubted = {0};
    g_assert_cmpint(
        container_run(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &doubted), ==,
        1);
    g_assert_nonnull(
        strstr(doubted.err, "user.c: what it needs cannot be made, and the container"));
    g_auto(ProcessResult) built = {0};
    build(run, "", &built);
    g_assert_nonnull(strstr(built.err, "user.c is left out: what it needs cannot be made"));
    g_assert_nonnull(strstr(built.out, "1 unit,"));
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "deploy oci:image:t -p made --everything --cache cache --isolation %I",
                       &deployed);
}

/* Where the description is made anew first, the build tool does not tell what is missing: nothing
 * was made, and so nothing is packed. */
static void test_globs(const ContainerRun *run)
{
    container_run_write_plain(
        run, "globs",
        "file(GLOB sources CONFIGURE_DEPENDS \"${CMAKE_CURRENT_SOURCE_DIR}/main*.c\")\n"
        "add_executable(m ${sources})\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT never.h DEPENDS \"${CMAKE_CURRENT_SOURCE_DIR}/never.in\"\n"
        "  COMMAND \"${CMAKE_COMMAND}\" -E touch never.h)\n"
        "add_executable(o EXCLUDE_FROM_ALL other.c never.h)\n");
    container_run_write_file(run, "globs/other.c", "int main(void) { return 1; }\n");
    g_auto(ProcessResult) built = {0};
    build(run, "", &built);
    g_assert_nonnull(strstr(built.err, "other.c is left out: what it needs cannot be made"));
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/container/generators/among_sources", test_among_sources},
        {"/container/generators/left_behind", test_left_behind},
        {"/container/generators/kept", test_kept},
        {"/container/generators/ended", test_ended},
        {"/container/generators/killed", test_killed},
        {"/container/generators/statuses", test_statuses},
        {"/container/generators/downstream", test_downstream},
        {"/container/generators/globs", test_globs},
        {"/container/generators/missing", test_missing},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
