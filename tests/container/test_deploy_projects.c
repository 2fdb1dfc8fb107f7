/* Deployments of projects that the tests write: what cannot become code for the target, what names
 * the prefix, and what an image that others have made may hold. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

/* A unit that LLVM has no code for on the target, vector registers without hardware for numbers:
 * LLVM would abort. It is named, nothing is installed, no temporary file is left, and the next
 * deployment to the place goes well. */
static void test_beyond_llvm(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_file(
        run, "wide/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(wide C)\n"
        "add_library(wide STATIC wide.c)\n"
        "target_compile_options(wide PRIVATE -mavx2 --target=x86_64-pc-linux-gnu)\n"
        "install(TARGETS wide)\n");
    container_run_write_file(
        run, "wide/wide.c",
        "#include <immintrin.h>\n"
        "__m256 halves(__m256 x) { return _mm256_rcp_ps(_mm256_hadd_ps(x, x)); }\n");
    container_run_write_own(run, "wide", "- {name: wide, settings: []}\n");
    container_run_write_file(run, "temporary/.keep", "");
    g_auto(ProcessResult) built_well = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built_well), ==,
        0);
    g_autofree char *temporary = g_build_filename(run->folder, "temporary", NULL);
    g_assert_true(g_setenv("TMPDIR", temporary, TRUE));
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, "-t haswell+soft-float -p none", &result), ==, 3);
    g_assert_nonnull(strstr(result.err, "wide.c: LLVM cannot go on with it: "));
    g_assert_false(container_run_is_there(run, "none"));
    g_assert_false(container_run_is_there(run, ".none.xaas-part"));
    g_assert_false(container_run_is_there(run, ".none.xaas-lock"));
    g_autoptr(GDir) left = g_dir_open(temporary, 0, NULL);
    g_assert_cmpstr(g_dir_read_name(left), ==, ".keep");
    g_assert_null(g_dir_read_name(left));
    g_auto(ProcessResult) again = {0};
    g_assert_cmpint(container_run_deploy(run, "-t haswell -p none -q", &again), ==, 0);
    g_assert_true(container_run_is_there(run, "none/lib/libwide.a"));
    g_assert_false(container_run_is_there(run, ".none.xaas-part"));
    g_unsetenv("TMPDIR");
}

/* Two units whose code is the same, of which one asked for more: that is said all the same. */
static void test_note_of_equal_unit(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(run, "aligned",
                              "add_library(a STATIC main.c)\nadd_library(b STATIC main.c)\n"
                              "target_compile_options(b PRIVATE -falign-loops=32)\n"
                              "install(TARGETS a b)\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(container_run_deploy(run, "-p aligned-there", &deployed), ==, 0);
    g_assert_nonnull(strstr(deployed.out, "2 units: 1 module lowered"));
    g_assert_nonnull(strstr(deployed.out, "(-falign-loops)"));
}

/* What a project puts in front of its links where it finds it is nothing that the machine of the
 * deployment needs, and no linker that could be replaced. */
static void test_link_launcher(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_plain(run, "launched",
                              "find_program(LAUNCHER nice)\n"
                              "set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK \"${LAUNCHER}\")\n"
                              "add_library(part STATIC main.c)\n"
                              "add_executable(launched main.c)\n"
                              "install(TARGETS launched part)\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(container_run_deploy(run, "-p out --linker clang-19", &deployed), ==, 0);
    g_assert_true(container_run_is_there(run, "out/bin/launched"));
    g_assert_true(container_run_is_there(run, "out/lib/libpart.a"));
    g_auto(ProcessResult) verified = {0};
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
}

/* A unit whose assembly takes in a file is no whole module: its object, made by its own command, is
 * in the image, which is what verification wants to see, and the deployed program has the text. */
static void test_assembly_reads(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    container_run_write_file(run, "motto/CMakeLists.txt",
                             "cmake_minimum_required(VERSION 3.18)\nproject(motto C)\n"
                             "add_executable(motto main.c motto.c)\n"
                             "target_compile_definitions(motto PRIVATE "
                             "MOTTO=\"${CMAKE_CURRENT_SOURCE_DIR}/motto.txt\")\n"
                             "install(TARGETS motto)\n");
    container_run_write_file(
        run, "motto/motto.c",
        "__asm__(\".section .rodata\\n.globl motto\\nmotto:\\n.IncBin \\\"\" MOTTO "
        "\"\\\"\\n.byte 0\\n.text\\n\");\n");
    container_run_write_file(run, "motto/main.c",
                             "#include <stdio.h>\nextern const char motto[];\n"
                             "int main(void) { printf(\"%s\", motto); return 0; }\n");
    container_run_write_file(run, "motto/motto.txt", "Later is better\n");
    container_run_write_own(run, "motto", "- {name: only, settings: []}\n");
    g_auto(ProcessResult) built_well = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I --json", &built_well),
        ==, 0);
    g_assert_nonnull(strstr(built_well.out, "\"other_units\": 1"));
    g_auto(ProcessResult) verified = {0};
    g_assert_cmpint(
        container_run(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified), ==,
        0);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, "-t native -p out", &result), ==, 0);
    g_autofree char *said = container_run_output(run, "out/bin/motto", NULL);
    g_assert_cmpstr(said, ==, "Later is better\n");
    g_auto(ProcessResult) inspected = {0};
    g_assert_cmpint(container_run(run, "inspect oci:image:t --why motto.c", &inspected), ==, 0);
    g_assert_nonnull(strstr(inspected.out, "its assembly may read a file (.incbin)"));
}

