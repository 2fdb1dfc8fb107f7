/* The words of patterns, and where the reading of one gives up. */
#include "discover/cmake/pure.h"
#include <string.h>

static char *words_of(const char *pattern)
{
    gboolean whole = FALSE;
    g_autoptr(GPtrArray) words = cmake_pattern_words(pattern, &whole);
    g_autoptr(GString) text = g_string_new(whole && words->len > 0 ? "whole" : "");
    for (guint i = 0; i < words->len; i++) {
        g_string_append_printf(text, " %s", (const char *)words->pdata[i]);
    }
    return g_strdup(text->str);
}

static void check(const char *pattern, const char *expected)
{
    g_autofree char *words = words_of(pattern);
    g_assert_cmpstr(words, ==, expected);
}

static void test_words(void)
{
    check("^(avx2|sse4)$", "whole avx2 sse4");
    check(".*mpi.*|ucx", " mpi ucx");
    check("^cuda", "");
}

/* Elements of a list are words of it, not all of it. */
static void test_elements(void)
{
    check(",*permits,*", " permits");
    check("(^|[,; ])mpi([,; ]|$)", " mpi");
    check("(^|;)(omp|mpi)(;|$)", " omp mpi");
    check(";mpi;|;omp;", " mpi omp");
    check("^,mpi,$", "");
    check("a,b", "");
    check(",*", "");
    check("(,", "");
    check("(,*|x)mpi", "");
    check("[,mpi", "");
}

static void test_long_pattern(void)
{
    g_autofree char *longest = g_strnfill(512, 'a');
    g_autofree char *longer = g_strnfill(513, 'a');
    g_autofree char *expected = g_strconcat(" ", longest, NULL);
    check(longest, expected);
    check(longer, "");
}

static void test_many_words(void)
{
    check("(aa|bb)(aa|bb)(aa|bb)(aa|bb)(aa|bb)(aa|bb)", "");
    g_autoptr(GString) many = g_string_new("word");
    for (guint i = 0; i < 32; i++) {
        g_string_append(many, "|word");
    }
    check(many->str, "");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cmake/pattern_words/words", test_words);
    g_test_add_func("/cmake/pattern_words/elements", test_elements);
    g_test_add_func("/cmake/pattern_words/long", test_long_pattern);
    g_test_add_func("/cmake/pattern_words/many", test_many_words);
    return g_test_run();
}
