#include "../schema.h"
#include "evaluate/labels_check.h"
#include "evaluate/labels_place.h"
#include <glib/gstdio.h>

#define HEAD "schema: xaas-labels/1\nproject: sample\ncomplete: true\nlabelled_by: hand\npoints:\n"
#define POINT                                                                                      \
    "- {category: mpi, name: MPI, option: A_MPI, value: \"ON\", flag: \"-DA_MPI=ON\", at: "        \
    "\"f:1\"}\n"

static Labels *read_labels(Arena *arena, const char *text, GError **error)
{
    g_autoptr(YamlDocument) document = yaml_parse(text, strlen(text), "labels.yaml", error);
    return document == NULL ? NULL : labels_from_yaml(arena, document, error);
}

static void test_read(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    const Labels *labels = read_labels(
        arena,
        HEAD POINT
        "- {category: fft, name: MKL, option: FFT, value: mkl, flag: -DFFT=mkl, default: false, "
        "at: \"g:2\", also_at: [\"h:3\"]}\n"
        "not_points:\n- {option: DOCS, reason: documentation}\n",
        &error);
    g_assert_no_error(error);
    g_assert_cmpuint(labels->points->len, ==, 2);
    const LabelledPoint *first = labels->points->pdata[0];
    g_assert_cmpint(first->category, ==, CATEGORY_MPI);
    g_assert_false(first->default_known);
    g_assert_cmpuint(first->at.line, ==, 1);
    g_assert_cmpstr(first->label_at.path, ==, "labels.yaml");
    g_assert_cmpuint(first->label_at.line, ==, 6);
    const LabelledPoint *second = labels->points->pdata[1];
    g_assert_true(second->default_known);
    g_assert_false(second->is_default);
    g_assert_cmpstr(second->also_at->pdata[0], ==, "h:3");
    g_assert_cmpuint(labels->others->len, ==, 1);
}

