/* What the scanner tells of a text: triples of form, text and what is told. */
#include "discover/sources/scanner.h"
#include <string.h>

typedef struct {
    const char *name;
    ScanForm form;
    const char *text;
    /* One line an event: "LINE[-LAST]: DIRECTIVE TEXT" or "LINE: hit TECHNOLOGY TEXT". */
    const char *expected;
} Case;

static const Case cases[] = {
    {"forms of #if", SCAN_C,
     "#if A\n#elif  B\n#else\n#endif\n  #  ifdef C\n#ifndef D\n#elifdef E\n#elifndef F\n#endif x\n",
     "1: if A\n2: elif B\n3: else\n4: endif\n5: if defined(C)\n6: if !defined(D)\n"
     "7: elif defined(E)\n8: elif !defined(F)\n9: endif\n"},
    {"no operand", SCAN_C, "#if\n#ifdef\n#endif", "1: if\n2: if\n3: endif\n"},
    {"other directives", SCAN_C,
     "#\n#if1\n#ifx\n#warning x\n#undef A\n#line 3\n#endiff\n#elsewhere\n", ""},
    {"define", SCAN_C, "#define A 1\n# define B(x) x\n#define\n#define C",
     "1: define A\n2: define B\n3: define\n4: define C\n"},
    {"blanks are one space", SCAN_C, "#if \t defined (A)\t&&  B  \r\n#endif\r\n",
     "1: if defined (A) && B\n2: endif\n"},
    {"continued lines", SCAN_C, "#if A && \\\n    B\\\r\n && C\nint x; \\\n#if no\n#endif\n",
     "1-3: if A && B && C\n6: endif\n"},
    {"comments in directives", SCAN_C,
     "/* a */ #if /* b\n */ A /* c */ && B // d\n # /* x */ endif /* #if no\n#if no */\n",
     "1-2: if A && B\n3: endif\n"},
    {"a comment makes a line go on", SCAN_C, "int x; /*\n*/ #if no\n#endif\n", "3: endif\n"},
    {"no directive in comments", SCAN_C,
     "/* \n#if no\n /* *//\n#if yes\n// \\\n#if no\n//* \n#endif\n/*/\n#if no\n/*/\n#define A\n",
     "4: if yes\n8: endif\n12: define A\n"},
    {"no comment in strings", SCAN_C,
     "f(\"/*\", '\"', \"\\\"/*\", '\\'', \"//\"); /* \"\n*/\n#if yes\ns = \"*\\\n#if "
     "no\";\n#endif\n",
     "3: if yes\n6: endif\n"},
    {"literals end with the line", SCAN_C,
     "// don't\n#error don't\n#if yes\nit's\n#endif\n\"/*\n#else\n",
     "3: if yes\n5: endif\n7: else\n"},
    {"numbers with separators", SCAN_C,
     "x = 1'000'000 + 0xff'ff; /* ' */\n#if yes\ny = 1'0; // '\n#endif", "2: if yes\n4: endif\n"},
    {"raw strings", SCAN_C,
     "s = R\"(\n#if no\n\"/*)\";\n#if yes\nt = "
     "u8R\"ab(\n)\"\n#else\n)ab\";\n#endif\nxR\"(\n#define A\n)\"\n",
     "4: if yes\n9: endif\n11: define A\n"},
    {"a raw string that never ends", SCAN_C, "#if yes\ns = R\"(\n#endif\n", "1: if yes\n"},
    {"a malformed raw string", SCAN_C, "s = R\"a b(\n#endif\nR\"12345678901234567(\n#else\n",
     "2: endif\n4: else\n"},
    {"a comment that never ends", SCAN_C, "#if yes /*\n#endif\n", "1-3: if yes\n"},
    {"literals in conditions", SCAN_C, "#if 'a' == '\"' && '//' && X\n#if \"/*\" A\n#endif\n",
     "1: if 'a' == '\"' && '//' && X\n2: if \"/*\" A\n3: endif\n"},
    {"continued literals in conditions", SCAN_C, "#if \"a\\\nb\" && X\n#endif\n",
     "1-2: if \"ab\" && X\n3: endif\n"},
    {"byte order mark", SCAN_C, "\xef\xbb\xbf#if A\n#endif\n", "1: if A\n2: endif\n"},
    {"include operands", SCAN_C,
     "#include <mpi.h>\n#include <mpi.h>\n# include \"cuda/runtime.h\" // x\n#include <mpi.hpp>\n"
     "#include MPI\n#include <mpi.h\n#include <fftw3-mpi.h>\n// #include <never.h>\n",
     "1: hit mpi mpi.h\n3: hit cuda cuda/runtime.h\n7: hit fftw fftw3-mpi.h\n"},
    {"pragmas", SCAN_C,
     "#pragma once\n#pragma   omp \\\n  target teams // x\n#pragma ompx\n#pragma acc\tloop\n",
     "2: hit openmp omp target teams\n2: hit offload omp target teams\n5: hit openacc acc loop\n"},
    {"identifiers", SCAN_C,
     "x_mm256_add(); /* _mm256_add */ \"_mm256_add\"; _mm256_; _mm256_add_ps(a);\n"
     "cblas_dgemmx(); cblas_dgemm();\n#define A _mm512_x\n",
     "1: hit avx _mm256_\n2: hit blas cblas_dgemm\n3: define A\n3: hit avx512 _mm512_x\n"},
    {"identifiers at the end", SCAN_C, "cblas_dgemm", "1: hit blas cblas_dgemm\n"},
    {"two technologies in one word", SCAN_C, "_mm256_fmadd_ps\n",
     "1: hit avx _mm256_fmadd_ps\n1: hit fma _mm256_fmadd_ps\n"},
    {"directives of Fortran", SCAN_FORTRAN_FREE,
     "#if A /* c */\n #if no\nx = 'it''s' // \"/*\"\n#else\n! don't\n#endif\n",
     "1: if A\n4: else\n6: endif\n"},
    {"letter case in Fortran", SCAN_FORTRAN_FREE,
     "call CBLAS_Dgemm(x) ! _mm256_x\ncall x('_mm256_x')\n", "1: hit blas CBLAS_Dgemm\n"},
    {"sentinels", SCAN_FORTRAN_FREE,
     "  !$OMP parallel\n!$ x = 1\n  x = 1 !$ACC no\ncall cblas_dgemm\n",
     "1: hit openmp OMP parallel\n3: hit openacc ACC no\n4: hit blas cblas_dgemm\n"},
    {"fixed form", SCAN_FORTRAN_FIXED,
     "C$OMP do\nc call cblas_dgemm don't\n*$acc loop\n      call cblas_dgemm\n#endif\n",
     "1: hit openmp OMP do\n3: hit openacc acc loop\n4: hit blas cblas_dgemm\n5: endif\n"},
    {"modules and includes of Fortran", SCAN_FORTRAN_FREE,
     "  Include 'fftw3.f' \n  USE mpi_none\n use, intrinsic :: cuda\n use MPI, only: x\n x = use "
     "mpi\n",
     "1: hit fftw fftw3.f\n3: hit cuda cuda\n4: hit mpi MPI\n"},
    {"NUL bytes are shown as such", SCAN_C, "\n#if A\xff\n", "2: if A\xff\n"},
    {"empty", SCAN_C, "", ""},
    {"hash at the end", SCAN_C, "#", ""},
    {"slash at the end", SCAN_C, "/", ""},
    {"quote and backslash at the end", SCAN_C, "'\\", ""},
};

