#include "core/words.h"
#include "discover/review/coverage.h"
#include "discover/review/excerpt.h"
#include "discover/review/links.h"
#include "discover/review/report.h"
#include "tests/unit/review/sample.h"
#include <string.h>

#define ASSETS XAAS_SOURCE_ROOT "/discover/review/assets"

static ReviewFile *parsed(const char *text)
{
    g_autoptr(GError) error = NULL;
    ReviewFile *file = review_file_parse(text, strlen(text), "sample", &error);
    g_assert_no_error(error);
    return file;
}

static void test_words(void)
{
    static const struct {
        const char *notation;
        const char *words;
    } rows[] = {
        {"true", "always"},
        {"GPU=CUDA", "GPU is CUDA"},
        {"not MPI", "MPI is off"},
        {"not GPU=CUDA and MPI", "GPU is not CUDA and MPI is on"},
        {"A and (B or not C)", "A is on and (B is on or C is off)"},
        {"not (A or B<2)", "A is off and B is at least 2"},
        {"found(FFTW)", "the package FFTW is found"},
        {"found(FFTW)>=3", "the version of the package FFTW is at least 3"},
        {"not check(HAVE_X)", "the check HAVE_X fails"},
        {"platform(SYSTEM)=Linux", "the platform's SYSTEM is Linux"},
        {"unknown(x)", "something that could not be worked out holds (x)"},
        {"unknown(\"${A}|B\")=x", "something that could not be worked out is x"},
        {"check(\"4 conditions\")", "further checks decide so"},
        {"A=\"\"", "A is empty"},
        {"B and (A=x or A=y or A=z)", "B is on and (A is x, y or z)"},
        {"not A=x and not A=y or B", "A is neither x nor y or B is on"},
        {"not A=x and not A=y and not A=z", "A is none of x, y or z"},
        {"not A=1 and not A=2 and not A=3 and not A=4 and not A=5 and not A=6 and not A=7 and not "
         "A=8 "
         "and not A=9",
         "A is none of 1, 2, 3, 4, 5, 6, 7 or 2 more"},
        {"not (not A or A=x)", "A is on and A is not x"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        const Condition *condition = condition_parse(arena, rows[i].notation, &error);
        g_assert_no_error(error);
        g_autofree char *words = condition_words(condition);
        g_assert_cmpstr(words, ==, rows[i].words);
    }
}

static gboolean values_of_a(const char *option, ConditionDomain *domain, gpointer data)
{
    static const char *const values[] = {"x", "y", "z", "w"};
    *domain = (ConditionDomain){.values = values, .count = 4, .closed = GPOINTER_TO_INT(data) != 0};
    return g_str_equal(option, "A");
}

static void test_words_within(void)
{
    static const struct {
        const char *notation;
        gboolean closed;
        const char *words;
    } rows[] = {
        {"not A=x and not A=y and not A=z", FALSE, "A is w or none of its values"},
        {"not A=x and not A=y and not A=z", TRUE, "A is w"},
        {"not A=x and not A=y and not A=z and not A=w", FALSE, "A is none of its 4 values"},
        {"not A=x and not A=y and not A=z and not A=w", TRUE, "A is none of its 4 values"},
        {"not A=x and not A=v", FALSE, "A is neither x nor v"},
        {"not A or A=x or A=y", TRUE, "A is x or y"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Condition *condition = condition_parse(arena, rows[i].notation, NULL);
        g_autofree char *words =
            condition_words_within(condition, values_of_a, GINT_TO_POINTER(rows[i].closed));
        g_assert_cmpstr(words, ==, rows[i].words);
    }
}

static void test_long_condition_is_counted(void)
{
    g_autoptr(Arena) arena = arena_new();
    const Condition *parts[WORDS_PARTS_MAX + 1];
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        parts[i] = condition_atom(arena, CONDITION_SUBJECT_OPTION, arena_printf(arena, "A%u", i),
                                  NULL, NULL);
    }
    g_autofree char *words = condition_words(condition_any(arena, parts, G_N_ELEMENTS(parts)));
    g_assert_cmpstr(words, ==,
                    "A0 is on or A1 is on or A2 is on or A3 is on or A4 is on or A5 is on or "
                    "A6 is on or A7 is on or A8 is on or A9 is on or A10 is on or A11 is on or "
                    "1 more condition");
}

static void test_links(void)
{
    g_autoptr(ReviewFile) file = parsed(sample_text);
    g_autoptr(GPtrArray) links = point_links(file->specification);
    g_assert_cmpuint(links->len, ==, 3);
    const PointLink *excludes = links->pdata[0];
    g_assert_cmpuint(excludes->from, ==, 2);
    g_assert_cmpuint(excludes->to, ==, 1);
    g_assert_cmpint(excludes->kind, ==, LINK_EXCLUDES);
    const PointLink *exists = links->pdata[1];
    g_assert_cmpuint(exists->to, ==, 0);
    g_assert_cmpint(exists->kind, ==, LINK_EXISTS);
    g_assert_cmpstr(exists->setting, ==, "CUDA");
}

static void test_excerpts(void)
{
    g_autofree char *wide = g_strnfill(5 * 1024 * 1024, 'x');
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a.txt", "1\r\n2\n3\n4\n5\n6\n7\n8\n9\n",
                                         "wide.txt", wide, "it's \"\n.txt", "x\n", NULL);
    g_autoptr(Excerpts) excerpts = excerpts_new(tree);
    g_autoptr(Excerpt) middle = excerpts_at(excerpts, (Span){"./a.txt", 4, 0});
    g_assert_cmpuint(middle->first, ==, 2);
    g_assert_cmpuint(middle->lines->len, ==, 8);
    g_assert_cmpstr(middle->lines->pdata[0], ==, "2");
    g_autoptr(Excerpt) first = excerpts_at(excerpts, (Span){"a.txt", 1, 0});
    g_assert_cmpstr(first->lines->pdata[0], ==, "1");
    g_autoptr(Excerpt) cut = excerpts_at(excerpts, (Span){"wide.txt", 1, 0});
    g_assert_cmpuint(strlen(cut->lines->pdata[0]), <=, EXCERPT_LINE_MAX + 3);
    g_assert_null(excerpts_at(excerpts, (Span){"a.txt", 10, 0}));
    g_assert_null(excerpts_at(excerpts, (Span){"a.txt", 0, 0}));
    g_assert_null(excerpts_at(excerpts, (Span){"../a.txt", 1, 0}));
    g_assert_null(excerpts_at(excerpts, (Span){"/etc/passwd", 1, 0}));
    g_assert_null(excerpts_at(excerpts, SPAN_NONE));
}

