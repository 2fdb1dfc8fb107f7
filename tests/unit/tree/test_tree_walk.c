/* The walk over a real folder: links, unreadable folders, build trees, odd names. */
#include "discover/tree.h"
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char *root;
    Diagnostics *diagnostics;
} Fixture;

static void put(const Fixture *self, const char *path, const char *text)
{
    g_autofree char *full = g_build_filename(self->root, path, NULL);
    g_autofree char *folder = g_path_get_dirname(full);
    g_assert_cmpint(g_mkdir_with_parents(folder, 0755), ==, 0);
    g_autoptr(GError) error = NULL;
    g_file_set_contents(full, text, -1, &error);
    g_assert_no_error(error);
}

static void put_link(const Fixture *self, const char *path, const char *target)
{
    g_autofree char *full = g_build_filename(self->root, path, NULL);
    g_assert_cmpint(symlink(target, full), ==, 0);
}

static void set_up(Fixture *self, gconstpointer data)
{
    (void)data;
    self->root = g_dir_make_tmp("xaas-tree-XXXXXX", NULL);
    g_assert_nonnull(self->root);
    g_assert_cmpint(chmod(self->root, 0755), ==, 0);
    self->diagnostics = diagnostics_new();
}

static void remove_below(const char *path)
{
    if (!g_file_test(path, G_FILE_TEST_IS_SYMLINK) && g_file_test(path, G_FILE_TEST_IS_DIR)) {
        g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
        const char *name = NULL;
        while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
            g_autofree char *below = g_build_filename(path, name, NULL);
            remove_below(below);
        }
    }
    g_remove(path);
}

static void tear_down(Fixture *self, gconstpointer data)
{
    (void)data;
    remove_below(self->root);
    g_free(self->root);
    diagnostics_free(self->diagnostics);
}

/* All paths, a '*' after those that were reached through a link. */
static char *listing(const Tree *tree)
{
    GString *text = g_string_new(NULL);
    const GPtrArray *files = tree_files(tree);
    for (guint i = 0; i < files->len; i++) {
        const TreeFile *file = g_ptr_array_index(files, i);
        g_string_append_printf(text, "%s%s%s", i > 0 ? " " : "", file->path,
                               file->linked ? "*" : "");
    }
    return g_string_free(text, FALSE);
}

static char *complaints(const Fixture *self)
{
    GString *text = g_string_new(NULL);
    const GPtrArray *list = diagnostics_list(self->diagnostics);
    for (guint i = 0; i < list->len; i++) {
        g_autofree char *one = diagnostic_text(g_ptr_array_index(list, i));
        g_string_append_printf(text, "%s\n", one);
    }
    return g_string_free(text, FALSE);
}

static char *gaps(const Tree *tree)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < tree_gaps(tree)->len; i++) {
        const TreeGap *gap = tree_gaps(tree)->pdata[i];
        g_string_append_printf(text, "%s: %s\n", gap->path, gap->reason);
    }
    return g_string_free(text, FALSE);
}

static Tree *open_tree(const Fixture *self)
{
    g_autoptr(GError) error = NULL;
    Tree *tree = tree_open(self->root, self->diagnostics, &error);
    g_assert_no_error(error);
    return tree;
}

static void test_order(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "a/x.c", "int x;");
    put(self, "a.c", "");
    put(self, "a-b/y.c", "");
    put(self, "a0", "zeros");
    put(self, ".git/config", "");
    put(self, "a/.git", "gitdir: elsewhere");
    g_autofree char *empty = g_build_filename(self->root, "empty", NULL);
    g_assert_cmpint(g_mkdir(empty, 0755), ==, 0);
    g_autoptr(Tree) tree = open_tree(self);
    g_autofree char *list = listing(tree);
    g_assert_cmpstr(list, ==, "a-b/y.c a.c a/x.c a0");
    g_assert_cmpuint(tree_find(tree, "a/x.c")->size, ==, 6);
    g_assert_true(tree_is_folder(tree, "empty"));
    g_assert_cmpuint(tree_children(tree, "empty")->len, ==, 0);
    g_autofree char *said = complaints(self);
    g_assert_cmpstr(said, ==, "");
    g_autoptr(GError) error = NULL;
    g_autofree char *text = tree_read_text(tree, "a/x.c", NULL, &error);
    g_assert_cmpstr(text, ==, "int x;");
    g_autofree char *data_file = tree_read_text(tree, "a0", NULL, &error);
    g_assert_cmpstr(data_file, ==, "zeros");
    g_assert_null(tree_read(tree, ".git/config", &error));
    g_assert_error(error, TREE_ERROR, TREE_ERROR_NOT_IN_TREE);
}

