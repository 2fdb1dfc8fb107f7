/* What programs say when they fail, and whose fault it is. */
#include "container/build/failures.h"
#include <glib/gstdio.h>
#include <string.h>

typedef struct {
    Failures *failures;
} Fixture;

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(GError) error = NULL;
    self->failures = failures_load(XAAS_SOURCE_ROOT "/container/knowledge", &error);
    g_assert_no_error(error);
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    failures_free(self->failures);
}

#include "tests/unit/fixture_tests.h"

/* CMake goes on after an error, and says it in lines of their own. */
static void test_announced(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char said[] =
        "-- fine\nCMake Error at a/CMakeLists.txt:3 (add_dependencies):\n"
        "  The dependency target \"b\" of target \"c\" does not\n  exist.\n\n\n"
        "CMake Error: more\n-- Generating done\n";
    g_autofree char *line = NULL;
    g_autofree char *first = failures_announced(self->failures, said, &line);
    g_assert_cmpstr(line, ==, "CMake Error at a/CMakeLists.txt:3 (add_dependencies):");
    g_assert_cmpstr(first, ==,
                    "CMake Error at a/CMakeLists.txt:3 (add_dependencies): The dependency target "
                    "\"b\" of target \"c\" does not exist.");
    g_assert_null(failures_announced(self->failures, "a.c:1:1: error: no\n", &line));
}

