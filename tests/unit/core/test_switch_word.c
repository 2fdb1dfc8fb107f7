#include "core/point_flag.h"
#include "core/switch_word.h"
#include "core/word_list.h"

static void test_words(void)
{
    static const char *const on[] = {"on", "True", "YES", "y", "1"};
    static const char *const off[] = {"off", "False", "NO", "n", "0"};
    for (gsize i = 0; i < G_N_ELEMENTS(on); i++) {
        g_assert_true(switch_word_is_on(on[i]));
        g_assert_false(switch_word_is_off(on[i]));
        g_assert_true(switch_word_is_off(off[i]));
        g_assert_true(switch_word_is_off_or_missing(off[i]));
        g_assert_false(switch_word_is_on(off[i]));
    }
    static const char *const neither[] = {NULL, "", "2", "enabled", "none", "once", "offline"};
    for (gsize i = 0; i < G_N_ELEMENTS(neither); i++) {
        g_assert_false(switch_word_is_on(neither[i]));
        g_assert_false(switch_word_is_off(neither[i]));
        g_assert_false(switch_word_is_off_or_missing(neither[i]));
    }
}

static void test_missing(void)
{
    static const char *const missing[] = {"IGNORE", "NOTFOUND", "FFTW_LIBRARY-NOTFOUND",
                                          "-notfound"};
    for (gsize i = 0; i < G_N_ELEMENTS(missing); i++) {
        g_assert_true(switch_word_is_off_or_missing(missing[i]));
        g_assert_false(switch_word_is_off(missing[i]));
    }
    g_assert_false(switch_word_is_off_or_missing("notfound-yet"));
    g_assert_true(switch_word_is_none("None"));
    g_assert_true(switch_word_is_none("off"));
    g_assert_true(switch_word_is_none("X-NOTFOUND"));
    g_assert_false(switch_word_is_none("nonesuch"));
    g_assert_false(switch_word_is_none(NULL));
}

static void test_automatic(void)
{
    static const char *const automatic[] = {"auto", "Automatic", "AUTODETECT", "detect"};
    for (gsize i = 0; i < G_N_ELEMENTS(automatic); i++) {
        g_assert_true(switch_word_is_automatic(automatic[i]));
        g_assert_false(switch_word_is_on(automatic[i]));
    }
    g_assert_false(switch_word_is_automatic("autotools"));
    g_assert_false(switch_word_is_automatic(NULL));
}

static void test_arguments(void)
{
    static const struct {
        const char *argument;
        ArgumentSense sense;
        const char *opposite;
    } rows[] = {
        {"--enable-mpi", ARGUMENT_WITH, "--disable-mpi"},
        {"--disable-mpi", ARGUMENT_WITHOUT, "--enable-mpi"},
        {"--with-fftw=/opt", ARGUMENT_WITH, "--without-fftw"},
        {"--without-fftw", ARGUMENT_WITHOUT, "--with-fftw"},
        {"--withdrawn", ARGUMENT_OTHER, NULL},
        {"-DWITH_MPI=ON", ARGUMENT_OTHER, NULL},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_assert_cmpint(argument_sense(rows[i].argument), ==, rows[i].sense);
        g_assert_cmpstr(argument_opposite(arena, rows[i].argument), ==, rows[i].opposite);
    }
    g_autofree char *shown = argument_opposite_of("--with-x=DIR", strlen("--with-x=D"));
    g_assert_cmpstr(shown, ==, "--without-x=D");
    g_assert_null(argument_opposite_of("--without-x", strlen("--with")));
    g_assert_cmpstr(argument_subject("--disable-x=y"), ==, "x=y");
    g_assert_cmpstr(argument_subject("--prefix"), ==, "--prefix");
}

static void test_lists(void)
{
    static const char *const words[] = {"cmake", "make", NULL};
    guint index = 7;
    g_assert_false(word_list_find(words, "Make", &index));
    g_assert_false(word_list_find(words, NULL, &index));
    g_assert_cmpuint(index, ==, 7);
    g_assert_true(word_list_begins(words, "make install"));
    g_assert_false(word_list_begins(words, "gmake"));
    g_assert_true(word_list_ends(words, "gmake"));
    g_assert_false(word_list_ends(words, "make install"));
    g_assert_true(word_list_find(words, "make", &index));
    g_assert_cmpuint(index, ==, 1);
    g_assert_true(word_list_has_caseless(words, "CMake"));
    g_assert_false(word_list_has_caseless(words, ""));
    g_assert_false(word_list_has_caseless(words, NULL));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/switch_word/words", test_words);
    g_test_add_func("/switch_word/missing", test_missing);
    g_test_add_func("/switch_word/automatic", test_automatic);
    g_test_add_func("/switch_word/arguments", test_arguments);
    g_test_add_func("/switch_word/lists", test_lists);
    return g_test_run();
}
