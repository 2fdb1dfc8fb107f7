/* The folders of a deployment: links that an image asks for lead into them only. */
#include "container/build/workspace.h"
#include "container/deploy/tree.h"
#include "container/image/manifest.h"
#include "container/image/pack.h"
#include <glib/gstdio.h>
#include <string.h>

#define CONFIGURATION PACK_FOLDER "/configurations/one"

static void add(GPtrArray *layers, const char *layout, const char *holds, const char *path,
                const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Layer) layer = layer_new();
    g_assert_true(layer_add_bytes(layer, path, text, strlen(text), 0644, &error));
    Blob *blob = layer_write(layer, layout, 0, &error);
    g_assert_no_error(error);
    blob->holds = g_strdup(holds);
    g_ptr_array_add(layers, blob);
}

/* An image with one configuration whose build tree has the file "sub/data". */
static DeployTree *tree_with(const char *folder, const char *links, GError **error)
{
    g_autofree char *layout = g_build_filename(folder, "image", NULL);
    g_autofree char *recipe = g_strdup_printf(
        "{\"steps\": [], \"install\": [], \"check\": [\"ctest\"], \"links\": [%s]}", links);
    g_autoptr(GPtrArray) layers = g_ptr_array_new_with_free_func((GDestroyNotify)blob_free);
    g_assert_true(layout_open(layout, error));
    add(layers, layout, PACK_HOLDS_CONFIGURATION "one", CONFIGURATION "/recipe.json", recipe);
    add(layers, layout, PACK_HOLDS_TESTS, CONFIGURATION "/build/sub/data", "data");
    json_t *annotations = json_object();
    const ManifestRequest manifest = {
        .layout = layout, .tag = "t", .layers = layers, .annotations = annotations};
    g_autofree char *digest = manifest_write(&manifest, error);
    json_decref(annotations);
    g_assert_nonnull(digest);
    return deploy_tree_new(
        &(DeployTreeRequest){
            .layout = layout, .tag = "t", .configuration = "one", .parent = folder, .tests = TRUE},
        error);
}

static void test_links(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("xaas-tree-XXXXXX", &error);
    g_autoptr(DeployTree) tree =
        tree_with(folder,
                  "{\"path\": \"build/a/b/near\", \"to\": \"build/sub/data\"},"
                  "{\"path\": \"build/sub/link\", \"to\": \"build/sub/data\"},"
                  "{\"path\": \"build/far\", \"to\": \"source/not/there\"},"
                  "{\"path\": \"build/sub/data\", \"to\": \"source/other\"},"
                  "{\"path\": \"build/a/b/c/other\", \"to\": \"build/sub\"},"
                  "{\"path\": \"build/a/b/c/other/away\", \"to\": \"source/x\"}",
                  &error);
    g_assert_no_error(error);
    g_autofree char *near = g_build_filename(tree->build, "a/b/near", NULL);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(near, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, "data");
    g_autofree char *far = g_build_filename(tree->build, "far", NULL);
    g_autofree char *target = g_file_read_link(far, NULL);
    g_assert_cmpstr(target, ==, "../source/not/there");
    g_autofree char *beside = g_build_filename(tree->build, "sub/link", NULL);
    g_autofree char *name = g_file_read_link(beside, NULL);
    g_assert_cmpstr(name, ==, "data");
    /* What is there already stays. */
    g_autofree char *data = g_build_filename(tree->build, "sub/data", NULL);
    g_assert_false(g_file_test(data, G_FILE_TEST_IS_SYMLINK));
    /* One behind a link would lead from there out of the tree. */
    g_autofree char *away = g_build_filename(tree->build, "sub/away", NULL);
    g_assert_false(g_file_test(away, G_FILE_TEST_IS_SYMLINK));
    g_clear_pointer(&tree, deploy_tree_free);
    folder_remove(folder);
}

static void test_hostile_links(void)
{
    static const char *const links[] = {
        "{\"path\": \"build/x\", \"to\": \"build/../../etc/passwd\"}",
        "{\"path\": \"build/x\", \"to\": \"/etc/passwd\"}",
        "{\"path\": \"build/x\", \"to\": \"etc/passwd\"}",
        "{\"path\": \"build/../../x\", \"to\": \"build/sub\"}",
        "{\"path\": \"x\", \"to\": \"build/sub\"}",
        "{\"path\": \"build/x\"}",
        "{\"to\": \"build/x\"}",
        "{\"path\": 1, \"to\": []}",
        "\"build/x\"",
    };
    for (gsize i = 0; i < G_N_ELEMENTS(links); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *folder = g_dir_make_tmp("xaas-tree-XXXXXX", &error);
        g_autoptr(DeployTree) tree = tree_with(folder, links[i], &error);
        g_assert_error(error, LAYOUT_ERROR, LAYOUT_ERROR_MALFORMED);
        g_assert_null(tree);
        folder_remove(folder);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tree/links", test_links);
    g_test_add_func("/tree/hostile-links", test_hostile_links);
    return g_test_run();
}
