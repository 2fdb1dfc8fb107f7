/* Projects that are built by their own makefiles, which are recorded. */
#include "recorded_run.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define PROJECT XAAS_SOURCE_ROOT "/tests/container/recorded"
#define PLAN                                                                                       \
    "plan " PROJECT ".xaas.yaml --source " PROJECT                                                 \
    " --vary-define --with-kernel=plain,paired --vary --enable-tally=ON,OFF -q"

/* What was moved, copied, made twice under one name, archived in two calls or linked at once is
 * what it is where it was recorded. */
static void test_built(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    g_auto(ProcessResult) planned = {0}, built = {0}, verified = {0}, one = {0}, two = {0};
    container_run_well(run, PLAN, &planned);
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.out, "(assembler 4)"));
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_assert_nonnull(strstr(verified.out, ": 0 differences"));
    /* Without isolation options of units name folders of the work folder. */
    if (container_run_isolates(run)) {
        g_autofree char *again =
            container_run_digest(run, "build matrix.yaml -o oci:again:t -w other --isolation %I");
        g_assert_nonnull(strstr(built.out, again));
    }
    container_run_deploy(run, "-c enable-tally_OFF-plain -p one -q", &one);
    container_run_deploy(run, "--set --with-kernel=paired --set --enable-tally=ON -p two -q", &two);
    recorded_assert_says(run, "one/bin/forge", "plain 16 13");
    recorded_assert_says(run, "one/bin/forge-twice", "twice plain 16 13");
    recorded_assert_says(run, "one/bin/once", "once 12");
    recorded_assert_says(run, "two/bin/forge", "tally paired 30 13");
    recorded_assert_says(run, "two/bin/forge-twice", "twice tally paired 30 13");
    recorded_assert_says(run, "two/bin/once", "once 22");
    static const char *const there[] = {"one/include/forge.h", "one/lib/libforge.a",
                                        "one/lib/libring.so", "one/lib/libring.so.1"};
    for (gsize i = 0; i < G_N_ELEMENTS(there); i++) {
        g_assert_true(container_run_is_there(run, there[i]));
    }
    g_autofree char *path = g_build_filename(run->folder, "one/share/forge/forge.pc", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_autofree char *expected = g_strdup_printf("prefix=%s/one\n", run->folder);
    g_assert_cmpstr(text, ==, expected);
}

/* Then the prefix cannot be written to, and the makefile has to know DESTDIR. */
static void test_not_isolated(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    g_auto(ProcessResult) planned = {0}, built = {0}, deployed = {0};
    container_run_well(run, PLAN, &planned);
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation none -q", &built);
    container_run_deploy(run, "-c enable-tally_OFF-paired -p alone -q", &deployed);
    recorded_assert_says(run, "alone/bin/forge", "paired 30 13");
    g_assert_true(container_run_is_there(run, "alone/share/forge/forge.pc"));
}