static void test_coverage(void)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(
        diagnostics, "src/a.c",
        "#ifdef USE_GPU\nint a;\nint b;\n#ifdef USE_MPI\nint c;\n#endif\n"
        "#endif\n",
        "src/gpu/b.c", "#if USE_GPU\nint d;\n#endif\nint e;\n", "doc/c.c", "int f;\n", NULL);
    const SourceScanOptions options = {.jobs = 1};
    g_autoptr(SourceIndex) sources = source_index_scan(tree, &options, diagnostics);
    g_autoptr(ReviewFile) file = parsed(sample_text);
    g_autoptr(Coverage) coverage = coverage_count(file->specification, sources, NULL);
    g_assert_cmpuint(coverage->files, ==, 3);
    g_assert_cmpuint(coverage->folders->len, ==, 2);
    const CoverageFolder *top = coverage->folders->pdata[0];
    const CoverageFolder *gpu = coverage->folders->pdata[1];
    g_assert_cmpstr(top->path, ==, "src/");
    g_assert_cmpstr(gpu->path, ==, "src/gpu/");
    g_assert_cmpuint(gpu->points[0], ==, 1);
    g_assert_cmpuint(gpu->points[1], ==, 0);
    g_assert_cmpuint(top->points[0], ==, 5);
    g_assert_cmpuint(top->points[1], ==, 1);

    /* A file that is only compiled with the option hangs on it with all its lines. */
    g_autoptr(GPtrArray) whole = g_ptr_array_new();
    g_ptr_array_add(whole, "doc/c.c");
    g_ptr_array_add(whole, "src/gpu/b.c");
    g_ptr_array_add(whole, "no/such.c");
    const Option option = {.name = "GPU", .builder = BUILDER_CMAKE, .folder = ""};
    Decision decision = {.option = &option, .sources = whole};
    g_autoptr(GPtrArray) decisions = g_ptr_array_new();
    g_ptr_array_add(decisions, &decision);
    g_autoptr(Coverage) more = coverage_count(file->specification, sources, decisions);
    g_assert_cmpuint(more->folders->len, ==, 3);
    g_assert_cmpuint(((const CoverageFolder *)more->folders->pdata[0])->points[0], ==, 1);
    g_assert_cmpuint(((const CoverageFolder *)more->folders->pdata[1])->points[0], ==, 5);
    g_assert_cmpuint(((const CoverageFolder *)more->folders->pdata[2])->points[0], ==, 4);
}

