/* A folder with more in it than is looked at: a large project, or none at all. */
#include "discover/program/no_build.h"
#include <glib/gstdio.h>
#include <string.h>

static void put(const char *root, const char *name)
{
    g_autofree char *path = g_build_filename(root, name, NULL);
    g_assert_true(g_file_set_contents(path, "", -1, NULL));
}

/* What is said of a folder that holds the files a to f, `name` and a folder, with that limit. */
static char *said_of(const char *name, guint files_max)
{
    g_autofree char *root = g_dir_make_tmp("xaas-large-XXXXXX", NULL);
    const char *const names[] = {"a", "b", "c", "d", "e", "f", name};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        put(root, names[i]);
    }
    g_autoptr(Diagnostics) diagnostics = diagnostics_new();
    const TreeOptions options = {.files_max = files_max};
    g_autoptr(Tree) tree = tree_open_with(root, &options, diagnostics, NULL);
    char *said = no_build_too_large(tree);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(root, names[i], NULL);
        g_unlink(path);
    }
    g_rmdir(root);
    return said;
}

static void test_too_large(void)
{
    g_autofree char *none = said_of("README", 5);
    g_assert_nonnull(strstr(none, "more than 5 files and folders"));
    g_assert_nonnull(strstr(none, "give the folder of one project"));
    /* What is there of a project that is too large is told of, and how far that goes. */
    g_assert_null(said_of("CMakeLists.txt", 5));
    g_assert_null(said_of("README", 100));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/no-build/too-large", test_too_large);
    return g_test_run();
}