static const char *const patterns_of[][3] = {
    /* kind, pattern, technology */
    {"header", "mpi.h", "mpi"},      {"header", "mpi.mod", "mpi"},
    {"header", "cuda/", "cuda"},     {"header", "cuda.mod", "cuda"},
    {"header", "fftw3*", "fftw"},    {"header", "never.h", "never"},
    {"pragma", "omp", "openmp"},     {"pragma", "omp target", "offload"},
    {"pragma", "acc", "openacc"},    {"word", "_mm256_*", "avx"},
    {"word", "_mm256_fm*", "fma"},   {"word", "_mm512_*", "avx512"},
    {"word", "cblas_dgemm", "blas"},
};

static SourceMatcher *sample_matcher(void)
{
    GHashTable *tables[3];
    static const char *const kinds[] = {"header", "pragma", "word"};
    for (guint kind = 0; kind < 3; kind++) {
        tables[kind] = g_hash_table_new(g_str_hash, g_str_equal);
        for (gsize i = 0; i < G_N_ELEMENTS(patterns_of); i++) {
            if (strcmp(patterns_of[i][0], kinds[kind]) == 0) {
                g_hash_table_insert(tables[kind], (gpointer)patterns_of[i][1],
                                    (gpointer)patterns_of[i][2]);
            }
        }
    }
    const SourcePatterns patterns = {tables[0], tables[1], tables[2]};
    SourceMatcher *matcher = source_matcher_new(&patterns);
    for (guint kind = 0; kind < 3; kind++) {
        g_hash_table_unref(tables[kind]);
    }
    return matcher;
}

typedef struct {
    const SourceMatcher *matcher;
    GString *told;
} Record;

static void on_directive(void *data, const Directive *directive)
{
    static const char *const names[] = {[DIRECTIVE_IF] = "if",
                                        [DIRECTIVE_ELIF] = "elif",
                                        [DIRECTIVE_ELSE] = "else",
                                        [DIRECTIVE_ENDIF] = "endif",
                                        [DIRECTIVE_DEFINE] = "define"};
    Record *self = data;
    g_string_append_printf(self->told, "%u", directive->line);
    if (directive->last_line != directive->line) {
        g_string_append_printf(self->told, "-%u", directive->last_line);
    }
    g_string_append_printf(self->told, ": %s%s%s\n", names[directive->kind],
                           directive->text[0] == '\0' ? "" : " ", directive->text);
}