static guint occurrences(const char *text, const char *what)
{
    guint count = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what)) {
        count++;
    }
    return count;
}

/* Whatever a project says: the page has the elements of its template, and no others. */
static void test_hostile_page(void)
{
    GString *text = g_string_new(sample_text);
    g_string_replace(text, "name: sample", "name: \"</title><script>alert(1)</script>\"", 0);
    g_string_replace(text, "option: GPU\n",
                     "option: GPU\n  help: \"</script><script>alert(2)</script><!-- <script> "
                     "@DATA@ @STYLE@ \\u0007\"\n",
                     0);
    g_autoptr(ReviewFile) file = parsed(text->str);
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "CMakeLists.txt",
                                         "x\n</script><img src=x onerror=alert(3)>\n", NULL);
    const ReportInput input = {.file = file, .name = "</script>.yaml", .tree = tree};
    g_autoptr(GError) error = NULL;
    g_autofree char *page = report_page(&input, ASSETS, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(occurrences(page, "<script"), ==, 2);
    g_assert_cmpuint(occurrences(page, "</script"), ==, 2);
    g_assert_cmpuint(occurrences(page, "<!--"), ==, 0);
    g_assert_cmpuint(occurrences(page, "<img"), ==, 0);
    g_assert_cmpuint(occurrences(page, "<title>&lt;/title&gt;&lt;script&gt;"), ==, 1);
    g_assert_nonnull(strstr(page, "\\u003c/script>\\u003cimg src=x onerror"));
    g_string_free(text, TRUE);
}

/* The policy names this very script and style, so nothing else runs. */
static void test_policy(void)
{
    g_autoptr(ReviewFile) file = parsed(sample_text);
    const ReportInput input = {.file = file, .name = "sample.xaas.yaml"};
    g_autofree char *page = report_page(&input, ASSETS, NULL);
    const char *begin = strstr(page, "<script>") + strlen("<script>");
    const char *end = strstr(begin, "</script>");
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, (const guchar *)begin, end - begin);
    guint8 digest[32];
    gsize length = sizeof digest;
    g_checksum_get_digest(checksum, digest, &length);
    g_autofree char *base64 = g_base64_encode(digest, length);
    g_autofree char *policy = g_strdup_printf("script-src 'sha256-%s'", base64);
    g_assert_nonnull(strstr(page, policy));
    g_assert_nonnull(strstr(page, "default-src 'none'"));
    g_assert_nonnull(strstr(page, "connect-src 'none'"));
}

static void test_missing_assets(void)
{
    g_autoptr(ReviewFile) file = parsed(sample_text);
    const ReportInput input = {.file = file, .name = "sample.xaas.yaml"};
    g_autoptr(GError) error = NULL;
    g_assert_null(report_page(&input, "/nonexistent", &error));
    g_assert_nonnull(error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/review/words", test_words);
    g_test_add_func("/review/words/long", test_long_condition_is_counted);
    g_test_add_func("/review/words/within", test_words_within);
    g_test_add_func("/review/links", test_links);
    g_test_add_func("/review/excerpts", test_excerpts);
    g_test_add_func("/review/coverage", test_coverage);
    g_test_add_func("/review/page/hostile", test_hostile_page);
    g_test_add_func("/review/page/policy", test_policy);
    g_test_add_func("/review/page/missing_assets", test_missing_assets);
    return g_test_run();
}
