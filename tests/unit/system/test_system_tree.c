/* Recorded trees: links stay inside, what is no file is not read. */
#include "machine.h"
#include <sys/stat.h>

static void test_links(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/etc/real/name", "inside\n");
    machine_link(machine, "/etc/absolute", "/etc/real/name");
    machine_link(machine, "/etc/up", "../../../../../../etc/real/name");
    machine_link(machine, "/usr/folder", "/etc/real");
    static const char *const paths[] = {"/etc/real/name", "/etc/absolute", "/etc/up",
                                        "/usr/folder/name", "/usr/folder/../real/./name"};
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        g_autofree char *text = tree_read_line(machine->tree, paths[i]);
        g_assert_cmpstr(text, ==, "inside");
        g_autofree char *resolved = tree_resolve(machine->tree, paths[i], NULL);
        g_assert_cmpstr(resolved, ==, "/etc/real/name");
    }
    /* What is there on the machine that runs the test is not there. */
    machine_link(machine, "/etc/outside", "/proc/self/status");
    g_assert_cmpint(tree_kind(machine->tree, "/etc/outside"), ==, TREE_MISSING);
    g_assert_cmpint(tree_kind(machine->tree, "/../../proc"), ==, TREE_MISSING);
}

static void test_circle(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_link(machine, "/a", "b");
    machine_link(machine, "/b", "a");
    g_assert_cmpint(tree_kind(machine->tree, "/a"), ==, TREE_MISSING);
    g_assert_null(tree_read(machine->tree, "/a", NULL));
}

static void test_pipe(void)
{
    g_autoptr(Machine) machine = machine_new();
    g_autofree char *path = g_build_filename(machine->folder, "cpuinfo", NULL);
    g_assert_cmpint(mkfifo(path, 0644), ==, 0);
    g_assert_null(tree_read(machine->tree, "/cpuinfo", NULL));
}

static void test_glob(void)
{
    g_autoptr(Machine) machine = machine_new();
    machine_write(machine, "/opt/tool-2/lib/x", "");
    machine_write(machine, "/opt/tool-1/lib/x", "");
    machine_write(machine, "/opt/tool-3", "no folder");
    machine_write(machine, "/opt/.tool-4/lib/x", "");
    gboolean unreadable = FALSE;
    g_autoptr(GPtrArray) paths = tree_glob(machine->tree, "/opt/*/lib", &unreadable);
    g_assert_cmpuint(paths->len, ==, 2);
    g_assert_cmpstr(paths->pdata[0], ==, "/opt/tool-1/lib");
    g_assert_false(unreadable);
    g_assert_cmpint(tree_kind(machine->tree, "/opt/tool-3/lib"), ==, TREE_MISSING);
}

/* Of more names than are taken, nobody can say that one is not there. */
static void test_cut(void)
{
    g_autoptr(Machine) machine = machine_new();
    for (guint i = 0; i < TREE_MATCHES_MAX; i++) {
        g_autofree char *path = g_strdup_printf("/many/%u", i);
        machine_write(machine, path, "");
    }
    gboolean unreadable = FALSE;
    g_autoptr(GPtrArray) all = tree_glob(machine->tree, "/many/*", &unreadable);
    g_assert_cmpuint(all->len, ==, TREE_MATCHES_MAX);
    g_assert_false(unreadable);
    machine_write(machine, "/many/more", "");
    g_autoptr(GPtrArray) most = tree_glob(machine->tree, "/many/*", &unreadable);
    g_assert_cmpuint(most->len, ==, TREE_MATCHES_MAX);
    g_assert_true(unreadable);
}

static void test_no_folder(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tree_new("/no/such/folder", &error));
    g_assert_error(error, TREE_ERROR, TREE_ERROR_ROOT);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/system-tree/links", test_links);
    g_test_add_func("/system-tree/circle", test_circle);
    g_test_add_func("/system-tree/pipe", test_pipe);
    g_test_add_func("/system-tree/glob", test_glob);
    g_test_add_func("/system-tree/cut", test_cut);
    g_test_add_func("/system-tree/no-folder", test_no_folder);
    return g_test_run();
}