static void on_hit(void *data, guint technology, const char *text, guint line)
{
    Record *self = data;
    g_string_append_printf(self->told, "%u: hit %s %s\n", line,
                           source_matcher_technology(self->matcher, technology), text);
}

/* The caller frees what was told. */
static char *scan(const char *text, gsize length, ScanForm form, guint *lines)
{
    g_autoptr(SourceMatcher) matcher = sample_matcher();
    g_autoptr(Scanner) scanner = scanner_new(matcher);
    /* Exactly as large as promised, so that a sanitizer sees reading past it. */
    g_autofree guint8 *padded = g_malloc0(length + TREE_PADDING);
    memcpy(padded, text, length);
    Record record = {matcher, g_string_new(NULL)};
    const ScanHandler handler = {on_directive, on_hit, &record};
    *lines = scanner_run(scanner, padded, length, form, &handler);
    return g_string_free(record.told, FALSE);
}

static void test_cases(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        guint lines = 0;
        g_autofree char *told = scan(cases[i].text, strlen(cases[i].text), cases[i].form, &lines);
        g_test_message("%s", cases[i].name);
        g_assert_cmpstr(told, ==, cases[i].expected);
    }
}

static void test_lines(void)
{
    static const struct {
        const char *text;
        guint lines;
    } counts[] = {{"", 0},     {"x", 1},    {"x\n", 1},   {"\n", 1},
                  {"\n\n", 2}, {"a\nb", 2}, {"/*\n\n", 2}};
    for (gsize i = 0; i < G_N_ELEMENTS(counts); i++) {
        static const ScanForm forms[] = {SCAN_C, SCAN_FORTRAN_FREE, SCAN_FORTRAN_FIXED};
        for (gsize form = 0; form < G_N_ELEMENTS(forms); form++) {
            guint lines = 0;
            g_autofree char *told =
                scan(counts[i].text, strlen(counts[i].text), forms[form], &lines);
            g_assert_cmpstr(told, ==, "");
            g_assert_cmpuint(lines, ==, counts[i].lines);
        }
    }
    /* More newlines than a vector lane can count. */
    g_autoptr(GString) many = g_string_new(NULL);
    for (guint i = 0; i < 70000; i++) {
        g_string_append_c(many, '\n');
    }
    g_string_append(many, "#if A");
    guint lines = 0;
    g_autofree char *told = scan(many->str, many->len, SCAN_C, &lines);
    g_assert_cmpuint(lines, ==, 70001);
    g_assert_cmpstr(told, ==, "70001: if A\n");
}

static void test_nul_bytes(void)
{
    static const char text[] = "a\0b\n#if A\0B\n\0\"\0\n#endif\n/*\0*/\n#else\n";
    guint lines = 0;
    g_autofree char *told = scan(text, sizeof text - 1, SCAN_C, &lines);
    g_assert_cmpstr(told, ==, "2: if A?B\n4: endif\n6: else\n");
    g_assert_cmpuint(lines, ==, 6);
}

/* A condition over the limit is cut at a token, told as such, and does not swallow what follows. */
static void test_long_condition(void)
{
    g_autoptr(GString) text = g_string_new("#if A");
    while (text->len < 3 * SCANNER_CONDITION_BYTES_MAX) {
        g_string_append(text, " || B");
    }
    g_string_append(text, "\n#endif\n");
    guint lines = 0;
    g_autofree char *told = scan(text->str, text->len, SCAN_C, &lines);
    g_assert_cmpuint(strlen(told), <, SCANNER_CONDITION_BYTES_MAX + 40);
    g_assert_true(g_str_has_prefix(told, "1: if A || B"));
    g_assert_true(g_str_has_suffix(told, "\n2: endif\n"));
}

static void test_blank_rest(void)
{
    static const struct {
        const char *text;
        gboolean blank;
    } rests[] = {{"", TRUE},          {" NAME\n", TRUE},     {" // x\n/* y\n */\n\n", TRUE},
                 {"\nint x;", FALSE}, {"\n#endif\n", FALSE}, {" /* \n */ x\n", TRUE},
                 {"/*", TRUE},        {"\n/", FALSE}};
    for (gsize i = 0; i < G_N_ELEMENTS(rests); i++) {
        gsize length = strlen(rests[i].text);
        g_autofree guint8 *padded = g_malloc0(length + TREE_PADDING);
        memcpy(padded, rests[i].text, length);
        g_test_message("%s", rests[i].text);
        g_assert_cmpint(scanner_is_blank(padded, length, 0), ==, rests[i].blank);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/scanner/cases", test_cases);
    g_test_add_func("/scanner/lines", test_lines);
    g_test_add_func("/scanner/nul-bytes", test_nul_bytes);
    g_test_add_func("/scanner/long-condition", test_long_condition);
    g_test_add_func("/scanner/blank-rest", test_blank_rest);
    return g_test_run();
}
