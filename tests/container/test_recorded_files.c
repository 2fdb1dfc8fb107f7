/* Files of recorded builds: what is taken for what it was, and what is refused. */
#include "recorded_run.h"
#include <string.h>

/* What nobody has seen made cannot be made anew. */
static void test_refused(const ContainerRun *run)
{
    g_autofree char *clang = g_find_program_in_path("clang-19");
    if (!recorded_has_make()) {
        return;
    }
    g_autofree char *unseen =
        g_strdup_printf("small: main.c\n\tenv -u LD_PRELOAD sh -c '%s -DSIZE=$(SIZE) -c main.c'\n"
                        "\t$(CC) main.o -o small\n",
                        clang);
    recorded_assert_refused(run, unseen, "main.o, which ");
    recorded_assert_refused(run,
                            "small: main.c\n\t$(CC) -DSIZE=$(SIZE) -c main.c\n\tobjcopy -g main.o\n"
                            "\t$(CC) main.o -o small\n",
                            "changes the object ");
    recorded_assert_refused(
        run,
        "small: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\ninstall: small\n"
        "\tmkdir -p $(DESTDIR)$(PREFIX)\n\tcp small $(DESTDIR)$(PREFIX)\n"
        "\tprintf more >> $(DESTDIR)$(PREFIX)/small\n",
        "small is installed, and no program");
    /* A part that cannot be installed is not the whole. */
    recorded_assert_refused(run,
                            "all: small\nsmall: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
                            "install: small\n\tmkdir -p $(DESTDIR)$(PREFIX)\n"
                            "\tcp small $(DESTDIR)$(PREFIX)\n\tmkdir -p doc\n\ttouch doc/Makefile\n"
                            "\t$(MAKE) -C doc install\n",
                            "No rule to make target 'install'");
    recorded_assert_refused(
        run,
        "all: main.c\n\techo \"#define SIZE 1\" > size.h\n"
        "\t$(CC) -include size.h -c main.c -o one.o\n"
        "\techo \"#define SIZE 2\" > size.h\n\t$(CC) -include size.h main.c -o two\n"
        "\t$(CC) one.o -o one\n",
        "size.h was written anew");
    recorded_assert_refused(
        run,
        "all: main.c\n\t$(CC) -DSIZE=$(SIZE) -c main.c -o one.o\n\techo >> main.c\n"
        "\t$(CC) one.o -o one\n",
        "main.c was written anew");
    recorded_assert_refused(run, "small:\n\tcp /bin/true small\n",
                            "install nothing, and no program that");
    recorded_assert_refused(run, "small: main.c\n\t$(CC) -DSIZE=$(SIZ) main.c -o small\n",
                            "SIZE=1` ended with status 2");
}

/* What would be made of other bytes than it was. */
static void test_changed(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    recorded_assert_refused(
        run,
        "all: main.c\n\techo '{global: *;};' > api.map\n"
        "\t$(CC) -DSIZE=1 -shared -fPIC main.c -Wl,--version-script=api.map -o libone.so\n"
        "\techo '{local: *;};' > api.map\n",
        "api.map was written anew after ");
    recorded_assert_refused(
        run,
        "all:\n\techo 'int main(void) { return 0; }' > made.c\n"
        "\t$(CC) -c made.c\n\techo >> made.c\n\trm made.c\n\t$(CC) made.o -o made\n",
        "made.c was removed after ");
    /* Nothing is put where the project's links lead to. */
    recorded_assert_refused(
        run,
        "all:\n\tmkdir part\n\techo 'int main(void) { return 0; }' > part/made.c\n"
        "\t$(CC) -c part/made.c\n\trm -r part\n\tln -s /tmp part\n\t$(CC) made.o -o made\n",
        "made.c was removed after ");
    recorded_assert_refused(
        run,
        "all:\n\techo 'int main(void) { return 0; }' | $(CC) -x c -c - -o made.o\n"
        "\t$(CC) made.o -o made\n",
        "-x c -c - -o made.o`, of which nobody knows");
    recorded_assert_refused(run,
                            "export CPATH=$(CURDIR)\nall:\n\t$(CC) -DSIZE=$(SIZE) -c main.c\n"
                            "\t$(CC) main.o -o small\n",
                            "with CPATH in its environment");
    recorded_assert_refused(
        run,
        "all:\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\ninstall:\n"
        "\tmkdir -p $(DESTDIR)$(PREFIX)\n\tln -s $(CURDIR)/small $(DESTDIR)$(PREFIX)\n",
        "small is installed as a link to ");
    recorded_assert_refused(
        run,
        "all:\n\t$(CC) -DSIZE=$(SIZE) -c main.c\n\tar cr one.a main.o\n"
        "\t$(CC) -DSIZE=1 -Dmain=other -c main.c -o other.o\n"
        "\tprintf 'create two.a\\naddlib one.a\\naddmod other.o\\nsave\\n' | ar -M\n"
        "\t$(CC) two.a -o small\n",
        "two.a, which ");
    recorded_assert_refused(run,
                            "all:\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\ninstall:\n"
                            "\tmkdir -p $(HOME)/bin\n\tcp small $(HOME)/bin\n",
                            "/dev/null");
}

