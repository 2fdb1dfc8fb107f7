/* Files made at random: the fast scan agrees with the plain one, and with itself on any number of
 * threads. `--seed` of GLib's tests repeats a run. */
#include "discover/sources/source_index.h"
#include "plain_scan.h"
#include <glib/gstdio.h>
#include <string.h>

#define ROUNDS 3000
#define LINES_MAX 40

static const char *pick(const char *const *choices, gsize count)
{
    return choices[g_test_rand_int_range(0, count)];
}

#define PICK(choices) pick((choices), G_N_ELEMENTS(choices))

static void add_condition(GString *text)
{
    static const char *const operands[] = {"A",    "B",           "defined(C)", "defined D", "!E",
                                           "F==2", "!defined(A)", "(B || C)",   "D > 3",     "0"};
    static const char *const operators[] = {" && ", "||", " && \\\n  ", " /* x */ || ",
                                            "&&/* y\n z */"};
    g_string_append(text, PICK(operands));
    for (guint more = g_test_rand_int_range(0, 3); more > 0; more--) {
        g_string_append(text, PICK(operators));
        g_string_append(text, PICK(operands));
    }
}

static void add_line(GString *text)
{
    static const char *const code[] = {
        "int x;",
        "",
        "   ",
        "f(\"/*\", '\"');",
        "s = \"a\\\"b // \\\\\"; /* c */",
        "/* one\n#if NO\n * two */",
        "// #if NO",
        "// goes on \\\n#if NO",
        "s = R\"(\n#if NO\n /* )\";",
        "x = 1'000'000;",
        "m = 5; \\\n#else",
        "/**/ y /",
        "'\\''; /* ' */ z",
        "#define X 'a' /* \n */ 2",
        "#include <a//b.h>",
        "#pragma omp parallel",
        "\"unterminated",
        "it's",
        "/* x */ /* y\n */ w",
        "\xc3\xa9\xc3\xa9",
    };
    static const char *const hashes[] = {"#", "  #", "# ", "/* c */#", "\t# ", "#/**/"};
    switch (g_test_rand_int_range(0, 9)) {
    case 0:
        g_string_append_printf(text, "%sif ", PICK(hashes));
        add_condition(text);
        break;
    case 1:
        g_string_append_printf(text, "%s%s %s", PICK(hashes),
                               g_test_rand_bit() ? "ifdef" : "ifndef",
                               g_test_rand_bit() ? "A" : "G");
        break;
    case 2:
        g_string_append_printf(text, "%selif ", PICK(hashes));
        add_condition(text);
        break;
    case 3:
        g_string_append_printf(text, "%selse", PICK(hashes));
        break;
    case 4:
    case 5:
        g_string_append_printf(text, "%sendif%s", PICK(hashes), g_test_rand_bit() ? " // x" : "");
        break;
    default:
        g_string_append(text, PICK(code));
        break;
    }
    g_string_append_c(text, '\n');
}

static char *random_text(void)
{
    /* With a closed group in front, nothing is taken for an include guard. */
    GString *text = g_string_new("#if 1\n#endif\n");
    for (guint lines = g_test_rand_int_range(0, LINES_MAX); lines > 0; lines--) {
        add_line(text);
    }
    if (text->str[text->len - 1] == '\n' && g_test_rand_bit()) {
        g_string_truncate(text, text->len - 1);
    }
    return g_string_free(text, FALSE);
}

/* "MACRO: LINE LINE ..." a line, sorted. */
static char *show_plain(const char *text)
{
    g_autoptr(GHashTable) lines = plain_scan(text);
    g_autoptr(GList) macros = g_list_sort(g_hash_table_get_keys(lines), (GCompareFunc)strcmp);
    GString *shown = g_string_new(NULL);
    for (const GList *macro = macros; macro != NULL; macro = macro->next) {
        const GArray *numbers = g_hash_table_lookup(lines, macro->data);
        g_string_append_printf(shown, "%s:", (const char *)macro->data);
        for (guint i = 0; i < numbers->len; i++) {
            g_string_append_printf(shown, " %u", g_array_index(numbers, guint, i));
        }
        g_string_append_c(shown, '\n');
    }
    return g_string_free(shown, FALSE);
}

