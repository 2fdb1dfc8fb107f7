/* Projects that are built by their own makefiles, which are recorded. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define PROJECT XAAS_SOURCE_ROOT "/tests/container/recorded"
#define PLAN                                                                                       \
    "plan " PROJECT ".xaas.yaml --source " PROJECT                                                 \
    " --vary-define --with-kernel=plain,paired --vary --enable-tally=ON,OFF -q"

static void assert_says(const ContainerRun *run, const char *program, const char *expected)
{
    g_autofree char *said = container_run_output(run, program, NULL);
    g_assert_cmpstr(g_strchomp(said), ==, expected);
}

static gboolean has_make(void)
{
    if (!container_run_has("make")) {
        g_test_skip("make is not installed");
        return FALSE;
    }
    return TRUE;
}

/* What was moved, copied, made twice under one name, archived in two calls or linked at once is
 * what it is where it was recorded. */
static void test_built(const ContainerRun *run)
{
    if (!has_make()) {
        return;
    }
    g_auto(ProcessResult) planned = {0}, built = {0}, verified = {0}, one = {0}, two = {0};
    container_run_well(run, PLAN, &planned);
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.out, "(assembler 4)"));
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_assert_nonnull(strstr(verified.out, ": 0 differences"));
    g_autofree char *again =
        container_run_digest(run, "build matrix.yaml -o oci:again:t -w other --isolation %I");
    g_assert_nonnull(strstr(built.out, again));
    container_run_deploy(run, "-c enable-tally_OFF-plain -p one -q", &one);
    container_run_deploy(run, "--set --with-kernel=paired --set --enable-tally=ON -p two -q", &two);
    assert_says(run, "one/bin/forge", "plain 16 13");
    assert_says(run, "one/bin/forge-twice", "twice plain 16 13");
    assert_says(run, "one/bin/once", "once 12");
    assert_says(run, "two/bin/forge", "tally paired 30 13");
    assert_says(run, "two/bin/forge-twice", "twice tally paired 30 13");
    assert_says(run, "two/bin/once", "once 22");
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
    if (!has_make()) {
        return;
    }
    g_auto(ProcessResult) planned = {0}, built = {0}, deployed = {0};
    container_run_well(run, PLAN, &planned);
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation none -q", &built);
    container_run_deploy(run, "-c enable-tally_OFF-paired -p alone -q", &deployed);
    assert_says(run, "alone/bin/forge", "paired 30 13");
    g_assert_true(container_run_is_there(run, "alone/share/forge/forge.pc"));
}

/* A project in C with this makefile, and a main.c. */
static void write_makefile(const ContainerRun *run, const char *rules)
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

/* Where nothing is installed, what was linked is. */
static void test_installs_nothing(const ContainerRun *run)
{
    if (!has_make()) {
        return;
    }
    write_makefile(run, "small: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    assert_says(run, "there/bin/small", "2");
}

/* However the work folder is called, and without isolation that is what it is. */
static void test_work_folder(const ContainerRun *run)
{
    if (!has_make()) {
        return;
    }
    write_makefile(run, "small: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n");
    container_run_write_file(run, "a folder/file", "");
    g_autofree char *link = g_build_filename(run->folder, "link", NULL);
    g_assert_cmpint(symlink("a folder", link), ==, 0);
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation none -w link/work -q",
                       &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    assert_says(run, "there/bin/small", "2");
}

static void assert_refused(const ContainerRun *run, const char *rules, const char *said)
{
    write_makefile(run, rules);
    g_auto(ProcessResult) built = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built), ==, 1);
    if (strstr(built.err, said) == NULL) {
        g_test_message("%s", built.err);
    }
    g_assert_nonnull(strstr(built.err, said));
    g_assert_false(container_run_is_there(run, "image/index.json"));
}

