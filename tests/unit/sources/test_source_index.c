/* Regions, include guards, defaults, hits and reach over small trees. */
#include "discover/sources/source_index.h"
#include <string.h>

static const SourceScanOptions plain = {.jobs = 1};

/* "FILE:FIRST-LAST@AT" a region, '!' before a negated one. The caller frees it. */
static char *regions_text(const SourceIndex *index, const char *macro)
{
    const GArray *regions = source_index_regions(index, macro);
    if (regions == NULL) {
        return NULL;
    }
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < regions->len; i++) {
        const MacroRegion *region = &g_array_index(regions, MacroRegion, i);
        const TreeFile *file = g_ptr_array_index(source_index_files(index), region->file);
        g_string_append_printf(text, "%s%s%s:%u-%u@%u", i > 0 ? " " : "",
                               region->negated ? "!" : "", file->path, region->first, region->last,
                               region->at);
    }
    return g_string_free(text, FALSE);
}

/* The regions of a macro in a tree of one file "a.c". */
static void check(const char *text, const char *macro, const char *expected)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a.c", text, NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    g_autofree char *regions = regions_text(index, macro);
    g_test_message("%s", text);
    g_assert_cmpstr(regions, ==, expected);
}

static void test_regions(void)
{
    check("#ifdef A\nx\n#endif\n", "A", "a.c:2-2@1");
    check("#ifndef A\nx\n#endif\n", "A", "!a.c:2-2@1");
    check("#ifdef A\nx\n#else\ny\nz\n#endif\n", "A", "a.c:2-2@1 !a.c:4-5@3");
    check("#if A\nx\n#elif B\ny\n#else\nz\n#endif\n", "A", "a.c:2-2@1 !a.c:4-4@3 !a.c:6-6@5");
    check("#if A\nx\n#elif B\ny\n#else\nz\n#endif\n", "B", "a.c:4-4@3 !a.c:6-6@5");
    check("#if A == 1\nx\n#elif A == 2\ny\n#endif\n", "A", "a.c:2-2@1 a.c:4-4@3");
    check("#if A && !A\nx\n#endif\n", "A", "a.c:2-2@1");
    check("#if A\n#if B\nx\n#endif\ny\n#endif\n", "A", "a.c:2-5@1");
    check("#if A\n#if A > 1\nx\n#endif\ny\n#endif\n", "A", "a.c:2-5@1 a.c:3-3@2");
    check("#if A && \\\n B\nx\n#endif\n", "B", "a.c:3-3@1");
    /* Nothing hangs on it, but it was asked. */
    check("#if A\n#endif\n", "A", "");
    check("#if A\n#elif B\nx\n#endif\n", "A", "!a.c:3-3@2");
    check("#define B\n", "B", NULL);
    check("#if 0\nA\n#endif\n", "A", NULL);
}

static void test_include_guards(void)
{
    static const char guard[] =
        "/* c */\n#ifndef A_H\n#define A_H\n#if B\nx\n#endif\n#endif // A_H\n";
    check(guard, "A_H", NULL);
    check(guard, "B", "a.c:5-5@4");
    check("#if !defined(A_H)\n#define A_H 1\nx\n#endif A_H\n\n/* end */\n", "A_H", NULL);
    check("#ifndef A_H\n#define A_H\n#endif\nx\n", "A_H", "!a.c:2-2@1");
    check("#ifndef A_H\n#define B_H\n#endif\n", "A_H", "!a.c:2-2@1");
    check("#ifndef A_H\n#define A_H\nx\n#else\ny\n#endif\n", "A_H", "!a.c:2-3@1 a.c:5-5@4");
    check("#ifndef A\n#define A\nx\n#endif\n#ifndef B\n#define B\nx\n#endif\n", "B", "!a.c:6-7@5");
    check("#if C\nx\n#endif\n#ifndef A_H\n#define A_H\nx\n#endif\n", "A_H", "!a.c:5-6@4");
    check("#ifndef A_H\n#if C\n#define A_H\n#endif\nx\n#endif\n", "A_H", "!a.c:2-5@1");
    check("#ifndef A_H\n#define A_H\nx\n", "A_H", "!a.c:2-3@1");
}