static char *show_fast(const char *text)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_of_texts(diagnostics, "a.cpp", text, NULL);
    const SourceScanOptions options = {.jobs = 1};
    g_autoptr(SourceIndex) index = source_index_scan(tree, &options, diagnostics);
    g_autoptr(GPtrArray) macros = source_index_macros(index);
    GString *shown = g_string_new(NULL);
    for (guint i = 0; i < macros->len; i++) {
        const char *macro = g_ptr_array_index(macros, i);
        const GArray *regions = source_index_regions(index, macro);
        g_string_append_printf(shown, "%s:", macro);
        for (guint line = 1; line <= source_index_lines(index, 0); line++) {
            gboolean covered = FALSE;
            for (guint r = 0; r < regions->len && !covered; r++) {
                const MacroRegion *region = &g_array_index(regions, MacroRegion, r);
                covered = region->first <= line && line <= region->last;
            }
            if (covered) {
                g_string_append_printf(shown, " %u", line);
            }
        }
        g_string_append_c(shown, '\n');
    }
    return g_string_free(shown, FALSE);
}

static void test_against_plain(void)
{
    for (guint round = 0; round < ROUNDS; round++) {
        g_autofree char *text = random_text();
        g_autofree char *expected = show_plain(text);
        g_autofree char *found = show_fast(text);
        if (strcmp(expected, found) != 0) {
            g_test_message("text:\n%s\n", text);
        }
        g_assert_cmpstr(found, ==, expected);
    }
}

/* Everything that can be asked of an index. */
static char *show_all(const Tree *tree, guint jobs, const SourcePatterns *patterns)
{
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    const SourceScanOptions options = {.jobs = jobs, .patterns = patterns};
    g_autoptr(SourceIndex) index = source_index_scan(tree, &options, diagnostics);
    GString *shown = g_string_new(NULL);
    g_autoptr(GPtrArray) macros = source_index_macros(index);
    for (guint i = 0; i < macros->len; i++) {
        const char *macro = g_ptr_array_index(macros, i);
        const GArray *regions = source_index_regions(index, macro);
        g_string_append_printf(shown, "%s %u\n", macro, source_index_define_count(index, macro));
        for (guint r = 0; r < regions->len; r++) {
            const MacroRegion *region = &g_array_index(regions, MacroRegion, r);
            g_string_append_printf(shown, "  %u %u %u %u %d\n", region->file, region->at,
                                   region->first, region->last, region->negated);
        }
    }
    const GArray *hits = source_index_hits(index);
    for (guint i = 0; i < hits->len; i++) {
        const SourceHit *hit = &g_array_index(hits, SourceHit, i);
        g_string_append_printf(shown, "%u %u %s %s\n", hit->file, hit->line, hit->technology,
                               hit->text);
    }
    for (guint i = 0; i < source_index_files(index)->len; i++) {
        g_string_append_printf(shown, "%u\n", source_index_lines(index, i));
    }
    const GPtrArray *said = diagnostics_list(diagnostics);
    for (guint i = 0; i < said->len; i++) {
        g_autofree char *one = diagnostic_text(g_ptr_array_index(said, i));
        g_string_append_printf(shown, "%s\n", one);
    }
    return g_string_free(shown, FALSE);
}

static void test_jobs(void)
{
    /* A folder on disk, because a tree of texts takes a fixed number of arguments. */
    enum { FILES = 200 };
    g_autofree char *root = g_dir_make_tmp("xaas-sources-XXXXXX", NULL);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < FILES; i++) {
        g_autofree char *text = random_text();
        char *path = g_strdup_printf("%s/f%u.cpp", root, i);
        g_ptr_array_add(paths, path);
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    }
    g_autoptr(GHashTable) words = g_hash_table_new(g_str_hash, g_str_equal);
    g_hash_table_insert(words, (gpointer) "int", (gpointer) "integers");
    g_hash_table_insert(words, (gpointer) "x*", (gpointer) "unknowns");
    const SourcePatterns patterns = {NULL, NULL, words};
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    g_autoptr(Tree) tree = tree_open(root, diagnostics, NULL);
    g_autofree char *one = show_all(tree, 1, &patterns);
    g_assert_nonnull(strstr(one, "integers int"));
    for (guint round = 0; round < 10; round++) {
        g_autofree char *four = show_all(tree, 4, &patterns);
        g_assert_cmpstr(four, ==, one);
    }
    for (guint i = 0; i < paths->len; i++) {
        g_assert_cmpint(g_unlink(g_ptr_array_index(paths, i)), ==, 0);
    }
    g_assert_cmpint(g_rmdir(root), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/source-random/against-plain", test_against_plain);
    g_test_add_func("/source-random/jobs", test_jobs);
    return g_test_run();
}
