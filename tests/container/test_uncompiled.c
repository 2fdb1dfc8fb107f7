/* What the build makes of nothing that is compiled, and machine code that no unit became: files of
 * the project's own commands, and what links take of them. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

/* What is made of no code, and what no unit needs, the default build makes, too: of sources, of
 * nothing, under the name of a target, and a link to such. What is made of a program in between is
 * made where the program is. */
static void test_uncompiled(const ContainerRun *run)
{
    container_run_write_plain(
        run, "pages",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "set(copy \"${CMAKE_COMMAND}\" -E copy)\nset(link \"${CMAKE_COMMAND}\" -E create_symlink)\n"
        "set(page \"${CMAKE_CURRENT_SOURCE_DIR}/page.in\")\n"
        "add_custom_command(OUTPUT m.1 COMMAND ${copy} \"${page}\" m.1 DEPENDS \"${page}\")\n"
        "add_custom_command(OUTPUT none.1 COMMAND \"${CMAKE_COMMAND}\" -E touch none.1)\n"
        "add_custom_target(pages ALL DEPENDS m.1 none.1)\n"
        "add_custom_target(two.1 ALL ${copy} \"${page}\" .\n"
        "  COMMAND \"${CMAKE_COMMAND}\" -E rename page.in two.1)\n"
        "add_custom_target(three.1 ALL ${link} two.1 three.1 DEPENDS two.1)\n"
        "add_custom_target(mm ALL ${link} m mm DEPENDS m)\n"
        "foreach(name m.1 none.1 two.1 three.1 mm)\n"
        "  install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/${name}\" DESTINATION share)\n"
        "endforeach()\n");
    container_run_write_file(run, "pages/page.in", "words\n");
    g_auto(ProcessResult) built = {0};
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --default-only --isolation %I",
                       &built);
    container_run_well(run, "deploy oci:image:t -p made --cache cache --isolation %I", &deployed);
    static const char *const files[] = {"m.1", "none.1", "two.1"};
    static const char *const links[][2] = {{"three.1", "two.1"}, {"mm", "m"}};
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(run->folder, "made/share", files[i], NULL);
        g_assert_true(g_file_test(path, G_FILE_TEST_IS_REGULAR));
    }
    for (gsize i = 0; i < G_N_ELEMENTS(links); i++) {
        g_autofree char *path = g_build_filename(run->folder, "made/share", links[i][0], NULL);
        g_autofree char *end = g_file_read_link(path, NULL);
        g_assert_cmpstr(end, ==, links[i][1]);
    }
}

/* A unit that takes modules of the language, which the compiler keeps in the build tree, is made by
 * its own command. */
static void test_language_modules(const ContainerRun *run)
{
    container_run_write_plain(run, "modular",
                              "add_executable(m main.c other.c)\ninstall(TARGETS m)\n"
                              "set_property(SOURCE main.c PROPERTY COMPILE_OPTIONS -fmodules "
                              "-fmodules-cache-path=${CMAKE_BINARY_DIR}/cache)\n");
    container_run_write_file(run, "modular/module.modulemap",
                             "module number { header \"number.h\" export * }\n");
    container_run_write_file(run, "modular/number.h",
                             "static inline int number(void) { return 0; }\n");
    container_run_write_file(run, "modular/other.c", "int other(void) { return 0; }\n");
    container_run_write_file(run, "modular/main.c",
                             "#include \"number.h\"\nint main(void) { return number(); }\n");
    g_auto(ProcessResult) built = {0};
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --verify --isolation %I", &built);
    json_t *units = container_run_why(run, "oci:image:t", "main.c");
    g_assert_nonnull(strstr(json_string_value(json_object_get(json_array_get(units, 0), "why_not")),
                            "modules of the language"));
    json_decref(units);
    container_run_well(run, "deploy oci:image:t -p made --cache cache --isolation %I", &deployed);
    g_autofree char *said = container_run_output(run, "made/bin/m", NULL);
    g_assert_cmpstr(said, ==, "");
}

