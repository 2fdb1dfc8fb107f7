/* Compile commands as build tools write them. */
#include "container/build/process.h"
#include "container/build/unit.h"
#include <glib/gstdio.h>
#include <string.h>

typedef struct {
    char *folder;
    Arena *arena;
    Compilers *compilers;
    Sandbox sandbox;
    UnitReader reader;
} Fixture;

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    self->folder = g_dir_make_tmp("xaas-commands-XXXXXX", NULL);
    self->arena = arena_new();
    self->compilers = compilers_load(XAAS_SOURCE_ROOT "/container/knowledge", &error);
    g_assert_no_error(error);
    self->sandbox = (Sandbox){.isolation = ISOLATION_NONE, .source = self->folder};
    self->reader = (UnitReader){
        self->arena, self->compilers, &self->sandbox, "test", self->folder, NULL, NULL};
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const names[] = {"a.rsp", "b.rsp", "loop.rsp"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(self->folder, names[i], NULL);
        g_unlink(path);
    }
    g_rmdir(self->folder);
    g_free(self->folder);
    compilers_free(self->compilers);
    arena_free(self->arena);
}

#include "tests/unit/fixture_tests.h"

static char *joined(const GPtrArray *words)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < words->len; i++) {
        g_string_append_printf(text, "%s[%s]", i > 0 ? " " : "", (const char *)words->pdata[i]);
    }
    return g_string_free(text, FALSE);
}