/* What nobody has seen made cannot be made anew. */
static void test_refused(const ContainerRun *run)
{
    g_autofree char *clang = g_find_program_in_path("clang-19");
    if (!has_make()) {
        return;
    }
    g_autofree char *unseen =
        g_strdup_printf("small: main.c\n\tenv -u LD_PRELOAD sh -c '%s -DSIZE=$(SIZE) -c main.c'\n"
                        "\t$(CC) main.o -o small\n",
                        clang);
    assert_refused(run, unseen, "main.o, which ");
    assert_refused(run,
                   "small: main.c\n\t$(CC) -DSIZE=$(SIZE) -c main.c\n\tobjcopy -g main.o\n"
                   "\t$(CC) main.o -o small\n",
                   "changes the object ");
    assert_refused(run,
                   "small: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\ninstall: small\n"
                   "\tmkdir -p $(DESTDIR)$(PREFIX)\n\tcp small $(DESTDIR)$(PREFIX)\n"
                   "\tprintf more >> $(DESTDIR)$(PREFIX)/small\n",
                   "small is installed, and no program");
    /* A part that cannot be installed is not the whole. */
    assert_refused(run,
                   "all: small\nsmall: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
                   "install: small\n\tmkdir -p $(DESTDIR)$(PREFIX)\n"
                   "\tcp small $(DESTDIR)$(PREFIX)\n\tmkdir -p doc\n\ttouch doc/Makefile\n"
                   "\t$(MAKE) -C doc install\n",
                   "No rule to make target 'install'");
    assert_refused(run,
                   "all: main.c\n\techo \"#define SIZE 1\" > size.h\n"
                   "\t$(CC) -include size.h -c main.c -o one.o\n"
                   "\techo \"#define SIZE 2\" > size.h\n\t$(CC) -include size.h main.c -o two\n"
                   "\t$(CC) one.o -o one\n",
                   "size.h was written anew");
    assert_refused(run,
                   "all: main.c\n\t$(CC) -DSIZE=$(SIZE) -c main.c -o one.o\n\techo >> main.c\n"
                   "\t$(CC) one.o -o one\n",
                   "main.c was written anew");
    assert_refused(run, "small:\n\tcp /bin/true small\n", "install nothing, and no program that");
    assert_refused(run, "small: main.c\n\t$(CC) -DSIZE=$(SIZ) main.c -o small\n",
                   "SIZE=1` ended with status 2");
}

/* What would be made of other bytes than it was. */
static void test_changed(const ContainerRun *run)
{
    if (!has_make()) {
        return;
    }
    assert_refused(
        run,
        "all: main.c\n\techo '{global: *;};' > api.map\n"
        "\t$(CC) -DSIZE=1 -shared -fPIC main.c -Wl,--version-script=api.map -o libone.so\n"
        "\techo '{local: *;};' > api.map\n",
        "api.map was written anew after ");
    assert_refused(run,
                   "all:\n\techo 'int main(void) { return 0; }' > made.c\n"
                   "\t$(CC) -c made.c\n\trm made.c\n\t$(CC) made.o -o made\n",
                   "made.c was removed after ");
    assert_refused(run,
                   "all:\n\techo 'int main(void) { return 0; }' | $(CC) -x c -c - -o made.o\n"
                   "\t$(CC) made.o -o made\n",
                   "-x c -c - -o made.o`, of which nobody knows");
    assert_refused(run,
                   "export CPATH=$(CURDIR)\nall:\n\t$(CC) -DSIZE=$(SIZE) -c main.c\n"
                   "\t$(CC) main.o -o small\n",
                   "with CPATH in its environment");
    assert_refused(run,
                   "all:\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\ninstall:\n"
                   "\tmkdir -p $(DESTDIR)$(PREFIX)\n\tln -s $(CURDIR)/small $(DESTDIR)$(PREFIX)\n",
                   "small is installed as a link to ");
    assert_refused(run,
                   "all:\n\t$(CC) -DSIZE=$(SIZE) -c main.c\n\tar cr one.a main.o\n"
                   "\t$(CC) -DSIZE=1 -Dmain=other -c main.c -o other.o\n"
                   "\tprintf 'create two.a\\naddlib one.a\\naddmod other.o\\nsave\\n' | ar -M\n"
                   "\t$(CC) two.a -o small\n",
                   "two.a, which ");
    assert_refused(run,
                   "all:\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\ninstall:\n"
                   "\tmkdir -p $(HOME)/bin\n\tcp small $(HOME)/bin\n",
                   "/dev/null");
}