/* What fails of that, or writes among the sources, is named, and all else is packed and made. */
static void test_uncompiled_fails(const ContainerRun *run)
{
    container_run_write_plain(
        run, "failing",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "set(tool \"${CMAKE_COMMAND}\" -E)\n"
        "add_custom_target(index ALL ${tool} copy CMakeCache.txt"
        " \"${CMAKE_CURRENT_SOURCE_DIR}/main.c/index\")\n"
        "add_custom_target(broken ALL ${tool} false)\n"
        "add_custom_command(OUTPUT page.1 COMMAND ${tool} touch page.1)\n"
        "add_custom_command(OUTPUT fetched COMMAND ${tool} false COMMAND ${tool} touch fetched)\n"
        "add_custom_command(OUTPUT page.2 COMMAND ${tool} touch page.2 DEPENDS fetched)\n"
        "add_custom_target(pages ALL DEPENDS page.1 page.2)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/page.1\" DESTINATION share)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/page.2\" DESTINATION share OPTIONAL)\n");
    g_auto(ProcessResult) built = {0};
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.err, "not made, though the default build makes it: "
                                       "CMakeFiles/broken, CMakeFiles/index, fetched; "
                                       "what is installed of it: page.2; no unit"));
    container_run_well(run, "deploy oci:image:t -p failing-made --cache cache --isolation %I",
                       &deployed);
    g_autofree char *page = g_build_filename(run->folder, "failing-made/share/page.1", NULL);
    g_assert_true(g_file_test(page, G_FILE_TEST_EXISTS));
}

/* What a link of the default build takes is needed, also when no unit is compiled after it. */
static void test_linked_fails(const ContainerRun *run)
{
    container_run_write_plain(
        run, "unlinked",
        "set(tool \"${CMAKE_COMMAND}\" -E)\n"
        "add_custom_command(OUTPUT fetched COMMAND ${tool} false)\n"
        "add_custom_command(OUTPUT lib/libdep.a COMMAND ${tool} touch lib/libdep.a DEPENDS "
        "fetched)\n"
        "add_custom_target(dep ALL DEPENDS lib/libdep.a)\n"
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "target_link_libraries(m PRIVATE \"${CMAKE_CURRENT_BINARY_DIR}/lib/libdep.a\")\n");
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &built),
                    ==, 1);
    g_assert_nonnull(strstr(built.err, "generate.log"));
    g_assert_null(strstr(built.err, "no unit"));
}

/* Of many programs that each make something it is known without asking about each: the build tool,
 * of which a script in front of it keeps count, is started a few times only. */
static void test_many_programs(const ContainerRun *run)
{
    g_autofree char *ninja = g_find_program_in_path("ninja");
    g_autofree char *count = g_build_filename(run->folder, "count", NULL);
    g_autofree char *script =
        g_strdup_printf("#!/bin/sh\necho . >> '%s'\nexec '%s' \"$@\"\n", count, ninja);
    g_autofree char *front = g_build_filename(run->folder, "front/ninja", NULL);
    g_autofree char *folder = g_path_get_dirname(front);
    g_autofree char *old = g_strdup(g_getenv("PATH"));
    g_autofree char *path = g_strconcat(folder, ":", old, NULL);
    container_run_write_file(run, "front/ninja", script);
    g_assert_cmpint(g_chmod(front, 0755), ==, 0);
    container_run_write_plain(run, "many",
                              "foreach(i RANGE 1 40)\n  add_executable(m${i} main.c)\n"
                              "  add_custom_command(OUTPUT o${i} COMMAND m${i} DEPENDS m${i}\n"
                              "    COMMAND \"${CMAKE_COMMAND}\" -E touch o${i})\n"
                              "  list(APPEND all o${i})\nendforeach()\n"
                              "add_custom_target(outs ALL DEPENDS ${all})\n"
                              "install(TARGETS m1)\n");
    g_auto(ProcessResult) built = {0};
    g_setenv("PATH", path, TRUE);
    int status = container_run(run, "build matrix.yaml -o oci:image:t --isolation none", &built);
    g_setenv("PATH", old, TRUE);
    g_assert_cmpint(status, ==, 0);
    g_autofree char *starts = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(count, &starts, &length, NULL));
    g_test_message("%zu starts", length / 2);
    g_assert_cmpuint(length / 2, <, 40);
}

