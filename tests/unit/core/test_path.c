#include "core/path.h"
#include <string.h>

static void test_parts(void)
{
    static const struct {
        const char *path, *folder, *base;
    } rows[] = {
        {"src/mpi/comm.c", "src/mpi", "comm.c"},
        {"CMakeLists.txt", "", "CMakeLists.txt"},
        {"src/", "src", ""},
        {"/etc", "", "etc"},
        {"", "", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *folder = path_folder(rows[i].path);
        g_assert_cmpstr(folder, ==, rows[i].folder);
        g_assert_cmpuint(path_folder_length(rows[i].path), ==, strlen(rows[i].folder));
        g_assert_cmpstr(path_base(rows[i].path), ==, rows[i].base);
    }
}

static void test_join(void)
{
    g_autofree char *below = path_join("src/mpi", "comm.c");
    g_assert_cmpstr(below, ==, "src/mpi/comm.c");
    g_autofree char *root = path_join("", "comm.c");
    g_assert_cmpstr(root, ==, "comm.c");
}

static void test_depth(void)
{
    g_assert_cmpuint(path_depth(NULL), ==, 0);
    g_assert_cmpuint(path_depth("comm.c"), ==, 0);
    g_assert_cmpuint(path_depth("src/mpi/comm.c"), ==, 2);
}

static void test_lies_in(void)
{
    g_assert_true(path_lies_in("src/mpi", "src"));
    g_assert_true(path_lies_in("src", "src"));
    g_assert_false(path_lies_in("srcs", "src"));
    g_assert_false(path_lies_in("src", "src/mpi"));
}

static void test_is_below(void)
{
    g_assert_true(path_is_below("src/mpi", "src"));
    g_assert_false(path_is_below("src", "src"));
    g_assert_false(path_is_below("srcs/mpi", "src"));
    g_assert_true(path_is_below("src", ""));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/path/parts", test_parts);
    g_test_add_func("/path/join", test_join);
    g_test_add_func("/path/depth", test_depth);
    g_test_add_func("/path/lies-in", test_lies_in);
    g_test_add_func("/path/is-below", test_is_below);
    return g_test_run();
}