static void test_links(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "real/a.c", "");
    put(self, "real/sub/b.c", "");
    put_link(self, "real/sub/loop", "..");
    put_link(self, "alias", "real");
    put_link(self, "alias.c", "real/a.c");
    put_link(self, "self", "self");
    put_link(self, "dangling", "nothing");
    put_link(self, "outside", "/usr");
    put_link(self, "outside.c", "/etc/hostname");
    put_link(self, "outside.dat", "/etc/hostname");
    put_link(self, "here", ".");
    g_autoptr(Tree) tree = open_tree(self);
    g_autofree char *list = listing(tree);
    g_assert_cmpstr(list, ==, "alias.c* alias/a.c* alias/sub/b.c* real/a.c real/sub/b.c");
    g_assert_nonnull(tree_find(tree, "alias/sub/b.c"));
    g_autofree char *said = complaints(self);
    static const char *const expected[] = {
        "alias/sub/loop: note: symbolic link leads back",
        "dangling: note: symbolic link cannot be followed",
        "here: note: symbolic link leads back",
        "outside: warning: symbolic link leads out of the project",
        "outside.c: warning: symbolic link leads out of the project",
        "outside.dat: note: symbolic link leads out of the project",
        "real/sub/loop: note: symbolic link leads back",
        "self: note: symbolic link cannot be followed",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(expected); i++) {
        g_test_message("%s", expected[i]);
        g_assert_nonnull(strstr(said, expected[i]));
    }
    g_assert_cmpuint(diagnostics_list(self->diagnostics)->len, ==, G_N_ELEMENTS(expected));
    g_autofree char *missed = gaps(tree);
    g_assert_cmpstr(missed, ==,
                    "outside: link out of the project\noutside.c: link out of the project\n");
}

/* Two folders that link to each other: each path through the links ends after one turn. */
static void test_mutual_links(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "a/x.c", "");
    put(self, "b/y.c", "");
    put_link(self, "a/to_b", "../b");
    put_link(self, "b/to_a", "../a");
    g_autoptr(Tree) tree = open_tree(self);
    g_autofree char *list = listing(tree);
    g_assert_cmpstr(list, ==, "a/to_b/y.c* a/x.c b/to_a/x.c* b/y.c");
}

static void test_build_tree(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "CMakeCache.txt", "");
    put(self, "a.c", "");
    put(self, "build/CMakeCache.txt", "");
    put(self, "build/generated.c", "");
    g_autoptr(Tree) tree = open_tree(self);
    g_autofree char *list = listing(tree);
    g_assert_cmpstr(list, ==, "CMakeCache.txt a.c");
    g_assert_false(tree_is_folder(tree, "build"));
    g_autofree char *said = complaints(self);
    g_assert_true(g_str_has_prefix(said, "build: note: is a build tree"));
}

static void test_odd_entries(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "a.c", "");
    put(self, "bad\xff.c", "");
    g_autofree char *pipe_path = g_build_filename(self->root, "pipe.c", NULL);
    g_assert_cmpint(mkfifo(pipe_path, 0644), ==, 0);
    g_autoptr(Tree) tree = open_tree(self);
    g_autofree char *list = listing(tree);
    g_assert_cmpstr(list, ==, "a.c");
    g_autofree char *said = complaints(self);
    g_assert_nonnull(strstr(said, "is not UTF-8"));
}

static void test_unreadable(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "a.c", "x");
    put(self, "secret/b.c", "");
    put(self, "locked.c", "");
    g_autofree char *folder = g_build_filename(self->root, "secret", NULL);
    g_autofree char *file = g_build_filename(self->root, "locked.c", NULL);
    g_assert_cmpint(chmod(folder, 0), ==, 0);
    g_assert_cmpint(chmod(file, 0), ==, 0);
    /* Permissions do not hold back the superuser: look as somebody else meanwhile. */
    uid_t user = geteuid();
    if (user == 0) {
        g_assert_cmpint(seteuid(65534), ==, 0);
    }
    g_autoptr(Tree) tree = open_tree(self);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = tree_read(tree, "locked.c", &error);
    if (user == 0) {
        g_assert_cmpint(seteuid(0), ==, 0);
    }
    chmod(folder, 0755);
    g_autofree char *list = listing(tree);
    g_assert_cmpstr(list, ==, "a.c locked.c");
    g_assert_null(bytes);
    g_assert_error(error, TREE_ERROR, TREE_ERROR_UNREADABLE);
    g_autofree char *said = complaints(self);
    g_assert_true(g_str_has_prefix(said, "secret: warning: folder cannot be read"));
    g_autofree char *missed = gaps(tree);
    g_assert_cmpstr(missed, ==, "secret: folder cannot be read\n");
}