/* A compiler that writes a rule of make's writes none for us. */
static void test_rules(const ContainerRun *run)
{
    static const char *const options[] = {"-MD", "-MMD -MFmain.rule", "-Wp,-MD,.main.d"};
    if (!recorded_has_make() || !container_run_has("gcc")) {
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        g_autofree char *rules =
            g_strdup_printf("all: main.c\n\techo '#define SIZE 1' > size.h\n"
                            "\techo '#include \"size.h\"' > whole.c\n\tcat main.c >> whole.c\n"
                            "\tgcc %s -c whole.c -o main.o\n\tgcc main.o -o small\n"
                            "\techo '#define SIZE 2' > size.h\n",
                            options[i]);
        recorded_assert_refused(run, rules, "size.h was written anew after ");
    }
    recorded_write_makefile(run, "small: main.c\n\t$(CC) -Wp,-MD,.main.d -DSIZE=$(SIZE) -c main.c\n"
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
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(run, rules);
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
    recorded_assert_says(run, "there/small.x", "7");
    recorded_assert_says(run, "there/bare", "7");
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
    if (!recorded_has_make() || !container_run_has("gfortran")) {
        return;
    }
    static const char rules[] =
        "all: main.c\n\t$(CC) -DSIZE=$(SIZE) main.c -o small\n"
        "\tgfortran -DKIND=4 -c m.F90 && gfortran -c u.f90 && gfortran m.o u.o -o four\n"
        "\trm *.o\n"
        "\tgfortran -DKIND=8 -c m.F90 && gfortran -c u.f90 && gfortran m.o u.o -o eight\n";
    recorded_write_makefile(run, rules);
    container_run_write_file(run, "small/m.F90",
                             "module m\ninteger, parameter :: k = KIND\nend module\n");
    container_run_write_file(run, "small/u.f90",
                             "program u\nuse m\nreal(kind=k) :: x\nprint '(i0)', kind(x)\nend\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    recorded_assert_says(run, "there/bin/four", "4");
    recorded_assert_says(run, "there/bin/eight", "8");
    g_autofree char *image = g_build_filename(run->folder, "image", NULL);
    container_run_remove(image);
    recorded_assert_refused(run,
                            "all:\n\tgfortran -DKIND=4 m.F90 u.f90 -o four\n"
                            "\tgfortran -DKIND=8 m.F90 u.f90 -o eight\n",
                            "m.mod was written anew after ");
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
    if (!recorded_has_make()) {
        return;
    }
    g_autofree char *rules = g_strdup_printf(
        "small: one.o main.o libone.a\n\t%s main.o -L. -lone -o small\n"
        "main.o: main.c runner\n\t./runner %s -DSIZE='one()' -include one.h -c main.c\n"
        "runner: runner.c\n\t$(CC) runner.c -o runner\n"
        "one.o: one.c\n\tsh ./compile %s -DSIZE=$(SIZE) -c one.c\n"
        "libone.a: one.o\n\t%s cr libone.a one.o && %s libone.a\n",
        paths[0], paths[0], paths[0], paths[1], paths[2]);
    recorded_write_makefile(run, rules);
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
    recorded_assert_says(run, "there/bin/small", "2");
    container_run_well(run, "build matrix.yaml -o oci:image:t -w other --isolation none", &alone);
    g_assert_nonnull(strstr(alone.out, "6 units"));
}

/* A project that builds another one and removes its folder (Quantum ESPRESSO does). */
static void test_removed(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    container_run_write_file(run, "small/part.tar/size.c",
                             "#include \"inner/size.h\"\nint size(void) { return SIZE; }\n");
    recorded_write_makefile(run, "small: main.c\n\tcp -r part.tar part\n\tmkdir part/inner\n"
                                 "\techo '#define SIZE $(SIZE)' >part/inner/size.h\n"
                                 "\tcd part && $(CC) -c size.c && ar rc ../libpart.a size.o\n"
                                 "\trm -r part\n"
                                 "\t$(CC) -DSIZE='size()' -Dmain='size(void); int main' main.c "
                                 "libpart.a -o small\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    recorded_assert_says(run, "there/bin/small", "2");
}

/* Debug information in a file of its own, which is no program. */
static void test_debug_file(const ContainerRun *run)
{
    if (!recorded_has_make()) {
        return;
    }
    recorded_write_makefile(run, "small: main.c\n\t$(CC) -g -DSIZE=$(SIZE) main.c -o small\n"
                                 "\tobjcopy --only-keep-debug small small.debug\n"
                                 "\tobjcopy --strip-debug small\n"
                                 "\tobjcopy --add-gnu-debuglink=small.debug small\n"
                                 "install: small\n\tmkdir -p $(DESTDIR)$(PREFIX)/bin\n"
                                 "\tcp small small.debug $(DESTDIR)$(PREFIX)/bin\n");
    g_auto(ProcessResult) built = {0}, deployed = {0};
    container_run_well(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &built);
    container_run_deploy(run, "--set SIZE=2 -p there -q", &deployed);
    recorded_assert_says(run, "there/bin/small", "2");
    g_assert_true(container_run_is_there(run, "there/bin/small.debug"));
}

int main(int argc, char **argv)
{
    static const ContainerRunTest tests[] = {
        {"/recorded_files/refused", test_refused}, {"/recorded_files/changed", test_changed},
        {"/recorded_files/rules", test_rules},     {"/recorded_files/names", test_names},
        {"/recorded_files/removed", test_removed}, {"/recorded_files/debug_file", test_debug_file},
        {"/recorded_files/modules", test_modules}, {"/recorded_files/full_path", test_full_path},
    };
    return container_run_tests(argc, argv, tests, G_N_ELEMENTS(tests));
}
