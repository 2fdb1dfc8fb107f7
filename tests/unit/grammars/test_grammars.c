#include "corpus.h"
#include <string.h>

typedef struct {
    const char *name;
    const TSLanguage *(*language)(void);
    const char *source;
    const char *root;
} Grammar;

static const Grammar grammars[] = {
    {"cmake", grammar_cmake, "option(A \"a\" ON)\n", "source_file"},
    {"c", grammar_c, "#if defined(A) && B > 2\nint a;\n#endif\n", "translation_unit"},
    {"cpp", grammar_cpp, "template <class T> T a(T b) { return b; }\n", "translation_unit"},
};

/* Configure has compared header and parser; this asks the library that is linked. */
static void test_parses(gconstpointer data)
{
    const Grammar *grammar = data;
    g_autoptr(TSParser) parser = ts_parser_new();
    g_assert_true(ts_parser_set_language(parser, grammar->language()));
    g_autoptr(TSTree) tree =
        ts_parser_parse_string(parser, NULL, grammar->source, (uint32_t)strlen(grammar->source));
    TSNode root = ts_tree_root_node(tree);
    g_assert_cmpstr(ts_node_type(root), ==, grammar->root);
    g_assert_false(ts_node_has_error(root));
    g_assert_cmpuint(ts_node_named_child_count(root), >, 0);
}

static void test_corpus_file(gconstpointer data)
{
    const char *path = data;
    g_autoptr(GError) error = NULL;
    g_autofree char *text = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(path, &text, &length, &error));
    g_autoptr(GPtrArray) cases = corpus_parse(text, length, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(cases->len, >, 0);
    for (guint i = 0; i < cases->len; i++) {
        const CorpusCase *each = cases->pdata[i];
        g_autofree char *found = NULL;
        if (!corpus_case_holds(each, grammar_cmake(), &found)) {
            g_test_message("%s: %s\nexpected %s\nfound    %s", path, each->name, each->expected,
                           found);
            g_test_fail();
        }
    }
}

static void test_corpus_reader(void)
{
    static const char text[] = "===\nright\n===\na(b)\n\n---\n(source_file\n  (command_invocation "
                               "(identifier) (unquoted_argument)))\n\n===\nwrong field\n===\na()\n"
                               "---\n(source_file (command_invocation other: (identifier)))\n"
                               "===\nno error\n:error\n===\na()\n---\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) cases = corpus_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(cases->len, ==, 3);
    const CorpusCase *right = cases->pdata[0];
    g_assert_cmpstr(right->name, ==, "right");
    g_assert_cmpstr(right->input, ==, "a(b)\n");
    g_autofree char *found = NULL;
    g_assert_true(corpus_case_holds(right, grammar_cmake(), NULL));
    g_assert_false(corpus_case_holds(cases->pdata[1], grammar_cmake(), &found));
    g_assert_cmpstr(found, ==, "(source_file (command_invocation name: (identifier)))");
    g_assert_false(corpus_case_holds(cases->pdata[2], grammar_cmake(), NULL));
}

static void test_corpus_format(void)
{
    static const char *const broken[] = {
        "a()\n---\n(source_file)\n",
        "===\n",
        "===\nname\n",
        "===\nname\n:skip\n===\n\n---\n(source_file)\n",
        "===\nname\n===\na()\n",
        "===\nname\n===\na()\n---\n",
        "===\nname\n:error\n===\na()\n---\n(source_file)\n",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(broken); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(corpus_parse(broken[i], strlen(broken[i]), &error));
        g_assert_error(error, CORPUS_ERROR, CORPUS_ERROR_FORMAT);
    }
}

/* What damaged input costs must grow with its size alone. Each of these once invites a parser to
 * look again and again for a closing quote or bracket that is not there. */
static void test_long_runs(void)
{
    static const char *const pieces[] = {
        "\"\\", "[[ ", "#[[\n", "a(\"", "a([=[", "(",     "a\"b ", "]]",   ")",
        "a",    "a ",  "a(",    "$(",   "\\\n",  "#[[]]", "#\n",   "\xff", "#[=[",
    };
    const guint repeats = 200000;
    for (gsize i = 0; i < G_N_ELEMENTS(pieces); i++) {
        g_autoptr(GString) text = g_string_new("a(");
        for (guint n = 0; n < repeats; n++) {
            g_string_append(text, pieces[i]);
        }
        g_autoptr(TSParser) parser = ts_parser_new();
        g_assert_true(ts_parser_set_language(parser, grammar_cmake()));
        gint64 start = g_get_monotonic_time();
        ts_parser_set_timeout_micros(parser, 10 * G_USEC_PER_SEC);
        g_autoptr(TSTree) tree =
            ts_parser_parse_string(parser, NULL, text->str, (uint32_t)text->len);
        double seconds = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
        g_autofree char *shown = g_strescape(pieces[i], NULL);
        g_test_message("'%s' %u times: %.2f s", shown, repeats, seconds);
        g_assert_nonnull(tree);
        g_assert_false(ts_node_has_error(ts_tree_root_node(tree)));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(grammars); i++) {
        g_autofree char *path = g_strdup_printf("/grammars/parses/%s", grammars[i].name);
        g_test_add_data_func(path, &grammars[i], test_parses);
    }
    g_test_add_func("/grammars/corpus/reader", test_corpus_reader);
    g_test_add_func("/grammars/corpus/format", test_corpus_format);
    g_test_add_func("/grammars/long_runs", test_long_runs);

    static const char folder[] = XAAS_SOURCE_ROOT "/grammars/cmake/test/corpus";
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, &error);
    g_assert_no_error(error);
    const char *name;
    while ((name = g_dir_read_name(dir))) {
        if (g_str_has_suffix(name, ".txt")) {
            g_autofree char *path = g_strdup_printf("/grammars/corpus/files/%s", name);
            g_test_add_data_func_full(path, g_build_filename(folder, name, NULL), test_corpus_file,
                                      g_free);
        }
    }
    return g_test_run();
}
