/* Where commands run: names of folders, and a root that is none. */
#include "container/build/sandbox.h"
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Folders become neutral where they end: what only begins like one is another. */
static void test_neutral(void)
{
    static const char *const cases[][2] = {
        {"/home/me/app", "/source"},
        {"/home/me/app/src/a.c", "/source/src/a.c"},
        {"-I/home/me/app/include:/home/me/app", "-I/source/include:/source"},
        {"/home/me/app-deps/opt.h", "/home/me/app-deps/opt.h"},
        {"/home/me/app2", "/home/me/app2"},
        {"/home/me/app.old/a.c /home/me/app/a.c", "/home/me/app.old/a.c /source/a.c"},
        {"/home/me/app_1;/home/me/app+1", "/home/me/app_1;/home/me/app+1"},
        {"-DDIR=\"/home/me/app\"", "-DDIR=\"/source\""},
        {"/home/me/app/build/a.o", "/build/a.o"},
        {"/home/me/app/builder/a.o", "/source/builder/a.o"},
        {"/home/me", "/home/me"},
        {"", ""},
    };
    const Sandbox open = {.isolation = ISOLATION_NONE, .source = (char *)"/home/me/app"};
    const Sandbox closed = {.isolation = ISOLATION_BUBBLEWRAP, .source = (char *)"/home/me/app"};
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = sandbox_neutral_text(&open, "/home/me/app/build", cases[i][0]);
        g_assert_cmpstr(text, ==, cases[i][1]);
        /* Isolated, commands see the neutral paths, and all others are what they are. */
        g_autofree char *same = sandbox_neutral_text(&closed, "/home/me/app/build", cases[i][0]);
        g_assert_cmpstr(same, ==, cases[i][0]);
    }
}

/* What is wrong with a root is not said of this machine. */
static void test_bare_root(void)
{
    g_autofree char *root = g_dir_make_tmp("xaas-root-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Sandbox) here = sandbox_new(ISOLATION_BUBBLEWRAP, NULL, root, 0, &error);
    if (here == NULL) {
        g_test_skip(error->message);
    } else {
        g_assert_null(sandbox_new(ISOLATION_BUBBLEWRAP, root, root, 0, &error));
        g_assert_error(error, SANDBOX_ERROR, SANDBOX_ERROR_FOLDER);
        g_assert_nonnull(strstr(error->message, root));
        g_assert_null(strstr(error->message, "install"));
    }
    g_rmdir(root);
}

/* Whether `first`, `second` and `third` follow each other in a vector. */
static gboolean has_words(char *const *vector, const char *first, const char *second,
                          const char *third)
{
    for (; *vector != NULL && vector[1] != NULL && vector[2] != NULL; vector++) {
        if (g_str_equal(vector[0], first) && g_str_equal(vector[1], second) &&
            (third == NULL || g_str_equal(vector[2], third))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A place in a folder that is shown opens the folder: the others in it are shown as they are. One
 * behind a link, and one among our own folders, is left out. */
static void test_place(void)
{
    g_autofree char *root = g_dir_make_tmp("xaas-root-XXXXXX", NULL);
    g_autofree char *opt = g_build_filename(root, "opt", NULL);
    g_autofree char *other = g_build_filename(opt, "other", NULL);
    g_autofree char *link = g_build_filename(opt, "link", NULL);
    g_assert_cmpint(g_mkdir_with_parents(other, 0700), ==, 0);
    g_assert_cmpint(symlink("other", link), ==, 0);
    static const char *const command[] = {"true", NULL};
    const Sandbox self = {.isolation = ISOLATION_BUBBLEWRAP, .root = root, .source = root};
    SandboxRequest request = {.command = command, .build = root, .placed = "/stage"};
    request.place = "/opt/new/app";
    g_auto(GStrv) opened = sandbox_command(&self, &request);
    g_assert_true(has_words(opened, "--tmpfs", "/opt", NULL));
    g_assert_true(has_words(opened, "--ro-bind", other, "/opt/other"));
    g_assert_true(has_words(opened, "--bind", "/stage", "/opt/new/app"));
    static const char *const none[] = {"/opt/link/app", SANDBOX_BUILD "/app"};
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++) {
        request.place = none[i];
        g_auto(GStrv) closed = sandbox_command(&self, &request);
        g_assert_true(has_words(closed, "--ro-bind", opt, "/opt"));
        g_assert_false(has_words(closed, "--bind", "/stage", none[i]));
    }
    g_unlink(link);
    g_rmdir(other);
    g_rmdir(opt);
    g_rmdir(root);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/sandbox/neutral", test_neutral);
    g_test_add_func("/container/sandbox/bare_root", test_bare_root);
    g_test_add_func("/container/sandbox/place", test_place);
    return g_test_run();
}