static void test_unbalanced(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a.c", "#endif\n#else\n#if A\nx\n", "b.c",
                                         "#if A\nx\n#else\ny\n#else\nz\n#endif\n", NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    g_autofree char *regions = regions_text(index, "A");
    g_assert_cmpstr(regions, ==, "a.c:4-4@3 b.c:2-2@1 !b.c:4-4@3 !b.c:6-6@5");
    const GPtrArray *said = diagnostics_list(diagnostics);
    g_assert_cmpuint(said->len, ==, 2);
    g_assert_cmpuint(((Diagnostic *)g_ptr_array_index(said, 0))->at.line, ==, 1);
    g_assert_cmpuint(((Diagnostic *)g_ptr_array_index(said, 1))->at.line, ==, 3);
}

static void test_deep_nesting(void)
{
    enum { DEPTH = 1000 };
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < DEPTH; i++) {
        g_string_append_printf(text, "#if A%u\n", i);
    }
    g_string_append(text, "x\n");
    for (guint i = 0; i < DEPTH; i++) {
        g_string_append(text, "#else\n#endif\n");
    }
    g_string_append(text, "#if LAST\nx\n#endif\n");
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a.c", text->str, NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    g_autofree char *outer = regions_text(index, "A0");
    g_assert_cmpstr(outer, ==, "a.c:2-2999@1");
    g_assert_null(source_index_regions(index, "A999"));
    g_autofree char *last = regions_text(index, "LAST");
    g_assert_cmpstr(last, ==, "a.c:3003-3003@3002");
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, 1);
}

/* One #if of many arms and macros would make regions without end. */
static void test_region_limit(void)
{
    g_autoptr(GString) text = g_string_new("#if 0\n");
    for (guint i = 0; i < 1000; i++) {
        g_string_append_printf(text, "#elif A%u\nx\n", i);
    }
    g_string_append(text, "#endif\n#if LAST\nx\n#endif\n");
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "a.c", text->str, "b.c", "#if LAST\nx\n#endif\n", NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    gsize count = 0;
    g_autoptr(GPtrArray) macros = source_index_macros(index);
    for (guint i = 0; i < macros->len; i++) {
        count += source_index_regions(index, g_ptr_array_index(macros, i))->len;
    }
    g_assert_cmpuint(macros->len, ==, 1001);
    g_assert_cmpuint(count, ==, SOURCE_FILE_REGIONS_MAX + 1);
    g_autofree char *last = regions_text(index, "LAST");
    g_assert_cmpstr(last, ==, "b.c:2-2@1");
    g_assert_cmpuint(diagnostics_list(diagnostics)->len, ==, 1);
}

/* A file of directives only, and conditions of megabytes: bounded, told, and what is left is right.
 */
static void test_much(void)
{
    g_autoptr(GString) arms = g_string_new("#if A\n#if FIRST\nx\n#endif\n");
    for (guint i = 0; i < 60000; i++) {
        g_string_append_printf(arms, "#if X%u\nx\n#endif\n", i);
    }
    g_string_append(arms, "#else\ny\n#endif\n");
    g_autoptr(GString) conditions = g_string_new(NULL);
    for (guint i = 0; i < 300; i++) {
        g_string_append_printf(conditions, "#if !(Y%u", i);
        for (guint more = 0; more < 1400; more++) {
            g_string_append(conditions, "||A*4");
        }
        g_string_append(conditions, ")\nx\n#endif\n");
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a.c", arms->str, "b.c", conditions->str,
                                         "c.c", "#if !(A || Z)\nx\n#endif\n", NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    g_autofree char *first = regions_text(index, "FIRST");
    g_assert_cmpstr(first, ==, "a.c:3-3@2");
    g_assert_null(source_index_regions(index, "X59999"));
    g_autofree char *short_one = regions_text(index, "Z");
    g_assert_cmpstr(short_one, ==, "!c.c:2-2@1");
    g_autofree char *long_one = regions_text(index, "Y299");
    g_assert_true(g_str_has_suffix(long_one, "b.c:899-899@898"));
    const GPtrArray *said = diagnostics_list(diagnostics);
    g_assert_cmpuint(said->len, ==, 2);
    g_autofree char *bytes_told = diagnostic_text(g_ptr_array_index(said, 0));
    g_assert_nonnull(strstr(bytes_told, "different #if conditions"));
    g_autofree char *arms_told = diagnostic_text(g_ptr_array_index(said, 1));
    g_assert_nonnull(strstr(arms_told, "conditional directives"));
}

static void test_defines(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "a.c",
        "#define OWN 1\n#ifndef DEFAULT\n#define DEFAULT 4\n#endif\n"
        "#ifdef OTHER\n#define INSIDE\n#else\n#define OTHER 0\n#endif\n"
        "#if !defined(NESTED)\n#if X\n#define NESTED 1\n#endif\n#endif\n"
        "#ifdef AGAIN\n#define AGAIN 2\n#endif\n#if defined(P)\n#elif Q\n#define P\n#endif\n",
        "b.cmake", "#define NOT_A_SOURCE\n", "c.h", "#define OWN 2\n#undef OWN\n#define OWN 3\n",
        NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    g_assert_true(source_index_defines(index, "OWN"));
    g_assert_cmpuint(source_index_define_count(index, "OWN"), ==, 3);
    g_assert_cmpuint(source_index_define_count(index, "DEFAULT"), ==, 0);
    g_assert_true(source_index_defines(index, "INSIDE"));
    g_assert_true(source_index_defines(index, "AGAIN"));
    g_assert_false(source_index_defines(index, "DEFAULT"));
    g_assert_false(source_index_defines(index, "OTHER"));
    g_assert_false(source_index_defines(index, "NESTED"));
    g_assert_false(source_index_defines(index, "NOT_A_SOURCE"));
    g_assert_false(source_index_defines(index, "P"));
}

static gboolean chooses_width(const char *path, const char *text)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, path, text, NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    return source_index_chooses_width(index, "A");
}