/* Code that a command of the project's own compiles is packed as what it is, and named. */
static void test_machine_code(const ContainerRun *run)
{
    container_run_write_plain(
        run, "plugged",
        "add_executable(m main.c)\ninstall(TARGETS m)\n"
        "add_custom_command(OUTPUT plug.o DEPENDS main.c COMMAND \"${CMAKE_C_COMPILER}\"\n"
        "  -march=x86-64-v3 -c \"${CMAKE_CURRENT_SOURCE_DIR}/main.c\" -o plug.o)\n"
        "add_custom_command(OUTPUT libplug.a DEPENDS plug.o\n"
        "  COMMAND \"${CMAKE_AR}\" qc libplug.a plug.o)\n"
        "add_custom_target(plug ALL DEPENDS libplug.a)\n"
        "install(FILES \"${CMAKE_CURRENT_BINARY_DIR}/plug.o\"\n"
        "  \"${CMAKE_CURRENT_BINARY_DIR}/libplug.a\" DESTINATION lib)\n");
    static const char said[] = "2 files hold machine code that no unit became: /build/libplug.a, "
                               "/build/plug.o (-march=x86-64-v3)";
    g_auto(ProcessResult) built = {0};
    g_auto(ProcessResult) inspected = {0};
    g_auto(ProcessResult) deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I --verify", &built);
    g_assert_nonnull(strstr(built.err, said));
    container_run_well(run, "inspect oci:image:t --html page.html", &inspected);
    g_assert_nonnull(strstr(inspected.out, said));
    g_autofree char *path = g_build_filename(run->folder, "page.html", NULL);
    g_autofree char *page = NULL;
    g_assert_true(g_file_get_contents(path, &page, NULL, NULL));
    g_assert_nonnull(strstr(page, said));
    container_run_well(run, "deploy oci:image:t -p plugged-made --cache cache --isolation %I",
                       &deployed);
    g_assert_nonnull(strstr(deployed.out, said));
}

/* Builds and deploys a project "links" whose program calls kernel(), which its own commands
 * compile, and runs that. */
static void check_kernel(const ContainerRun *run, const char *lines, const char *packed)
{
    container_run_write_plain(run, "links", lines);
    container_run_write_file(run, "links/main.c",
                             "int kernel(void);\nint main(void) { return kernel() - 42; }\n");
    container_run_write_file(run, "links/kernel.c", "int kernel(void) { return 42; }\n");
    container_run_write_file(run, "links/Makefile",
                             "libkernel.a:\n\t$(CC) -c $(S)/kernel.c -o kernel.o\n"
                             "\t$(AR) qc $@ kernel.o\n");
    g_auto(ProcessResult) built = {0};
    g_auto(ProcessResult) deployed = {0};
    g_auto(ProcessResult) ran = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I --verify", &built);
    g_assert_nonnull(strstr(built.err, packed));
    container_run_well(run, "deploy oci:image:t -p links-made --cache cache --isolation %I",
                       &deployed);
    g_autofree char *program = g_build_filename(run->folder, "links-made/bin/m", NULL);
    const char *const words[] = {program, NULL};
    g_assert_true(process_run(&(ProcessRequest){.command = words}, &ran, NULL));
    g_assert_cmpint(ran.status, ==, 0);
}

/* What links take of it is packed, also where they name it relatively, as Ninja does. */
static void test_own_object(const ContainerRun *run)
{
    check_kernel(run,
                 "add_custom_command(OUTPUT kernel.o DEPENDS kernel.c\n"
                 "  COMMAND \"${CMAKE_C_COMPILER}\" -c \"${CMAKE_SOURCE_DIR}/kernel.c\""
                 " -o kernel.o)\n"
                 "add_executable(m main.c \"${CMAKE_BINARY_DIR}/kernel.o\")\n"
                 "install(TARGETS m)\n",
                 "1 file holds machine code that no unit became: /build/kernel.o; ");
}

static void test_own_library(const ContainerRun *run)
{
    if (!container_run_has("make")) {
        g_test_skip("no make here");
        return;
    }
    check_kernel(run,
                 "include(ExternalProject)\n"
                 "ExternalProject_Add(dep SOURCE_DIR \"${CMAKE_SOURCE_DIR}\"\n"
                 "  CONFIGURE_COMMAND \"\" INSTALL_COMMAND \"\"\n"
                 "  BUILD_COMMAND make -f <SOURCE_DIR>/Makefile S=<SOURCE_DIR>\n"
                 "  BUILD_BYPRODUCTS <BINARY_DIR>/libkernel.a)\n"
                 "ExternalProject_Get_Property(dep BINARY_DIR)\n"
                 "add_executable(m main.c)\nadd_dependencies(m dep)\n"
                 "target_link_libraries(m PRIVATE \"${BINARY_DIR}/libkernel.a\")\n"
                 "install(TARGETS m)\n",
                 "1 file holds machine code that no unit became: "
                 "/build/dep-prefix/src/dep-build/libkernel.a; ");
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/container/uncompiled/uncompiled", test_uncompiled},
        {"/container/uncompiled/language_modules", test_language_modules},
        {"/container/uncompiled/uncompiled_fails", test_uncompiled_fails},
        {"/container/uncompiled/linked_fails", test_linked_fails},
        {"/container/uncompiled/many_programs", test_many_programs},
        {"/container/uncompiled/machine_code", test_machine_code},
        {"/container/uncompiled/own_object", test_own_object},
        {"/container/uncompiled/own_library", test_own_library},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