/* Where nothing is installed, what was linked is. */
static void test_installs_nothing(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(run, "small: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    recorded_assert_says(run, "there/bin/small", "2");
}

/* However the work folder is called, and without isolation that is what it is. */
static void test_work_folder(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(run, "small: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n");
    container_run_write_file(run, "a folder/file", "");
    g_autofree char *link = g_build_filename(run->folder, "link", NULL);
    g_assert_cmpint(symlink("a folder", link), ==, 0);
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation none -w link/work -q",
                       &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    recorded_assert_says(run, "there/bin/small", "2");
}

/* A project that calls the prefix by a name of its own. */
static void test_other_prefix(const ContainerRun *run)
{
    static const char rules[] =
        "INSTALL_DIR = /usr/local\nsmall: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
        "install: small\n\tmkdir -p $(INSTALL_DIR)/tools\n\tcp small $(INSTALL_DIR)/tools\n";
    if (!recorded_has_make() || !container_run_isolates(run)) {
        return;
    }
    recorded_assert_refused(run, rules, "NAME={prefix}");
    container_run_write_file(run, "matrix.yaml",
                             "schema: xaas-matrix/1\nproject: {name: small}\n"
                             "specification: \"sha256:0\"\nsource: small\nbuild_system: make\n"
                             "common: [{option: INSTALL_DIR, value: \"{prefix}\"}]\n"
                             "configurations:\n"
                             "- {name: one, settings: [{option: SIZE, value: \"1\"}]}\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t -q", &built);
    container_run_deploy(run, "-p there -q", &deployed);
    recorded_assert_says(run, "there/tools/small", "1");
}

/* A source container is built by its makefiles where it is deployed, and not recorded. */
static void test_source(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    g_auto(ProcessResult) packed = {0}, deployed = {0}, alone = {0};
    container_run_well(run,
                       "build --source-container " PROJECT ".xaas.yaml --source " PROJECT
                       " -o oci:image:t -q",
                       &packed);
    container_run_well(run,
                       "deploy oci:image:t --isolation %I --set --with-kernel=paired --set "
                       "--enable-tally=ON -p there -q",
                       &deployed);
    recorded_assert_says(run, "there/bin/forge", "tally paired 30 13");
    g_assert_true(container_run_is_there(run, "there/share/xaas/deployment.json"));
    container_run_well(
        run, "deploy oci:image:t --isolation none --set --enable-tally=no -p alone -q", &alone);
    recorded_assert_says(run, "alone/bin/once", "once 12");
}

/* A makefile that does not say what has to be there before is run once more, one by one. */
static void test_out_of_order(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(
        run, "all: size.h small\nsize.h:\n\tsleep 1\n\techo > size.h\n"
             "small: main.c\n\t$(CC) -include size.h -DSIZE=$(SIZE) main.c -o small\n"
             "\techo > size.h\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "-c one -p there -q", &deployed);
    recorded_assert_says(run, "there/bin/small", "1");
}

/* A makefile by a name of its own is put where make reads one, or named where there is another.
 * What make is to make is what the matrix says. */
static void test_other_makefile(const ContainerRun *run)
{
    static const char rules[] = "small: main.c name.h\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
                                "other: main.c\n\t$(CC) -DSIZE=5 main.c -o other\n"
                                "name.h: Makefile\n\tcp Makefile name.h\n";
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(run, "all:\n\tfalse\n");
    container_run_write_file(run, "small/Makefile.gnu", rules);
    container_run_write_file(run, "matrix.yaml",
                             "schema: xaas-matrix/1\nproject: {name: small}\n"
                             "specification: \"sha256:0\"\nsource: small\nbuild_system: make\n"
                             "makefile: Makefile.gnu\narguments: [other]\nconfigurations:\n"
                             "- {name: one, settings: [{option: SIZE, value: \"1\"}]}\n"
                             "- {name: two, settings: [{option: SIZE, value: \"2\"}], "
                             "arguments: [small]}\n");
    g_auto(ProcessResult) built = {0}, again = {0}, one = {0}, two = {0}, moved = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "-c one -p first -q", &one);
    container_run_deploy(run, "-c two -p second -q", &two);
    recorded_assert_says(run, "first/bin/other", "5");
    g_assert_false(container_run_is_there(run, "first/bin/small"));
    recorded_assert_says(run, "second/bin/other", "5");
    recorded_assert_says(run, "second/bin/small", "2");
    g_autofree char *makefile = g_build_filename(run->folder, "small/Makefile", NULL);
    g_assert_cmpint(g_unlink(makefile), ==, 0);
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &again);
    container_run_deploy(run, "-c two -p third -q", &moved);
    recorded_assert_says(run, "third/bin/small", "2");
}

/* A configure script written by hand, which takes one word and nothing of a prefix. */
static void test_configure_word(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(run, "small: main.c\n\t$(CC) -DSIZE=3 main.c -o small\n");
    container_run_write_file(
        run, "small/configure",
        "#!/bin/sh\n[ $# = 1 ] && [ -f setup.$1 ] && cat setup.$1 >Makefile\n");
    container_run_write_file(run, "small/setup.big",
                             "small: main.c\n\t$(CC) -DSIZE=3 main.c -o small\n");
    container_run_write_file(run, "matrix.yaml",
                             "schema: xaas-matrix/1\nproject: {name: small}\n"
                             "specification: \"sha256:0\"\nsource: small\n"
                             "build_system: autotools\narguments: [big]\n"
                             "configurations: [{name: one, settings: []}]\n");
    g_autofree char *script = g_build_filename(run->folder, "small/configure", NULL);
    g_assert_cmpint(g_chmod(script, 0755), ==, 0);
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "-p there -q", &deployed);
    recorded_assert_says(run, "there/bin/small", "3");
}