/* A compiler that writes a rule of make's writes none for us. */
static void test_rules(const ContainerRun *run)
{
    static const char *const options[] = {"-MD", "-MMD -MFmain.rule", "-Wp,-MD,.main.d"};
    if (!has_make() || !container_run_has("gcc")) {
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        g_autofree char *rules =
            g_strdup_printf("all: main.c\n\techo '#define SIZE 1' > size.h\n"
                            "\techo '#include \"size.h\"' > whole.c\n\tcat main.c >> whole.c\n"
                            "\tgcc %s -c whole.c -o main.o\n\tgcc main.o -o small\n"
                            "\techo '#define SIZE 2' > size.h\n",
                            options[i]);
        assert_refused(run, rules, "size.h was written anew after ");
    }
    write_makefile(run, "small: main.c\n\t$(CC) -Wp,-MD,.main.d -DSIZE=$(SIZE) -c main.c\n"
                        "\t$(CC) main.o -o small\n");
    g_auto(ProcessResult) built = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
}

static void assert_members(const ContainerRun *run, const char *archive, const char *expected)
{
    g_autofree char *path = g_build_filename(run->folder, archive, NULL);
    const char *const command[] = {"ar", "t", path, NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &result, NULL));
    g_strdelimit(result.out, "\n", ' ');
    g_assert_cmpstr(g_strchomp(result.out), ==, expected);
}

/* What makefiles do with names: a file in two places of a call, objects that are archived under
 * other names than they were compiled, archives that go on after they were copied or linked, a name
 * that only looks like a file, data under the name of its file, strip. */
static void test_names(const ContainerRun *run)
{
    static const char rules[] =
        "all: small.x\n"
        "small.x: main.c\n"
        "\t$(CC) -DSIZE='f1()+f2()+f3()' -include f.h -c main.c -o small.o\n"
        "\t$(CC) -DSIZE='f1(void) { return 1; }' -c f.c && cp f.o f1.o\n"
        "\t$(CC) -DSIZE='f2(void) { return $(SIZE); }' -c f.c && cp f.o f2.o\n"
        "\t$(CC) -DSIZE='f3(void) { return 4; }' -c f.c\n"
        "\tar cr one.a f1.o && cp one.a two.a && ar r two.a f2.o && ar r two.a f.o\n"
        "\tcp two.a libtwo.a && rm two.a f.o\n"
        "\t$(CC) -o small.x small.o libtwo.a one.a -L. -ltwo -Wl,-Bstatic,-ltwo,-Bdynamic\n"
        "\tmkdir -p lib && cd lib && $(CC) -shared -Wl,-soname,libf.so.1 -o libf.so.1 ../f1.o\n"
        "\tprintf data > lib/data.txt && cd lib && ld -r -b binary data.txt -o data.o\n"
        "\techo 'extern char _binary_data_txt_start[]; int main(void) { return "
        "*_binary_data_txt_start; }' > data.c\n"
        "\tcd lib && $(CC) ../data.c -Wl,--no-as-needed libf.so.1 data.o -Tadd.ld -o data\n"
        "\tas low.s -o low.o && ar q one.a low.o && strip -o bare small.x\n"
        "install: all\n"
        "\tmkdir -p $(DESTDIR)$(PREFIX)/none\n"
        "\tcp small.x bare one.a libtwo.a lib/libf.so.1 lib/data $(DESTDIR)$(PREFIX)\n"
        "\tchmod 644 $(DESTDIR)$(PREFIX)/libf.so.1\n";
    if (!has_make()) {
        return;
    }
    write_makefile(run, rules);
    container_run_write_file(run, "small/f.c", "int SIZE\n");
    container_run_write_file(run, "small/f.h", "int f1(void), f2(void), f3(void);\n");
    container_run_write_file(run, "small/low.s", ".globl low\nlow:\n ret\n");
    container_run_write_file(run, "small/lib/add.ld",
                             "SECTIONS { .added : { *(.added) } } INSERT AFTER .text;\n");
    g_auto(ProcessResult) built = {0}, verified = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    g_assert_nonnull(strstr(verified.out, ": 0 differences"));
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    assert_says(run, "there/small.x", "7");
    assert_says(run, "there/bare", "7");
    assert_members(run, "there/one.a", "f1.o low.o");
    assert_members(run, "there/libtwo.a", "f1.o f2.o f.o");
    g_assert_true(container_run_is_there(run, "there/none"));
    g_autofree char *library = g_build_filename(run->folder, "there/libf.so.1", NULL);
    g_assert_false(g_file_test(library, G_FILE_TEST_IS_EXECUTABLE));
    g_autofree char *program = g_build_filename(run->folder, "there/data", NULL);
    const char *const command[] = {"readelf", "-d", program, NULL};
    g_auto(ProcessResult) told = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command}, &told, NULL));
    g_assert_nonnull(strstr(told.out, "[libf.so.1]"));
}