static void test_refused(void)
{
    static const char *const texts[][2] = {
        {"", "no file of labels"},
        {"[]", "no file of labels"},
        {HEAD "- {}\n", "has no \"category\""},
        {"schema: xaas-labels/9\nproject: a\ncomplete: true\nlabelled_by: b\npoints: []\n",
         "reads"},
        {"schema: xaas-labels/1\nproject: a\ncomplete: false\nlabelled_by: b\npoints: []\n",
         "nothing"},
        {HEAD "- {category: magic, name: a, option: A, flag: -DA, at: \"f:1\"}\n", "cannot be"},
        {HEAD "- {category: mpi, name: a, option: A, flag: 7, at: \"f:1\"}\n", "labels.yaml:6:"},
        {HEAD POINT "extra: 1\n", "no field \"extra\""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(Arena) arena = arena_new();
        g_autoptr(GError) error = NULL;
        g_assert_null(read_labels(arena, texts[i][0], &error));
        g_assert_nonnull(error);
        if (strstr(error->message, texts[i][1]) == NULL) {
            g_error("%s: expected \"%s\"", error->message, texts[i][1]);
        }
    }
}

/* The findings as lines without places. */
static char *findings(const char *points, const char *source)
{
    g_autoptr(Arena) arena = arena_new();
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_strconcat(HEAD, points, NULL);
    const Labels *labels = read_labels(arena, text, &error);
    g_assert_no_error(error);
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    labels_check(labels, source, diagnostics);
    g_autoptr(GString) lines = g_string_new(NULL);
    const GPtrArray *list = diagnostics_list(diagnostics);
    for (guint i = 0; i < list->len; i++) {
        const Diagnostic *diagnostic = list->pdata[i];
        g_string_append_printf(lines, "%u: %s\n", diagnostic->at.line, diagnostic->message);
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}

static void assert_findings(const char *points, const char *expected)
{
    g_autofree char *found = findings(points, NULL);
    g_assert_cmpstr(found, ==, expected);
}

static void test_check(void)
{
    assert_findings(POINT, "");
    assert_findings(POINT POINT, "7: -DA_MPI=ON is there twice, first in line 6\n");
    assert_findings(POINT
                    "- {category: fft, name: a, option: A_MPI, value: x, flag: -DA_MPI=x, at: f}\n",
                    "7: A_MPI is fft here, but mpi in line 6\n");
    assert_findings("- {category: fft, name: a, option: A, value: x, flag: -DB=x, at: f}\n",
                    "6: the flag -DB=x does not begin with the option A\n");
    assert_findings("- {category: fft, name: a, option: A, value: y, flag: -DA=x, at: f}\n",
                    "6: the flag -DA=x does not choose the value y\n");
    assert_findings("- {category: fft, name: a, option: A, flag: -DA=x, at: f}\n",
                    "6: the flag -DA=x does not choose the value (free: it would end in =)\n");
    assert_findings("- {category: mpi, name: a, option: --enable-a_b, value: yes, "
                    "flag: --enable-a_b, at: f}\n",
                    "");
    assert_findings(POINT "not_points:\n- {option: A_MPI, reason: b}\n",
                    "6: A_MPI is a point, and listed under not_points as well\n");
    assert_findings(POINT "not_points:\n- {option: A_MPI, value: \"ON\", reason: b}\n",
                    "6: A_MPI=ON is a point, and listed under not_points as well\n");
    assert_findings(POINT "not_points:\n- {option: A_MPI, value: \"OFF\", reason: b}\n", "");
}

static void test_source(void)
{
    g_autofree char *folder = g_dir_make_tmp("xaas-labels-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "f", NULL);
    const char *text = "option(A_MPI \"\" ON)\nforeach(p a b)\n  option(X_${p}_ON \"\" ON)\n"
                       "arch_option(ZEN2 \"\")\nadd(self, '-with-'+self.package+'=<bool>')\n";
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    g_autofree char *found = findings(
        POINT
        "- {category: mpi, name: a, option: X_a_ON, value: \"ON\", flag: -DX_a_ON, at: \"f:2\"}\n"
        "- {category: mpi, name: a, option: Y, value: \"ON\", flag: -DY, at: \"f:1\"}\n"
        "- {category: mpi, name: a, option: Z, value: \"ON\", flag: -DZ, at: \"f:9\"}\n"
        "- {category: mpi, name: a, option: W, value: \"ON\", flag: -DW, at: \"g:1\"}\n"
        "- {category: simd, name: a, option: X_ARCH_ZEN2, value: \"ON\", flag: -DX_ARCH_ZEN2, "
        "at: \"f:4\"}\n"
        "- {category: simd, name: a, option: X_ARCHZEN2, value: \"ON\", flag: -DX_ARCHZEN2, "
        "at: \"f:4\"}\n"
        "- {category: fft, name: a, option: \"--with-fftw\", value: \"yes\", flag: "
        "\"--with-fftw\", "
        "at: \"f:5\"}\n"
        "- {category: fft, name: a, option: \"--wide-fft\", value: \"yes\", "
        "flag: \"--wide-fft\", at: \"f:5\"}\n",
        folder);
    g_assert_cmpstr(found, ==,
                    "8: f:1 does not name Y\n"
                    "9: f:9: there is no such line\n"
                    "10: g:1: there is no such file\n"
                    "12: f:4 does not name X_ARCHZEN2\n"
                    "14: f:5 does not name --wide-fft\n");
    g_assert_cmpint(g_remove(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* Whether line `line` of a file is where the option is declared. */
static gboolean is_place(const char *path, const char *text, guint line, const char *option)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return labels_place_names(path, lines, line, option);
}

static void test_place(void)
{
    const char *cmake =
        "# option(A_GPU)\nset(X 1)\noption(A_MPI\n  \"with MPI\" ON)\noption(A_OMP \"\" ON)\n"
        "set(TABLE\n  BLAS lapack\n  FFT fftw)\n";
    g_assert_true(is_place("CMakeLists.txt", cmake, 3, "A_MPI"));
    g_assert_true(is_place("CMakeLists.txt", cmake, 7, "WITH_BLAS"));  /* a row of a table */
    g_assert_false(is_place("CMakeLists.txt", cmake, 1, "A_GPU"));     /* a comment */
    g_assert_false(is_place("CMakeLists.txt", cmake, 2, "A_MPI"));     /* the line before it */
    g_assert_false(is_place("CMakeLists.txt", cmake, 3, "A_OMP"));     /* the command before it */
    g_assert_false(is_place("CMakeLists.txt", cmake, 7, "WITH_FFTW")); /* the row before it */

    const char *m4 = "dnl AC_ARG_ENABLE([gpu])\nAC_ARG_ENABLE(\n  [mpi], [help])\n"
                     "AC_ARG_WITH([fft], [x])\nomp=$OMP_LIBS\n# AC_ARG_WITH([lapack])\n";
    g_assert_true(is_place("m4/a.m4", m4, 2, "--enable-mpi"));
    g_assert_true(is_place("m4/a.m4", m4, 4, "--with-fft"));
    g_assert_true(is_place("m4/a.m4", m4, 5, "OMP_LIBS"));
    g_assert_false(is_place("m4/a.m4", m4, 1, "--enable-gpu"));
    g_assert_false(is_place("m4/a.m4", m4, 2, "--with-mpi"));
    g_assert_false(is_place("m4/a.m4", m4, 4, "--enable-fft"));
    g_assert_false(is_place("m4/a.m4", m4, 4, "OMP_LIBS"));
    g_assert_false(is_place("m4/a.m4", m4, 6, "--with-lapack"));

    const char *make =
        "# how precise\n# PRECISION = single\nMPI = 1\nFLAGS = -O2 \\\n  $(OMP_FLAGS)\nGPU = 0\n";
    g_assert_true(is_place("Makefile", make, 1, "PRECISION")); /* its comment, commented out */
    g_assert_true(is_place("Makefile", make, 4, "OMP_FLAGS"));
    g_assert_false(is_place("Makefile", make, 3, "GPU"));
    g_assert_false(is_place("Makefile", make, 4, "GPU"));
}

static void test_schema(void)
{
    assert_schema("xaas-labels-1.schema.json", &labels_type, LABELS_SCHEMA);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/labels/read", test_read);
    g_test_add_func("/labels/refused", test_refused);
    g_test_add_func("/labels/check", test_check);
    g_test_add_func("/labels/source", test_source);
    g_test_add_func("/labels/place", test_place);
    g_test_add_func("/labels/schema", test_schema);
    return g_test_run();
}