static void test_words(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const cases[][2] = {
        {"cc -c  a.c", "[cc] [-c] [a.c]"},
        {"cc -DV=\\\"a\\ b\\\" x.c", "[cc] [-DV=\"a b\"] [x.c]"},
        {"cc '-DV=\"a b\"' x.c", "[cc] [-DV=\"a b\"] [x.c]"},
        {"cc \"-DV=\\\"a\\\" \\n$X\" ''", "[cc] [-DV=\"a\" \\n$X] []"},
        {"a\\\nb \t c\n", "[ab] [c]"},
        {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const GPtrArray *words = command_words(self->arena, cases[i][0], NULL);
        g_autofree char *text = joined(words);
        g_assert_cmpstr(text, ==, cases[i][1]);
    }
    g_autoptr(GError) error = NULL;
    g_assert_null(command_words(self->arena, "cc 'open", &error));
    g_assert_error(error, UNIT_ERROR, UNIT_ERROR_MALFORMED);
}

static void write_file(const Fixture *self, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(self->folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void test_response_files(Fixture *self, gconstpointer data)
{
    (void)data;
    write_file(self, "a.rsp", "-DA=\"x y\" @b.rsp\n-DC @missing.rsp");
    write_file(self, "b.rsp", "'-DB=1 2'");
    write_file(self, "loop.rsp", "@loop.rsp");
    GPtrArray *words = command_words(self->arena, "cc @a.rsp -c", NULL);
    const GPtrArray *expanded = command_expand(&self->reader, words, self->folder, NULL);
    g_autofree char *text = joined(expanded);
    g_assert_cmpstr(text, ==, "[cc] [-DA=x y] [-DB=1 2] [-DC] [@missing.rsp] [-c]");
    g_autoptr(GError) error = NULL;
    words = command_words(self->arena, "cc @loop.rsp", NULL);
    g_assert_null(command_expand(&self->reader, words, self->folder, &error));
    g_assert_error(error, UNIT_ERROR, UNIT_ERROR_LIMIT);
}

/* command, source, kind, driver's first letters, options */
typedef struct {
    const char *command;
    const char *file;
    UnitKind kind;
    const char *options;
} CommandCase;

static void test_units(Fixture *self, gconstpointer data)
{
    (void)data;
    static const CommandCase cases[] = {
        {"clang-19 -O2 -o a.o -c /s/a.c", "/s/a.c", UNIT_C, "[-O2]"},
        {"/usr/bin/x86_64-linux-gnu-g++-12 -O2 -MD -MT a.o -MF a.d -Wp,-MD,b.d -MFc.d -o a.o -c /s/a.cc",
         "/s/a.cc", UNIT_CXX, "[-O2]"},
        {"ccache clang++ -I x -I y -c /s/a.cpp -oa.o", "/s/a.cpp", UNIT_CXX, "[-I] [x] [-I] [y]"},
        {"env A=1 -u B ccache /opt/gcc -DX -UX -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"nice -n 5 ionice -c2 -n 7 ccache cc -c a.c", "/d/a.c", UNIT_C, ""},
        {"nice -5 time -f %e -p cc -c a.c", "/d/a.c", UNIT_C, ""},
        {"nice --adjustment=5 cc -c a.c", "/d/a.c", UNIT_C, ""},
        {"env -C /x cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"env CCACHE_DIR=1 LC_ALL=C ccache /opt/bin/gcc -DX -UX -c a.c", "/d/a.c", UNIT_C,
         "[-DX] [-UX]"},
        {"env A=1 cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"env CCACHE_DIR=1 CPATH=/x ccache cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"env -i cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"env -uCPATH cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"env '-SA=1 cc' cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"env CPATH=/x gfortran -c /s/a.f90", "/s/a.f90", UNIT_FORTRAN, ""},
        {"cmake -E env CCACHE_DIR=1 -- cc -c a.c", "/d/a.c", UNIT_C, ""},
        {"cmake -E env CPATH=/x -- cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"cmake -E env --unset=CPATH -- cc -c a.c", "/d/a.c", UNIT_OTHER, ""},
        {"cmake -E __run_co_compile --launcher=ccache --tidy=x -- cc -c a.c", "/d/a.c", UNIT_C, ""},
        {"cmake -E __run_co_compile '--launcher=env;CPATH=/x' -- cc -c a.c", "/d/a.c", UNIT_OTHER,
         ""},
        {"cmake -E __run_co_compile --tidy=x --source=a.c -- cc -DX -c /s/a.c", "/s/a.c", UNIT_C,
         "[-DX]"},
        {"g++ -c /s/a.c", "/s/a.c", UNIT_CXX, ""},
        {"gcc -x c++ -c /s/a.c", "/s/a.c", UNIT_CXX, "[-x] [c++]"},
        {"cc -D -c -include /s/a.c -c /s/a.c", "/s/a.c", UNIT_C, "[-D] [-c] [-include] [/s/a.c]"},
        {"cc -mavx -mavx2 -c /s/a.c", "/s/a.c", UNIT_C, "[-mavx] [-mavx2]"},
        {"cc -c /s/a.S", "/s/a.S", UNIT_ASSEMBLER, ""},
        {"gfortran -c /s/a.f90", "/s/a.f90", UNIT_FORTRAN, ""},
        {"mpif90 -c /s/a.F90", "/s/a.F90", UNIT_FORTRAN, ""},
        {"/opt/cuda/bin/nvcc -x cu -c /s/a.cu", "/s/a.cu", UNIT_CUDA, "[-x] [cu]"},
        {"clang -Xclang -include-pch -Xclang h.pch -Xclang -include -Xclang /b/h.h -c /s/a.c",
         "/s/a.c", UNIT_C, "[-Xclang] [-include] [-Xclang] [/b/h.h]"},
        {"clang -Xclang -include-pch -Xclang h.pch -c /s/a.c", "/s/a.c", UNIT_C,
         "[-Xclang] [-include-pch] [-Xclang] [h.pch]"},
        {"clang++ -Xclang -emit-pch -x c++-header -o h.pch -c /b/h.cxx", "/b/h.cxx", UNIT_HEADER,
         "[-Xclang] [-emit-pch] [-x] [c++-header]"},
        {"strange --thing /s/a.c", "/s/a.c", UNIT_OTHER, ""},
        {"cc -c /s/other.c", "/s/a.c", UNIT_OTHER, "[/s/other.c]"},
        {"cc -c /s/a.unknown", "/s/a.unknown", UNIT_OTHER, ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        json_t *entry = json_pack("{s:s, s:s, s:s}", "directory", "/d", "file", cases[i].file,
                                  "command", cases[i].command);
        g_autoptr(GError) error = NULL;
        const Unit *unit = unit_from_entry(&self->reader, entry, 0, &error);
        json_decref(entry);
        g_assert_no_error(error);
        g_autofree char *options = joined(unit->options);
        g_test_message("%s", cases[i].command);
        g_assert_cmpstr(unit_kind_text(unit->kind), ==, unit_kind_text(cases[i].kind));
        if (unit->kind != UNIT_OTHER) {
            g_assert_cmpstr(options, ==, cases[i].options);
        }
        g_assert_true(unit_kind_has_bitcode(unit->kind) == (unit->why_not == NULL));
    }
}

/* Launchers that only the build tool knows of. */
static void test_launchers(Fixture *self, gconstpointer data)
{
    (void)data;
    static const struct {
        const char *command;
        UnitKind kind;
        const char *why;
    } cases[] = {
        {"/usr/bin/clang-19 -O2 -o a.o -c /s/a.c", UNIT_C, NULL},
        {"/usr/bin/ccache /usr/bin/clang-19 -O2 -o a.o -c /s/a.c", UNIT_C, NULL},
        {"\"/opt/ctest\" --launch --target-name x -- /usr/bin/clang-19 -c /s/a.c", UNIT_C, NULL},
        {"env CPATH=/x ccache clang -c /s/a.c", UNIT_OTHER, "CPATH=/x"},
        {"/opt/strange clang -c /s/a.c", UNIT_OTHER, "/opt/strange"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GHashTable) commands = g_hash_table_new(g_str_hash, g_str_equal);
        g_hash_table_insert(commands, (gpointer) "a.o", (gpointer)cases[i].command);
        UnitReader reader = self->reader;
        reader.commands = commands;
        json_t *entry = json_pack("{s:s, s:s, s:s}", "directory", "/d", "file", "/s/a.c", "command",
                                  "clang-19 -o a.o -c /s/a.c");
        const Unit *unit = unit_from_entry(&reader, entry, 0, NULL);
        json_decref(entry);
        g_test_message("%s", cases[i].command);
        g_assert_cmpstr(unit_kind_text(unit->kind), ==, unit_kind_text(cases[i].kind));
        g_assert_true(cases[i].why == NULL ? unit->why_not == NULL
                                           : strstr(unit->why_not, cases[i].why) != NULL);
    }
}

/* How many words stand before what links or archives. */
static void test_steps_launchers(Fixture *self, gconstpointer data)
{
    (void)data;
    static const struct {
        const char *command;
        guint words;
    } cases[] = {
        {"/usr/bin/clang -o a a.o", 0},
        {"/usr/bin/ccache /usr/bin/clang++-19 -o a a.o", 1},
        {"ccache /usr/bin/ar qc a.a a.o", 1},
        {"ctest --launch --target-name a -- g++ -o a a.o", 5},
        {"env LC_ALL=C ccache gcc -o a a.o", 3},
        {"env PATH=/x gcc -o a a.o", 0},
        {"nice -n 5 gcc -o a a.o", 3},
        {"cmake -E rm -f a.a", 0},
        {"cmake -E rm -- a.a", 0},
        {"ccache", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(GStrv) words = g_strsplit(cases[i].command, " ", -1);
        g_test_message("%s", cases[i].command);
        g_assert_cmpuint(compilers_peel_step(self->reader.compilers, (const char *const *)words),
                         ==, cases[i].words);
    }
}

static void test_two_entries(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *path = g_build_filename(self->folder, "compile_commands.json", NULL);
    g_assert_true(g_file_set_contents(
        path,
        "[{\"directory\": \"/d\", \"file\": \"a.c\", \"arguments\": [\"cc\", \"-DV=a b\", \"-c\", "
        "\"a.c\"]},\n"
        " {\"directory\": \"/d\", \"file\": \"a.c\", \"command\": \"cc -c a.c\", \"output\": "
        "\"b.o\"}]",
        -1, NULL));
    g_autoptr(GError) error = NULL;
    const GPtrArray *units = units_read(&self->reader, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(units->len, ==, 2);
    g_assert_cmpstr(((const Unit *)units->pdata[1])->output, ==, "b.o");
    g_assert_true(g_file_set_contents(path, "[{\"directory\": \"/d\"}]", -1, NULL));
    g_assert_null(units_read(&self->reader, &error));
    g_assert_nonnull(strstr(error->message, "entry 1"));
    g_unlink(path);
}

/* What is called like a compiler may be the project's own program, or a script with options of its
 * own: nobody knows what that does. */
static void test_called_alike(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *elsewhere = g_dir_make_tmp("xaas-programs-XXXXXX", NULL);
    const char *const programs[] = {g_build_filename(self->folder, "clang", NULL),
                                    g_build_filename(elsewhere, "c99", NULL),
                                    g_build_filename(elsewhere, "gcc", NULL), g_strdup("clang")};
    static const char *const texts[] = {"\177ELF", "#!/bin/sh\n", "\177ELF", NULL};
    static const UnitKind kinds[] = {UNIT_OTHER, UNIT_OTHER, UNIT_C, UNIT_C};
    for (gsize i = 0; i < G_N_ELEMENTS(programs); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_true(texts[i] == NULL || g_file_set_contents(programs[i], texts[i], -1, NULL));
        json_t *entry = json_pack("{s:s, s:s, s:[s, s, s]}", "directory", "/d", "file", "a.c",
                                  "arguments", programs[i], "-c", "a.c");
        const Unit *unit = unit_from_entry(&self->reader, entry, 0, &error);
        g_assert_no_error(error);
        g_assert_cmpint(unit->kind, ==, kinds[i]);
        g_assert_true((unit->why_not != NULL) == (kinds[i] == UNIT_OTHER));
        json_decref(entry);
        g_unlink(programs[i]);
        g_free((char *)programs[i]);
    }
    g_rmdir(elsewhere);
}

/* The same where it is named without its folder. */
static void test_called_alike_in_path(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *script = g_build_filename(self->folder, "gcc-99", NULL);
    g_autofree char *program = g_build_filename(self->folder, "gcc-98", NULL);
    g_autofree char *before = g_strdup(g_getenv("PATH"));
    write_file(self, "gcc-99", "#!/bin/sh\n");
    write_file(self, "gcc-98", "\177ELF");
    g_assert_cmpint(g_chmod(script, 0755), ==, 0);
    g_assert_cmpint(g_chmod(program, 0755), ==, 0);
    g_assert_true(g_setenv("PATH", self->folder, TRUE));
    static const char *const names[] = {"gcc-99", "gcc-98", "gcc-97"};
    static const UnitKind kinds[] = {UNIT_OTHER, UNIT_C, UNIT_C};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(GError) error = NULL;
        json_t *entry = json_pack("{s:s, s:s, s:[s, s, s]}", "directory", "/d", "file", "a.c",
                                  "arguments", names[i], "-c", "a.c");
        const Unit *unit = unit_from_entry(&self->reader, entry, 0, &error);
        g_assert_no_error(error);
        g_assert_cmpint(unit->kind, ==, kinds[i]);
        json_decref(entry);
    }
    g_assert_true(g_setenv("PATH", before, TRUE));
    g_unlink(script);
    g_unlink(program);
}

/* A wrapper is asked once, however many units it compiles. */
static void test_wrapper(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autofree char *program = g_build_filename(self->folder, "mpicc", NULL);
    g_autofree char *asked = g_build_filename(self->folder, "asked", NULL);
    g_autofree char *commands = g_build_filename(self->folder, "compile_commands.json", NULL);
    g_autofree char *script =
        g_strdup_printf("#!/bin/sh\necho \"$*\" >> %s\necho cc -I/mpi\n", asked);
    write_file(self, "mpicc", script);
    g_assert_cmpint(g_chmod(program, 0755), ==, 0);
    g_autofree char *text = g_strdup_printf(
        "[{\"directory\": \"%1$s\", \"file\": \"a.c\", \"command\": \"%2$s -DA -c a.c\"},\n"
        " {\"directory\": \"%1$s\", \"file\": \"b.c\", \"command\": \"%2$s -DB -c b.c\"}]",
        self->folder, program);
    write_file(self, "compile_commands.json", text);
    g_autoptr(GError) error = NULL;
    const GPtrArray *units = units_read(&self->reader, &error);
    g_assert_no_error(error);
    static const char *const options[] = {"[-I/mpi] [-DA]", "[-I/mpi] [-DB]"};
    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        g_autofree char *found = joined(((const Unit *)units->pdata[i])->options);
        g_assert_cmpstr(found, ==, options[i]);
    }
    g_autofree char *questions = NULL;
    g_assert_true(g_file_get_contents(asked, &questions, NULL, NULL));
    g_assert_cmpstr(questions, ==, "--showme:compile\n");
    g_unlink(program);
    g_unlink(asked);
    g_unlink(commands);
}

/* What a message shows of a link: both ends, and how much is between them. */
static void test_long(void)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(words, g_strdup("cc"));
    for (guint i = 0; i < 1000; i++) {
        g_ptr_array_add(words, g_strdup_printf("%03u.o", i));
    }
    g_ptr_array_add(words, g_strdup("-o"));
    g_ptr_array_add(words, g_strdup("a b"));
    g_ptr_array_add(words, NULL);
    g_autofree char *text = process_command_text((const char *const *)words->pdata);
    g_assert_true(g_str_has_prefix(text, "cc 000.o 001.o "));
    g_assert_true(g_str_has_suffix(text, " 999.o -o 'a b'"));
    g_assert_cmpuint(strlen(text), <, PROCESS_COMMAND_HEAD + PROCESS_COMMAND_TAIL + 40);
    guint left_out = 0;
    const char *mark = strchr(text, '[');
    g_assert_cmpint(sscanf(mark, "[%u words]", &left_out), ==, 1);
    g_auto(GStrv) shown = g_strsplit(text, ".o ", -1);
    g_assert_cmpuint(left_out + g_strv_length(shown) - 1, ==, 1000);
    static const char *const few[] = {"cc", "-c", "$x", "", NULL};
    g_autofree char *whole = process_command_text(few);
    g_assert_cmpstr(whole, ==, "cc -c '$x' ''");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const FixtureTest tests[] = {
        {"/container/commands/words", test_words},
        {"/container/commands/response_files", test_response_files},
        {"/container/commands/units", test_units},
        {"/container/commands/launchers", test_launchers},
        {"/container/commands/steps_launchers", test_steps_launchers},
        {"/container/commands/two_entries", test_two_entries},
        {"/container/commands/called_alike", test_called_alike},
        {"/container/commands/called_alike_in_path", test_called_alike_in_path},
        {"/container/commands/wrapper", test_wrapper},
    };
    add_fixture_tests(tests, G_N_ELEMENTS(tests));
    g_test_add_func("/container/commands/long", test_long);
    return g_test_run();
}