static void test_widths(void)
{
    g_assert_true(chooses_width("a.h", "#ifdef A\ntypedef unsigned long N;\n#else\n"
                                       "typedef unsigned int N;\n#endif\n"));
    g_assert_true(chooses_width("a.h", "#ifndef A\n#define N uint32_t\n#else\n"
                                       "#define N uint64_t // wide\n#define N uint64_t\n#endif\n"));
    g_assert_true(chooses_width("a.cpp", "#if A\nusing R = float;\n#endif\n#if B\n"
                                         "using R = double;\n#endif\n"));
    g_assert_true(chooses_width("a.F90", "#ifdef A\ninteger, parameter :: rp = kind(1.0) ! short\n"
                                         "#else\ninteger, parameter :: rp = kind(1.d0)\n#endif\n"));
    /* The same width, another kind, another name, another type only. */
    g_assert_false(chooses_width("a.h", "#ifdef A\ntypedef long N;\n#else\n"
                                        "typedef int64_t N;\n#endif\n"));
    g_assert_false(chooses_width("a.h", "#ifdef A\ntypedef float N;\n#else\n"
                                        "typedef long N;\n#endif\n"));
    g_assert_false(chooses_width("a.h", "#ifdef A\ntypedef long N;\n#else\n"
                                        "typedef int M;\n#endif\n"));
    g_assert_false(chooses_width("a.h", "#ifdef A\ntypedef struct n N;\n#else\n"
                                        "typedef int N;\n#endif\n"));
    g_assert_false(chooses_width("a.h", "#ifdef B\ntypedef long N;\n#else\n"
                                        "typedef int N;\n#endif\n#ifdef A\nx\n#endif\n"));
}

static void test_hits(void)
{
    g_autoptr(GHashTable) headers = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) identifiers = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(headers, (gpointer) "mpi.h", (gpointer) "mpi");
    g_hash_table_insert(identifiers, (gpointer) "MPI_*", (gpointer) "mpi");
    g_hash_table_insert(identifiers, (gpointer) "cblas_*", (gpointer) "blas");
    const SourcePatterns patterns = {headers, NULL, identifiers};
    const SourceScanOptions options = {.jobs = 1, .patterns = &patterns};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree =
        tree_of_texts(diagnostics, "b.c", "cblas_x();\n#include <mpi.h>\nMPI_Init();\n", "a.F90",
                      "call mpi_init\n", "c.txt", "MPI_Init\n", NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &options, diagnostics);
    g_autoptr(GString) text = g_string_new(NULL);
    const GArray *hits = source_index_hits(index);
    for (guint i = 0; i < hits->len; i++) {
        const SourceHit *hit = &g_array_index(hits, SourceHit, i);
        const TreeFile *file = g_ptr_array_index(source_index_files(index), hit->file);
        g_string_append_printf(text, "%s:%u %s %s\n", file->path, hit->line, hit->technology,
                               hit->text);
    }
    g_assert_cmpstr(text->str, ==, "a.F90:1 mpi mpi_init\nb.c:1 blas cblas_x\nb.c:2 mpi mpi.h\n");
    g_assert_cmpuint(source_index_files(index)->len, ==, 2);
    g_assert_cmpuint(source_index_lines(index, 1), ==, 3);
}