/* An image for one prefix: what goes there by absolute paths is put below the prefix of the
 * deployment, but for what a link would lead elsewhere. */
static void test_fixed_prefix(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    g_autofree char *victim = g_build_filename(run->folder, "victim", NULL);
    g_autofree char *list = g_strdup_printf(
        "cmake_minimum_required(VERSION 3.18)\nproject(fixed C)\n"
        "add_library(fixed STATIC fixed.c)\ninstall(TARGETS fixed)\n"
        "install(FILES fixed.c DESTINATION ${CMAKE_INSTALL_PREFIX}/share)\n"
        "install(FILES fixed.c DESTINATION ${CMAKE_INSTALL_PREFIX}/trap)\n"
        "install(CODE [[file(CREATE_LINK \"%s\" \"$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/trap\" "
        "SYMBOLIC)]])\n",
        victim);
    container_run_write_file(run, "victim/.keep", "");
    container_run_write_file(run, "fixed/CMakeLists.txt", list);
    container_run_write_file(run, "fixed/fixed.c", "int fixed(void) { return 1; }\n");
    container_run_write_own(
        run, "fixed",
        "- {name: only, settings: [{option: CMAKE_INSTALL_PREFIX, value: /opt/fixed}]}\n");
    g_auto(ProcessResult) built_well = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built_well), ==,
        0);
    g_auto(ProcessResult) result = {0};
    g_assert_cmpint(container_run_deploy(run, "-p out --json", &result), ==, 0);
    g_assert_true(container_run_is_there(run, "out/share/fixed.c"));
    g_assert_false(container_run_is_there(run, "victim/fixed.c"));
    g_assert_nonnull(strstr(result.out, "1 of the files were installed by absolute paths below "
                                        "/opt/fixed,"));
    g_assert_nonnull(strstr(result.out, "so not installed: /opt/fixed/trap/fixed.c\""));
}

/* A step of an image leaves a link that leads out of the build tree: no folder is made behind it.
 */
