#include "evaluate/flag.h"

static const char *key(Arena *arena, const char *text)
{
    return flag_read(arena, text).key;
}

static void test_same(void)
{
    /* Pairs that choose the same thing. */
    static const char *const pairs[][2] = {
        {"-DA=ON", "-DA"},
        {"-DA=on", "-DA=TRUE"},
        {"-DA:BOOL=1", "-DA=yes"},
        {"-D A=x", "-DA=x"},
        {"FLAGS+=-DA", "FLAGS+=-DA=1"},
        {" -DA=x ", "-DA=x"},
        {"-DA=\"x y\"", "-DA=x y"},
        {"-DA=OFF", "-DA=0"},
        {"--enable-mpi", "--enable-mpi=yes"},
        {"--disable-mpi", "--enable-mpi=no"},
        {"--without-x", "--with-x=no"},
        {"--with-a_b=c", "--with-a-b=c"},
        {"USE_MPI=1", "USE_MPI=yes"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_assert_cmpstr(key(arena, pairs[i][0]), ==, key(arena, pairs[i][1]));
    }
}

static void test_different(void)
{
    static const char *const pairs[][2] = {
        {"-DA=ON", "-DA=OFF"},     {"-DA=x", "-DA=X"},       {"-DA=x", "-DB=x"},
        {"-DA=", "-DA=ON"},        {"-DA=x", "A=x"},         {"--with-a=b", "--enable-a=b"},
        {"--with-x=", "--with-x"}, {"-DA_B=x", "-DA-B=x"},   {"-DA=a=b", "-DA=a"},
        {"-Wall", "-Wextra"},      {"--enable-", "--with-"}, {"", "-D"},
    };
    g_autoptr(Arena) arena = arena_new();
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_assert_cmpstr(key(arena, pairs[i][0]), !=, key(arena, pairs[i][1]));
    }
}

static void test_parts(void)
{
    g_autoptr(Arena) arena = arena_new();
    Flag flag = flag_read(arena, "-DGPU:STRING=a=b");
    g_assert_cmpstr(flag.option, ==, "-DGPU");
    g_assert_cmpstr(flag.value, ==, "a=b");
    Flag line = flag_read(arena, "FLAGS+=-DA=2");
    g_assert_cmpstr(line.option, ==, "FLAGS+=-DA");
    g_assert_cmpstr(line.value, ==, "2");
    g_assert_cmpstr(flag_read(arena, "list+=word").option, ==, "list+=word");
    g_assert_cmpstr(flag_read(arena, "--with-arch=").value, ==, "");
    g_assert_cmpstr(flag_read(arena, "--disable-arch").option, ==, "--enable-arch");
    g_assert_cmpstr(flag_value(arena, "'Yes'"), ==, FLAG_ON);
    g_assert_cmpstr(flag_value(arena, "'"), ==, "'");
    g_assert_cmpstr(flag_value(arena, " ' \"x y\" ' "), ==, "x y");
}

/* A hostile reply: quotes within quotes, as many as fit. */
static void test_many_quotes(void)
{
    g_autoptr(Arena) arena = arena_new();
    g_autofree char *quotes = g_strnfill(4u << 20, '"');
    g_assert_cmpstr(flag_value(arena, quotes), ==, "");
}

static void assert_split(const char *text, const char *expected)
{
    g_auto(GStrv) parts = flag_split(text);
    g_autofree char *joined = g_strjoinv("|", parts);
    g_assert_cmpstr(joined, ==, expected);
}

static void test_split(void)
{
    assert_split("", "");
    assert_split("-DA=ON  -DB=x", "-DA=ON|-DB=x");
    assert_split("-D A=ON -DB", "-DA=ON|-DB");
    assert_split("-DA=<a b> -DB", "-DA=<a b>|-DB");
    assert_split("-DA='a b' c", "-DA='a b'|c");
    assert_split("-DA=) -DB=]", "-DA=)|-DB=]");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/flag/same", test_same);
    g_test_add_func("/flag/different", test_different);
    g_test_add_func("/flag/parts", test_parts);
    g_test_add_func("/flag/many-quotes", test_many_quotes);
    g_test_add_func("/flag/split", test_split);
    return g_test_run();
}