static void test_deep(Fixture *self, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) path = g_string_new(NULL);
    for (guint i = 0; i < TREE_DEPTH_MAX + 5; i++) {
        g_string_append(path, "d/");
    }
    g_string_append(path, "a.c");
    put(self, path->str, "");
    g_autoptr(Tree) tree = open_tree(self);
    g_assert_cmpuint(tree_files(tree)->len, ==, 0);
    g_autofree char *said = complaints(self);
    g_assert_nonnull(strstr(said, "folders deep"));
    g_autofree char *missed = gaps(tree);
    g_assert_true(g_str_has_suffix(missed, "d: limit: folders within folders\n"));
}

static void test_large(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "big.c", "");
    g_autofree char *file = g_build_filename(self->root, "big.c", NULL);
    g_assert_cmpint(truncate(file, TREE_FILE_BYTES_MAX + 1l), ==, 0);
    g_autoptr(Tree) tree = open_tree(self);
    g_autoptr(GError) error = NULL;
    g_assert_null(tree_read(tree, "big.c", &error));
    g_assert_error(error, TREE_ERROR, TREE_ERROR_TOO_LARGE);
}

static void count_call(guint found, gpointer data)
{
    *(guint *)data = found;
}

/* Who watches is told how far the walk is; a limit ends it, and that is said. */
static void test_many(Fixture *self, gconstpointer data)
{
    (void)data;
    for (guint i = 0; i < 600; i++) {
        g_autofree char *name = g_strdup_printf("f%03u/a", i);
        put(self, name, "");
    }
    guint told = 0;
    const TreeOptions options = {.files_max = 1000, .progress = count_call, .data = &told};
    g_autoptr(Tree) tree = tree_open_with(self->root, &options, self->diagnostics, NULL);
    g_assert_cmpuint(told, >=, 512);
    g_assert_true(tree_is_cut(tree));
    g_assert_cmpuint(tree_files_max(tree), ==, 1000);
    g_assert_cmpuint(tree_files(tree)->len, <, 600);
    g_autofree char *said = complaints(self);
    g_assert_nonnull(strstr(said, "error: more than 1000 files and folders"));
    g_autofree char *missed = gaps(tree);
    g_assert_nonnull(strstr(missed, ": limit: files and folders\n"));
    g_autoptr(Tree) whole = open_tree(self);
    g_assert_false(tree_is_cut(whole));
    g_assert_cmpuint(tree_gaps(whole)->len, ==, 0);
}

static void test_not_a_folder(Fixture *self, gconstpointer data)
{
    (void)data;
    put(self, "a.c", "");
    g_autofree char *file = g_build_filename(self->root, "a.c", NULL);
    g_autoptr(GError) error = NULL;
    g_assert_null(tree_open(file, self->diagnostics, &error));
    g_assert_error(error, TREE_ERROR, TREE_ERROR_NOT_A_FOLDER);
    g_clear_error(&error);
    g_autofree char *missing = g_build_filename(self->root, "missing", NULL);
    g_assert_null(tree_open(missing, self->diagnostics, &error));
    g_assert_error(error, TREE_ERROR, TREE_ERROR_UNREADABLE);
}

#define ADD(name, function)                                                                        \
    g_test_add("/tree/walk/" name, Fixture, NULL, set_up, function, tear_down)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("order", test_order);
    ADD("links", test_links);
    ADD("mutual-links", test_mutual_links);
    ADD("build-tree", test_build_tree);
    ADD("odd-entries", test_odd_entries);
    ADD("unreadable", test_unreadable);
    ADD("deep", test_deep);
    ADD("large", test_large);
    ADD("many", test_many);
    ADD("not-a-folder", test_not_a_folder);
    return g_test_run();
}