static void test_link_outside(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    g_autofree char *lists = g_strdup_printf(
        "cmake_minimum_required(VERSION 3.18)\n"
        "project(own C)\n"
        "add_library(first STATIC part.c)\n"
        "add_custom_command(TARGET first POST_BUILD\n"
        "  COMMAND \"${CMAKE_COMMAND}\" -E rm -rf link\n"
        "  COMMAND \"${CMAKE_COMMAND}\" -E create_symlink \"%s/outside\" link)\n"
        "add_executable(second main.c)\n"
        "target_link_libraries(second PRIVATE first)\n"
        "set_target_properties(second PROPERTIES RUNTIME_OUTPUT_DIRECTORY link/deep)\n",
        run->folder);
    container_run_write_file(run, "own/CMakeLists.txt", lists);
    container_run_write_file(run, "own/part.c", "int part(void) { return 1; }\n");
    container_run_write_file(run, "own/main.c",
                             "int part(void); int main(void) { return part(); }\n");
    container_run_write_file(run, "outside/here", "");
    container_run_write_own(run, "own", "- {name: one, settings: []}\n");
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &built),
                    ==, 0);
    g_auto(ProcessResult) deployed = {0};
    g_assert_cmpint(
        container_run(run, "deploy oci:image:t -p made --cache cache --isolation %I", &deployed),
        ==, 1);
    g_assert_nonnull(strstr(deployed.err, "link/deep"));
    g_autofree char *behind = g_build_filename(run->folder, "outside/deep", NULL);
    g_assert_false(g_file_test(behind, G_FILE_TEST_EXISTS));
}

/* A second build in the same work folder sees that the project has another unit, although nothing
 * of it is to be generated. */
static void test_changed_project(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    static const char lists[] = "cmake_minimum_required(VERSION 3.18)\n"
                                "project(own C)\n"
                                "add_library(part STATIC part.c)\n";
    static const char more[] = "add_library(more STATIC more.c)\n";
    container_run_write_file(run, "own/CMakeLists.txt", lists);
    container_run_write_file(run, "own/part.c", "int part(void) { return 1; }\n");
    container_run_write_file(run, "own/more.c", "int more(void) { return 2; }\n");
    container_run_write_own(run, "own", "- {name: one, settings: []}\n");
    for (guint round = 0; round < 2; round++) {
        g_auto(ProcessResult) built = {0};
        g_assert_cmpint(
            container_run(run, "build matrix.yaml -o oci:image:t --isolation %I", &built), ==, 0);
        g_assert_nonnull(strstr(built.out, round == 0 ? " 1 unit:" : " 2 units:"));
        g_autofree char *changed = g_strconcat(lists, more, NULL);
        container_run_write_file(run, "own/CMakeLists.txt", changed);
    }
}

/* A script that forgets DESTDIR writes to the prefix itself, which is the new installation inside,
 * also where an older one is. */
static void test_written_to_prefix(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL || run->isolation != ISOLATION_BUBBLEWRAP) {
        return;
    }
    container_run_write_file(
        run, "forgets/CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.18)\nproject(forgets C)\n"
        "add_library(forgets STATIC forgets.c)\ninstall(TARGETS forgets DESTINATION lib)\n"
        "install(CODE \"file(CREATE_LINK libforgets.a ${CMAKE_INSTALL_PREFIX}/lib/libold.a "
        "SYMBOLIC)\")\n");
    container_run_write_file(run, "forgets/forgets.c", "int forgets(void) { return 1; }\n");
    container_run_write_own(run, "forgets", "- {name: only, settings: []}\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    for (guint i = 0; i < 2; i++) {
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run_deploy(run, "-p out", &result), ==, 0);
        g_assert_true(container_run_is_there(run, "out/lib/libold.a"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/deploy_projects/beyond_llvm", test_beyond_llvm);
    g_test_add_func("/container/deploy_projects/note_of_equal_unit", test_note_of_equal_unit);
    g_test_add_func("/container/deploy_projects/link_launcher", test_link_launcher);
    g_test_add_func("/container/deploy_projects/assembly_reads", test_assembly_reads);
    g_test_add_func("/container/deploy_projects/fixed_prefix", test_fixed_prefix);
    g_test_add_func("/container/deploy_projects/written_to_prefix", test_written_to_prefix);
    g_test_add_func("/container/deploy_projects/link_outside", test_link_outside);
    g_test_add_func("/container/deploy_projects/changed_project", test_changed_project);
    return g_test_run();
}