/* Compilers say it in their own ways. */
static void test_errors(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const cases[][2] = {
        {"In file included from b.c:1:\n  a.h:2:1: fatal error: no\nx\n",
         "a.h:2:1: fatal error: no"},
        {"a.f90:1:2:\n\nError: what\nError: more\n", "Error: what"},
        {"a.f90(3): warning #1: odd\na.f90(4): error #5082: Syntax error\n",
         "a.f90(4): error #5082: Syntax error"},
        {"NVFORTRAN-W-0119-odd\nNVFORTRAN-S-0034-Syntax error at or near x (a.f90: 4)\n",
         "NVFORTRAN-S-0034-Syntax error at or near x (a.f90: 4)"},
        {"ftn-790 ftn: WARNING A, File = a.f90\nftn-113 ftn: ERROR A, File = a.f90, Line = 3\n",
         "ftn-113 ftn: ERROR A, File = a.f90, Line = 3"},
        {"\"a.c\", line 2.1: 1506-010 (W) odd\n\"a.c\", line 3.1: 1506-045 (S) Undeclared x.\n",
         "\"a.c\", line 3.1: 1506-045 (S) Undeclared x."},
        {"\"a.c\", line 2: warning: odd\n\"a.c\", line 3: undefined symbol: x\n",
         "\"a.c\", line 3: undefined symbol: x"},
        {"ptxas error   : Entry function uses too much shared data\n",
         "ptxas error   : Entry function uses too much shared data"},
        {"nasm: a.asm:1: fatal: unable to open include file `x.inc'\n",
         "nasm: a.asm:1: fatal: unable to open include file `x.inc'"},
        /* What the source says is not what the compiler says. */
        {"a.c:2:1: error: no 'x'\n    2 | x(\"out of memory\");\n", "a.c:2:1: error: no 'x'"},
        {"a.c:2:1: error: \xe4\n", "a.c:2:1: error: \xef\xbf\xbd"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *first = failures_first_error(self->failures, cases[i][0]);
        g_assert_cmpstr(first, ==, cases[i][1]);
        g_autofree char *ended = failures_source_error(self->failures, 1, cases[i][0]);
        g_assert_cmpstr(ended, ==, cases[i][1]);
        g_assert_null(failures_source_error(self->failures, 139, cases[i][0]));
        g_assert_null(failures_source_error(self->failures, 0, cases[i][0]));
    }
}

/* A compiler that was ended, or found no space, has nothing against its input. */
static void test_lacking(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const lacking[] = {
        "error: a.o: No space left on device\n",
        "Error: a.o: Disk quota exceeded\n",
        "LLVM ERROR: out of memory\nAllocation failed\n",
        "as: part.o: No space left on device\nclang: error: assembler command failed with exit "
        "code 1 (use -v to see invocation)\n",
        "error: unable to open output file 'a.o': 'Stale file handle'\n",
        "gcc: fatal error: Killed signal terminated program cc1\ncompilation terminated.\n",
        "a.c:1:1: internal compiler error: Segmentation fault\n",
        "a.c:1:1: error: no\nKilled\n",
        "ifort: error #10106: Fatal error in fortcom, terminated by segmentation violation\n",
        "nvcc error   : 'cicc' died due to signal 9 (Kill signal)\n",
        "a.c:1:1: error: no\nAborted (core dumped)\n",
        "error: no\nMemoryError\n",
        "error: no\njava.lang.OutOfMemoryError: Java heap space\n",
        "error: no\nCommand '['sh']' died with <Signals.SIGKILL: 9>.\n",
        "error: no\n  execute_process abnormal exit: Subprocess killed\n",
        "error: no\nbash: line 1:     6 Killed                  sh -c \"x\"\n",
        "error: no\nmake: *** [Makefile:2: all] Killed\n",
        "error: no\nmake: *** [Makefile:2: all] Terminated\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(lacking); i++) {
        g_assert_true(failures_lacked(self->failures, lacking[i]));
        g_assert_null(failures_first_error(self->failures, lacking[i]));
    }
}

static void test_no_errors(Fixture *self, gconstpointer data)
{
    (void)data;
    static const char *const fine[] = {
        "a.c:1:1: warning: odd\n",
        "    2 | puts(\"error: \");\n",
        "LLVM ERROR: Cannot select: t1\n",
        "\"a.c\", line 2: remark: odd\n",
        "compilation terminated\nskilled\n",
        "MemoryError.cpp:3: note: MemoryError::what\n",
        "",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(fine); i++) {
        g_assert_false(failures_lacked(self->failures, fine[i]));
        g_assert_null(failures_first_error(self->failures, fine[i]));
    }
}

static void test_space(Fixture *self, gconstpointer data)
{
    (void)data;
    g_assert_true(failures_lacked_space(
        self->failures,
        "CMake Error at cmake_install.cmake:54 (file):\n  file INSTALL cannot copy file\n"
        "  \"/b/m\" to \"/p/bin/m\": No space left on device.\n"));
    g_assert_true(failures_lacked_space(self->failures, "cp: a: Disk quota exceeded"));
    g_assert_false(failures_lacked_space(self->failures, "cc1: out of memory allocating 8 bytes"));
    g_assert_false(failures_lacked_space(self->failures, "   12 |  // no space left on device\n"));
}

static void test_malformed(void)
{
    static const char *const texts[] = {
        "lacking: []\nlacking_lines: []\nlacking_ends: []\nlacking_space: []\nerrors: ['(']\nannounces: "
        "[]\nno_errors: []\nquoted: "
        "x\n",
        "lacking: [1]\nlacking_lines: []\nlacking_ends: []\nlacking_space: []\nerrors: []\nannounces: []\nno_errors: "
        "[]\nquoted: x\n",
        "lacking: []\nlacking_lines: []\nlacking_ends: []\nlacking_space: []\nerrors: []\nannounces: []\nno_errors: "
        "[]\n",
    };
    g_autofree char *folder = g_dir_make_tmp("xaas-failures-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "failures.yaml", NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_assert_true(g_file_set_contents(path, texts[i], -1, NULL));
        g_autoptr(GError) error = NULL;
        g_assert_null(failures_load(folder, &error));
        g_assert_error(error, FAILURES_ERROR, FAILURES_ERROR_MALFORMED);
        g_assert_nonnull(strstr(error->message, "failures.yaml:"));
    }
    g_unlink(path);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const FixtureTest tests[] = {
        {"/container/failures/announced", test_announced},
        {"/container/failures/errors", test_errors},
        {"/container/failures/lacking", test_lacking},
        {"/container/failures/no_errors", test_no_errors},
        {"/container/failures/space", test_space},
    };
    add_fixture_tests(tests, G_N_ELEMENTS(tests));
    g_test_add_func("/container/failures/malformed", test_malformed);
    return g_test_run();
}