/* Objects of Fortran are not compiled again with the modules of whatever was compiled last; what is
 * linked at once has to be, and so finds them as they were. */
static void test_modules(const ContainerRun *run)
{
    if (!has_make() || !container_run_has("gfortran")) {
        return;
    }
    static const char rules[] =
        "all: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
        "\tgfortran -DKIND=4 -c m.F90 && gfortran -c u.f90 && gfortran m.o u.o -o four\n"
        "\trm *.o\n"
        "\tgfortran -DKIND=8 -c m.F90 && gfortran -c u.f90 && gfortran m.o u.o -o eight\n";
    write_makefile(run, rules);
    container_run_write_file(run, "small/m.F90",
                             "module m\ninteger, parameter :: k = KIND\nend module\n");
    container_run_write_file(run, "small/u.f90",
                             "program u\nuse m\nreal(kind=k) :: x\nprint '(i0)', kind(x)\nend\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    assert_says(run, "there/bin/four", "4");
    assert_says(run, "there/bin/eight", "8");
    g_autofree char *image = g_build_filename(run->folder, "image", NULL);
    container_run_remove(image);
    assert_refused(run,
                   "all:\n\tgfortran -DKIND=4 m.F90 u.f90 -o four\n"
                   "\tgfortran -DKIND=8 m.F90 u.f90 -o eight\n",
                   "m.mod was written anew after ");
}

/* A project that calls the prefix by a name of its own. */
static void test_other_prefix(const ContainerRun *run)
{
    static const char rules[] =
        "INSTALL_DIR = /usr/local\nsmall: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
        "install: small\n\tmkdir -p $(INSTALL_DIR)/tools\n\tcp small $(INSTALL_DIR)/tools\n";
    if (!has_make() || !container_run_isolates(run)) {
        return;
    }
    assert_refused(run, rules, "NAME={prefix}");
    container_run_write_file(run, "matrix.yaml",
                             "schema: xaas-matrix/1\nproject: {name: small}\n"
                             "specification: \"sha256:0\"\nsource: small\nbuild_system: make\n"
                             "common: [{option: INSTALL_DIR, value: \"{prefix}\"}]\n"
                             "configurations:\n"
                             "- {name: one, settings: [{option: SIZE, value: \"1\"}]}\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t -q", &built);
    container_run_deploy(run, "-p there -q", &deployed);
    assert_says(run, "there/tools/small", "1");
}

/* A source container is built by its makefiles where it is deployed, and not recorded. */
static void test_source(const ContainerRun *run)
{
    if (!has_make()) {
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
    assert_says(run, "there/bin/forge", "tally paired 30 13");
    g_assert_true(container_run_is_there(run, "there/share/xaas/deployment.json"));
    container_run_well(
        run, "deploy oci:image:t --isolation none --set --enable-tally=no -p alone -q", &alone);
    assert_says(run, "alone/bin/once", "once 12");
}

/* A makefile that does not say what has to be there before is run once more, one by one. */
static void test_out_of_order(const ContainerRun *run)
{
    if (!has_make()) {
        return;
    }
    write_makefile(run, "all: size.h small\nsize.h:\n\tsleep 1\n\techo > size.h\n"
                        "small: main.c\n\t$(CC) -include size.h -DSIZE=$(SIZE) main.c -o small\n"
                        "\techo > size.h\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "-c one -p there -q", &deployed);
    assert_says(run, "there/bin/small", "1");
}

/* Compilers and archivers by their full paths: from make itself, from a shell, from a script and
 * from a program that calls them otherwise. */
static void test_full_path(const ContainerRun *run)
{
    static const char *const tools[] = {"clang-19", "ar", "ranlib"};
    g_auto(GStrv) paths = g_new0(char *, G_N_ELEMENTS(tools) + 1);
    for (gsize i = 0; i < G_N_ELEMENTS(tools); i++) {
        paths[i] = g_find_program_in_path(tools[i]);
    }
    if (!has_make()) {
        return;
    }
    g_autofree char *rules = g_strdup_printf(
        "small: one.o main.o libone.a\n\t%s main.o -L. -lone -o small\n"
        "main.o: main.c runner\n\t./runner %s -DSIZE='one()' -include one.h -c main.c\n"
        "runner: runner.c\n\t$(CC) runner.c -o runner\n"
        "one.o: one.c\n\tsh ./compile %s -DSIZE=$(SIZE) -c one.c\n"
        "libone.a: one.o\n\t%s cr libone.a one.o && %s libone.a\n",
        paths[0], paths[0], paths[0], paths[1], paths[2]);
    write_makefile(run, rules);
    container_run_write_file(run, "small/one.h", "int one(void);\n");
    container_run_write_file(run, "small/one.c", "int one(void)\n{\n    return SIZE;\n}\n");
    container_run_write_file(run, "small/compile", "exec \"$@\"\n");
    container_run_write_file(run, "small/runner.c",
                             "#include <unistd.h>\nint main(int argc, char **argv)\n{\n"
                             "    char *program = argv[argc > 1];\n    argv[1] = \"some-tool\";\n"
                             "    return execv(program, argv + 1);\n}\n");
    g_auto(ProcessResult) built = {0}, verified = {0}, deployed = {0}, alone = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I", &built);
    g_assert_nonnull(strstr(built.out, "6 units"));
    container_run_well(run, "verify oci:image:t --matrix matrix.yaml --isolation %I", &verified);
    container_run_deploy(run, "-c two -p there -q", &deployed);
    assert_says(run, "there/bin/small", "2");
    container_run_well(run, "build matrix.yaml -o oci:image:t -w other --isolation none", &alone);
    g_assert_nonnull(strstr(alone.out, "6 units"));
}

/* A makefile by a name of its own is put where make reads one, or named where there is another.
 * What make is to make is what the matrix says. */
static void test_other_makefile(const ContainerRun *run)
{
    static const char rules[] = "small: main.c name.h\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
                                "other: main.c\n\t$(CC) -DSIZE=5 main.c -o other\n"
                                "name.h: Makefile\n\tcp Makefile name.h\n";
    if (!has_make()) {
        return;
    }
    write_makefile(run, "all:\n\tfalse\n");
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
    assert_says(run, "first/bin/other", "5");
    g_assert_false(container_run_is_there(run, "first/bin/small"));
    assert_says(run, "second/bin/other", "5");
    assert_says(run, "second/bin/small", "2");
    g_autofree char *makefile = g_build_filename(run->folder, "small/Makefile", NULL);
    g_assert_cmpint(g_unlink(makefile), ==, 0);
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &again);
    container_run_deploy(run, "-c two -p third -q", &moved);
    assert_says(run, "third/bin/small", "2");
}

/* A configure script written by hand, which takes one word and nothing of a prefix. */
static void test_configure_word(const ContainerRun *run)
{
    if (!has_make()) {
        return;
    }
    write_makefile(run, "small: main.c\n\t$(CC) -DSIZE=3 main.c -o small\n");
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
    assert_says(run, "there/bin/small", "3");
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/recorded/built", test_built},
        {"/recorded/not_isolated", test_not_isolated},
        {"/recorded/installs_nothing", test_installs_nothing},
        {"/recorded/work_folder", test_work_folder},
        {"/recorded/refused", test_refused},
        {"/recorded/changed", test_changed},
        {"/recorded/rules", test_rules},
        {"/recorded/names", test_names},
        {"/recorded/modules", test_modules},
        {"/recorded/source", test_source},
        {"/recorded/other_prefix", test_other_prefix},
        {"/recorded/out_of_order", test_out_of_order},
        {"/recorded/full_path", test_full_path},
        {"/recorded/other_makefile", test_other_makefile},
        {"/recorded/configure_word", test_configure_word},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