/* A configure script that hands all on, and makefiles whose first rule makes nothing. */
static void test_make_words(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(run, "include settings.mk\n"
                                 "help:\n\t@echo 'make small or large'\n"
                                 "small: main.c\n\t$(CC) -DSIZE=$(WIDTH) main.c -o small\n"
                                 "install:\n\tmkdir -p $(DESTDIR)$(THERE)/bin\n"
                                 "\tcp small $(DESTDIR)$(THERE)/bin/small$(WIDTH)\n");
    container_run_write_file(run, "small/configure", "#!/bin/sh\nexec sh ./etc/real \"$@\"\n");
    container_run_write_file(run, "small/etc/real",
                             "case $1 in --prefix=*) echo \"THERE=${1#*=}\" >settings.mk ;;\n"
                             "*) exit 1 ;; esac\n");
    container_run_write_file(run, "matrix.yaml",
                             "schema: xaas-matrix/1\nproject: {name: small}\n"
                             "specification: \"sha256:0\"\nsource: small\n"
                             "build_system: autotools\nmake_arguments: [small, WIDTH=4]\n"
                             "configurations: [{name: one, settings: []}]\n");
    g_autofree char *script = g_build_filename(run->folder, "small/configure", NULL);
    g_assert_cmpint(g_chmod(script, 0755), ==, 0);
    g_auto(ProcessResult) built = {0}, deployed = {0}, refused = {0}, packed = {0}, made = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "-p there -q", &deployed);
    recorded_assert_says(run, "there/bin/small4", "4");
    g_assert_cmpint(container_run(run, "deploy oci:image:t --make-argument small -p no", &refused),
                    ==, 2);
    g_assert_nonnull(strstr(refused.err, "--make-argument does nothing for this image"));
    container_run_write_file(run, "small.xaas.yaml",
                             "schema: xaas-spec/1\nproject: {name: small}\n"
                             "build_systems:\n- {type: autotools, file: configure}\npoints: []\n");
    container_run_well(
        run, "build --source-container small.xaas.yaml --source small -o oci:source:t -q", &packed);
    container_run_well(run,
                       "deploy oci:source:t --isolation %I --make-argument small --make-argument "
                       "WIDTH=5 -p made -q",
                       &made);
    recorded_assert_says(run, "made/bin/small5", "5");
}

/* A header that each configuration writes: units that ask for nothing that differs are one. */
static void test_shared(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    container_run_write_file(run, "small/other.c",
                             "#include \"conf.h\"\nint other(void) { return OTHER; }\n");
    recorded_write_makefile(run,
                            "small: main.c other.c\n"
                            "\tprintf '#define OTHER 4\\n#define CHOSEN $(SIZE)\\n' >conf.h\n"
                            "\t$(CC) -c other.c\n\t$(CC) -DSIZE=$(SIZE) main.c other.o -o small\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    json_t *units = container_run_why(run, "oci:image:t", "other.c");
    g_assert_cmpuint(json_array_size(units), ==, 2);
    for (gsize i = 0; i < json_array_size(units); i++) {
        g_assert_cmpstr(json_string_value(json_object_get(json_array_get(units, i), "level")), ==,
                        "closure");
    }
    json_decref(units);
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/recorded/built", test_built},
        {"/recorded/not_isolated", test_not_isolated},
        {"/recorded/installs_nothing", test_installs_nothing},
        {"/recorded/work_folder", test_work_folder},
        {"/recorded/other_prefix", test_other_prefix},
        {"/recorded/source", test_source},
        {"/recorded/out_of_order", test_out_of_order},
        {"/recorded/other_makefile", test_other_makefile},
        {"/recorded/configure_word", test_configure_word},
        {"/recorded/make_words", test_make_words},
        {"/recorded/shared", test_shared},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
