/* The image: the same bytes twice, accepted by other tools, refused when it was changed; and no
 * network on the way. */
#include "container_run.h"
#include <glib/gstdio.h>
#include <string.h>

static const char one[] = "- {name: sse4, settings: [{option: SIMD, value: SSE4}]}\n";

static ContainerRun *built(void)
{
    ContainerRun *run = container_run_new();
    if (run != NULL) {
        container_run_write_matrix(run, one);
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(
            container_run(run, "build matrix.yaml -o oci:image:t --isolation %I -q", &result), ==,
            0);
    }
    return run;
}

static void test_other_tools(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    static const char *const commands[][8] = {
        {"skopeo", "copy", "-q", "oci:image:t", "oci:copy:t", NULL},
        {"skopeo", "copy", "-q", "oci:image:t", "docker-archive:archive.tar:holes:t", NULL},
        {"umoci", "unpack", "--rootless", "--image", "image:t", "bundle", NULL},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (!container_run_has(commands[i][0])) {
            g_test_message("%s is not installed: left out", commands[i][0]);
            continue;
        }
        g_auto(ProcessResult) result = {0};
        g_assert_true(process_run(
            &(ProcessRequest){.command = commands[i], .directory = run->folder}, &result, NULL));
        g_test_message("%s: %s", commands[i][0], result.err);
        g_assert_cmpint(result.status, ==, 0);
    }
}

/* Changes one byte in the middle of a file. */
static void damage(const char *path)
{
    g_autofree char *bytes = NULL;
    gsize length = 0;
    g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
    bytes[length / 2] = (char)(bytes[length / 2] ^ 1);
    g_assert_true(g_file_set_contents(path, bytes, (gssize)length, NULL));
}

static void test_damaged(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    g_autofree char *blobs = g_build_filename(run->folder, "image/blobs/sha256", NULL);
    g_autoptr(GDir) folder = g_dir_open(blobs, 0, NULL);
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        g_autofree char *path = g_build_filename(blobs, name, NULL);
        g_autofree char *saved = NULL;
        gsize length = 0;
        g_assert_true(g_file_get_contents(path, &saved, &length, NULL));
        damage(path);
        g_auto(ProcessResult) result = {0};
        g_assert_cmpint(container_run(run, "verify oci:image:t -q", &result), !=, 0);
        g_assert_true(g_file_set_contents(path, saved, (gssize)length, NULL));
    }
    g_auto(ProcessResult) whole = {0};
    g_assert_cmpint(container_run(run, "verify oci:image:t -q", &whole), ==, 0);
}

/* Other tags of the layout stay, and what is no layout is left alone. */
static void test_layout(void)
{
    g_autoptr(ContainerRun) run = built();
    if (run == NULL) {
        return;
    }
    g_auto(ProcessResult) second = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:image:u --isolation %I -q", &second), ==, 0);
    g_auto(ProcessResult) first = {0};
    g_assert_cmpint(container_run(run, "inspect oci:image:t -q", &first), ==, 0);
    g_auto(ProcessResult) based = {0};
    g_assert_cmpint(
        container_run(run, "build matrix.yaml -o oci:top:t --base oci:empty:t --isolation %I -q",
                      &based),
        !=, 0);
    g_auto(ProcessResult) occupied = {0};
    g_assert_cmpint(container_run(run, "build matrix.yaml -o oci:.:t --isolation %I -q", &occupied),
                    ==, 4);
}

/* A build in a user namespace without a network, as nobody in particular. */
static void test_no_network(void)
{
    g_autoptr(ContainerRun) run = container_run_new();
    if (run == NULL) {
        return;
    }
    const char *const probe[] = {"unshare", "--user", "--map-current-user", "--net", "true", NULL};
    g_auto(ProcessResult) can = {0};
    if (!process_run(&(ProcessRequest){.command = probe}, &can, NULL) || can.status != 0) {
        g_test_skip("no user namespaces here");
        return;
    }
    container_run_write_matrix(run, one);
    const char *const command[] = {"unshare",     "--user", "--map-current-user", "--net",
                                   XAAS_PROGRAM,  "build",  "matrix.yaml",        "-o",
                                   "oci:image:t", "-q",     "--isolation",        "none",
                                   NULL};
    g_auto(ProcessResult) result = {0};
    g_assert_true(process_run(&(ProcessRequest){.command = command, .directory = run->folder},
                              &result, NULL));
    g_test_message("%s", result.err);
    g_assert_cmpint(result.status, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/container/image/other_tools", test_other_tools);
    g_test_add_func("/container/image/damaged", test_damaged);
    g_test_add_func("/container/image/layout", test_layout);
    g_test_add_func("/container/image/no_network", test_no_network);
    return g_test_run();
}