static void check_reach(const SourceIndex *index, const char *macros, const char *paths,
                        guint files, guint lines, guint regions)
{
    g_auto(GStrv) macro_names = g_strsplit(macros, " ", -1);
    g_auto(GStrv) path_names = g_strsplit(paths, " ", -1);
    g_autoptr(GPtrArray) macro_list = g_ptr_array_new();
    g_autoptr(GPtrArray) path_list = g_ptr_array_new();
    for (char **name = macro_names; *name != NULL; name++) {
        g_ptr_array_add(macro_list, *name);
    }
    for (char **name = path_names; *name != NULL; name++) {
        g_ptr_array_add(path_list, *name);
    }
    Reach reach = source_index_reach(index, macro_list, path_list);
    g_test_message("%s; %s", macros, paths);
    g_assert_cmpuint(reach.files, ==, files);
    g_assert_cmpuint(reach.lines, ==, lines);
    g_assert_cmpuint(reach.regions, ==, regions);
}

static void test_reach(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "a.c", "#if A\n1\n#if B\n2\n#endif\n3\n#endif\n4\n", "b.c",
        "#if A && B\n1\n#else\n2\n#endif\n", "c.c", "1\n2\n3\n", "d.txt", "1\n", NULL);
    g_autoptr(SourceIndex) index = source_index_scan(tree, &plain, diagnostics);
    check_reach(index, "", "", 0, 0, 0);
    check_reach(index, "A", "", 2, 7, 3);
    check_reach(index, "B", "", 2, 3, 3);
    check_reach(index, "A B", "", 2, 7, 4);
    check_reach(index, "A A", "", 2, 7, 3);
    check_reach(index, "A", "c.c", 3, 10, 3);
    check_reach(index, "A", "a.c", 2, 10, 3);
    check_reach(index, "", "c.c c.c", 1, 3, 0);
    check_reach(index, "NONE", "d.txt nothing.c", 0, 0, 0);
    Reach none = source_index_reach(index, NULL, NULL);
    g_assert_cmpuint(none.files, ==, 0);
}

static void note_progress(guint done, guint total, void *data)
{
    guint *last = data;
    g_assert_cmpuint(done, <=, total);
    g_assert_cmpuint(done, >=, *last);
    *last = done;
}

static void test_progress(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a.c", "", "b.c", "", "c.h", "", NULL);
    guint last = 0;
    const SourceScanOptions options = {
        .jobs = 4, .progress = note_progress, .progress_data = &last};
    g_autoptr(SourceIndex) index = source_index_scan(tree, &options, diagnostics);
    g_assert_cmpuint(last, ==, 3);
    g_assert_cmpuint(source_index_lines(index, 0), ==, 0);
}

static void test_empty(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, NULL, NULL);
    const SourceScanOptions options = {.jobs = 0};
    g_autoptr(SourceIndex) index = source_index_scan(tree, &options, diagnostics);
    g_assert_cmpuint(source_index_files(index)->len, ==, 0);
    g_autoptr(GPtrArray) macros = source_index_macros(index);
    g_assert_cmpuint(macros->len, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/source-index/regions", test_regions);
    g_test_add_func("/source-index/include-guards", test_include_guards);
    g_test_add_func("/source-index/unbalanced", test_unbalanced);
    g_test_add_func("/source-index/deep-nesting", test_deep_nesting);
    g_test_add_func("/source-index/region-limit", test_region_limit);
    g_test_add_func("/source-index/much", test_much);
    g_test_add_func("/source-index/defines", test_defines);
    g_test_add_func("/source-index/widths", test_widths);
    g_test_add_func("/source-index/hits", test_hits);
    g_test_add_func("/source-index/reach", test_reach);
    g_test_add_func("/source-index/progress", test_progress);
    g_test_add_func("/source-index/empty", test_empty);
    return g_test_run();
}
